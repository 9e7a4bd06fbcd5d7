"""Entries and notes as rows of the database, each with a checksum, and strictly back.

SQLite finds damaged pages, not damaged letters: a flipped bit in a seat's number would be believed. So every row
carries the CRC-32 of its content (zlib), by which rows are also known again in a file that has lost its structure.
"""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from math import isfinite

from voice_judge.journal.library import GameSummary
from voice_judge.journal.store import Entry, Note, Origin
from voice_judge.rules import Phase, TableState
from voice_judge.rules.codec import CodecError, record_from_dict, record_to_dict

Value = None | int | float | str
Row = tuple[Value, ...]

ENTRY_COLUMNS = (
    *("game", "number", "command", "remaining", "at", "wall", "source", "text", "confidence"),
    *("heard_from", "heard_to", "event", "body", "schema", "secret", "crc"),
)
NOTE_COLUMNS = ("game", "number", "at", "wall", "kind", "body", "secret", "crc")
GAME_COLUMNS = ("number", "began", "crc", "program")
PULSE_COLUMNS = ("game", "at", "process", "since", "crc")
SUMMARY_COLUMNS = ("game", "events", "names", "finished", "winner", "crc")
_WALL = {"entries": ENTRY_COLUMNS.index("wall"), "notes": NOTE_COLUMNS.index("wall")}


class RowError(ValueError):
    """A row is not as it was written, or not of this program; the message (Russian) says what is wrong."""


def crc(table: str, content: Sequence[object]) -> int:
    """The checksum of a row of `table`; `content` is all of it but the checksum."""
    return zlib.crc32(json.dumps([table, *content], ensure_ascii=False).encode("utf-8", "replace"))


def entry_rows(game: int, entries: Sequence[Entry], wall: datetime | None) -> list[Row]:
    """Rows of `entries` in order, whole commands; `wall` is for those that bring no time of their own."""
    rows: list[Row] = []
    for _, command in groupby(entries, key=lambda entry: entry.record.command):
        of_command = list(command)
        for place, entry in enumerate(of_command, start=1):
            rows.append(_sealed("entries", _entry(game, entry, len(of_command) - place, entry.wall or wall)))
    return rows


def note_row(game: int, number: int, note: Note, wall: datetime | None) -> Row:
    """The row of a note, the game's `number`-th."""
    body = json.dumps(dict(note.body), ensure_ascii=False, default=str)
    moment = _iso(note.wall or wall)
    return _sealed("notes", (game, number, _real(note.at) or 0.0, moment, note.kind, _clean(body), int(note.secret)))


def game_row(number: int, began: datetime, program: str) -> Row:
    """The row of a game."""
    return (number, _iso(began), crc("games", (number, _iso(began))), program)


def pulse_row(game: int, at: float, process: int, since: datetime) -> Row:
    """The row of a game's last known second and of the process that leads it."""
    return _sealed("pulses", (game, _real(at) or 0.0, process, _iso(since)))


def summary_row(game: int, events: int, table: TableState) -> Row:
    """The row of what a game's first `events` entries come to."""
    winner = table.winner.value if table.winner else None
    names = _clean(json.dumps(table.names, ensure_ascii=False))
    return _sealed("summaries", (game, events, names, int(table.phase is Phase.OVER), winner))


def read_entry(row: Row) -> tuple[Entry, int]:
    """The entry of a row, and how many of its command are still to come.

    Raises:
        RowError: the row is damaged, or of a newer program.
    """
    _unseal("entries", row)
    value = dict(zip(ENTRY_COLUMNS, row, strict=True))
    names = ("number", "at", "command", "schema", "event")
    try:
        record = record_from_dict({name: value[name] for name in names} | json.loads(str(value["body"])))
    except (CodecError, ValueError, TypeError) as error:
        raise RowError(str(error)) from None
    confidence, start, end = (_number(value[name]) for name in ("confidence", "heard_from", "heard_to"))
    origin = Origin(str(value["source"]), str(value["text"]), confidence, start, end)
    return Entry(record, origin, read_time(value["wall"])), int(str(value["remaining"]))


