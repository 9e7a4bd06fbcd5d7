"""Events, commands and log lines as plain dictionaries for JSON, and strictly back."""

import difflib
from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from voice_judge.rules import commands as command_module
from voice_judge.rules import events as event_module
from voice_judge.rules.commands import Command
from voice_judge.rules.events import SCHEMA_VERSION, Event, JudgeEvent, TableEvent
from voice_judge.rules.fold import Recorded
from voice_judge.rules.shape import field_tests

M = TypeVar("M")


class CodecError(ValueError):
    """A dictionary is no event, command or log line of this program; the message (Russian) says what is wrong."""


def _kinds(module: object, base: type[M]) -> dict[str, type[M]]:
    classes = (value for value in vars(module).values() if isinstance(value, type) and issubclass(value, base))
    return {kind.__name__: kind for kind in classes if kind not in (base, TableEvent, JudgeEvent)}


EVENTS: dict[str, type[Event]] = _kinds(event_module, Event)
COMMANDS: dict[str, type[Command]] = _kinds(command_module, Command)


def to_dict(event: Event) -> dict[str, Any]:
    """`{"event": "Nominated", "by": 1, "seat": 5, "several": false, "visibility": "table"}`."""
    return {"event": type(event).__name__, **_plain_fields(event), "visibility": _visibility(type(event))}


def from_dict(data: Mapping[str, Any]) -> Event:
    """The event that `to_dict` wrote. Fields with a default may be missing: older logs lack the newer ones.

    Raises:
        CodecError: the event is unknown, a field is missing, unknown or of a wrong type.
    """
    content = dict(data)
    visibility = content.pop("visibility", None)
    event = _build(content, "event", EVENTS)
    if visibility not in (None, _visibility(type(event))):
        raise CodecError(f"{type(event).__name__}: видимость «{visibility}» не подходит этому событию.")
    return event


def command_to_dict(command: Command) -> dict[str, Any]:
    """`{"command": "Nominate", "by": 1, "seats": [5]}`."""
    return {"command": type(command).__name__, **_plain_fields(command)}


def command_from_dict(data: Mapping[str, Any]) -> Command:
    """The command that `command_to_dict` wrote.

    Raises:
        CodecError: the command is unknown, a field is missing, unknown or of a wrong type.
    """
    return _build(dict(data), "command", COMMANDS)


def record_to_dict(record: Recorded) -> dict[str, Any]:
    """One line of the log: number, time, number of the command, schema version and the event."""
    line = {"number": record.number, "at": record.at, "command": record.command, "schema": record.schema}
    return {**line, **to_dict(record.event)}


def record_from_dict(data: Mapping[str, Any]) -> Recorded:
    """The line that `record_to_dict` wrote.

    Raises:
        CodecError: the line is of a newer schema, or not right.
    """
    content = dict(data)
    line = {name: content.pop(name, None) for name in ("number", "at", "command", "schema")}
    for name, value in line.items():
        if not field_tests(Recorded)[name](value):
            raise CodecError(f"Запись журнала: поле {name} неверно: {value!r}.")
    if line["schema"] > SCHEMA_VERSION:
        raise CodecError(f"Запись журнала сделана более новой программой (версия {line['schema']}).")
    return Recorded(event=from_dict(content), **line)


# --- how -------------------------------------------------------------------------------------------------------


def _visibility(kind: type[Event]) -> str:
    return "judge" if issubclass(kind, JudgeEvent) else "table"


def _plain_fields(message: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(message, field.name)) for field in fields(message)}


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _build(content: dict[str, Any], tag: str, kinds: Mapping[str, type[M]]) -> M:
    name = content.pop(tag, None)
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise CodecError(f"Неизвестно: {tag} «{name}».{_did_you_mean(str(name), kinds)}")
    declaration: Any = kind
    hints, tests = _hints(declaration), field_tests(declaration)
    for field in content:
        if field not in hints:
            raise CodecError(f"{name}: нет поля «{field}».{_did_you_mean(field, hints)}")
    values = {}
    for declared in fields(declaration):
        if declared.name not in content:
            if declared.default is MISSING:
                raise CodecError(f"{name}: не хватает поля «{declared.name}».")
            continue
        value = _typed(content[declared.name], hints[declared.name])
        if not tests[declared.name](value):
            raise CodecError(f"{name}: поле «{declared.name}» неверно: {content[declared.name]!r}.")
        values[declared.name] = value
    return kind(**values)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _typed(value: Any, hint: Any) -> Any:
    """Lists back to tuples, strings back to enumerations; what does not fit stays and fails the field's test."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        if value is None and NoneType in args:
            return None
        others = [arg for arg in args if arg is not NoneType]
        return _typed(value, others[0]) if len(others) == 1 else value
    if origin is tuple and isinstance(value, list):
        each = args[:1] * len(value) if args[-1] is Ellipsis else args
        return (
            tuple(_typed(item, arg) for item, arg in zip(value, each, strict=False))
            if len(each) == len(value)
            else value
        )
    if isinstance(hint, type) and issubclass(hint, Enum) and isinstance(value, str):
        return next((member for member in hint if member.value == value), value)
    return value


def _did_you_mean(word: str, known: Mapping[str, object]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" Может быть, «{close[0]}»?" if close else ""
