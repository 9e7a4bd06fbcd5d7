"""The flow of the game as the table sees it: phases, the floor, the clock, undo, the end."""

from dataclasses import dataclass

from voice_judge.rules.commands import Team
from voice_judge.rules.event_kinds import SpeechKind, Step, SwitchValue, TableEvent
from voice_judge.rules.seats import Seat


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
