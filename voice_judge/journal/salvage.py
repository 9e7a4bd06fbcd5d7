"""A damaged journal: every game that can be read, up to its last whole command, into a new file.

The rows are found page by page and known by their checksums, so neither SQLite nor the damaged file's structure is
needed. The damaged file itself is only read.
"""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

from voice_judge.journal.database import beside, connect, create
from voice_judge.journal.pages import Cell, cells, doubtful_cells, page_size
from voice_judge.journal.reading import readable_notes, whole_commands
from voice_judge.journal.rows import (
    ENTRY_COLUMNS,
    GAME_COLUMNS,
    NOTE_COLUMNS,
    PULSE_COLUMNS,
    SUMMARY_COLUMNS,
    Row,
    Value,
    is_sound,
    read_game,
    read_pulse,
)
from voice_judge.journal.store import Entry
from voice_judge.journal.wal import read_log
from voice_judge.journal.writing import put_content, put_game, put_pulse


@dataclass(frozen=True, slots=True)
class Saved:
    """What could be saved: games, events and notes in all, and which games are known only in part."""

    games: int = 0
    events: int = 0
    notes: int = 0
    cut: tuple[int, ...] = ()

    def __str__(self) -> str:
        if not self.games:
            return "спасти ничего не удалось"
        cut = f", из них не до конца: {', '.join(f'№ {game}' for game in self.cut)}" if self.cut else ""
        return f"спасено игр: {self.games}, событий: {self.events}{cut}"


def anything_of_ours(path: Path) -> bool:
    """Whether a file holds at least one sound row of a journal, whatever it says of itself.

    Raises:
        OSError: it cannot be read.
    """
    size = page_size(path)
    log = read_log(beside(path, "-wal"), size)
    found = chain(cells(path, size, log), doubtful_cells(path, size, log))
    return any(_recognised(cell) for cell in found)


def salvage(path: Path, target: Path) -> Saved:
    """Make `target`, a new journal, of what can be read of the journal at `path`.

    Raises:
        OSError, sqlite3.Error: `path` cannot be read at all, or `target` not be written.
    """
    create(target)
    with closing(connect(target, write=True)) as connection:
        connection.execute("PRAGMA synchronous = OFF")  # it counts when it is complete
        _collect(connection, path)
        connection.execute("BEGIN IMMEDIATE")
        saved = _rebuild(connection)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with target.open("rb+") as file:
        os.fsync(file.fileno())
    return saved


# --- how -------------------------------------------------------------------------------------------------------

_COLUMNS = {
    "games": GAME_COLUMNS,
    "entries": ENTRY_COLUMNS,
    "notes": NOTE_COLUMNS,
    "pulses": PULSE_COLUMNS,
    "summaries": SUMMARY_COLUMNS,
}
_KEYS = {"entries": "game, number", "notes": "game, number", "games": "number", "pulses": "game", "summaries": "game"}
_BY_ROWID = ("games", "pulses", "summaries")  # their first column is the rowid itself
_REALS = {
    table: [place for place, name in enumerate(columns) if name in ("at", "confidence", "heard_from", "heard_to")]
    for table, columns in _COLUMNS.items()
}


def _recognised(cell: Cell) -> tuple[str, Row] | None:
    """Which table's sound row this is, and its values as SQLite would give them."""
    for table, columns in _COLUMNS.items():
        values = list(cell.values)
        if table == "games" and len(values) == len(columns) - 1:
            values.append("")  # of a file of version 1
        if len(values) != len(columns):
            continue
        if table in _BY_ROWID:
            values[0] = cell.rowid
        for place in _REALS[table]:
            values[place] = _real(values[place])
        if is_sound(table, tuple(values)):
            return table, tuple(values)
    return None


def _real(value: Value) -> Value:
    return float(value) if isinstance(value, int) else value  # SQLite keeps 5.0 as 5


def _collect(connection: sqlite3.Connection, path: Path) -> None:
    """Every sound row into tables of this connection's own, which may outgrow the memory."""
    for table, columns in _COLUMNS.items():
        connection.execute(f"CREATE TEMP TABLE found_{table} ({', '.join(columns)}, PRIMARY KEY ({_KEYS[table]}))")
    size = page_size(path)
    log = read_log(beside(path, "-wal"), size)
    connection.execute("BEGIN")
    for cell in cells(path, size, log):
        _put(connection, cell, "IGNORE")
    for cell in doubtful_cells(path, size, log):  # newer, if sound
        known = _recognised(cell)
        _put(connection, cell, "IGNORE" if known and known[0] in ("entries", "notes") else "REPLACE")
    connection.execute("COMMIT")


def _put(connection: sqlite3.Connection, cell: Cell, conflict: str) -> None:
    known = _recognised(cell)
    if known:
        table, row = known
        marks = ", ".join("?" * len(row))
        connection.execute(f"INSERT OR {conflict} INTO found_{table} VALUES ({marks})", row)


def _rebuild(connection: sqlite3.Connection) -> Saved:
    games = connection.execute("SELECT number FROM found_games UNION SELECT game FROM found_entries ORDER BY 1")
    saved = Saved()
    for (game,) in games.fetchall():
        rows = _rows(connection, "entries", game)
        entries, problem = whole_commands(rows)
        if not entries:
            continue
        notes, _lost = readable_notes(_rows(connection, "notes", game))
        told = [int(str(row[1])) for row in _rows(connection, "summaries", game)]
        is_cut = bool(problem) or any(events > len(entries) for events in told)
        began, program = _beginning(_rows(connection, "games", game), entries)
        put_game(connection, game, began, program)
        put_content(connection, game, entries, notes, None)
        for row in _rows(connection, "pulses", game):
            found = read_pulse(row)
            put_pulse(connection, game, found.at, found.process, found.since or began)
        cut = (*saved.cut, game) if is_cut else saved.cut
        saved = Saved(saved.games + 1, saved.events + len(entries), saved.notes + len(notes), cut)
    _use_no_number_again(connection)
    return saved


def _use_no_number_again(connection: sqlite3.Connection) -> None:
    """Games that are lost keep their numbers: recordings may bear them."""
    seen = " UNION ALL ".join(f"SELECT {_KEYS[table].split(',')[0]} AS game FROM found_{table}" for table in _COLUMNS)
    (highest,) = connection.execute(f"SELECT coalesce(max(game), 0) FROM ({seen})").fetchone()
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
    connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('games', ?)", (highest,))


def _rows(connection: sqlite3.Connection, table: str, game: int) -> list[Row]:
    keys = _KEYS[table]
    query = f"SELECT * FROM found_{table} WHERE {keys.split(',')[0]} = ? ORDER BY {keys}"
    return connection.execute(query, (game,)).fetchall()


def _beginning(rows: Sequence[Row], entries: Sequence[Entry]) -> tuple[datetime, str]:
    """When the game began and by which program: its own row, or its first entry's time."""
    for row in rows:
        _number, began, program = read_game(row)
        return began, program
    return next((entry.wall for entry in entries if entry.wall), datetime.fromtimestamp(0, UTC)), ""
