"""What a heard phrase asks for, given the public state: a command to the rules, a control of the table, or nothing.

Pure: a phrase and the table's state in, a reaction out. Every intent of grammars/ has its handler here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from voice_judge.grammar.intent import Intent, SlotValue
from voice_judge.rules import (
    AskNominated,
    Command,
    CountVotes,
    EndSpeech,
    GiveFoul,
    Nominate,
    Proceed,
    Stage,
    Step,
    TableState,
    Undo,
    Withdraw,
    next_step,
)
from voice_judge.table.settings import Lead


class Control(Enum):
    """What concerns the table's voice and clock only, not the rules."""

    REPEAT = auto()
    PAUSE = auto()
    RESUME = auto()
    TIME_LEFT = auto()
    WHO_SPEAKS = auto()
    CLOSE_HANDS = auto()  # the judge has said «Спасибо» at a vote


@dataclass(frozen=True, slots=True)
class Do:
    """Give `command` to the rules; the judge has spoken the answer `spoken` himself, so it is not said again."""

    command: Command
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Reject:
    """The phrase does not fit what is going on: a note for the judge's screen."""

    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class Ignore:
    """The phrase says what is already so."""


Reaction = Do | Control | Reject | Ignore
_Handler = Callable[[Mapping[str, SlotValue], TableState, Lead], Reaction]


def react(intent: Intent, table: TableState, lead: Lead) -> Reaction:
    """What `intent` asks for at this moment."""
    return _HANDLERS[intent.name](intent.slots, table, lead)


def _number(slots: Mapping[str, SlotValue], name: str) -> int:
    value = slots[name]
    if not isinstance(value, int):
        raise TypeError(name)
    return value


def _speaker(table: TableState) -> int | None:
    return table.floor.seat if table.floor else None


_NOBODY_SPEAKS = Reject("not_your_turn", "Сейчас ни у кого нет слова")


def _nominate(slots: Mapping[str, SlotValue], table: TableState, _lead: Lead) -> Reaction:
    speaker = _speaker(table)
    if speaker is None:
        return _NOBODY_SPEAKS
    also = slots.get("also", ())
    more = also if isinstance(also, tuple) else (also,)
    return Do(Nominate(speaker, (_number(slots, "seat"), *more)))


def _withdraw(slots: Mapping[str, SlotValue], table: TableState, _lead: Lead) -> Reaction:
    speaker = _speaker(table)
    return _NOBODY_SPEAKS if speaker is None else Do(Withdraw(speaker, _number(slots, "seat")))


def _ask_nominated(_slots: Mapping[str, SlotValue], table: TableState, _lead: Lead) -> Reaction:
    speaker = _speaker(table)
    return _NOBODY_SPEAKS if speaker is None else Do(AskNominated(speaker))


def _end_speech(_slots: Mapping[str, SlotValue], table: TableState, _lead: Lead) -> Reaction:
    speaker = _speaker(table)
    return _NOBODY_SPEAKS if speaker is None else Do(EndSpeech(speaker))


def _give_floor(slots: Mapping[str, SlotValue], table: TableState, lead: Lead) -> Reaction:
    seat = _number(slots, "seat")
    if seat == _speaker(table):
        return Ignore()
    following = [other for other in (*range(seat, 11), *range(1, seat)) if other in table.alive]
    if lead is Lead.JUDGE and table.stage is Stage.SPEECH and table.floor and following[:1] == [seat]:
        between = range(table.floor.seat + 1, seat + (10 if seat < table.floor.seat else 0))
        if not any((other - 1) % 10 + 1 in table.alive for other in between):
            return Do(EndSpeech(None), spoken="floor")
    return Reject("not_next_speaker", f"Игрок номер {seat} сейчас не говорит")


def _foul(slots: Mapping[str, SlotValue], _table: TableState, _lead: Lead) -> Reaction:
    return Do(GiveFoul(_number(slots, "seat")))