def read_note(row: Row) -> Note:
    """The note of a row.

    Raises:
        RowError: the row is damaged.
    """
    _unseal("notes", row)
    at, wall, kind, body, secret = row[2:7]
    try:
        content = json.loads(str(body))
    except ValueError as error:
        raise RowError(str(error)) from None
    return Note(_number(at) or 0.0, str(kind), content, bool(secret), read_time(wall))


@dataclass(frozen=True, slots=True)
class Pulse:
    """The last known second of a game's audio clock, and the process that leads or led it."""

    at: float
    process: int
    since: datetime | None


def read_pulse(row: Row) -> Pulse:
    """The pulse of a row.

    Raises:
        RowError: the row is damaged.
    """
    _unseal("pulses", row)
    _game, at, process, since, _crc = row
    return Pulse(_number(at) or 0.0, int(str(process)), read_time(since))


def read_summary(row: Row, began: datetime) -> GameSummary:
    """The summary of a row; the game's beginning is kept elsewhere.

    Raises:
        RowError: the row is damaged.
    """
    _unseal("summaries", row)
    game, events, names, finished, winner, _crc = row
    read = tuple(str(name) for name in json.loads(str(names)))
    return GameSummary(
        int(str(game)), began, read, int(str(events)), bool(finished), None if winner is None else str(winner)
    )


def read_game(row: Row) -> tuple[int, datetime, str]:
    """A game's number, its beginning and the version of the program that began it.

    Raises:
        RowError: the row is damaged.
    """
    number, began, _crc, program = row
    moment = read_time(began)
    if not is_sound("games", row) or moment is None:
        raise RowError("запись об игре повреждена")
    return int(str(number)), moment, str(program)


def is_sound(table: str, row: Row) -> bool:
    """Whether this is a row of `table`, as it was written."""
    content = row[:2] if table == "games" else row[:-1]
    return row[2 if table == "games" else -1] == crc(table, content)


def same(first: Row, second: Row, table: str) -> bool:
    """Whether two rows say the same; when they were written does not count."""
    place = _WALL[table]
    return [*first[:place], *first[place + 1 : -1]] == [*second[:place], *second[place + 1 : -1]]


def read_time(text: Value) -> datetime | None:
    """The time of day that a row holds, or None for none."""
    try:
        return datetime.fromisoformat(str(text)) if text is not None else None
    except ValueError:
        return None


# --- how -------------------------------------------------------------------------------------------------------


def _entry(game: int, entry: Entry, remaining: int, wall: datetime | None) -> Row:
    origin, body = entry.origin, record_to_dict(entry.record)
    number, at, command, schema, event = (body.pop(name) for name in ("number", "at", "command", "schema", "event"))
    secret = int(body["visibility"] == "judge")
    heard = (_real(origin.confidence), _real(origin.start), _real(origin.end))
    text = _clean(json.dumps(body, ensure_ascii=False))
    where = (game, number, command, remaining, _real(at) or 0.0, _iso(wall))
    return (*where, _clean(origin.source), _clean(origin.text), *heard, event, text, schema, secret)


def _sealed(table: str, content: Row) -> Row:
    return (*content, crc(table, content))


def _unseal(table: str, row: Row) -> None:
    if not is_sound(table, row):
        raise RowError("запись повреждена: её контрольная сумма не сходится")


def _iso(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds") if moment else None


def _real(value: float | None) -> float | None:
    return float(value) + 0.0 if value is not None and isfinite(value) else None  # SQLite has no -0.0


def _number(value: Value) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _clean(text: str) -> str:
    """`text` as UTF-8 can hold it: a terminal may hand us halves of characters."""
    return text.encode("utf-8", "replace").decode("utf-8")
