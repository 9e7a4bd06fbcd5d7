"""What the judge says after events: `TableEvent`s in, lines of the official script out.

Secrets cannot get in: a `JudgeEvent` is another type. Wording lives in grammars/answers.yaml; here are only the keys.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from voice_judge.rules import (
    Cause,
    FloorGiven,
    GameOver,
    NightResult,
    NomineesTold,
    PlayerLeft,
    SpeechKind,
    Stage,
    Step,
    TableEvent,
    TableState,
    Team,
    VotesCounted,
)
from voice_judge.rules import (
    events as ev,
)

_NO_VALUES = """
    introduction night_falls day_begins speeches_over thanks lift nominated withdrawn ten_seconds time_up nominees_none
    no_vote stay miss red_wins black_wins draw undone paused resumed nobody_speaks which_number
    stop_asked
"""
_SEAT = """
    floor tie_floor last_word call_candidate nominated_several nominees_one leaves victim foul removed who_speaks number
    technical_foul minute_lost
"""
_SEATS = "vote_opened nominees tied leave_many"
_OTHER = {
    "votes": ("seat", "votes"),
    "rest_votes": ("seat", "votes"),
    "lift_passed": ("votes",),
    "lift_failed": ("votes",),
    "seconds_left": ("seconds",),
}

ANSWER_KEYS: Mapping[str, frozenset[str]] = {
    **{key: frozenset[str]() for key in (*_NO_VALUES.split(), *(step.value for step in Step))},
    **{key: frozenset({"seat"}) for key in _SEAT.split()},
    **{key: frozenset({"seats"}) for key in _SEATS.split()},
    **{key: frozenset(values) for key, values in _OTHER.items()},
}
"""Every answer that grammars/answers.yaml must have, and the values that it may use."""

_SCRIPT = frozenset(
    {"introduction", "night_falls", "day_begins", "floor", "tie_floor", "last_word", "speeches_over"}
    | {"vote_opened", "call_candidate", "thanks", "lift"}
    | {step.value for step in Step}
)


class Wording(Protocol):
    """The answers' words (grammars/answers.yaml)."""

    def say(self, key: str, **values: object) -> str:
        """The sentence for `key`, numbers and lists put into Russian words."""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence for the judge's voice; `script` lines are those a judge may prefer to speak himself."""

    key: str
    text: str
    slot: float = 0.0  # seconds from this line's beginning to the next one's, if the line itself is shorter

    @property
    def script(self) -> bool:
        """Part of the judge's script, not an answer to somebody."""
        return self.key in _SCRIPT


