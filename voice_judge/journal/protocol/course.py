"""The course of a game: its commands one by one, those that hold and those that were taken back.

Undo appends to the log and deletes nothing. Here the log is walked with the rules' own `commit`, so that what holds at
the end is exactly what the rules hold.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from voice_judge.journal.store import Entry, Origin
from voice_judge.rules import Event, GameState, JudgeEvent, SecretsUndone, Undone, commit
from voice_judge.rules.fold import NOT_STEPS


@dataclass(frozen=True, slots=True)
class Step:
    """One command of the log: its events, where it came from, and the game before and after it."""

    at: float
    events: tuple[Event, ...]
    origin: Origin
    before: GameState
    after: GameState

    @property
    def counts(self) -> bool:
        """Whether undo counts it."""
        return bool(self.events) and not isinstance(self.events[0], NOT_STEPS)

    @property
    def secret(self) -> bool:
        """Whether the table does not know of it."""
        return all(isinstance(event, JudgeEvent) for event in self.events)

    @property
    def touches_secrets(self) -> bool:
        """Whether anything of it is the judge's only."""
        return any(isinstance(event, JudgeEvent) for event in self.events)

    @property
    def day(self) -> int:
        """The day it belongs to; the night's victim belongs to the morning's day."""
        return self.after.table.day


@dataclass(frozen=True, slots=True)
class Correction:
    """An undo: when, from where, and the commands that it took back, the oldest first."""

    at: float
    origin: Origin
    undone: tuple[Step, ...]
    secret: bool


@dataclass(frozen=True, slots=True)
class Course:
    """What holds, in order; what was taken back; and where the game stands."""

    steps: tuple[Step, ...]
    corrections: tuple[Correction, ...]
    state: GameState


def course_of(entries: Iterable[Entry]) -> Course:
    """Walk the log. Any sequence of entries has a course, a cut one too."""
    kept: list[Step] = []
    corrections: list[Correction] = []
    state = GameState()
    for step in _steps(entries):
        state = step.after
        if step.events and isinstance(step.events[0], Undone | SecretsUndone):
            undone = _take_back(kept, step.events)
            corrections.append(Correction(step.at, step.origin, undone, step.secret))
        else:
            kept.append(step)
    return Course(tuple(kept), tuple(corrections), state)


def _steps(entries: Iterable[Entry]) -> Iterable[Step]:
    state = GameState()
    for _, group in groupby(entries, key=lambda entry: entry.record.command):
        of_command = tuple(group)
        first = of_command[0]
        events = tuple(entry.record.event for entry in of_command)
        after = commit(state, events, first.record.at)
        yield Step(first.record.at, events, first.origin, state, after)
        state = after


def _take_back(kept: list[Step], events: Sequence[Event]) -> tuple[Step, ...]:
    """Remove from `kept` what these undo events take back; the removed ones, the oldest first."""
    taken: list[Step] = []
    for event in events:
        match event:
            case Undone(steps=steps):
                taken += _last(kept, steps, lambda step: step.counts and not step.secret)
            case SecretsUndone(steps=steps, keeping=keeping):
                stay = _last(kept, keeping, lambda step: step.counts)
                taken += _last(kept, steps, lambda step: step.counts)
                kept.extend(reversed(stay))
    return tuple(reversed(taken))


def _last(kept: list[Step], count: int, counted: Callable[[Step], bool]) -> list[Step]:
    """Take the last `count` steps that are `counted` off `kept`, with all that lies between; the newest first."""
    taken: list[Step] = []
    while count > 0 and any(step.counts for step in kept):
        taken.append(kept.pop())
        count -= counted(taken[-1])
    return taken
