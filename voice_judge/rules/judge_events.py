"""Secrets: what only the judge may know; never spoken, never on a public screen."""

from dataclasses import dataclass

from voice_judge.rules.commands import Checker, Team
from voice_judge.rules.event_kinds import JudgeEvent
from voice_judge.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class RolesAssigned(JudgeEvent):
    """Who is who; the rest are peaceful citizens."""

    don: Seat
    mafia: tuple[Seat, ...]
    sheriff: Seat
    method: str  # "entered" or "dealt"
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class ShotsAgreed(JudgeEvent):
    """The don's order of shooting."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ShotFired(JudgeEvent):
    """A shot, or none (`target` None)."""

    shooter: Seat
    target: Seat | None


@dataclass(frozen=True, slots=True)
class Checked(JudgeEvent):
    """A check and its answer: `found` is "the sheriff" for the don, "black" for the sheriff."""

    checker: Checker
    seat: Seat
    found: bool


@dataclass(frozen=True, slots=True)
class VictoryDecided(JudgeEvent):
    """The rules have decided, the table hears it after the last words (G5)."""

    winner: Team | None


@dataclass(frozen=True, slots=True)
class OwnShotNoted(JudgeEvent):
    """The shot just entered is at the black team's own player: legal, but the judge should look again (F9)."""

    shooter: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class ShotsMissing(JudgeEvent):
    """The judge was warned that `shooters` have no entry; the next confirmation counts them as not shooting."""

    shooters: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class SecretsUndone(JudgeEvent):
    """`steps` secret entries were taken back; the table does not hear of it.

    They were the last steps, or those beneath the last `keeping` steps of the night's script, which stay.
    """

    steps: int
    keeping: int = 0
