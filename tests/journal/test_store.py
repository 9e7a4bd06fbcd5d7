"""What is kept of a game, who may write and read it, and what becomes of it: listed, resumed, imported, deleted."""

import multiprocessing
import os
import signal
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.journal.kept import PLACE, commands_of, entries_of, played, records
from voice_judge.errors import UserError
from voice_judge.journal import Entry, JournalError, Note, Origin, database
from voice_judge.journal.library import GameSummary, StoredGame
from voice_judge.journal.opening import FILE_NAME, open_library, open_or_save
from voice_judge.journal.sqlite_library import SqliteLibrary, at_path
from voice_judge.places import ENVIRONMENT
from voice_judge.rules import EndGame, Game, StartClock, StartGame, Team, Undo

ORDINARY_SYNC = database.SYNC  # before any test changes it
NOON = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
FORKS = multiprocessing.get_context("forkserver")


class Watch:
    """The time of day, a second later whenever it is asked for."""

    def __init__(self) -> None:
        self.time = NOON - timedelta(seconds=1)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


@pytest.fixture
def library(tmp_path: Path) -> SqliteLibrary:
    return at_path(tmp_path / "journal.sqlite", Watch())


def keep(library: SqliteLibrary, game: Game, *notes: Note) -> int:
    with library.begin() as journal:
        for command in commands_of(entries_of(game)):
            journal.append(command)
        for note in notes:
            journal.note(note)
        return journal.number


# --- what is kept ----------------------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was(library: SqliteLibrary) -> None:
    game = played(1)
    stored = library.load(keep(library, game))
    assert records(stored.entries) == list(game.events)
    assert Game.rebuild(records(stored.entries)).state == game.state
    assert {entry.origin for entry in stored.entries} == {PLACE}
    assert stored.warning == ""


ORIGINS = [
    Origin("voice", "я выставляю игрока номер пять", 0.87, 1.25, 2.5),
    Origin("silent", "/shot 1 5"),
    Origin("page", "5", None, None, None),
    Origin("clock"),
    Origin("voice", "", 0.0, 0.0, 0.0),
    Origin("voice", "«ёлка» 🎲 \x00 \n '); DROP TABLE entries; --", 1.0, 1e9, 1e9),
]


@pytest.mark.parametrize("origin", ORIGINS, ids=range(len(ORIGINS)))
def test_where_a_command_came_from_is_kept(origin: Origin, library: SqliteLibrary) -> None:
    with library.begin() as journal:
        journal.append(entries_of(played(1, commands=0), origin))
    assert library.load(1).entries[0].origin == origin


def test_what_no_file_can_hold_is_kept_as_near_as_it_can_be(library: SqliteLibrary) -> None:
    with library.begin() as journal:
        journal.append(entries_of(played(1, commands=0), Origin("voice", "\ud800", float("nan"), float("inf"), -0.0)))
        journal.note(Note(float("nan"), "said", {"text": "\udfff", "what": {1, 2}}))
    stored = library.load(1)
    assert stored.entries[0].origin == Origin("voice", "?", None, None, 0.0)
    assert stored.notes[0].body["text"] == "?"
    assert stored.warning == ""


def test_every_event_has_its_time_of_day(library: SqliteLibrary) -> None:
    keep(library, played(1), Note(3.0, "said", {"text": "Принято"}))
    stored = library.load(1)
    walls = [entry.wall for entry in stored.entries]
    assert all(wall is not None and wall.tzinfo is not None and wall >= NOON for wall in walls)
    assert walls == sorted(wall for wall in walls if wall)
    assert stored.notes[0].wall is not None
    assert stored.summary.began == NOON


NOTES = (
    Note(1.5, "heard", {"t": 1.5, "type": "heard", "text": "спасибо всё", "slots": {"seats": [1, 2]}}),
    Note(2.0, "input", {"type": "input", "text": "/shot 1 5"}, secret=True),
    Note(2.0, "said", {}),
)


def test_notes_come_back_in_order(library: SqliteLibrary) -> None:
    stored = library.load(keep(library, played(1), *NOTES))
    assert [(note.at, note.kind, note.body, note.secret) for note in stored.notes] == [
        (note.at, note.kind, note.body, note.secret) for note in NOTES
    ]


