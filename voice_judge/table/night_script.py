"""Where the judge's script of the night stands: a matter of the night's number and the profile, never of secrets."""

from voice_judge.rules import RulesProfile, Stage, Step, TableState
from voice_judge.rules.night import script


def next_step(table: TableState, profile: RulesProfile) -> Step | None:
    """The step that the script takes next; None when the night is over, or none is going on."""
    if table.stage not in (Stage.DEALING, Stage.NIGHT_FALLEN, Stage.NIGHT_STEP):
        return None
    steps = [step for step, _ in script(table.night, profile)]
    following = steps.index(table.step) + 1 if table.step else 0
    return steps[following] if following < len(steps) else None


def fixed_seconds(table: TableState, profile: RulesProfile) -> float | None:
    """The length that the rules fix for the step that is going on, in seconds, if they do."""
    return dict(script(table.night, profile)).get(table.step) if table.step else None
