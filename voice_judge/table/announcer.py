"""What the judge says after events: `TableEvent`s in, lines of the official script out.

Secrets cannot get in: a `JudgeEvent` is another type. Wording lives in grammars/answers.yaml; here are only the keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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

_SCRIPT_WORDS = """
    floor tie_floor last_word speeches_over vote_opened call_candidate thanks lift night_falls day_begins introduction
"""
_ANSWER_WORDS = """
    nominated nominated_several withdrawn ten_seconds time_up nominees nominees_one nominees_none votes rest_votes tied
    lift_passed lift_failed leaves leave_many no_vote victim miss foul removed red_wins black_wins draw undone paused
    resumed seconds_left who_speaks nobody_speaks
"""
_SCRIPT = frozenset(_SCRIPT_WORDS.split()) | {step.value for step in Step}

ANSWER_KEYS: frozenset[str] = _SCRIPT | frozenset(_ANSWER_WORDS.split())
"""Every answer that grammars/answers.yaml must have."""


class Wording(Protocol):
    """The answers' words (grammars/answers.yaml)."""

    def say(self, key: str, **values: object) -> str:
        """The sentence for `key`, numbers and lists put into Russian words."""


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence for the judge's voice; `script` lines are those a judge may prefer to speak himself."""

    key: str
    text: str

    @property
    def script(self) -> bool:
        """Part of the judge's script, not an answer to somebody."""
        return self.key in _SCRIPT


class Announcer:
    """Public events to the judge's words."""

    def __init__(self, wording: Wording) -> None:
        self._wording = wording

    def line(self, key: str, **values: object) -> Line:
        """A line that no event asks for (a cue, an answer about the clock)."""
        return Line(key, self._wording.say(key, **values))

    def announce(self, events: Sequence[TableEvent]) -> tuple[Line, ...]:
        """What is said after one command's events."""
        lines = [line for event in events if (line := self._of(event, events))]
        leavers = tuple(event.seat for event in events if isinstance(event, PlayerLeft) and event.cause is Cause.LIFT)
        if leavers:
            place = next((at for at, line in enumerate(lines) if line.key == "last_word"), len(lines))
            lines.insert(place, self._leaving(leavers))
        return tuple(lines)

    def restate(self, table: TableState) -> tuple[Line, ...]:
        """The question or the floor that stands now, said again after an undo."""
        if table.floor and table.clock:
            return (self._floor(FloorGiven(table.floor.seat, table.clock.length, table.floor.kind)),)
        if table.stage in (Stage.CANDIDATE, Stage.LAST_CANDIDATE) and table.vote and table.vote.called:
            return (self.line("call_candidate", seat=table.vote.called),)
        if table.stage is Stage.LIFT:
            return (self.line("lift"),)
        if table.stage is Stage.NIGHT_STEP and table.step:
            return (self.line(table.step.value),)
        return ()

    def _leaving(self, seats: tuple[int, ...]) -> Line:
        return self.line("leaves", seat=seats[0]) if len(seats) == 1 else self.line("leave_many", seats=seats)

    def _of(self, event: TableEvent, events: Sequence[TableEvent]) -> Line | None:
        match event:
            case ev.Nominated(seat=seat, several=several):
                return self.line("nominated_several" if several else "nominated", seat=seat)
            case ev.Withdrawn(seat=seat):
                return self.line("withdrawn", seat=seat)
            case NomineesTold(seats=seats):
                return self._nominees(seats)
            case FloorGiven():
                return self._floor(event)
            case VotesCounted():
                return self._votes(event, events)
            case NightResult(victim=victim):
                return self.line("miss") if victim is None else self.line("victim", seat=victim)
            case PlayerLeft(seat=seat, cause=cause):
                return self._left(seat, cause)
            case ev.DayBegan() if any(isinstance(other, ev.GameStarted) for other in events):
                return None  # the game was opened in the middle: nobody is asleep
            case GameOver(winner=winner):
                return self.line(_RESULTS[winner])
            case ev.ScriptStep(step=step):
                return self.line(step.value)
            case _:
                return self._simple(event)

    def _simple(self, event: TableEvent) -> Line | None:
        match event:
            case ev.GameStarted(first_day=False):
                return self.line("introduction")
            case ev.NightFell():
                return self.line("night_falls")
            case ev.DayBegan():
                return self.line("day_begins")
            case ev.SpeechesOver(kind=SpeechKind.SPEECH):
                return self.line("speeches_over")
            case ev.NoVote():
                return self.line("no_vote")
            case ev.VoteOpened(candidates=candidates):
                return self.line("vote_opened", seats=candidates)
            case ev.CandidateCalled(seat=seat):
                return self.line("call_candidate", seat=seat)
            case ev.Tied(seats=seats):
                return self.line("tied", seats=seats)
            case ev.LiftAsked():
                return self.line("lift")
            case ev.LiftCounted(votes=votes, passed=passed):
                return self.line("lift_passed" if passed else "lift_failed", votes=votes)
            case ev.FoulGiven(seat=seat, count=count):
                return self.line("foul", seat=seat, count=count)
            case ev.GamePaused():
                return self.line("paused")
            case ev.GameResumed():
                return self.line("resumed")
            case _:
                return None

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

    def _left(self, seat: int, cause: Cause) -> Line | None:
        match cause:
            case Cause.VOTE:
                return self.line("leaves", seat=seat)
            case Cause.REMOVED:
                return self.line("removed", seat=seat)
            case _:
                return None  # the lifted are named together, the night's victim with the morning's news


_RESULTS = {Team.RED: "red_wins", Team.BLACK: "black_wins", None: "draw"}
