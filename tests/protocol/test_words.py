"""Every event has Russian words."""

import re
from dataclasses import fields
from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from voice_judge.journal.protocol.words import clock, describe, seats
from voice_judge.rules import Event
from voice_judge.rules.codec import EVENTS


def example(hint: Any) -> Any:
    """Some value of this type."""
    if get_origin(hint) is UnionType:
        return example(get_args(hint)[0])
    if get_origin(hint) is tuple:
        kinds = get_args(hint)
        return () if kinds[-1] is Ellipsis else tuple(example(kind) for kind in kinds)
    return next(iter(hint)) if issubclass(hint, Enum) else hint(1)


def examples() -> list[Event]:
    made = []
    for kind in EVENTS.values():
        declaration: Any = kind
        hints = get_type_hints(kind)
        made.append(kind(**{field.name: example(hints[field.name]) for field in fields(declaration)}))
    return made


@pytest.mark.parametrize("event", examples(), ids=lambda event: type(event).__name__)
def test_an_event_is_told_in_russian(event: Event) -> None:
    told = describe(event)
    assert re.search("[а-яё]", told)
    assert not re.search("[A-Za-z_]", told)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.0, "0:00"), (59.6, "1:00"), (61.0, "1:01"), (3723.4, "1:02:03"), (-5.0, "0:00")]
)
def test_clock(seconds: float, text: str) -> None:
    assert clock(seconds) == text


@pytest.mark.parametrize(("numbers", "text"), [((), "—"), ((5,), "5"), ((1, 10), "1, 10")])
def test_seats(numbers: tuple[int, ...], text: str) -> None:
    assert seats(numbers) == text
