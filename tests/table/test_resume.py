"""A game taken up from its journal: the same seconds, the same steps, nothing told by its length."""

from collections.abc import Sequence

import pytest

from tests.table.judged import grammars
from tests.table.logged import Log, heard
from voice_judge.journal import Entry, MemoryJournal, Note
from voice_judge.rules import Game, Stage, Step
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.records import SaidRecord
from voice_judge.table.silent import parse


def again(entries: Sequence[Entry], at: float, log: Log, notes: Sequence[Note] = ()) -> Moderator:
    """The game that the entries tell of, taken up at `at` seconds."""
    game = Game.rebuild([entry.record for entry in entries])
    judge = Moderator(game, Announcer(grammars().answers), SilentVoice(), MemoryJournal(), log.emit)
    judge.take_up(at, entries, notes)
    return judge


def played(*lines: str, seconds: float = 0.0) -> tuple[Moderator, MemoryJournal]:
    """A game of these silent inputs, and so many seconds after the last."""
    journal = MemoryJournal()
    judge = Moderator(Game(), Announcer(grammars().answers), SilentVoice(), journal, lambda _record: None)
    for line in lines:
        judge.silent(parse(line), line)
        judge.settle(through_night=False)
    judge.advance(judge.now + seconds)
    return judge, journal


def test_a_resumed_speech_has_the_seconds_it_had(log: Log) -> None:
    before, journal = played("/start day", seconds=22.0)
    assert before.table.clock is not None
    left = before.table.clock.remaining(before.now)
    judge = again(journal.entries, before.now, log)
    judge.advance(before.now + 500.0)
    assert judge.paused
    judge.silent(parse("/resume"), "/resume")
    judge.settle()
    assert judge.table.clock is not None
    assert judge.table.clock.remaining(judge.now) == pytest.approx(left, abs=0.01)
    assert [what.text for what in log.order if isinstance(what, SaidRecord)] == [
        "Продолжаем",
        "Слово игроку номер один",
    ]


def test_a_resumed_night_goes_on_where_it_was(log: Log) -> None:
    lines = ("/start", "/confirm", "/roles don=1 mafia=2,3 sheriff=4", "/confirm")
    before, journal = played(*lines, seconds=40.0)
    assert before.table.step is Step.MAFIA_WAKES
    judge = again(journal.entries, before.now, log)
    began = judge.now
    judge.silent(parse("/resume"), "/resume")
    while judge.table.step is Step.MAFIA_WAKES:
        judge.advance(judge.now + 0.5)
    assert 25.0 < judge.now - began < 40.0  # the rest of its minute, and the phrase said again


REST_OF_THE_HUNT = 46.0  # seconds: of the black minute and the pointing, with the phrase said again
HUNT = ("/start day", "/roles don=1 mafia=2,3 sheriff=4", *["/next"] * 10, "/confirm")


@pytest.mark.parametrize("secrets", [(), ("/shot 1 5",), ("/shot 1 5", "/undo")])
def test_a_resumed_night_tells_of_no_secret_entry_by_its_length(log: Log, secrets: Sequence[str]) -> None:
    before, journal = played(*HUNT, seconds=30.0)
    assert before.table.step is Step.MAFIA_HUNTS
    for line in secrets:
        before.silent(parse(line), line)
    judge = again(journal.entries, before.now, log)
    began = judge.now
    judge.silent(parse("/resume"), "/resume")
    while judge.table.step is Step.MAFIA_HUNTS:
        judge.advance(judge.now + 0.5)
    assert judge.now - began == pytest.approx(REST_OF_THE_HUNT, abs=0.5)


PAUSES = [0.0, 60.0, 200.0]


@pytest.mark.parametrize("pause", PAUSES)
def test_a_night_that_was_resumed_and_breaks_off_again_keeps_its_minute(log: Log, pause: float) -> None:
    """However long it stood paused between: the break is 20 seconds into the hunt each time."""
    lines = ("/start day", "/roles don=1 mafia=2,3 sheriff=4", *["/next"] * 10, "/confirm")
    before, journal = played(*lines)
    while before.table.step is not Step.MAFIA_HUNTS:
        before.advance(before.now + 0.5)
    before.advance(before.now + 20.0)
    first = again(journal.entries, before.now, log)
    second_journal = MemoryJournal()
    second = Moderator(first.game, Announcer(grammars().answers), SilentVoice(), second_journal, log.emit)
    second.take_up(before.now, journal.entries)
    second.advance(second.now + pause)
    second.silent(parse("/resume"), "/resume")
    second.advance(second.now + 10.0)
    entries = (*journal.entries, *second_journal.entries)
    third = again(entries, second.now, log, second_journal.notes)
    began = third.now
    third.silent(parse("/resume"), "/resume")
    while third.table.step is Step.MAFIA_HUNTS:
        third.advance(third.now + 0.5)
    assert 40.0 < third.now - began < 50.0


def test_what_is_undone_in_a_pause_is_planned_anew() -> None:
    log = Log()
    judge = Moderator(Game(), Announcer(grammars().answers), SilentVoice(), log, log.emit)
    for line in ("/start day", "/nominate 5", "/next", "/nominate 6", *["/next"] * 9, "/confirm", "/pause", "/undo"):
        judge.silent(parse(line), line)
        judge.settle()
    assert judge.table.stage is Stage.SPEECHES_OVER
    judge.silent(parse("/resume"), "/resume")
    judge.advance(judge.now + 60.0)
    assert judge.table.stage is Stage.SPEECHES_OVER  # the hands of the vote that was undone are not closed
    assert "Спасибо" not in [what.text for what in log.order if isinstance(what, SaidRecord)][-2:]


def test_nothing_is_accepted_before_the_judge_resumes(log: Log) -> None:
    before, journal = played("/start day")
    judge = again(journal.entries, before.now, log)
    judge.hear(heard("я выставляю игрока номер пять", "nominate", before.now, seat=5))
    assert judge.table.nominated == ()


def test_undo_after_a_resume_goes_back_to_what_somebody_did(log: Log) -> None:
    before, journal = played("/start day", *["/next"] * 10, "/confirm")
    assert before.table.stage is Stage.NIGHT_FALLEN
    judge = again(journal.entries, before.now, log)
    judge.silent(parse("/resume"), "/resume")
    judge.silent(parse("/undo"), "/undo")
    assert judge.table.stage is Stage.SPEECHES_OVER
