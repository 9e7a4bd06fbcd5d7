"""The table's own numbers: pauses and cues, in seconds, and who speaks the script."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from voice_judge.rules import Step


class Lead(StrEnum):
    """Who speaks the judge's script: the program, or the judge (then the program follows and answers)."""

    ASSISTANT = "assistant"
    JUDGE = "judge"


def _pauses() -> Mapping[Step, float]:
    # Long enough for gestures, and the same whoever is alive (rules_cases F21): a full three seconds after each
    # call keeps a night readable, ten for a check, as judges' practice has it.
    return {
        Step.DON_WAKES: 5.0,
        Step.MAFIA_SLEEPS: 3.0,
        Step.SHERIFF_GREETS: 5.0,
        Step.MAFIA_HUNTS: 3.0,  # where the rules fix no minute: before the judge calls numbers, and after
        Step.MAFIA_LEAVES: 3.0,
        Step.DON_SEEKS: 10.0,
        Step.DON_SLEEPS: 3.0,
        Step.SHERIFF_WAKES: 10.0,
        Step.SHERIFF_SLEEPS: 3.0,
    }


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How the table is led. Longer pauses make the night calmer and the game slower."""

    lead: Lead = Lead.ASSISTANT
    auto_confirm: bool = False  # stage boundaries go by themselves instead of waiting for «подтверждаю»
    boundary_pause: float = 2.0  # before such a boundary
    masks_pause: float = 5.0  # between «Наступает ночь» and the next phrase
    pointing_pause: float = 6.0  # after the minute of 4.5.3 the black team points
    cue_before_end: float = 10.0  # «Десять секунд»
    pauses: Mapping[Step, float] = field(default_factory=_pauses)
