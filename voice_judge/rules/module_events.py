"""Fouls, removals, best move and pauses: the modules beyond the official rules."""

from dataclasses import dataclass

from voice_judge.rules.commands import Team
from voice_judge.rules.event_kinds import TableEvent
from voice_judge.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class FoulGiven(TableEvent):
    """`seat` now has `count` fouls."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class Silenced(TableEvent):
    """`seat` loses the next minute (three fouls)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MinuteLost(TableEvent):
    """It would have been the turn of `seat`, who is silenced; the floor goes on."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TechnicalFoulGiven(TableEvent):
    """`seat` now has `count` technical fouls."""

    seat: Seat
    count: int


@dataclass(frozen=True, slots=True)
class RemovalAsked(TableEvent):
    """The judge must confirm that `seat` is removed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TeamLossAsked(TableEvent):
    """The judge must confirm that `team` loses."""

    team: Team
    reason: str


@dataclass(frozen=True, slots=True)
class BestMoveNamed(TableEvent):
    """The first victim's guess."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GamePaused(TableEvent):
    """Technical pause."""


@dataclass(frozen=True, slots=True)
class GameResumed(TableEvent):
    """The pause is over."""
