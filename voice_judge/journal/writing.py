"""Rows into the database: games, entries with the summary they come to, notes. Whoever calls holds a transaction."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from voice_judge import __version__
from voice_judge.journal.rows import (
    ENTRY_COLUMNS,
    GAME_COLUMNS,
    NOTE_COLUMNS,
    PULSE_COLUMNS,
    SUMMARY_COLUMNS,
    Row,
    entry_rows,
    game_row,
    note_row,
    pulse_row,
    summary_row,
)
from voice_judge.journal.store import Entry, Note
from voice_judge.rules import TableState, fold


def new_game(connection: sqlite3.Connection, began: datetime) -> int:
    """A new game; its number, which no other game has had or will have."""
    (number,) = connection.execute(
        "SELECT 1 + max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'games'), 0),"
        " coalesce((SELECT max(number) FROM games), 0))"
    ).fetchone()
    put_game(connection, number, began, __version__)
    return int(number)


def put_game(connection: sqlite3.Connection, number: int, began: datetime, program: str) -> None:
    """A game under a number of its own."""
    _insert(connection, "games", GAME_COLUMNS, [game_row(number, began, program)])


def put_entries(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Entries, as rows."""
    _insert(connection, "entries", ENTRY_COLUMNS, rows)


def forget_unheard(connection: sqlite3.Connection, game: int, after: int) -> None:
    """Take out entries that a failing disk kept although it had said that it did not: nobody has heard of them.

    The only exception to append-only; what forbids deletion is back in force with the same transaction.
    """
    (guard,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'entries_never_go'").fetchone()
    connection.execute("DROP TRIGGER entries_never_go")
    connection.execute("DELETE FROM entries WHERE game = ? AND number > ?", (game, after))
    connection.execute(guard)


def put_note(connection: sqlite3.Connection, row: Row) -> None:
    """A note, as a row."""
    _insert(connection, "notes", NOTE_COLUMNS, [row])


def put_pulse(connection: sqlite3.Connection, game: int, at: float, process: int, since: datetime) -> None:
    """The last known second of a game, in place of the one before."""
    marks = ", ".join("?" * len(PULSE_COLUMNS))
    connection.execute(f"INSERT OR REPLACE INTO pulses VALUES ({marks})", pulse_row(game, at, process, since))


def put_summary(connection: sqlite3.Connection, game: int, events: int, table: TableState) -> None:
    """What the first `events` entries come to."""
    marks = ", ".join("?" * len(SUMMARY_COLUMNS))
    connection.execute(f"INSERT OR REPLACE INTO summaries VALUES ({marks})", summary_row(game, events, table))


def put_content(
    connection: sqlite3.Connection, game: int, entries: Sequence[Entry], notes: Sequence[Note], wall: datetime | None
) -> None:
    """All entries and notes of a game that has none yet."""
    put_entries(connection, entry_rows(game, entries, wall))
    _insert(connection, "notes", NOTE_COLUMNS, [note_row(game, n, note, wall) for n, note in enumerate(notes, 1)])
    put_summary(connection, game, len(entries), fold([entry.record for entry in entries]).table)


def _insert(connection: sqlite3.Connection, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
    marks = ", ".join("?" * len(columns))
    for row in rows:
        connection.execute(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", row)
