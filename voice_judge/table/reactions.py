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
    RulesProfile,
    Stage,
    Step,
    TableState,
    Undo,
    Withdraw,
)
from voice_judge.rules.seats import next_living
from voice_judge.rules.vote import no_vote_reason
from voice_judge.table.night_script import next_step
from voice_judge.table.settings import Lead


class Control(Enum):
    """What concerns the table's voice and clock only, not the rules."""

    REPEAT = auto()
    PAUSE = auto()
    RESUME = auto()
    TIME_LEFT = auto()
    WHO_SPEAKS = auto()
    STOP = auto()  # the game is to be broken off; the judge is asked again
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


Slots = Mapping[str, SlotValue]


@dataclass(frozen=True, slots=True)
class AsSaid:
    """A silent input that means what a phrase would: `name` and `slots` are an intent's."""

    name: str
    slots: Slots


@dataclass(frozen=True, slots=True)
class Correct:
    """The number of the last phrase that was acted on was another one."""

    number: int


@dataclass(frozen=True, slots=True)
class TalkKey:
    """Push-to-talk was switched on or off."""

    on: bool


Reaction = Do | Control | Reject | Ignore | AsSaid | Correct | TalkKey


@dataclass(frozen=True, slots=True)
class Moment:
    """What a phrase's meaning depends on: the public state, the rules in force, and who leads."""

    table: TableState
    profile: RulesProfile
    lead: Lead

    @property
    def speaker(self) -> int | None:
        """Who has the floor."""
        return self.table.floor.seat if self.table.floor else None


_Handler = Callable[[Slots, Moment], Reaction]


def react(intent: Intent, moment: Moment) -> Reaction:
    """What `intent` asks for at this moment."""
    return meaning(intent.name, intent.slots, moment)


def meaning(name: str, slots: Slots, moment: Moment) -> Reaction:
    """What the intent `name` with these slots asks for at this moment."""
    return _HANDLERS[name](slots, moment)


def _number(slots: Slots, name: str) -> int:
    value = slots[name]
    if not isinstance(value, int):
        raise TypeError(name)
    return value


_NOBODY_SPEAKS = Reject("not_your_turn", "Сейчас ни у кого нет слова")


def _nominate(slots: Slots, moment: Moment) -> Reaction:
    speaker = moment.speaker
    if speaker is None:
        return _NOBODY_SPEAKS
    also = slots.get("also", ())
    more = also if isinstance(also, tuple) else (also,)
    return Do(Nominate(speaker, tuple(dict.fromkeys((_number(slots, "seat"), *more)))))


def _withdraw(slots: Slots, moment: Moment) -> Reaction:
    speaker = moment.speaker
    return _NOBODY_SPEAKS if speaker is None else Do(Withdraw(speaker, _number(slots, "seat")))


def _ask_nominated(_slots: Slots, moment: Moment) -> Reaction:
    speaker = moment.speaker
    return _NOBODY_SPEAKS if speaker is None else Do(AskNominated(speaker))


def _end_speech(_slots: Slots, moment: Moment) -> Reaction:
    speaker = moment.speaker
    return _NOBODY_SPEAKS if speaker is None else Do(EndSpeech(speaker))


def _give_floor(slots: Slots, moment: Moment) -> Reaction:
    seat = _number(slots, "seat")
    if seat == moment.speaker:
        return Ignore()
    table = moment.table
    leads_on = moment.lead is Lead.JUDGE and table.stage is Stage.SPEECH and table.floor is not None
    if leads_on and table.floor and next_living(table.floor.seat, table.alive) == seat:
        return Do(EndSpeech(), spoken="floor")
    return Reject("not_next_speaker", f"Слово сейчас не у игрока номер {seat}")


def _foul(slots: Slots, _moment: Moment) -> Reaction:
    return Do(GiveFoul(_number(slots, "seat")))