class Announcer:
    """Public events to the judge's words."""

    def __init__(self, wording: Wording, *, echo_number: bool = False) -> None:
        self._wording = wording
        self._echo_number = echo_number  # «Принято, номер …» always (profile switch of C1)

    def line(self, key: str, **values: object) -> Line:
        """A line that no event asks for (a cue, an answer about the clock)."""
        return Line(key, self._wording.say(key, **values))

    def announce(self, events: Sequence[TableEvent]) -> tuple[Line, ...]:
        """What is said after one command's events."""
        lines = [line for event in events for line in self._lines(event, events)]
        leavers = tuple(event.seat for event in events if isinstance(event, _LEAVING) and event.cause is Cause.LIFT)
        if leavers:
            place = next((at for at, line in enumerate(lines) if line.key == "last_word"), len(lines))
            lines.insert(place, self._leaving(leavers))
        return tuple(lines)

    def restate(self, table: TableState) -> tuple[Line, ...]:
        """The question or the floor that stands now, said again after an undo."""
        if table.floor and table.clock and table.stage in _SPEECHES:
            return (self._floor(FloorGiven(table.floor.seat, table.clock.length, table.floor.kind)),)
        if table.stage in (Stage.CANDIDATE, Stage.LAST_CANDIDATE) and table.vote and table.vote.called:
            return (self.line("call_candidate", seat=table.vote.called),)
        if table.stage is Stage.LIFT:
            return (self.line("lift"),)
        if table.stage is Stage.NIGHT_STEP and table.step:
            return (self.line(table.step.value),)
        return ()

    def time_left(self, table: TableState, now: float) -> Line:
        """The answer to «сколько времени осталось» at `now` seconds of the audio clock."""
        if not table.floor or not table.clock:
            return self.line("nobody_speaks")
        return self.line("seconds_left", seconds=round(table.clock.remaining(now)))

    def who_speaks(self, table: TableState) -> Line:
        """The answer to «кто говорит»."""
        return self.line("who_speaks", seat=table.floor.seat) if table.floor else self.line("nobody_speaks")

    def _lines(self, event: TableEvent, events: Sequence[TableEvent]) -> Sequence[Line]:
        if isinstance(event, ev.NumbersCalled):
            return [replace(self.line("number", seat=seat), slot=event.seconds_each) for seat in event.seats]
        line = self._of(event, events)
        return () if line is None else (line,)

    def _leaving(self, seats: tuple[int, ...]) -> Line:
        return self.line("leaves", seat=seats[0]) if len(seats) == 1 else self.line("leave_many", seats=seats)

    def _of(self, event: TableEvent, events: Sequence[TableEvent]) -> Line | None:
        match event:
            case ev.Nominated(seat=seat, several=several):
                return self.line("nominated_several" if several or self._echo_number else "nominated", seat=seat)
            case NomineesTold(seats=seats):
                return self._nominees(seats)
            case FloorGiven():
                return self._floor(event)
            case VotesCounted():
                return self._votes(event, events)
            case ev.VoteOpened(candidates=candidates):
                return self.line("vote_opened", seats=candidates)
            case ev.Tied(seats=seats):
                return self.line("tied", seats=seats)
            case ev.LiftCounted(votes=votes, passed=passed):
                return self.line("lift_passed" if passed else "lift_failed", votes=votes)
            case PlayerLeft() | ev.PlayerLeaving():
                return self._leaver(event, events)
            case _:
                return self._flow(event, events)

    def _flow(self, event: TableEvent, events: Sequence[TableEvent]) -> Line | None:
        match event:
            case ev.GameStarted(first_day=first_day):
                return None if first_day else self.line("introduction")
            case ev.DayBegan() if any(isinstance(other, ev.GameStarted) for other in events):
                return None  # the game was opened in the middle: nobody is asleep
            case ev.NoVote(reason=reason):
                return self.line("stay" if reason in _AFTER_A_VOTE else "no_vote")
            case ev.ScriptStep(step=step):
                return self.line(step.value)
            case NightResult(victim=victim):
                return self.line("miss") if victim is None else self.line("victim", seat=victim)
            case ev.SpeechesOver(kind=kind):
                return self.line("speeches_over") if kind is SpeechKind.SPEECH else None
            case GameOver(winner=winner):
                return self.line(_RESULTS[winner])
            case ev.Withdrawn(seat=seat) | ev.CandidateCalled(seat=seat) | ev.FoulGiven(seat=seat):
                return self.line(_WITH_SEAT[type(event)], seat=seat)
            case ev.TechnicalFoulGiven(seat=seat) | ev.MinuteLost(seat=seat):
                return self.line(_WITH_SEAT[type(event)], seat=seat)
            case _:
                key = _PLAIN.get(type(event))
                return self.line(key) if key else None

    def _nominees(self, seats: tuple[int, ...]) -> Line:
        if not seats:
            return self.line("nominees_none")
        return self.line("nominees_one", seat=seats[0]) if len(seats) == 1 else self.line("nominees", seats=seats)

    def _floor(self, event: FloorGiven) -> Line:
        key = {SpeechKind.SPEECH: "floor", SpeechKind.TIE: "tie_floor", SpeechKind.LAST_WORD: "last_word"}[event.kind]
        return self.line(key, seat=event.seat)

    def _votes(self, event: VotesCounted, events: Sequence[TableEvent]) -> Line:
        last = not any(isinstance(other, ev.CandidateCalled) for other in events)
        return self.line("rest_votes" if last else "votes", seat=event.seat, votes=event.votes)

    def _leaver(self, event: PlayerLeft | ev.PlayerLeaving, events: Sequence[TableEvent]) -> Line | None:
        if any(isinstance(other, ev.SpeechEnded) for other in events):
            return None  # it was told before the last word
        key = {Cause.VOTE: "leaves", Cause.REMOVED: "removed"}.get(event.cause)
        # The lifted are named together, the night's victim with the morning's news.
        return self.line(key, seat=event.seat) if key else None


_WITH_SEAT: dict[type[TableEvent], str] = {
    ev.Withdrawn: "withdrawn",
    ev.CandidateCalled: "call_candidate",
    ev.FoulGiven: "foul",
    ev.TechnicalFoulGiven: "technical_foul",
    ev.MinuteLost: "minute_lost",
}
_AFTER_A_VOTE = (ev.NoVoteReason.WHOLE_TABLE, ev.NoVoteReason.LIFT_FORBIDDEN)
_PLAIN: dict[type[TableEvent], str] = {
    ev.NightFell: "night_falls",
    ev.DayBegan: "day_begins",
    ev.LiftAsked: "lift",
    ev.GamePaused: "paused",
    ev.GameResumed: "resumed",
}
_SPEECHES = (Stage.SPEECH, Stage.TIE_SPEECH, Stage.LAST_WORD)
_LEAVING = (PlayerLeft, ev.PlayerLeaving)
_RESULTS = {Team.RED: "red_wins", Team.BLACK: "black_wins", None: "draw"}
