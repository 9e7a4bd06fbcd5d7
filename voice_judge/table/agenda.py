"""What will happen by itself, and when: the moderator's own timers, in seconds of the audio clock."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto


class Timer(Enum):
    """Kinds of pending things; one kind can be cancelled or waited for as a whole."""

    VOICE = auto()  # an announcement begins
    CLOCK = auto()  # the speech clock starts when the judge has finished speaking
    CUE = auto()  # ten seconds left, time
    FLOW = auto()  # the script goes on by itself


@dataclass(frozen=True, slots=True, order=True)
class _Item:
    due: float
    number: int
    timer: Timer = field(compare=False)
    action: Callable[[], None] = field(compare=False)


class Agenda:
    """A short list of pending actions, run in order of their time; equal times in the order they were put in."""

    def __init__(self) -> None:
        self._items: list[_Item] = []
        self._number = 0

    def put(self, due: float, timer: Timer, action: Callable[[], None]) -> None:
        """Run `action` when the audio clock reaches `due` seconds."""
        self._number += 1
        self._items.append(_Item(due, self._number, timer, action))
        self._items.sort()

    def cancel(self, timer: Timer) -> None:
        """Forget everything of this kind."""
        self._items = [item for item in self._items if item.timer is not timer]

    def next_due(self, *timers: Timer) -> float | None:
        """When the next action (of these kinds, or of any) is due; None when nothing is pending."""
        return next((item.due for item in self._items if not timers or item.timer in timers), None)

    def pop(self, until: float) -> tuple[float, Callable[[], None]] | None:
        """Take out the next action due at or before `until`: its time and the action."""
        if not self._items or self._items[0].due > until:
            return None
        item = self._items.pop(0)
        return item.due, item.action

    def freeze(self) -> "Frozen":
        """Take out everything but announcements, for a pause."""
        taken = [item for item in self._items if item.timer is not Timer.VOICE]
        self._items = [item for item in self._items if item.timer is Timer.VOICE]
        return Frozen(tuple(taken))

    def thaw(self, frozen: "Frozen", seconds: float) -> None:
        """Put back what was frozen, `seconds` later than it was due."""
        for item in frozen.items:
            self.put(item.due + seconds, item.timer, item.action)


@dataclass(frozen=True, slots=True)
class Frozen:
    """What waits for the end of a pause."""

    items: tuple[_Item, ...] = ()
