"""What a protocol is: the facts of one game that hold at its end, each with where it came from.

Seconds are seconds of the audio clock. A night belongs to the number of the day before it: night 0 is the first one,
without shots. All classes are plain values: the formats (JSON, CSV, HTML, PDF, text) only write them down.
"""

from dataclasses import dataclass
from datetime import datetime

from voice_judge.journal.store import Origin
from voice_judge.rules import Cause, Checker, NoVoteReason, Phase, Seat, SpeechKind, Team


@dataclass(frozen=True, slots=True)
class Departure:
    """How a player left the table; a night's victim leaves on the morning's `day`."""

    cause: Cause
    day: int
    at: float


@dataclass(frozen=True, slots=True)
class Player:
    """A seat; `name` may be empty (numbers only), `role` is don, mafia, sheriff, citizen or None (not told)."""

    seat: Seat
    name: str
    role: str | None
    fouls: int
    technical_fouls: int
    left: Departure | None

    @property
    def team(self) -> Team | None:
        """The side, where the role may be told."""
        if self.role is None:
            return None
        return Team.BLACK if self.role in ("don", "mafia") else Team.RED


@dataclass(frozen=True, slots=True)
class Speech:
    """Somebody had the floor from `began` to `ended` (None: he still has it).

    `allowed` are the seconds given, `spoken` those that the speech clock ran. `fouls` are the seats that were given
    fouls meanwhile, once per foul.
    """

    seat: Seat
    kind: SpeechKind
    day: int
    began: float
    ended: float | None
    allowed: float
    spoken: float | None
    by_judge: bool
    fouls: tuple[Seat, ...]
    origin: Origin | None


@dataclass(frozen=True, slots=True)
class NominationFact:
    """`by` nominated `seat`; `withdrawn` is when he took it back."""

    day: int
    at: float
    by: Seat
    seat: Seat
    withdrawn: float | None
    origin: Origin
    withdrawal: Origin | None


@dataclass(frozen=True, slots=True)
class Count:
    """Votes against `seat`; `voters` where they were entered by seat."""

    seat: Seat
    votes: int
    voters: tuple[Seat, ...] | None
    at: float
    origin: Origin


@dataclass(frozen=True, slots=True)
class Lift:
    """The question whether all tied players leave; `votes` None: not answered yet."""

    seats: tuple[Seat, ...]
    at: float
    votes: int | None = None
    passed: bool | None = None
    voters: tuple[Seat, ...] | None = None
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class VoteRound:
    """One vote: round 1, or 2, 3... after ties. `no_vote` is why nobody left where the rules say so."""

    day: int
    round: int
    at: float
    candidates: tuple[Seat, ...]
    counts: tuple[Count, ...]
    tied: tuple[Seat, ...]
    lift: Lift | None
    left: tuple[Seat, ...]
    no_vote: NoVoteReason | None


@dataclass(frozen=True, slots=True)
class NoVoteFact:
    """A day without a vote, and why."""

    day: int
    at: float
    reason: NoVoteReason


@dataclass(frozen=True, slots=True)
class FoulFact:
    """`seat` got his foul number `count`."""

    day: int
    at: float
    seat: Seat
    count: int
    technical: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class MinuteLostFact:
    """`seat` was silent for a minute because of his fouls."""

    day: int
    at: float
    seat: Seat


@dataclass(frozen=True, slots=True)
class ShotFact:
    """A shot of the black team, or none. Secret."""

    shooter: Seat
    target: Seat | None
    at: float
    origin: Origin


@dataclass(frozen=True, slots=True)
class CheckFact:
    """A check: `found` is "the sheriff" for the don, "black" for the sheriff. Secret."""

    checker: Checker
    seat: Seat
    found: bool
    at: float
    origin: Origin


@dataclass(frozen=True, slots=True)
class Night:
    """A night from `at` to its result at `ended` (None: not yet); no `victim` then: a miss. Shots, checks: secret."""

    night: int
    at: float
    ended: float | None
    victim: Seat | None
    shots: tuple[ShotFact, ...]
    checks: tuple[CheckFact, ...]


@dataclass(frozen=True, slots=True)
class BestMove:
    """The first victim's guess."""

    at: float
    by: Seat | None
    seats: tuple[Seat, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended: `winner` None is a draw or no result; `reason` "rules" or the judge's words."""

    winner: Team | None
    reason: str
    at: float
    origin: Origin


@dataclass(frozen=True, slots=True)
class Undoing:
    """A correction: how it was given, and what it took back, in Russian words."""

    at: float
    origin: Origin
    undone: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sources:
    """How many accepted commands were heard, entered, or went on by themselves, and how many were corrected."""

    heard: int
    entered: int
    by_clock: int
    undone: int
    not_accepted: int


@dataclass(frozen=True, slots=True)
class GameProtocol:
    """Everything about one game. `began` is in UTC, `secrets` is whether roles, shots and checks may be in it."""

    began: datetime
    rules: str
    seating: str
    secrets: bool
    phase: Phase
    day: int
    alive: tuple[Seat, ...]
    nominated: tuple[Seat, ...]
    players: tuple[Player, ...]
    speeches: tuple[Speech, ...]
    nominations: tuple[NominationFact, ...]
    votes: tuple[VoteRound, ...]
    no_votes: tuple[NoVoteFact, ...]
    fouls: tuple[FoulFact, ...]
    minutes_lost: tuple[MinuteLostFact, ...]
    nights: tuple[Night, ...]
    agreed_shots: tuple[Seat, ...]
    best_move: BestMove | None
    result: Result | None
    corrections: tuple[Undoing, ...]
    sources: Sources

    def name(self, seat: Seat) -> str:
        """The player's name, or nothing."""
        return next((player.name for player in self.players if player.seat == seat), "")
