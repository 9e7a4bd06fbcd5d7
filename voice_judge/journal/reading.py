"""Games out of the database: what each comes to, and one of them whole."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime

from voice_judge.journal.library import GameSummary, StoredGame
from voice_judge.journal.rows import (
    ENTRY_COLUMNS,
    GAME_COLUMNS,
    NOTE_COLUMNS,
    PULSE_COLUMNS,
    SUMMARY_COLUMNS,
    Pulse,
    Row,
    RowError,
    read_entry,
    read_game,
    read_note,
    read_pulse,
    read_summary,
)
from voice_judge.journal.store import Entry, Note
from voice_judge.rules import Phase, fold

_LAST = "(SELECT coalesce(max(number), 0) FROM entries WHERE game = g.number)"


def summaries(
    connection: sqlite3.Connection, until: Callable[[GameSummary], bool] = lambda _game: False
) -> list[GameSummary]:
    """Every game in which something has happened, the newest first, up to the first for which `until` holds.

    Raises:
        sqlite3.Error: the file cannot be read.
    """
    columns = ", ".join([*(f"g.{name}" for name in GAME_COLUMNS), *(f"s.{name}" for name in SUMMARY_COLUMNS)])
    rows = connection.execute(
        f"SELECT {columns}, {_LAST} FROM games g LEFT JOIN summaries s ON s.game = g.number ORDER BY g.number DESC"
    )
    found: list[GameSummary] = []
    for row in rows:
        if row[-1]:
            found.append(_summary(connection, row))
            if until(found[-1]):
                break
    return found


def load(connection: sqlite3.Connection, game: int) -> StoredGame | None:
    """One game, as far as it can be read; None: there is no such game.

    Raises:
        sqlite3.Error: the file cannot be read.
    """
    found = _one(connection, "games", GAME_COLUMNS, "number", game)
    if found is None:
        return None
    rows = _all(connection, "entries", ENTRY_COLUMNS, game)
    entries, problem = whole_commands(rows)
    told = _told_events(connection, game)
    if not problem and told > len(entries):
        problem = f"событий было {told}"
    notes, lost = readable_notes(_all(connection, "notes", NOTE_COLUMNS, game))
    return StoredGame(
        _fold(game, _began(found, entries), entries),
        entries,
        notes,
        last_second(entries, notes, pulse(connection, game)),
        warning(game, max(told, len(rows)) - len(entries), problem, lost),
    )


def pulse(connection: sqlite3.Connection, game: int) -> Pulse | None:
    """The game's last known second and who leads it.

    Raises:
        sqlite3.Error: the file cannot be read.
    """
    row = _one(connection, "pulses", PULSE_COLUMNS, "game", game)
    try:
        return read_pulse(row) if row else None
    except RowError:
        return None


def whole_commands(rows: Iterable[Row]) -> tuple[tuple[Entry, ...], str]:
    """The entries up to the last whole command that can be read, and what is wrong with the next (or nothing)."""
    entries: list[Entry] = []
    whole, problem = 0, ""
    for row in rows:
        try:
            entry, remaining = read_entry(row)
        except RowError as error:
            problem = str(error)
            break
        if entry.record.number != len(entries) + 1:
            problem = f"нет события {len(entries) + 1}"
            break
        entries.append(entry)
        if remaining == 0:
            whole = len(entries)
    if not problem and whole < len(entries):
        problem = f"нет события {len(entries) + 1}"
    return tuple(entries[:whole]), problem


def readable_notes(rows: Iterable[Row]) -> tuple[tuple[Note, ...], int]:
    """The notes that can be read, and how many cannot."""
    notes: list[Note] = []
    lost = 0
    for row in rows:
        try:
            notes.append(read_note(row))
        except RowError:
            lost += 1
    return tuple(notes), lost


def last_second(entries: Sequence[Entry], notes: Sequence[Note], found: Pulse | None) -> float:
    """The last known second of the game's audio clock: a resumed game goes on from here."""
    known = [entries[-1].record.at if entries else 0.0, notes[-1].at if notes else 0.0, found.at if found else 0.0]
    return max(known)


def warning(game: int, lost: int, problem: str, notes: int) -> str:
    """What the disk has lost of a game, for the judge; empty for nothing."""
    told = []
    if problem:
        told.append(f"последние события ({lost}) не читаются ({problem}), игра известна до последней целой команды")
    if notes:
        told.append(f"не читаются заметки ({notes})")
    return f"игра {game} повреждена на диске: {'; '.join(told)}" if told else ""


# --- how -------------------------------------------------------------------------------------------------------


def _summary(connection: sqlite3.Connection, row: Row) -> GameSummary:
    found, kept, last = row[: len(GAME_COLUMNS)], row[len(GAME_COLUMNS) : -1], row[-1]
    game = int(str(found[0]))
    if kept[1] == last:
        try:
            return read_summary(kept, read_game(found)[1])
        except (RowError, ValueError):
            pass  # told anew from the entries
    entries, _problem = whole_commands(_all(connection, "entries", ENTRY_COLUMNS, game))
    return _fold(game, _began(found, entries), entries)


def _told_events(connection: sqlite3.Connection, game: int) -> int:
    """How many entries the game's summary knows of; 0 if it cannot be read."""
    row = _one(connection, "summaries", SUMMARY_COLUMNS, "game", game)
    try:
        return read_summary(row, datetime.fromtimestamp(0, UTC)).events if row else 0
    except (RowError, ValueError):
        return 0


def _fold(game: int, began: datetime, entries: Sequence[Entry]) -> GameSummary:
    table = fold([entry.record for entry in entries]).table
    finished = table.phase is Phase.OVER
    return GameSummary(game, began, table.names, len(entries), finished, table.winner.value if table.winner else None)


def _began(row: Row, entries: Sequence[Entry]) -> datetime:
    """When the game began, by its own row or by its first entry."""
    try:
        return read_game(row)[1]
    except RowError:
        walls = (entry.wall for entry in entries if entry.wall)
        return next(walls, datetime.fromtimestamp(0, UTC))


def _one(connection: sqlite3.Connection, table: str, columns: Sequence[str], key: str, value: int) -> Row | None:
    query = f"SELECT {', '.join(columns)} FROM {table} WHERE {key} = ?"
    row: Row | None = connection.execute(query, (value,)).fetchone()
    return row


def _all(connection: sqlite3.Connection, table: str, columns: Sequence[str], game: int) -> list[Row]:
    query = f"SELECT {', '.join(columns)} FROM {table} WHERE game = ? ORDER BY number"
    return connection.execute(query, (game,)).fetchall()
