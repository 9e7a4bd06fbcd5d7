"""The machine is kept awake during a game, where the system allows it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import Event, Thread
from typing import Protocol

from wakepy import keep

_PATIENCE = 2.0  # seconds: a desktop bus that hangs must not hold up a game
_REFUSED = "Компьютер может уснуть во время игры: система не дала это запретить. Отключите сон в её настройках."


class Mode(Protocol):
    """What wakepy gives: whether the machine is held awake."""

    @property
    def active(self) -> bool:
        """It is."""


def _presenting() -> AbstractContextManager[Mode]:
    """Neither the machine nor its screen sleeps."""
    return keep.presenting(on_fail="pass")


@contextmanager
def kept_awake(
    notice: Callable[[str], None],
    awake: Callable[[], AbstractContextManager[Mode]] = _presenting,
    patience: float = _PATIENCE,
) -> Iterator[None]:
    """While it lasts the machine stays awake; if that is refused or takes too long, `notice` is told once."""
    keeper = _Keeper(awake)
    keeper.thread.start()
    if not keeper.answered.wait(patience) or not keeper.active:
        notice(_REFUSED)
    try:
        yield
    finally:
        keeper.over.set()
        keeper.thread.join(patience)


class _Keeper:
    """Holds the machine awake from a thread of its own: the bus may hang, and wants one thread for coming and going."""

    def __init__(self, awake: Callable[[], AbstractContextManager[Mode]]) -> None:
        self._awake = awake
        self.active = False
        self.answered = Event()
        self.over = Event()
        self.thread = Thread(target=self._keep, name="awake", daemon=True)

    def _keep(self) -> None:
        with suppress(Exception), self._awake() as mode:  # whatever a bus or a driver raises: the game is played
            self.active = mode.active
            self.answered.set()
            self.over.wait()
        self.answered.set()
