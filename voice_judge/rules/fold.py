"""From events to a state: `apply` one event, `commit` the events of one command, `fold` a whole log.

The cost of folding is linear in the number of events: a step adds one link to the chain of `GameState.past`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from voice_judge.rules import apply_day, apply_night, apply_vote
from voice_judge.rules.applying import APPLIERS
from voice_judge.rules.events import (
    SCHEMA_VERSION,
    ClockStarted,
    ClockStopped,
    Event,
    JudgeEvent,
    NomineesTold,
    SecretsUndone,
    ShotsMissing,
    Undone,
)
from voice_judge.rules.state import GameState, Past

__all__ = ["NOT_STEPS", "Recorded", "apply", "commit", "fold"]

NOT_STEPS = (ClockStarted, ClockStopped, NomineesTold, ShotsMissing, Undone, SecretsUndone)
"""A command whose first event is one of these is no step: undo neither counts it nor stops at it."""

_REGISTERED = (apply_day, apply_night, apply_vote)  # imported for what they register


@dataclass(frozen=True, slots=True)
class Recorded:
    """One line of the log: event `number` (from 1), at `at` seconds of the audio clock.

    `command` is the number of the command (from 1) that caused it: events of one command share it.
    """

    number: int
    at: float
    event: Event
    command: int
    schema: int = SCHEMA_VERSION


def apply(state: GameState, event: Event, at: float) -> GameState:
    """The state after `event`. Pure; every event applies to every state."""
    return APPLIERS[type(event)](state, event, at)


def commit(state: GameState, events: tuple[Event, ...], at: float) -> GameState:
    """The state after all `events` of one command, with the way back laid if the command was a step."""
    after = state
    for event in events:
        after = apply(after, event, at)
    if not events or isinstance(events[0], NOT_STEPS):
        return after
    secret = all(isinstance(event, JudgeEvent) for event in events)
    return replace(after, past=Past(apply_night.standing(state, at), secret), steps=state.steps + 1)


def fold(records: Iterable[Recorded]) -> GameState:
    """The state a log leads to."""
    state = GameState()
    for _, group in groupby(records, key=lambda record: record.command):
        of_step = tuple(group)
        state = commit(state, tuple(record.event for record in of_step), of_step[0].at)
    return state
