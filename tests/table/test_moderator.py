"""The moderator itself: what is kept before what is said, and what is taken back."""

from collections.abc import Sequence

import pytest

from tests.table.judged import grammars
from tests.table.logged import Log, first_day, heard
from voice_judge.journal import Entry, JournalError, Note
from voice_judge.rules import ClockStarted, ClockStopped, Game, Nominated, Stage, Step
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.records import HeardRecord, PromptRecord, RefusedRecord, SaidRecord
from voice_judge.table.silent import parse
from voice_judge.table.spotting import Retracted


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


# --- the journal fails ---------------------------------------------------------------------------------------------


class Failing(Log):
    """A journal that keeps nothing while `broken`."""

    broken = False

    def append(self, entries: Sequence[Entry]) -> None:
        if self.broken:
            raise JournalError("Диск полон: освободите место.")
        super().append(entries)

    def note(self, note: Note) -> None:
        if self.broken:
            raise JournalError("Диск полон: освободите место.")
        super().note(note)

    def said(self) -> list[str]:
        return [what.text for what in self.order if isinstance(what, SaidRecord)]


@pytest.fixture
def failing() -> Failing:
    return Failing()


@pytest.fixture
def on_failing(failing: Failing) -> Moderator:
    return first_day(failing)


def test_what_could_not_be_kept_did_not_happen(on_failing: Moderator, failing: Failing) -> None:
    failing.broken = True
    on_failing.hear(heard("я выставляю игрока номер пять", "nominate", 5.0, seat=5))
    assert on_failing.table.nominated == ()
    assert "Принято" not in failing.said()
    refused = [what for what in failing.order if isinstance(what, RefusedRecord)]
    assert [(one.reason, one.message) for one in refused] == [("not_kept", "Диск полон: освободите место.")]


def test_the_same_phrase_holds_once_there_is_room(on_failing: Moderator, failing: Failing) -> None:
    failing.broken = True
    on_failing.hear(heard("я выставляю игрока номер пять", "nominate", 5.0, seat=5))
    failing.broken = False
    on_failing.hear(heard("я выставляю игрока номер пять", "nominate", 9.0, seat=5))
    assert on_failing.table.nominated == (5,)
    assert failing.said().count("Принято") == 1


def test_the_night_goes_on_by_itself_once_there_is_room(failing: Failing) -> None:
    judge = Moderator(Game(), Announcer(grammars().answers), SilentVoice(), failing, failing.emit)
    for line in ("/start", "/confirm", "/roles don=1 mafia=2,3 sheriff=4", "/confirm"):
        judge.settle(through_night=False)
        judge.silent(parse(line), line)
    judge.settle(through_night=False)
    failing.broken = True
    steps = [judge.table.step]
    judge.advance(judge.now + 90.0)
    steps.append(judge.table.step)
    failing.broken = False
    judge.advance(judge.now + 10.0)
    assert [*steps, judge.table.step] == [Step.DON_WAKES, Step.DON_WAKES, Step.MAFIA_WAKES]


# --- undo of a secret ----------------------------------------------------------------------------------------------


def test_a_mistyped_shot_is_taken_back_without_a_sound(log: Log) -> None:
    judge = Moderator(Game(), Announcer(grammars().answers), SilentVoice(), log, log.emit)
    for line in ("/start day", "/roles don=1 mafia=2,3 sheriff=4", *["/next"] * 10, "/confirm"):
        judge.silent(parse(line), line)
        judge.settle(through_night=False)
    judge.silent(parse("/shot 1 5"), "/shot 1 5")
    judge.advance(judge.now + 8.0)
    step, said = judge.table.step, len([what for what in log.order if isinstance(what, SaidRecord)])
    assert step is not None
    judge.silent(parse("/undo"), "/undo")
    assert judge.table.step is step
    assert judge.game.judge.shots == ()
    assert len([what for what in log.order if isinstance(what, SaidRecord)]) == said


# --- «стоп игра» ---------------------------------------------------------------------------------------------------

STOPPED = [  # (what is said after «стоп игра», is the game over)
    (("confirm",), True),
    (("undo",), False),
    (("undo", "confirm"), False),
    (("end_speech", "confirm"), False),
    ((), False),
]


@pytest.mark.parametrize(("names", "over"), STOPPED)
def test_the_game_is_stopped_only_after_the_judge_is_asked_again(
    moderator: Moderator, log: Log, names: Sequence[str], over: bool
) -> None:
    moderator.hear(heard("стоп игра", "stop_game", 5.0))
    asked = [what.text for what in log.order if isinstance(what, SaidRecord | PromptRecord)][-2:]
    assert asked == ["Остановить игру без результата? «Подтверждаю» или «отмена»", "Остановить игру?"]
    for number, name in enumerate(names):
        moderator.hear(heard(name, name, 8.0 + number))
    assert (moderator.table.stage is Stage.OVER) is over


# --- the night's ears ----------------------------------------------------------------------------------------------

AT_NIGHT = [  # (the key, the phrase, is it listened to)
    (False, "pause", False),
    (False, "undo", False),
    (False, "who_speaks", False),
    (False, "don_seeks", True),
    (False, "confirm", True),
    (True, "pause", True),
    (None, "pause", True),
]


@pytest.mark.parametrize(("key", "name", "listened"), AT_NIGHT)
def test_at_night_only_the_script_and_what_is_said_with_the_key(
    log: Log, key: bool | None, name: str, listened: bool
) -> None:
    judge = Moderator(Game(), Announcer(grammars().answers), SilentVoice(), log, log.emit)
    for line in ("/start", "/confirm"):
        judge.silent(parse(line), line)
        judge.settle(through_night=False)
    judge.talk_key = key
    judge.hear(heard(name, name, judge.now))
    assert any(isinstance(what, HeardRecord) for what in log.order) is listened
