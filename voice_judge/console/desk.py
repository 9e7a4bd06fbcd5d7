"""What the judge's server and the hall's server know of the game: the latest of everything, ready to be sent."""

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence

from voice_judge.console.feed import Feed, Told
from voice_judge.console.model import TimeOut

LOG_LINES = 200
SILENT_SECONDS = 3.0
"""The game tells the time every second; after so long without it the pages say that it is away."""
TIME_EVERY = 5
"""Seconds of the game between two times told to the pages."""


class GameTime:
    """The game's audio clock as known here."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._now, self._known = 0.0, float("-inf")
        self._was_live = False

    def hear(self, now: float) -> None:
        """The game says that it is `now` seconds."""
        self._now, self._known = now, self._clock()

    def lost(self) -> None:
        """The game has gone away."""
        self._now, self._known = self._estimate, float("-inf")

    @property
    def live(self) -> bool:
        """The game is there and goes on."""
        return self._clock() - self._known < SILENT_SECONDS

    @property
    def _estimate(self) -> float:
        return self._now + (self._clock() - self._known if self.live else 0.0)

    def out(self) -> str:
        """For a page that has just connected."""
        return TimeOut(now=round(self._estimate, 1), live=self.live).model_dump_json()

    def changed(self) -> bool:
        """Whether it has come or gone since last asked."""
        before, self._was_live = self._was_live, self.live
        return before != self._was_live


class Desk(ABC):
    """What both servers do with the time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.time = GameTime(clock)
        self.feed = Feed(self._whole)

    def tick(self, now: float) -> None:
        """The game's time."""
        self.time.hear(now)
        if self.time.changed() or int(now) % TIME_EVERY == 0:
            self.feed.tell(Told("time", TimeOut(now=now, live=True).model_dump_json()))

    def watch(self) -> None:
        """Called now and then: tells that the game has gone silent."""
        if self.time.changed():
            self.feed.tell(Told("time", self.time.out()))

    @abstractmethod
    def _whole(self) -> Sequence[Told]:
        """Everything, for somebody who has just come."""


class HallDesk(Desk):
    """What the hall's server knows."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self._view = ""

    def begin(self, epoch: str) -> None:
        """Another game's process."""
        self._view = ""
        self.feed.begin(epoch)

    def show(self, number: int, view: str) -> None:
        """The view, as JSON text."""
        if number > self.feed.number:
            self._view = view
            self.feed.tell(Told("view", view, number))

    def state(self) -> str:
        """Everything at once."""
        return f'{{"view":{self._view or "null"},"time":{self.time.out()}}}'

    def _whole(self) -> Sequence[Told]:
        view = (Told("view", self._view, self.feed.number),) if self._view else ()
        return (*view, Told("time", self.time.out()))


class JudgeDesk(Desk):
    """What the judge's server knows. Secret."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock)
        self._view = ""
        self._log: deque[str] = deque(maxlen=LOG_LINES)

    def begin(self, epoch: str) -> None:
        """Another game's process."""
        self._view = ""
        self._log.clear()
        self.feed.begin(epoch)

    def tell(self, number: int, event: str, data: str) -> None:
        """A numbered message: a `view` or a line of the `log`, as JSON text. One that is known already is skipped."""
        if number <= self.feed.number:
            return
        if event == "view":
            self._view = data
        else:
            self._log.append(data)
        self.feed.tell(Told(event, data, number))

    def state(self) -> str:
        """Everything at once."""
        log = ",".join(self._log)
        return f'{{"view":{self._view or "null"},"log":[{log}],"time":{self.time.out()}}}'

    def _whole(self) -> Sequence[Told]:
        return (Told("state", self.state(), self.feed.number),)
