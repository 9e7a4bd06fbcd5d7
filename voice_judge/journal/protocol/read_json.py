"""A protocol's JSON read back: strictly, and with one clear message about what is wrong."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from voice_judge.errors import UserError
from voice_judge.journal.library import StoredGame
from voice_judge.journal.protocol.as_json import FORMAT, VERSION
from voice_judge.journal.protocol.storing import as_stored
from voice_judge.journal.store import Entry, Note, Origin
from voice_judge.rules import (
    ALL_SEATS,
    CodecError,
    GameStarted,
    ProfileError,
    Recorded,
    profile_from_switches,
    record_from_dict,
)

MAX_BYTES = 64_000_000
_MAX_LINES = 200_000
_MAX_TEXT = 20_000
_MAX_NUMBER = 10_000_000
_MAX_DEPTH = 8
_ANY_NUMBER = frozenset({"seed", "switches"})

Seconds = Annotated[float, Field(ge=0, le=1e7, allow_inf_nan=False)]
Wall = Annotated[AwareDatetime | None, Field(strict=False)]
Text = Annotated[str, Field(max_length=_MAX_TEXT)]

_SEAT_FIELDS = frozenset(
    {"seat", "by", "seats", "candidates", "voters", "order", "shooter", "shooters", "target", "victim", "opener"}
    | {"don", "mafia", "sheriff"}
)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Origin(_Strict):
    source: Literal["voice", "silent", "page", "clock"]
    text: Text = ""
    confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = None
    start: Seconds | None = None
    end: Seconds | None = None


class _Note(_Strict):
    at: Seconds
    kind: Annotated[str, Field(max_length=40, pattern=r"^[a-z_]+$")]
    secret: bool
    wall: Wall = None
    body: dict[str, Any]


class _Kept(_Strict):
    """What stands in a line of the log beside the event itself."""

    origin: _Origin
    wall: Wall = None


class _File(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    format: Literal["voice-judge protocol"]
    version: int
    began: AwareDatetime
    clock: Seconds
    events: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=_MAX_LINES)]
    notes: Annotated[list[_Note], Field(max_length=_MAX_LINES)]


def read_protocol(path: Path) -> StoredGame:
    """The game that a protocol's JSON tells of, under the number 0.

    Raises:
        UserError: unreadable, no protocol of this program, of a newer version, or damaged; the message says where.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            _fail(path, f"файл больше {MAX_BYTES // 1_000_000} МБ, это не протокол одной игры")
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        _fail(path, "это не текст в кодировке UTF-8; нужен файл, записанный с --format json")
    except OSError as error:
        _fail(path, f"не читается: {error.strerror}")
    return game_from_text(path, text)


def game_from_text(path: Path, text: str) -> StoredGame:
    """As `read_protocol`, from the file's text; `path` is its name for errors."""
    data = _parse(path, text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        _fail(path, "это не протокол voice-judge; нужен файл, записанный с --format json")
    if isinstance(data.get("version"), int) and data["version"] > VERSION:
        _fail(path, f"протокол версии {data['version']} сделан более новой программой; обновите эту")
    try:
        file = _File.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        _fail(path, f"поле {'.'.join(map(str, first['loc']))} неверно или его нет")
    return _game(path, file)


def _parse(path: Path, text: str) -> Any:
    def constant(name: str) -> NoReturn:
        raise ValueError(name)

    try:
        return json.loads(text, parse_constant=constant)
    except json.JSONDecodeError as error:
        _fail(path, f"строка {error.lineno}: это не JSON или файл оборван")
    except (ValueError, RecursionError):  # NaN, numbers of thousands of digits, nesting without end
        _fail(path, "это не JSON, какой пишет эта программа")


def _game(path: Path, file: _File) -> StoredGame:
    entries = tuple(_entry(path, place, line) for place, line in enumerate(file.events, start=1))
    _check_order(path, [entry.record for entry in entries])
    opened = [entry.record.event for entry in entries if isinstance(entry.record.event, GameStarted)]
    if not opened or not isinstance(entries[0].record.event, GameStarted):
        _fail(path, "журнал не начинается с начала игры")
    for event in opened:
        _check_opening(path, event)
    for place, note in enumerate(file.notes):
        if not _is_flat(note.body):
            _fail(path, f"поле notes.{place}.body: слишком глубоко вложено")
    notes = tuple(Note(note.at, note.kind, note.body, note.secret, note.wall) for note in file.notes)
    return as_stored(entries, notes, file.began, file.clock)


def _entry(path: Path, place: int, line: dict[str, Any]) -> Entry:
    content = dict(line)
    try:
        kept = _Kept.model_validate({name: content.pop(name) for name in ("origin", "wall") if name in content})
        record = record_from_dict(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        _fail(path, f"событие {place}: поле {'.'.join(map(str, first['loc']))} неверно или его нет")
    except CodecError as error:
        _fail(path, f"событие {place}: {error}")
    for name, value in content.items():
        if name in _SEAT_FIELDS and not _are_seats(value):
            _fail(path, f"событие {place}: поле {name}: места за столом — от 1 до {len(ALL_SEATS)}")
        if name not in _ANY_NUMBER and not _is_possible(value):
            _fail(path, f"событие {place}: поле {name}: такого не бывает")
    origin = kept.origin
    return Entry(record, Origin(origin.source, origin.text, origin.confidence, origin.start, origin.end), kept.wall)


def _are_seats(value: object) -> bool:
    numbers = value if isinstance(value, list) else [value]
    return all(number is None or number in ALL_SEATS for number in numbers) and len(numbers) <= len(ALL_SEATS)


def _is_possible(value: object) -> bool:
    """No number that would keep the program busy for ever, no text without end."""
    match value:
        case bool() | None:
            return True
        case int() | float():
            return 0 <= value <= _MAX_NUMBER
        case str():
            return len(value) <= _MAX_TEXT
        case list():
            return all(_is_possible(item) for item in value)
        case _:
            return False


def _is_flat(value: object, depth: int = _MAX_DEPTH) -> bool:
    """A note holds a line of `--json`: lists in lists without end are none."""
    if not depth:
        return False
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(_is_flat(item, depth - 1) for item in inside)


def _check_order(path: Path, records: Sequence[Recorded]) -> None:
    command = 0
    for place, record in enumerate(records, start=1):
        if record.number != place:
            _fail(path, f"событие {place}: номер {record.number}, а должен быть {place}: журнал неполон")
        if record.command - command not in ((0, 1) if command else (1,)):
            _fail(path, f"событие {place}: команда {record.command} не следует за {command}")
        if not 0 <= record.at <= 1e7:
            _fail(path, f"событие {place}: время {record.at:g} невозможно")
        command = record.command


def _check_opening(path: Path, event: GameStarted) -> None:
    if len(event.names) not in (0, *range(4, len(ALL_SEATS) + 1)):
        _fail(path, f"имён игроков {len(event.names)}, а за столом от 4 до {len(ALL_SEATS)}")
    try:
        profile_from_switches(event.profile, event.switches)
    except ProfileError as error:
        _fail(path, str(error))


def _fail(path: Path, problem: str) -> NoReturn:
    raise UserError(f"{path}: {problem}") from None
