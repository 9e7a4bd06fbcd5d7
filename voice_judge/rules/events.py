"""What has happened in the game: one frozen dataclass per event.

`TableEvent` is what everyone at the table may know, `JudgeEvent` what only the judge may (roles, shots, checks).
They are two types so that the announcer and the hall's screen cannot be given a secret by mistake.
"""

from dataclasses import dataclass
from enum import StrEnum

from voice_judge.rules.commands import Checker, Team
from voice_judge.rules.seats import Seat

SCHEMA_VERSION = 1

SwitchValue = bool | int | float | str
"""The value of one switch of a rules profile."""


class SpeechKind(StrEnum):
    """Why somebody has the floor."""

    SPEECH = "speech"
    TIE = "tie"
    LAST_WORD = "last_word"


class Cause(StrEnum):
    """Why somebody left the table."""

    VOTE = "vote"
    LIFT = "lift"
    SHOT = "shot"
    REMOVED = "removed"


class NoVoteReason(StrEnum):
    """Why a vote is not held, or ends with nobody leaving."""

    NO_CANDIDATES = "no_candidates"  # 4.4.1, D1
    FIRST_DAY_SINGLE = "first_day_single"  # 4.4.11, D2
    REMOVAL = "removal"  # C23
    WHOLE_TABLE = "whole_table"  # E15
    LIFT_FORBIDDEN = "lift_forbidden"  # E13, E14
    NO_MAJORITY = "no_majority"  # D14, the reading "more than half"


class Step(StrEnum):
    """The judge's script at night, in the order of the official rules (4.2, 4.5)."""

    DON_WAKES = "don_wakes"
    MAFIA_WAKES = "mafia_wakes"
    MAFIA_SLEEPS = "mafia_sleeps"
    SHERIFF_GREETS = "sheriff_greets"
    FREE_SEATING = "free_seating"  # A12, federation
    MAFIA_HUNTS = "mafia_hunts"
    MAFIA_LEAVES = "mafia_leaves"
    DON_SEEKS = "don_seeks"
    DON_SLEEPS = "don_sleeps"
    SHERIFF_WAKES = "sheriff_wakes"
    SHERIFF_SLEEPS = "sheriff_sleeps"


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""


@dataclass(frozen=True, slots=True)
class TableEvent(Event):
    """Everyone at the table may know it."""


@dataclass(frozen=True, slots=True)
class JudgeEvent(Event):
    """Only the judge may know it: never spoken, never on a public screen."""


# --- flow ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameStarted(TableEvent):
    """A game is open: who sits where, how the seats were found, by which rules."""

    profile: str
    names: tuple[str, ...]
    seating: str  # "numbers", "given" or "random"
    seed: int | None
    first_day: bool
    switches: tuple[tuple[str, SwitchValue], ...] = ()  # the whole profile, so that the game rebuilds anywhere
    training: bool = False


@dataclass(frozen=True, slots=True)
class NightFell(TableEvent):
    """«Наступает ночь»: 0 is the first night, without shots (4.1.2, 4.5.1)."""

    night: int


@dataclass(frozen=True, slots=True)
class ScriptStep(TableEvent):
    """The night's script goes on to `step`; `seconds` if the rules fix its length (4.2.2, 4.5.3), else None."""

    step: Step
    seconds: float | None


@dataclass(frozen=True, slots=True)
class NumbersCalled(TableEvent):
    """The judge calls `seats` one after another, `seconds_each` apart, and the black team shoots blind (F1, F2)."""

    seats: tuple[Seat, ...]
    seconds_each: float


@dataclass(frozen=True, slots=True)
class DayBegan(TableEvent):
    """«День. Все просыпаются» (4.2.5)."""

    day: int
    opener: Seat


@dataclass(frozen=True, slots=True)
class NightResult(TableEvent):
    """The morning's news: the victim's number, or None after a miss (4.5.4, 4.5.5)."""

    night: int
    victim: Seat | None


@dataclass(frozen=True, slots=True)
class FloorGiven(TableEvent):
    """`seat` may speak for `seconds`; the clock stands until it is started."""

    seat: Seat
    seconds: float
    kind: SpeechKind


@dataclass(frozen=True, slots=True)
class ClockStarted(TableEvent):
    """The speech clock runs."""


@dataclass(frozen=True, slots=True)
class ClockStopped(TableEvent):
    """The speech clock stands with `left` seconds."""

    left: float


@dataclass(frozen=True, slots=True)
class SpeechEnded(TableEvent):
    """The speaker is done (4.3.5); `by_judge` when the judge ended it."""

    seat: Seat
    by_judge: bool


@dataclass(frozen=True, slots=True)
class SpeechesOver(TableEvent):
    """Everyone has spoken: the day's circle, or the tied players' extra speeches."""

    kind: SpeechKind


@dataclass(frozen=True, slots=True)
class Undone(TableEvent):
    """The last `steps` steps that the table knew of were taken back, with every secret entry made since.

    Secret steps are not counted here: their number would tell the table how much the judge had entered.
    """

    steps: int


@dataclass(frozen=True, slots=True)
class GameOver(TableEvent):
    """The result is told (1.4): a team, or None (draw, no result)."""

    winner: Team | None
    reason: str  # "rules", or the judge's words


# --- nomination and vote ---------------------------------------------------------------------------------------


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


# --- modules ---------------------------------------------------------------------------------------------------


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


# --- secrets ---------------------------------------------------------------------------------------------------


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
    """The last `steps` steps, all of them secret entries, were taken back; the table does not hear of it."""

    steps: int
