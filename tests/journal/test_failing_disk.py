"""Every write may fail: the store then holds all of a command or none, and the game goes on when the disk does."""

import os
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

import pytest

from tests.journal.crash_child import announcer
from tests.journal.failing import IO_ERROR, NO_SPACE, READ_ONLY, EveryWriteInTurn, Failing
from tests.journal.kept import commands_of, course, entries_of, played, records, undisturbed
from tests.journal.script import step
from voice_judge.journal import Entry, JournalError, Note
from voice_judge.journal.opening import open_library
from voice_judge.journal.sqlite_library import at_path
from voice_judge.rules import FEDERATION, Game
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.moderator import Moderator
from voice_judge.table.records import Record, SaidRecord, to_json

ERRORS = [
    (NO_SPACE, "на диске нет места; освободите место и повторите"),
    (READ_ONLY, "запись запрещена; проверьте права на файл и папку, защиту диска"),
    (IO_ERROR, "ошибка диска; проверьте диск и место на нём"),
    ("database is locked", "файл занят другой программой; закройте её и повторите"),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


# --- a whole game ----------------------------------------------------------------------------------------------


EVERY_WRITE = [
    (NO_SPACE, True, 3),
    (READ_ONLY, True, 3),
    (IO_ERROR, True, 3),
    (IO_ERROR, False, 80),
]


@pytest.mark.parametrize(("error", "notes", "answers"), EVERY_WRITE)
def test_every_write_of_a_game_fails_once(error: str, notes: bool, answers: int, path: Path) -> None:
    plan, heard = EveryWriteInTurn(error, notes=notes), list[object]()

    def emit(record: Record) -> None:
        if isinstance(record, SaidRecord):
            heard.append(to_json(record))

    journal = at_path(path, opener=Failing(plan)).begin()
    plan.armed = True
    moderator = Moderator(Game(FEDERATION), announcer(), SilentVoice(), journal, emit)
    while step(moderator):
        pass
    stored = open_library(path).load(journal.number)
    said = [note.body for note in stored.notes if note.kind == "said"]
    print(f"\n{error}: {plan.failures} failed writes in one game, {len(heard)} answers heard by the table")
    assert records(stored.entries) == list(moderator.game.events)
    assert course(stored.entries) == undisturbed()
    assert len(heard) > answers
    assert all(line in said for line in heard)


# --- one command -----------------------------------------------------------------------------------------------


class Always:
    """A plan: these writes fail; with `done`, after they were carried out."""

    def __init__(self, error: str, *statements: str, done: bool = False) -> None:
        self.error, self.statements, self.done = error, statements, done

    def __call__(self, statement: str, _values: object, done: bool) -> None:
        if done == self.done and statement.startswith(self.statements):
            raise sqlite3.OperationalError(self.error)


def off(_statement: str, _values: object, _done: bool) -> None:
    """A plan: nothing fails."""


class Switch:
    """A plan that can be changed."""

    def __init__(self) -> None:
        self.plan: Always | EveryWriteInTurn | None = None

    def __call__(self, statement: str, values: object, done: bool) -> None:
        if self.plan is not None:
            self.plan(statement, values, done)


@pytest.mark.parametrize(("error", "advice"), ERRORS, ids=[error for error, _ in ERRORS])
@pytest.mark.parametrize("write", ["BEGIN", "INSERT INTO entries", "INSERT OR REPLACE INTO summaries", "COMMIT"])
def test_a_command_is_kept_whole_or_not_at_all(write: str, error: str, advice: str, path: Path) -> None:
    switch, (first, second, *_) = Switch(), commands_of(entries_of(played(1)))
    with at_path(path, opener=Failing(switch)).begin() as journal:
        journal.append(first)
        switch.plan = Always(error, write)
        with pytest.raises(JournalError) as caught:
            journal.append(second)
        assert str(caught.value) == f"{path}: игра 1: событие не записано: {advice}"
        assert records(open_library(path).load(1).entries) == records(first)
        switch.plan = None
        journal.append(second)
    assert records(open_library(path).load(1).entries) == records([*first, *second])


def test_a_commit_that_fails_after_it_has_succeeded_counts_as_kept(path: Path) -> None:
    switch, (first, second, *_) = Switch(), commands_of(entries_of(played(1)))
    with at_path(path, opener=Failing(switch)).begin() as journal:
        journal.append(first)
        switch.plan = Always(IO_ERROR, "COMMIT", done=True)
        journal.append(second)
        journal.note(Note(1.0, "said", {"text": "Принято"}))
    stored = open_library(path).load(1)
    assert records(stored.entries) == records([*first, *second])
    assert [note.body for note in stored.notes] == [{"text": "Принято"}]


class Dying(Failing):
    """A disk that dies in the middle of a commit, and cannot even be opened until it is mended."""

    def __init__(self) -> None:
        super().__init__(self.plan)
        self.dies = self.dead = False

    def plan(self, statement: str, _values: object, done: bool) -> None:
        if self.dies and done and statement.startswith("COMMIT"):
            self.dead = True
            raise sqlite3.OperationalError(IO_ERROR)

    def __call__(self, path: Path) -> sqlite3.Connection:
        if self.dead:
            raise sqlite3.OperationalError(IO_ERROR)
        return super().__call__(path)

    def mend(self) -> None:
        self.dies = self.dead = False


def test_the_same_command_again_is_not_kept_twice(path: Path) -> None:
    disk, (first, second, third, *_) = Dying(), commands_of(entries_of(played(1)))
    with at_path(path, opener=disk).begin() as journal:
        journal.append(first)
        disk.dies = True
        with pytest.raises(JournalError):
            journal.append(second)
        with pytest.raises(JournalError):
            journal.append(second)
        disk.mend()
        journal.append(second)
        journal.append(third)
    assert records(open_library(path).load(1).entries) == records([*first, *second, *third])


def test_another_command_takes_the_place_of_one_that_counts_as_not_kept(path: Path) -> None:
    disk, (first, second, *_) = Dying(), commands_of(entries_of(played(1)))
    other = commands_of(entries_of(played(2)))[1:4]
    assert records(other[0]) != records(second)
    with at_path(path, opener=disk).begin() as journal:
        journal.append(first)
        disk.dies = True
        with pytest.raises(JournalError):
            journal.append(second)
        disk.mend()
        for command in other:
            journal.append(command)
    stored = open_library(path).load(1)
    assert records(stored.entries) == records([*first, *chain(*other)])
    assert stored.warning == ""
    with pytest.raises(sqlite3.IntegrityError), sqlite3.connect(path) as connection:  # and it is append-only again
        connection.execute("DELETE FROM entries")


def test_the_same_note_again_is_not_kept_twice(path: Path) -> None:
    disk, note = Dying(), Note(3.0, "said", {"text": "Принято"})
    with at_path(path, opener=disk).begin() as journal:
        journal.append(entries_of(played(1)))
        disk.dies = True
        with pytest.raises(JournalError, match="заметка не записана"):
            journal.note(note)
        disk.mend()
        journal.note(note)
        journal.note(note)  # said twice indeed
        journal.note(Note(4.0, "said", {"text": "Спасибо"}))
    texts = [note.body["text"] for note in open_library(path).load(1).notes]
    assert texts == ["Принято", "Принято", "Спасибо"]


def test_a_pulse_never_raises(path: Path) -> None:
    disk = Dying()
    with at_path(path, opener=disk).begin() as journal:
        journal.append(entries_of(played(1)))
        disk.dead = True
        with pytest.raises(JournalError):
            journal.append(commands_of(entries_of(played(2)))[-1])
        journal.pulse(7.0)
        disk.mend()
        journal.pulse(800.0)
    assert open_library(path).load(1).clock == 800.0


# --- a disk that is really full ------------------------------------------------------------------------------------


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """The system refuses to let any file of this process grow beyond `size` bytes, as a full disk would."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_write_cut_off_anywhere_leaves_whole_commands(path: Path) -> None:
    game = played(3, commands=120)
    waiting, kept, refusals = commands_of(entries_of(game)), list[Entry](), 0
    log = path.with_name(path.name + "-wal")
    with at_path(path).begin() as journal:
        while waiting:
            limit = log.stat().st_size + 1 + 977 * refusals % 9001 if log.exists() else 1
            try:
                with no_file_beyond(limit):
                    while waiting:
                        journal.append(waiting[0])
                        kept += waiting.pop(0)
            except JournalError:
                refusals += 1
                assert records(open_library(path).load(1).entries) == records(kept)
                journal.append(waiting[0])
                kept += waiting.pop(0)
    print(f"\n{refusals} writes refused by the system, each at another byte")
    assert refusals > 30
    stored = open_library(path).load(1)
    assert records(stored.entries) == list(game.events)
    assert stored.warning == ""
    assert Game.rebuild(records(stored.entries)).state == game.state


def test_no_new_game_on_a_full_disk(path: Path) -> None:
    with no_file_beyond(1000), pytest.raises(JournalError, match="новая игра не записана"):
        at_path(path).begin()
    assert [name for name in os.listdir(path.parent) if "new" in name] == []
    with at_path(path).begin() as journal:
        assert journal.number == 1