def _votes(slots: Mapping[str, SlotValue], table: TableState, _lead: Lead) -> Reaction:
    called = table.vote.called if table.vote else None
    if "seat" in slots and _number(slots, "seat") != called:
        return Reject("wrong_candidate", f"Сейчас голосуют не за игрока номер {_number(slots, 'seat')}")
    return Do(CountVotes(_number(slots, "votes")))


def _call_candidate(slots: Mapping[str, SlotValue], table: TableState, _lead: Lead) -> Reaction:
    seat = _number(slots, "seat")
    if table.vote and table.vote.called == seat and table.stage in (Stage.CANDIDATE, Stage.LAST_CANDIDATE):
        return Ignore()
    opening = {Stage.SPEECHES_OVER: table.nominated, Stage.REVOTE: table.vote.tied if table.vote else ()}
    if opening.get(table.stage, ())[:1] == (seat,):
        return Do(Proceed(), spoken="call_candidate")
    return Reject("wrong_candidate", f"Игрок номер {seat} сейчас не ставится на голосование")


def _ask_lift(_slots: Mapping[str, SlotValue], table: TableState, _lead: Lead) -> Reaction:
    return Ignore() if table.stage is Stage.LIFT else Reject("not_now", "Сейчас этот вопрос не ставится")


def _night_falls(_slots: Mapping[str, SlotValue], table: TableState, _lead: Lead) -> Reaction:
    if table.stage in (Stage.INTRODUCTION, Stage.DAY_OVER):
        return Do(Proceed(), spoken="night_falls")
    if table.stage is Stage.SPEECHES_OVER and not table.nominated:
        return Do(Proceed(), spoken="night_falls")
    if table.stage in (Stage.DEALING, Stage.NIGHT_FALLEN):
        return Ignore()
    return Reject("not_now", "Ночь сейчас не наступает")


def _script(step: Step) -> _Handler:
    def handle(_slots: Mapping[str, SlotValue], table: TableState, _lead: Lead) -> Reaction:
        if table.step is step and table.stage is Stage.NIGHT_STEP:
            return Ignore()
        if next_step(table) is step:
            return Do(Proceed(), spoken=step.value)
        return Reject("not_now", "Сейчас не эта фраза ночи")

    return handle


def _day_begins(_slots: Mapping[str, SlotValue], table: TableState, _lead: Lead) -> Reaction:
    if table.stage is Stage.NIGHT_STEP and next_step(table) is None:
        return Do(Proceed(), spoken="day_begins")
    return Reject("not_now", "День сейчас не наступает")


def _control(control: Control) -> _Handler:
    return lambda _slots, _table, _lead: control


def _agree(_slots: Mapping[str, SlotValue], _table: TableState, _lead: Lead) -> Reaction:
    return Ignore()


_HANDLERS: Mapping[str, _Handler] = {
    "undo": lambda _slots, _table, _lead: Do(Undo()),
    "confirm": lambda _slots, _table, _lead: Do(Proceed()),
    "repeat": _control(Control.REPEAT),
    "pause": _control(Control.PAUSE),
    "resume": _control(Control.RESUME),
    "time_left": _control(Control.TIME_LEFT),
    "who_speaks": _control(Control.WHO_SPEAKS),
    "nominate": _nominate,
    "withdraw": _withdraw,
    "ask_nominated": _ask_nominated,
    "end_speech": _end_speech,
    "pass": _end_speech,
    "give_floor": _give_floor,
    "foul": _foul,
    "call_candidate": _call_candidate,
    "thanks": _control(Control.CLOSE_HANDS),
    "votes": _votes,
    "ask_lift": _ask_lift,
    "night_falls": _night_falls,
    "day_begins": _day_begins,
    "victim": _agree,  # the judge repeats the morning's news
    "miss": _agree,
    **{step.value: _script(step) for step in Step},
}

INTENTS: frozenset[str] = frozenset(_HANDLERS)
"""Every intent that has a handler; grammars/ may name no other."""
