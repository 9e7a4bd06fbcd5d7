"""The shape of messages: whether every field of a command or an event holds what its annotation says.

Commands come from speech, keys, phones and files; a wrong type must end in a refusal, not in a traceback.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

Test = Callable[[Any], bool]


def well_formed(message: object) -> bool:
    """Whether every field of the dataclass instance `message` has the annotated type, exactly: no bool for an int."""
    kind: Any = type(message)
    return all(test(getattr(message, name)) for name, test in field_tests(kind).items())


@cache
def field_tests(kind: type) -> Mapping[str, Test]:
    """A test for each field of the dataclass `kind`."""
    hints = get_type_hints(kind)
    return {field.name: checker_of(hints[field.name]) for field in fields(kind)}


def checker_of(hint: Any) -> Test:
    """A test for values of the type `hint`: exact for scalars and enumerations, by item for tuples."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        tests = [checker_of(arg) for arg in args]
        return lambda value: any(test(value) for test in tests)
    if origin is tuple:
        return _tuple_test(args)
    if hint is float:
        return lambda value: type(value) in (int, float) and isfinite(value)
    if hint in (int, str, bool, NoneType) or issubclass(hint, Enum):
        return lambda value: type(value) is hint
    return lambda value: isinstance(value, hint)


def _tuple_test(args: tuple[Any, ...]) -> Test:
    if len(args) == 2 and args[1] is Ellipsis:
        each = checker_of(args[0])
        return lambda value: type(value) is tuple and all(each(item) for item in value)
    tests = [checker_of(arg) for arg in args]
    return lambda value: (
        type(value) is tuple
        and len(value) == len(tests)
        and all(test(item) for test, item in zip(tests, value, strict=True))
    )
