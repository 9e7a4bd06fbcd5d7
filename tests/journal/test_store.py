"""What is kept of a game, and what the list says of it."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.journal.kept import PLACE, commands_of, entries_of, played, records
from tests.journal.shelf import NOON, NOTES, finished, keep
from voice_judge.errors import UserError
from voice_judge.journal import Entry, JournalError, Note, Origin, database
from voice_judge.journal.library import GameSummary
from voice_judge.journal.opening import FILE_NAME, open_or_save
from voice_judge.journal.sqlite_library import SqliteLibrary
from voice_judge.places import ENVIRONMENT
from voice_judge.rules import Game, Undo

ORDINARY_SYNC = database.SYNC  # before any test changes it


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
