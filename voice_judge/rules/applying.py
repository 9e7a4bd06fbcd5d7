"""How an event is applied: a register of small functions, one per type of event, and helpers to write them.

Nothing here knows the rules: whatever the rules decided is in the event.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from voice_judge.rules.events import Event
from voice_judge.rules.state import Clock, GameState

E = TypeVar("E", bound=Event)
Applier = Callable[[GameState, E, float], GameState]

APPLIERS: dict[type[Event], Applier[Any]] = {}


def applies(kind: type[E]) -> Callable[[Applier[E]], Applier[E]]:
    """Register the decorated function for events of type `kind`."""

    def register(function: Applier[E]) -> Applier[E]:
        APPLIERS[kind] = function
        return function

    return register


def on_table(state: GameState, **changes: Any) -> GameState:
    """The state with some of the table's fields changed."""
    return replace(state, table=replace(state.table, **changes))


def on_judge(state: GameState, **changes: Any) -> GameState:
    """The state with some of the judge's fields changed."""
    return replace(state, judge=replace(state.judge, **changes))


def frozen_clock(clock: Clock | None, at: float) -> Clock | None:
    """The clock as it stands at `at`, stopped."""
    return clock if clock is None or clock.since is None else Clock(clock.length, clock.remaining(at))