def _votes(slots: Slots, moment: Moment) -> Reaction:
    called = moment.table.vote.called if moment.table.vote else None
    if "seat" in slots and _number(slots, "seat") != called:
        return Reject("wrong_candidate", f"Сейчас голосуют не за игрока номер {_number(slots, 'seat')}")
    return Do(CountVotes(_number(slots, "votes")))


def _voters(slots: Slots, _moment: Moment) -> Reaction:
    also = slots.get("also", ())
    voters = (_number(slots, "seat"), _number(slots, "second"), *(also if isinstance(also, tuple) else (also,)))
    if len(set(voters)) < len(voters):
        return Reject("voter_twice", "Один номер назван дважды: назовите голосовавших ещё раз")
    return Do(CountVotes(len(voters), voters))


def _call_candidate(slots: Slots, moment: Moment) -> Reaction:
    seat, table = _number(slots, "seat"), moment.table
    if table.stage in (Stage.CANDIDATE, Stage.LAST_CANDIDATE) and table.vote and table.vote.called == seat:
        return Ignore()
    first = (
        table.nominated[:1]
        if table.stage is Stage.SPEECHES_OVER and no_vote_reason(table, moment.profile) is None
        else ()
    )
    if table.stage is Stage.REVOTE and table.vote:
        first = table.vote.tied[:1]
    if first == (seat,):
        return Do(Proceed(), spoken="call_candidate")
    return Reject("wrong_candidate", f"Игрок номер {seat} сейчас не ставится на голосование")


def _ask_lift(_slots: Slots, moment: Moment) -> Reaction:
    return Ignore() if moment.table.stage is Stage.LIFT else Reject("not_now", "Сейчас этот вопрос не ставится")


def _night_falls(_slots: Slots, moment: Moment) -> Reaction:
    stage = moment.table.stage
    no_vote = stage is Stage.SPEECHES_OVER and no_vote_reason(moment.table, moment.profile) is not None
    if no_vote or stage in (Stage.INTRODUCTION, Stage.DAY_OVER):
        return Do(Proceed(), spoken="night_falls")
    if stage in (Stage.DEALING, Stage.NIGHT_FALLEN):
        return Ignore()
    return Reject("not_now", "Ночь сейчас не наступает")


def _script(step: Step) -> _Handler:
    def handle(_slots: Slots, moment: Moment) -> Reaction:
        if moment.table.step is step and moment.table.stage is Stage.NIGHT_STEP:
            return Ignore()
        if next_step(moment.table, moment.profile) is step:
            return Do(Proceed(), spoken=step.value)
        return Reject("not_now", "Сейчас не эта фраза ночи")

    return handle


def _day_begins(_slots: Slots, moment: Moment) -> Reaction:
    if moment.table.stage is Stage.NIGHT_STEP and next_step(moment.table, moment.profile) is None:
        return Do(Proceed(), spoken="day_begins")
    return Reject("not_now", "День сейчас не наступает")


def _control(control: Control) -> _Handler:
    return lambda _slots, _moment: control


def _agree(_slots: Slots, _moment: Moment) -> Reaction:
    return Ignore()


_HANDLERS: Mapping[str, _Handler] = {
    "undo": lambda _slots, _moment: Do(Undo()),
    "confirm": lambda _slots, _moment: Do(Proceed()),
    "repeat": _control(Control.REPEAT),
    "pause": _control(Control.PAUSE),
    "resume": _control(Control.RESUME),
    "stop_game": _control(Control.STOP),
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
    "voters": _voters,
    "ask_lift": _ask_lift,
    "night_falls": _night_falls,
    "day_begins": _day_begins,
    "victim": _agree,  # the judge repeats the morning's news
    "miss": _agree,
    **{step.value: _script(step) for step in Step},
}

INTENTS: frozenset[str] = frozenset(_HANDLERS)
"""Every intent that has a handler; grammars/ may name no other."""

NIGHT_WORDS: frozenset[str] = frozenset({"night_falls", "day_begins", "victim", "miss", "confirm", *Step})
"""The judge's words of the night: they count without the push-to-talk key."""
