"""Where the game stands: what the table may know, and what only the judge may."""

from dataclasses import dataclass, field
from enum import StrEnum

from voice_judge.rules.commands import Checker, Team
from voice_judge.rules.events import Cause, SpeechKind, Step
from voice_judge.rules.seats import ALL_SEATS, Seat


class Phase(StrEnum):
    """The coarse phase: one grammar file each.

    `SPEECHES_OVER` belongs to `DAY`; tie speeches, the question to lift and `DAY_OVER` belong to `VOTE`;
    `LAST_WORD` lasts only while somebody speaks it. `CONFIRM` and `PAUSED` keep the phase they interrupt.
    """

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
    """The speech clock: `left` seconds when last stopped or started; `since` the time it was started, or None."""

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
    before: tuple[Tally, ...] = ()  # the tallies of the round before


@dataclass(frozen=True, slots=True)
class Gone:
    """Who has left, why, and on which day (a night's victim belongs to the morning's day)."""

    seat: Seat
    cause: Cause
    day: int


@dataclass(frozen=True, slots=True)
class Question:
    """What the judge is asked to confirm: the removal of `removal`, or the loss of `team`."""

    removal: Seat | None = None
    team: Team | None = None
    reason: str = ""


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
    result_reason: str = ""  # "rules" or the judge's words, once the game is over
    circle_open: bool = False  # somebody has had the floor in this day's circle
    circle_over: bool = False  # and everybody has
    morning_word: Seat | None = None  # the night's victim who spoke before the circle (B8)
    withdrawals: tuple[Seat, ...] = ()  # who has withdrawn today, once per withdrawal
    leaving: tuple[Gone, ...] = ()  # will be out after their last word (profile switch `leaves_at`)
    gone: tuple[Gone, ...] = ()
    quiet_days: int = 0  # days since somebody last left (G9)
    quiet_nights: int = 0
    alive_at_dusk: int = 0  # how many were at the table when the night fell
    vote_cancelled: bool = False  # a removal has cancelled the next vote (C23)
    fouls: tuple[tuple[Seat, int], ...] = ()
    technical_fouls: tuple[tuple[Seat, int], ...] = ()
    silenced: tuple[Seat, ...] = ()  # lose their next minute
    best_move: tuple[Seat, ...] = ()
    question: Question | None = None  # stage CONFIRM
    held: Stage | None = None  # the stage to come back to after CONFIRM or PAUSED

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of this table: ten, or fewer in a training game."""
        return ALL_SEATS[: len(self.names)] if self.names else ALL_SEATS

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
    is_decided: bool = False  # also true for a draw, where `decided` is None
    warned: bool = False  # the judge knows that shots are missing


@dataclass(frozen=True, slots=True)
class Past:
    """The step before: the state it found (clock standing) and whether the step was a secret of the judge's."""

    state: "GameState"
    secret: bool


@dataclass(frozen=True, slots=True)
class GameState:
    """Both halves, kept apart, and the way back.

    `past` is a chain shared between states: a step costs one link however long the game is, undo is a walk along it.
    It is no part of equality: two states are equal when the game stands the same.
    """

    table: TableState = field(default_factory=TableState)
    judge: JudgeState = field(default_factory=JudgeState)
    past: Past | None = field(default=None, compare=False, repr=False)
    steps: int = field(default=0, compare=False)
