"""What goes on by itself at each stage: how long to wait, and what then. Depends on public state only (rule 4)."""

from dataclasses import dataclass
from enum import Enum, auto

from voice_judge.rules import RulesProfile, Stage, Step, TableState
from voice_judge.table.night_script import fixed_seconds, next_step
from voice_judge.table.settings import Lead, TableSettings


class Then(Enum):
    """What happens when the wait is over."""

    PROCEED = auto()
    CLOSE_HANDS = auto()  # «Спасибо»; the last candidate then gets the rest
    REST = auto()  # nothing: the judge may go on from here, and not before


@dataclass(frozen=True, slots=True)
class Wait:
    """`seconds` after the judge's voice has fallen silent."""

    seconds: float
    then: Then


_BOUNDARIES = frozenset({Stage.INTRODUCTION, Stage.DEALING, Stage.SPEECHES_OVER, Stage.REVOTE, Stage.DAY_OVER})
_VOTING = frozenset({Stage.CANDIDATE, Stage.LAST_CANDIDATE, Stage.LIFT})


def waiting(table: TableState, profile: RulesProfile, settings: TableSettings) -> Wait | None:
    """The wait that this stage begins with, or None where only the judge goes on."""
    if settings.lead is Lead.JUDGE:
        minute = fixed_seconds(table, profile) if table.stage is Stage.NIGHT_STEP else None
        return Wait(minute, Then.REST) if minute else None
    if table.stage in _VOTING:
        return Wait(profile.vote_seconds, Then.CLOSE_HANDS)
    if table.stage is Stage.NIGHT_FALLEN:
        return Wait(settings.masks_pause, Then.PROCEED)
    if table.stage is Stage.NIGHT_STEP:
        waits_for_judge = next_step(table, profile) is None and not settings.auto_confirm
        return Wait(_step_seconds(table, profile, settings), Then.REST if waits_for_judge else Then.PROCEED)
    boundary = table.stage in _BOUNDARIES
    return Wait(settings.boundary_pause, Then.PROCEED) if boundary and settings.auto_confirm else None


def _step_seconds(table: TableState, profile: RulesProfile, settings: TableSettings) -> float:
    fixed = fixed_seconds(table, profile)
    calls_numbers = table.step is Step.MAFIA_HUNTS and profile.shooting == "numbers"  # the voice itself takes the time
    if fixed is None or calls_numbers:
        return settings.pauses.get(table.step, 0.0) if table.step else 0.0
    return fixed + (settings.pointing_pause if table.step is Step.MAFIA_HUNTS else 0.0)


def may_be_last(table: TableState, count: int) -> bool:
    """Whether `count`, told while the last candidate is being voted, may be his.

    It is not when the votes left tie the same players again, so that the question to lift comes next, and `count`
    is another number: then it answers that question.
    """
    if table.stage is not Stage.LAST_CANDIDATE or table.vote is None:
        return False
    left = len(table.alive) - sum(tally.votes for tally in table.vote.tallies)
    tied_again = table.vote.round > 1 and all(tally.votes == left for tally in table.vote.tallies)
    return count == left or not tied_again
