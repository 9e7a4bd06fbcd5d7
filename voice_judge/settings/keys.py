"""The list of all keys, read off the model: name, meaning, what it may be, default."""

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from math import inf
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from pydantic.fields import FieldInfo

from voice_judge.settings.model import Settings

Plain = bool | int | float | str
"""A value as TOML has it; an empty string stands for nothing."""


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the file. `name` is its full name, for example `voice.rate`."""

    section: str
    field: str
    kind: type
    choices: tuple[str, ...]
    lowest: float
    highest: float
    default: Plain
    says: str
    """What it means, in Russian."""

    @property
    def name(self) -> str:
        """Section and key."""
        return f"{self.section}.{self.field}"

    @property
    def allowed(self) -> str:
        """What it may be, in Russian."""
        if self.choices:
            return "одно из: " + ", ".join(f'"{choice}"' for choice in self.choices)
        if self.kind is bool:
            return "true или false"
        if self.kind is str:
            return "строка в кавычках" if self.default == "" else "непустая строка в кавычках"
        number = "целое число" if self.kind is int else "число"
        return f"{number} от {self.lowest:g} до {self.highest:g}"


@cache
def all_keys() -> Mapping[str, Key]:
    """Every key by its full name, in the file's order."""
    return {key.name: key for section in fields(Settings) for key in _keys(section.name)}


@cache
def section_titles() -> Mapping[str, str]:
    """The file's tables with their Russian titles."""
    hints = get_type_hints(Settings, include_extras=True)
    return {section.name: _info(hints[section.name]).description or "" for section in fields(Settings)}


def value_of(settings: Settings, key: Key) -> Plain:
    """The value of a key as the file would have it."""
    return _plain(getattr(getattr(settings, key.section), key.field))


def _keys(section: str) -> Iterator[Key]:
    kind = get_args(get_type_hints(Settings, include_extras=True)[section])[0]
    hints = get_type_hints(kind, include_extras=True)
    for item in fields(kind):
        if item.default is MISSING:
            raise TypeError(f"{section}.{item.name}: every setting needs a default")
        yield _key(section, item.name, hints[item.name], item.default)


def _key(section: str, name: str, hint: Any, default: object) -> Key:
    info = _info(hint)
    kind, choices = _kind(hint)
    return Key(
        section=section,
        field=name,
        kind=kind,
        choices=choices,
        lowest=next((mark.ge for mark in info.metadata if hasattr(mark, "ge")), -inf),
        highest=next((mark.le for mark in info.metadata if hasattr(mark, "le")), inf),
        default=_plain(default),
        says=info.description or "",
    )


def _info(hint: Any) -> FieldInfo:
    return next(mark for mark in get_args(hint) if isinstance(mark, FieldInfo))


def _kind(hint: Any) -> tuple[type, tuple[str, ...]]:
    """The TOML type of an annotation, and the choices it leaves."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) is Literal:
        return str, get_args(hint)
    if NoneType in get_args(hint):
        return str, ()
    return hint, ()


def _plain(value: object) -> Plain:
    if value is None:
        return ""
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, bool | int | float | str):
        return value
    raise TypeError(type(value).__name__)
