"""How an event is applied: a register of small functions, one per type of event, and helpers to write them.

Nothing here knows the rules: whatever the rules decided is in the event.
"""

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

from voice_judge.rules.events import Event
from voice_judge.rules.state import Clock, GameState, JudgeState, TableState

E = TypeVar("E", bound=Event)
Applier = Callable[[GameState, E, float], GameState]

APPLIERS: dict[type[Event], Applier[Any]] = {}


def applies(kind: type[E]) -> Callable[[Applier[E]], Applier[E]]:
    """Register the decorated function for events of type `kind`."""

    def register(function: Applier[E]) -> Applier[E]:
        APPLIERS[kind] = function
        return function

    return register


class _Changer:
    """`dataclasses.replace` for one class, twice as fast: folding a log is mostly this (benchmarks/rules.py)."""

    def __init__(self, kind: type) -> None:
        names = [field.name for field in fields(kind)]
        self._kind = kind
        self._values = attrgetter(*names)
        self._place = {name: place for place, name in enumerate(names)}

    def __call__(self, instance: Any, changes: dict[str, Any]) -> Any:
        values = list(self._values(instance))
        for name, value in changes.items():
            values[self._place[name]] = value
        return self._kind(*values)


_change_table = _Changer(TableState)
_change_judge = _Changer(JudgeState)


def on_table(state: GameState, **changes: Any) -> GameState:
    """The state with some of the table's fields changed."""
    return GameState(_change_table(state.table, changes), state.judge, state.past, state.steps)


def on_judge(state: GameState, **changes: Any) -> GameState:
    """The state with some of the judge's fields changed."""
    return GameState(state.table, _change_judge(state.judge, changes), state.past, state.steps)


def frozen_clock(clock: Clock | None, at: float) -> Clock | None:
    """The clock as it stands at `at`, stopped."""
    return clock if clock is None or clock.since is None else Clock(clock.length, clock.remaining(at))
