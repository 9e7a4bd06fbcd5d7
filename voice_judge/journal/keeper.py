"""One game being played, kept on disk: a command is there, whole and for good, before the table hears of it."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import groupby, takewhile
from pathlib import Path
from threading import RLock
from typing import Self

from voice_judge.journal.database import explain
from voice_judge.journal.lock import GameLock
from voice_judge.journal.reading import load
from voice_judge.journal.rows import ENTRY_COLUMNS, NOTE_COLUMNS, Row, entry_rows, note_row, same
from voice_judge.journal.session import Opener, Session
from voice_judge.journal.store import Entry, JournalError, Note
from voice_judge.journal.writing import forget_unheard, put_entries, put_note, put_pulse, put_summary
from voice_judge.rules import GameState
from voice_judge.rules.fold import commit

Clock = Callable[[], datetime]
"""The time of day, with its zone: asked for here only."""


class SqliteJournal:
    """A `Journal` on disk; any thread may use it. It leads its game alone until `close`.

    After a JournalError nothing of that call counts as kept. The same call may be made again, or another one: what the
    disk kept after all is found there, and neither kept twice nor mixed up with what comes instead of it.
    """

    def __init__(self, path: Path, game: int, lock: GameLock, clock: Clock, opener: Opener) -> None:
        self._path = path
        self._game = game
        self._lock = lock
        self._clock = clock
        self._since = clock()
        self._guard = RLock()
        self._session = Session(path, opener, self._take_stock)
        self._state = GameState()
        self._events = self._command = self._notes = 0  # on the disk
        self._heard: int | None = None  # the last entry that our caller knows to be kept; None: all of the above
        self._tried: Row | None = None  # the note that could not be kept, for all we know

    @property
    def number(self) -> int:
        """The game's number in the journal."""
        return self._game

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep whole commands, all or none; entries kept already are passed over.

        Raises:
            JournalError: they could not be kept, do not follow the last one, or differ from what was kept.
        """
        if not entries:
            return
        rows = entry_rows(self._game, entries, self._clock())
        with self._guard, self._telling("событие не записано"):
            known = self._session.read(lambda connection: _known(connection, rows))
            if known < len(rows):
                self._append(entries[known:], rows[known:])
            self._heard = max(self._heard or 0, entries[-1].record.number)

    def note(self, note: Note) -> None:
        """Keep a note for good.

        Raises:
            JournalError: it could not be kept.
        """
        with self._guard, self._telling("заметка не записана"):
            if self._session.read(lambda connection: self._was_kept(connection, note)):
                return
            row = note_row(self._game, self._notes + 1, note, self._clock())
            self._tried = row
            self._session.write(
                lambda connection: put_note(connection, row),
                lambda connection: _is_kept(connection, "notes", NOTE_COLUMNS, row),
            )
            self._tried, self._notes = None, int(str(row[1]))

    def pulse(self, at: float) -> None:
        """The audio clock stands at `at` seconds. Never raises, never waits for another process."""
        with self._guard, suppress(sqlite3.Error, OSError):
            self._session.write_now(lambda conn: put_pulse(conn, self._game, at, os.getpid(), self._since))

    def close(self) -> None:
        """Leave the game; another process may lead it. A game in which nothing happened leaves no trace."""
        with self._guard:
            with suppress(sqlite3.Error, OSError):
                self._session.read(self._forget_if_empty)
            self._session.close()
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    # --- how -----------------------------------------------------------------------------------------------------

    def _take_stock(self, connection: sqlite3.Connection, upto: int | None = None) -> None:
        """What the disk holds of the game, or its first `upto` entries."""
        query = "SELECT (SELECT count(*) FROM games WHERE number = :game)"
        for table in ("entries", "notes"):
            query += f", (SELECT coalesce(max(number), 0) FROM {table} WHERE game = :game)"
        there, events, self._notes = connection.execute(query, {"game": self._game}).fetchone()
        if not there:
            raise sqlite3.OperationalError("в файле нет этой игры")
        if self._heard is None or events != self._events or upto is not None:
            stored = load(connection, self._game)
            entries = stored.entries[:upto] if stored else ()
            self._state = _after(GameState(), entries)
            self._events = entries[-1].record.number if entries else 0
            self._command = entries[-1].record.command if entries else 0
        self._heard = self._events if self._heard is None else self._heard

    def _append(self, entries: Sequence[Entry], rows: Sequence[Row]) -> None:
        first, last = entries[0].record, entries[-1].record
        unheard = self._heard is not None and self._heard < first.number <= self._events
        if unheard:
            self._session.read(lambda connection: self._take_stock(connection, first.number - 1))
        if first.number != self._events + 1 or first.command <= self._command:
            what = f"за событием {self._events} не может идти событие {first.number} команды {first.command}"
            raise JournalError(f"{self._path}: игра {self._game}: {what}")
        state = _after(self._state, entries)

        def action(connection: sqlite3.Connection) -> None:
            if unheard:
                forget_unheard(connection, self._game, first.number - 1)
            put_entries(connection, rows)
            put_summary(connection, self._game, last.number, state.table)

        self._session.write(action, lambda connection: _known(connection, rows) == len(rows))
        self._state, self._events, self._command = state, last.number, last.command

    def _was_kept(self, connection: sqlite3.Connection, note: Note) -> bool:
        """Whether the note that failed last time is this one, and on the disk after all."""
        tried = self._tried
        kept = tried is not None and _is_kept(connection, "notes", NOTE_COLUMNS, tried)
        self._tried = None
        return tried is not None and kept and same(tried, note_row(self._game, int(str(tried[1])), note, None), "notes")

    def _forget_if_empty(self, connection: sqlite3.Connection) -> None:
        empty = "NOT EXISTS (SELECT 1 FROM entries WHERE game = ?)"
        connection.execute(f"DELETE FROM games WHERE number = ? AND {empty}", (self._game, self._game))

    @contextmanager
    def _telling(self, what: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"{self._path}: игра {self._game}: {what}: {explain(error)}") from None


def _after(state: GameState, entries: Sequence[Entry]) -> GameState:
    """The state that whole commands lead to from `state`."""
    for _, group in groupby((entry.record for entry in entries), key=lambda record: record.command):
        records = list(group)
        state = commit(state, tuple(record.event for record in records), records[0].at)
    return state


def _known(connection: sqlite3.Connection, rows: Sequence[Row]) -> int:
    """How many of `rows`, from the first on, are there already."""
    return sum(1 for _ in takewhile(lambda row: _is_kept(connection, "entries", ENTRY_COLUMNS, row), rows))


def _is_kept(connection: sqlite3.Connection, table: str, columns: Sequence[str], row: Row) -> bool:
    query = f"SELECT {', '.join(columns)} FROM {table} WHERE game = ? AND number = ?"
    found = connection.execute(query, row[:2]).fetchone()
    return found is not None and same(found, row, table)
