"""Nominations, votes, ties and who leaves; everyone at the table sees them."""

from dataclasses import dataclass

from voice_judge.rules.event_kinds import Cause, NoVoteReason, TableEvent
from voice_judge.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Nominated(TableEvent):
    """«Принято» (4.4.2). `several` when more than one number was said (C21)."""

    by: Seat
    seat: Seat
    several: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawn(TableEvent):
    """«Отозвано» (4.4.3)."""

    by: Seat
    seat: Seat


@dataclass(frozen=True, slots=True)
class NomineesTold(TableEvent):
    """The answer to "who is nominated?": ascending, so that the order of the vote is not given away (4.3.4, B13)."""

    by: Seat
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class NoVote(TableEvent):
    """There is no vote (any more), nobody leaves."""

    reason: NoVoteReason


@dataclass(frozen=True, slots=True)
class VoteOpened(TableEvent):
    """A vote begins among `candidates` in this order; `round` 1, then 2, 3... after ties (4.4.5, 4.4.13)."""

    candidates: tuple[Seat, ...]
    round: int


@dataclass(frozen=True, slots=True)
class CandidateCalled(TableEvent):
    """Hands are counted for `seat`; the `last` candidate gets every vote not cast (4.4.6, 4.4.9)."""

    seat: Seat
    last: bool


@dataclass(frozen=True, slots=True)
class VotesCounted(TableEvent):
    """`votes` against `seat`; `voters` where they were entered by seat."""

    seat: Seat
    votes: int
    voters: tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class Tied(TableEvent):
    """The same number of votes for all of `seats` (4.4.13)."""

    seats: tuple[Seat, ...]
    votes: int


@dataclass(frozen=True, slots=True)
class LiftAsked(TableEvent):
    """«Кто за то, чтоб все голосуемые игроки покинули игровой стол?» (4.4.13)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class LiftCounted(TableEvent):
    """`votes` for lifting; `passed` when they are more than half of the living."""

    votes: int
    passed: bool
    voters: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class PlayerLeaving(TableEvent):
    """`seat` will be out when his last word is over (only by the profile's switch `leaves_at`, G6)."""

    seat: Seat
    cause: Cause


@dataclass(frozen=True, slots=True)
class PlayerLeft(TableEvent):
    """`seat` is out from this moment (4.4.12, 4.5.4); the role is not told (4.4.14)."""

    seat: Seat
    cause: Cause
