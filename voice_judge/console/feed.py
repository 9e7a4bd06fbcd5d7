"""A stream of numbered messages to any number of browsers: each one goes on where it was, or begins again."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

KEPT = 500
"""So many numbered messages are kept for a page that comes back: about ten minutes of a lively game."""

_WAITING = 200  # messages that may wait for one slow browser before it has to begin again


@dataclass(frozen=True, slots=True)
class Told:
    """One message: its `event` and `data` (JSON text). A `number` of 0 is not counted: the time, a whole state."""

    event: str
    data: str
    number: int = 0


class Following:
    """One browser's place in the stream."""

    def __init__(self) -> None:
        self._waiting: deque[Told] = deque()
        self._news = asyncio.Event()
        self.overrun = False
        self.ended = False

    def put(self, told: Told) -> None:
        """The next message; a browser that is too slow begins again later."""
        if len(self._waiting) >= _WAITING:
            self._waiting.clear()
            self.overrun = True
        elif not self.overrun:
            self._waiting.append(told)
        self._news.set()

    def restart(self) -> None:
        """What has been told no longer holds: begin again."""
        self._waiting.clear()
        self.overrun = True
        self._news.set()

    def end(self) -> None:
        """Tell nothing more."""
        self.ended = True
        self._news.set()

    async def take(self) -> Sequence[Told]:
        """What has come since; waits for something."""
        await self._news.wait()
        return self.take_now()

    def take_now(self) -> Sequence[Told]:
        """What has come since, perhaps nothing."""
        self._news.clear()
        taken = tuple(self._waiting)
        self._waiting.clear()
        return taken


class Feed:
    """One stream; used by one event loop's thread only.

    Args:
        whole: the messages that a page begins with.
        epoch: names the numbering; another one begins when another game's process is listened to.
    """

    def __init__(self, whole: Callable[[], Sequence[Told]], epoch: str = "") -> None:
        self._whole = whole
        self._kept: deque[Told] = deque(maxlen=KEPT)
        self._followers: set[Following] = set()
        self.epoch = epoch
        self.number = 0

    @property
    def followers(self) -> int:
        """How many browsers are there."""
        return len(self._followers)

    def join(self, follower: Following) -> None:
        """Tell this one, too, from now on."""
        self._followers.add(follower)

    def begin(self, epoch: str, number: int = 0) -> None:
        """Another numbering; whoever follows begins again. Messages after `number` come next."""
        self.epoch, self.number = epoch, number
        self._kept.clear()
        for follower in self._followers:
            follower.restart()

    def tell(self, told: Told) -> None:
        """Send a message to everyone."""
        if told.number:
            self.number = told.number
            self._kept.append(told)
        for follower in self._followers:
            follower.put(told)

    def identity(self, told: Told) -> str:
        """The `id:` of a message as the browser gives it back in `Last-Event-ID`."""
        return f"{self.epoch}-{told.number}"

    async def follow(self, last: str | None, following: Following | None = None) -> AsyncIterator[Told]:
        """Everything from now on; first what has come after the message `last`, or the whole if that is not known."""
        follower = following or Following()
        self.join(follower)
        try:
            for told in self._missed(last):
                yield told
            while not follower.ended:
                for told in await follower.take():
                    if follower.ended or follower.overrun:
                        break
                    yield told
                if follower.overrun and not follower.ended:
                    follower.overrun = False
                    for told in self._whole():
                        yield told
        finally:
            self._followers.discard(follower)

    def _missed(self, last: str | None) -> Sequence[Told]:
        epoch, _, number = (last or "").rpartition("-")
        if epoch != self.epoch or not (number.isascii() and number.isdecimal() and len(number) < 12):
            return self._whole()
        known = int(number)
        missed = [told for told in self._kept if told.number > known]
        complete = known == self.number or (bool(missed) and missed[0].number == known + 1)
        return missed if complete and known <= self.number else self._whole()
