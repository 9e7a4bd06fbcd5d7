"""The moderator itself: what is kept before what is said, and what is taken back."""

from collections.abc import Sequence

import pytest

from tests.table.judged import grammars
from voice_judge.grammar.intent import Intent
from voice_judge.journal import Entry, Note
from voice_judge.rules import ClockStarted, ClockStopped, Game, Nominated, StartGame
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.reactions import Do
from voice_judge.table.records import Record, SaidRecord
from voice_judge.table.spotting import Heard, Retracted


class Log:
    """A journal and a listener in one: everything in the order in which it happened."""

    def __init__(self) -> None:
        self.order: list[object] = []

    def append(self, entries: Sequence[Entry]) -> None:
        self.order.extend(entry.record.event for entry in entries)

    def note(self, note: Note) -> None:
        self.order.append(note)

    def pulse(self, at: float) -> None:
        pass

    def emit(self, record: Record) -> None:
        self.order.append(record)


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def moderator(log: Log) -> Moderator:
    judge = Moderator(Game(), Announcer(grammars().answers), SilentVoice(), log, log.emit)
    judge.silent(Do(StartGame(first_day=True)), "/start day")
    judge.settle()
    return judge


def heard(text: str, name: str, at: float, **slots: int) -> Heard:
    return Heard(Intent(name, text, 0, len(text.split()), slots), 0.9, at - 1.0, at, at)


def test_an_event_is_kept_before_the_table_hears_the_answer(moderator: Moderator, log: Log) -> None:
    moderator.hear(heard("я выставляю игрока номер пять", "nominate", 5.0, seat=5))
    kept = log.order.index(Nominated(1, 5))
    said = next(
        place for place, what in enumerate(log.order) if isinstance(what, SaidRecord) and what.text == "Принято"
    )
    assert kept < said


def test_what_the_end_of_the_utterance_denies_is_taken_back(moderator: Moderator) -> None:
    early = heard("я выставляю игрока номер пять", "nominate", 5.0, seat=5)
    moderator.hear(early)
    moderator.advance(8.0)
    assert moderator.table.nominated == (5,)
    moderator.hear(Retracted(early, 8.0))
    assert not moderator.table.nominated


def test_a_later_step_is_not_taken_back_for_an_earlier_mistake(moderator: Moderator) -> None:
    early = heard("я выставляю игрока номер пять", "nominate", 5.0, seat=5)
    moderator.hear(early)
    moderator.hear(heard("спасибо всё", "end_speech", 6.0))
    moderator.hear(Retracted(early, 8.0))
    assert moderator.table.floor is not None
    assert (moderator.table.nominated, moderator.table.floor.seat) == ((5,), 2)


def test_a_refused_phrase_taken_back_changes_nothing(moderator: Moderator) -> None:
    moderator.hear(heard("я выставляю игрока номер пять", "nominate", 5.0, seat=5))
    again = heard("я выставляю игрока номер шесть", "nominate", 7.0, seat=6)
    moderator.hear(again)
    moderator.hear(Retracted(again, 8.0))
    assert moderator.table.nominated == (5,)


def test_the_clock_stands_exactly_while_the_judge_answers(moderator: Moderator, log: Log) -> None:
    moderator.advance(10.0)
    moderator.hear(heard("я выставляю игрока номер пять", "nominate", 10.0, seat=5))
    moderator.advance(20.0)
    clock = [what for what in log.order if isinstance(what, ClockStarted | ClockStopped)]
    assert [type(what) for what in clock] == [ClockStarted, ClockStopped, ClockStarted]
    assert moderator.table.clock is not None
    answer = SilentVoice().seconds("Принято")
    floor = SilentVoice().seconds("Слово игроку номер один")
    assert moderator.table.clock.remaining(20.0) == pytest.approx(60.0 - (20.0 - floor - answer))
