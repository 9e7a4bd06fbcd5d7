"""Where the game stands: what the table may know, and what only the judge may."""

from dataclasses import dataclass, field
from enum import StrEnum

from voice_judge.rules.commands import Checker, Team
from voice_judge.rules.events import SpeechKind, Step
from voice_judge.rules.seats import ALL_SEATS, Seat


class Phase(StrEnum):
    """The coarse phase: one grammar file each."""

    SETUP = "setup"  # no game yet
    INTRODUCTION = "introduction"
    NIGHT = "night"
    DAY = "day"
    VOTE = "vote"
    LAST_WORD = "last_word"
    OVER = "over"


class Stage(StrEnum):
    """The fine stage inside a phase. Those marked * wait for the judge (`Proceed`)."""

    NO_GAME = "no_game"
    INTRODUCTION = "introduction"  # * -> DEALING
    DEALING = "dealing"  # * roles must be in -> NIGHT_STEP
    NIGHT_FALLEN = "night_fallen"  # * masks go on, then the script begins -> NIGHT_STEP
    NIGHT_STEP = "night_step"  # * one step of the script (TableState.step) -> the next one, the day after the last
    SPEECH = "speech"  # somebody has the floor in the day's circle
    SPEECHES_OVER = "speeches_over"  # * -> the vote, or the night
    CANDIDATE = "candidate"  # hands are being counted for TableState.vote.called
    LAST_CANDIDATE = "last_candidate"  # * gets the rest
    TIE_SPEECH = "tie_speech"
    REVOTE = "revote"  # * the tied have spoken -> the revote
    LIFT = "lift"  # hands are being counted for the question
    LAST_WORD = "last_word"
    DAY_OVER = "day_over"  # * -> the night
    CONFIRM = "confirm"  # * a removal or a team loss waits for the judge
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Clock:
    """The speech clock: `left` seconds when it was last stopped or started; `since` the time it was started, or None."""

    length: float
    left: float
    since: float | None = None

    def remaining(self, at: float) -> float:
        """Seconds left at the time `at`, never below 0."""
        if self.since is None:
            return self.left
        return max(0.0, self.left - max(0.0, at - self.since))


@dataclass(frozen=True, slots=True)
class Floor:
    """Who speaks, and why."""

    seat: Seat
    kind: SpeechKind


@dataclass(frozen=True, slots=True)
class Nomination:
    """A standing nomination."""

    by: Seat
    seat: Seat


@dataclass(frozen=True, slots=True)
class Tally:
    """Votes counted for one candidate."""

    seat: Seat
    votes: int
    voters: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote that is going on (or has just been held): candidates in voting order, hands counted so far."""

    candidates: tuple[Seat, ...]
    round: int = 1
    called: Seat | None = None
    tallies: tuple[Tally, ...] = ()
    tied: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class TableState:
    """Everything that everyone at the table may know."""

    profile: str = "official"
    names: tuple[str, ...] = ()
    phase: Phase = Phase.SETUP
    stage: Stage = Stage.NO_GAME
    day: int = 0  # 0 before the first day
    night: int = 0
    step: Step | None = None
    alive: tuple[Seat, ...] = ALL_SEATS
    opener: Seat | None = None
    floor: Floor | None = None
    clock: Clock | None = None
    nominations: tuple[Nomination, ...] = ()
    vote: Vote | None = None
    last_words: tuple[Seat, ...] = ()  # still to speak their last word, after the one who has the floor
    winner: Team | None = None

    @property
    def nominated(self) -> tuple[Seat, ...]:
        """The nominees in the order of the vote."""
        return tuple(nomination.seat for nomination in self.nominations)


@dataclass(frozen=True, slots=True)
class Roles:
    """Who is who."""

    don: Seat
    mafia: tuple[Seat, ...]
    sheriff: Seat

    @property
    def black(self) -> tuple[Seat, ...]:
        """The black team, the don included."""
        return tuple(sorted((self.don, *self.mafia)))


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot, or an explicit none."""

    shooter: Seat
    target: Seat | None


@dataclass(frozen=True, slots=True)
class JudgeState:
    """What only the judge may know."""

    roles: Roles | None = None
    agreed_shots: tuple[Seat, ...] = ()
    shots: tuple[Shot, ...] = ()  # of the current night
    checked: tuple[Checker, ...] = ()  # who has used this night's check
    decided: Team | None = None


@dataclass(frozen=True, slots=True)
class GameState:
    """Both halves, kept apart."""

    table: TableState = field(default_factory=TableState)
    judge: JudgeState = field(default_factory=JudgeState)