def test_secret_rows_are_marked(library: SqliteLibrary) -> None:
    keep(library, played(4, commands=80), *NOTES)
    with sqlite3.connect(library.path) as connection:
        secret = {name for (name,) in connection.execute("SELECT event FROM entries WHERE secret")}
        public = {name for (name,) in connection.execute("SELECT event FROM entries WHERE NOT secret")}
        assert connection.execute("SELECT kind FROM notes WHERE secret").fetchall() == [("input",)]
    assert "RolesAssigned" in secret
    assert "GameStarted" in public
    assert not secret & public


def test_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "дом судьи"))
    library, message = open_or_save()
    assert (library.games(), library.unfinished(), message) == ([], None, "")
    assert not (tmp_path / "дом судьи").exists()  # who only looks makes nothing
    keep(library, played(1))
    assert (tmp_path / "дом судьи" / "data" / FILE_NAME).is_file()
    assert sorted(os.listdir(tmp_path / "дом судьи" / "data")) == [FILE_NAME, FILE_NAME + ".locks"]
    assert os.listdir(tmp_path / "дом судьи" / "data" / f"{FILE_NAME}.locks") == []


SETTINGS = [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("secure_delete", 1), ("fullfsync", 1)]


@pytest.mark.parametrize(("name", "value"), SETTINGS)
def test_what_a_commit_waits_for(name: str, value: object, library: SqliteLibrary) -> None:
    keep(library, played(1, commands=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "SYNC", ORDINARY_SYNC)
        with closing(database.connect(library.path, write=True)) as connection:
            assert connection.execute(f"PRAGMA {name}").fetchone() == (value,)


# --- append-only -----------------------------------------------------------------------------------------------

FORBIDDEN = [
    "UPDATE entries SET body = '{}'",
    "UPDATE notes SET at = 0",
    "DELETE FROM entries",
    "DELETE FROM notes WHERE number = 1",
    "INSERT OR REPLACE INTO entries SELECT * FROM entries WHERE number = 1",
    "INSERT INTO entries SELECT game, number + 1000, command, remaining, at, wall, source, text, confidence,"
    " heard_from, heard_to, event, body, schema, secret, crc FROM entries WHERE number = 1",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_file_itself_forbids_changes(statement: str, library: SqliteLibrary) -> None:
    keep(library, played(1), *NOTES)
    before = library.load(1)
    with pytest.raises(sqlite3.IntegrityError), sqlite3.connect(library.path) as connection:
        connection.execute(statement)
    assert library.load(1) == before


WRONG_ORDER = [
    ("a gap", lambda commands: commands[2]),
    ("another past", lambda _commands: entries_of(played(9, commands=0), Origin("page", "другое"))),
    ("half of the last command again", lambda commands: [*commands[0], *commands[2]]),
]


@pytest.mark.parametrize(("_name", "wrong"), WRONG_ORDER, ids=[name for name, _ in WRONG_ORDER])
def test_what_does_not_follow_is_refused(
    _name: str, wrong: Callable[[list[list[Entry]]], list[Entry]], library: SqliteLibrary
) -> None:
    commands = commands_of(entries_of(played(1)))
    with library.begin() as journal:
        journal.append(commands[0])
        with pytest.raises(JournalError):
            journal.append(wrong(commands))
        journal.append(commands[1])
    assert records(library.load(1).entries) == records([*commands[0], *commands[1]])


def test_what_is_kept_already_is_passed_over(library: SqliteLibrary) -> None:
    first, second, *_ = commands_of(entries_of(played(1)))
    with library.begin() as journal:
        journal.append(first)
        journal.append(first)
        journal.append([])
        journal.append([*first, *second])
    assert records(library.load(1).entries) == records([*first, *second])


# --- what the list says ----------------------------------------------------------------------------------------


def test_the_list_is_what_the_events_come_to(library: SqliteLibrary) -> None:
    games = [played(seed, commands=150) for seed in range(4)]
    for game in games:
        keep(library, game)
    assert [summary.number for summary in library.games()] == [4, 3, 2, 1]
    for game, summary in zip(games, reversed(library.games()), strict=True):
        winner = game.table.winner.value if game.table.winner else None
        told = GameSummary(
            summary.number, summary.began, game.table.names, len(game.events), game.table.phase.value == "over", winner
        )
        assert summary == told == library.load(summary.number).summary


def test_an_undone_end_is_no_end(library: SqliteLibrary) -> None:
    game = finished()
    assert library.load(keep(library, game)).summary.winner == "red"
    game.handle(Undo())
    assert not library.load(keep(library, game)).summary.finished
    assert [(summary.finished, summary.winner) for summary in library.games()] == [(False, None), (True, "red")]


def test_a_summary_that_lags_behind_is_not_believed(library: SqliteLibrary) -> None:
    keep(library, played(1))
    right = library.games()
    with sqlite3.connect(library.path) as connection:
        connection.execute("UPDATE summaries SET winner = 'black', finished = 1")
    assert library.games() == right
    with sqlite3.connect(library.path) as connection:
        connection.execute("DELETE FROM summaries")
    assert library.games() == right


def test_a_game_in_which_nothing_happened_leaves_no_trace(library: SqliteLibrary) -> None:
    with library.begin() as journal:
        assert journal.number == 1
    assert library.games() == []
    with pytest.raises(UserError, match="игры 1 в журнале нет; он пуст"):
        library.load(1)


# --- one process leads, others read ----------------------------------------------------------------------------


def hold(path: Path, number: int, parent: Connection) -> None:
    """Another process: leads a game until it is killed."""
    library = at_path(path)
    journal = library.resume(number)[1] if number else library.begin()
    if not number:
        journal.append(entries_of(played(2)))
    journal.pulse(500.0)
    parent.send((journal.number, os.getpid()))
    signal.pause()


def other_process(path: Path, number: int = 0) -> tuple["multiprocessing.context.ForkServerProcess", int, int]:
    here, there = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=hold, args=(path, number, there))
    process.start()
    return process, *here.recv()


def test_two_processes_never_lead_one_game(library: SqliteLibrary) -> None:
    keep(library, played(1))
    process, _number, pid = other_process(library.path, 1)
    try:
        told = rf"игру 1 ведёт другой процесс \(voice-judge, номер процесса {pid}, с \d\d:\d\d\); закончите там"
        with pytest.raises(UserError, match=told):
            library.resume(1)
        with pytest.raises(UserError, match=told):
            library.delete(1)
        assert library.unfinished() is None  # it is not offered either
    finally:
        process.kill()
        process.join()
    stored, journal = library.resume(1)  # a killed process lets go at once
    journal.close()
    assert stored.clock == 500.0


def test_a_second_process_reads_and_leads_its_own_game_meanwhile(library: SqliteLibrary) -> None:
    with library.begin() as mine:
        mine.append(entries_of(played(1)))
        process, number, _pid = other_process(library.path)
        try:
            assert [game.number for game in open_library(library.path).games()] == [2, 1]
            assert records(library.load(number).entries) == list(played(2).events)
            mine.note(Note(9.0, "said", {"text": "Принято"}))
            assert library.load(1).notes[0].body == {"text": "Принято"}
        finally:
            process.kill()
            process.join()


def test_one_process_does_not_lead_a_game_twice_either(library: SqliteLibrary) -> None:
    with library.begin() as journal:
        journal.append(entries_of(played(1)))
        with pytest.raises(UserError, match="игру 1 ведёт другой процесс"):
            library.resume(1)
    library.resume(1)[1].close()


# --- resuming --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_any_game_goes_on_in_the_same_state(seed: int, library: SqliteLibrary) -> None:
    game = played(seed, commands=seed * 15)
    keep(library, game)
    stored, journal = library.resume(1)
    again = Game.rebuild(records(stored.entries))
    assert (again.state, again.profile) == (game.state, game.profile)
    for both in (game, again):
        both.handle(Undo(), 900.0)
        both.handle(EndGame(Team.BLACK, "решение судьи"), 901.0)
    with journal:
        for command in commands_of(entries_of(again))[len(commands_of(stored.entries)) :]:
            journal.append(command)
    assert records(library.load(1).entries) == list(game.events)


def test_the_remaining_seconds_go_on(library: SqliteLibrary) -> None:
    game = Game()
    game.handle(StartGame(first_day=True), 1.0)
    game.handle(StartClock(), 3.0)
    with library.begin() as journal:
        for command in commands_of(entries_of(game)):
            journal.append(command)
        for second in range(4, 25):
            journal.pulse(float(second))
    stored = library.load(1)
    clock = Game.rebuild(records(stored.entries)).table.clock
    assert stored.clock == 24.0
    assert clock is not None
    assert clock.remaining(stored.clock) == 39.0


CLOCKS = [
    (None, (), 0.5),  # the last event
    (None, (Note(7.0, "said"),), 7.0),
    (9.0, (Note(7.0, "said"),), 9.0),
    (0.25, (), 0.5),  # a pulse from before the last event
]


@pytest.mark.parametrize(("pulse", "notes", "clock"), CLOCKS)
def test_the_clock_is_the_last_known_second(
    pulse: float | None, notes: tuple[Note, ...], clock: float, library: SqliteLibrary
) -> None:
    game = Game()
    game.handle(StartGame(), 0.5)
    with library.begin() as journal:
        journal.append(entries_of(game))
        for note in notes:
            journal.note(note)
        if pulse is not None:
            journal.pulse(pulse)
    assert library.load(1).clock == clock


def finished() -> Game:
    game = Game()
    game.handle(StartGame(first_day=True))
    game.handle(EndGame(Team.RED, "решение судьи"))
    return game


OFFERED = [
    ([], None),
    ([finished()], None),
    ([played(1)], 1),
    ([played(1), played(2)], 2),
    ([finished(), played(2)], 2),
    ([played(1), finished()], None),  # an old one, given up; it can still be resumed by its number
]


@pytest.mark.parametrize(("games", "offered"), OFFERED)
def test_the_newest_unfinished_game_is_offered(games: list[Game], offered: int | None, library: SqliteLibrary) -> None:
    for game in games:
        keep(library, game)
    left = library.unfinished()
    assert (left and left.number) == offered


def test_no_such_game(library: SqliteLibrary) -> None:
    keep(library, played(1))
    for number in (0, -1, 2, 1 << 70):
        for action in (library.load, library.resume, library.delete):
            with pytest.raises(UserError, match=f"игры {number} в журнале нет; последние: 1"):
                action(number)


# --- importing and deleting ------------------------------------------------------------------------------------


def test_an_imported_game_is_the_same_under_a_new_number(library: SqliteLibrary) -> None:
    keep(library, played(1), *NOTES)
    stored = library.load(1)
    number = library.add(stored)
    again = library.load(number)
    assert number == 2
    assert (again.entries, again.notes, again.clock) == (stored.entries, stored.notes, stored.clock)
    assert again.summary.began == stored.summary.began
    library.resume(number)[1].close()


def test_an_import_that_is_no_log_is_refused(library: SqliteLibrary) -> None:
    keep(library, played(1))
    stored = library.load(1)
    huge = tuple(replace(entry, record=replace(entry.record, command=1 << 70)) for entry in stored.entries)
    gap = stored.entries[:3] + stored.entries[4:]
    for entries in (stored.entries[1:], gap, tuple(reversed(stored.entries)), huge):
        with pytest.raises(UserError, match="пронумерованы не по порядку"):
            library.add(StoredGame(stored.summary, entries, stored.notes, stored.clock))
    assert len(library.games()) == 1


def test_a_deleted_game_is_gone_from_the_file_and_its_number_is_not_used_again(library: SqliteLibrary) -> None:
    for seed in (1, 2, 3):
        keep(library, played(seed), Note(1.0, "heard", {"text": f"тайное слово {seed}"}))
    library.delete(3)
    library.delete(1)
    assert [game.number for game in library.games()] == [2]
    left = b"".join(file.read_bytes() for file in library.path.parent.iterdir() if file.is_file())
    assert ["тайное слово 2".encode() in left, "тайное слово 1".encode() in left] == [True, False]
    assert keep(library, played(4)) == 4


# --- files that cannot be used ---------------------------------------------------------------------------------


def a_folder(path: Path) -> None:
    path.mkdir()


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def a_folder_in_a_file(path: Path) -> None:
    path.parent.rmdir()
    path.parent.write_text("не папка")


UNUSABLE = [
    (a_folder, "это папка, а должен быть файл журнала; переименуйте её"),
    (a_pipe, "это не файл, а должен быть файл журнала; переименуйте его"),
    (a_link_to_itself, "новая игра не записана: файл не открывается"),
    (a_folder_in_a_file, "новая игра не записана: "),
]


@pytest.mark.parametrize(("make", "told"), UNUSABLE, ids=[make.__name__ for make, _ in UNUSABLE])
def test_a_file_that_cannot_be_used(make: Callable[[Path], None], told: str, tmp_path: Path) -> None:
    path = tmp_path / "data" / "journal.sqlite"
    path.parent.mkdir()
    make(path)
    with pytest.raises(UserError, match=told):
        open_or_save(path)[0].begin()


def test_a_journal_of_a_read_only_folder_is_read(library: SqliteLibrary) -> None:
    keep(library, played(1))
    for place in (library.path, library.path.parent):
        place.chmod(place.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    try:
        assert records(open_library(library.path).load(1).entries) == list(played(1).events)
    finally:
        library.path.parent.chmod(0o755)
