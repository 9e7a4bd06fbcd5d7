"""A live game on a clock of its own, and the very bytes that the hall's screen gets of it."""

from dataclasses import dataclass, field, replace

import numpy as np

from tests.live.live import Live
from voice_judge.console.desk import HallDesk
from voice_judge.console.feed import Following
from voice_judge.console.hall_process import hear
from voice_judge.console.wording import PageWording
from voice_judge.live.inbox import Inbox, Typed
from voice_judge.live.link import Link
from voice_judge.live.link_wire import Json, line
from voice_judge.rules import OFFICIAL, Stage
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk

_SECOND = np.zeros(SAMPLE_RATE, np.int16)
# where the night's victim speaks after the circle, a decided game shows itself by not opening the circle
_PROFILE = replace(OFFICIAL, night_word="before_circle")


@dataclass
class Kept:
    """A link's server that keeps what it should send."""

    sent: list[Json] = field(default_factory=list)
    consoles: int = 1

    def start(self) -> None: ...

    def close(self) -> None: ...

    def send(self, message: Json) -> None:
        self.sent.append(message)


class Hall:
    """What one screen in the hall gets: (second of the game, bytes)."""

    def __init__(self) -> None:
        self.bytes: list[tuple[float, bytes]] = []
        self._clock = 0.0
        self._desk = HallDesk(lambda: self._clock)
        self._following = Following()
        self._desk.feed.join(self._following)

    def hear(self, now: float, messages: list[Json]) -> None:
        """Messages that the link has sent by `now`: the public ones go through the pipe to the hall's process."""
        self._clock = now
        for message in messages:
            if message["kind"] in ("hall", "time"):
                hear(self._desk, line(message).decode())
        for told in self._following.take_now():
            self.bytes.append((now, f"{told.number} {told.event} {told.data}".encode()))


class Side:
    """One live game, driven by taps."""

    def __init__(self) -> None:
        self._server = Kept()
        self.hall = Hall()
        self.live = Live(watch=self._watch, profile=_PROFILE)
        self._seconds = 0
        self.ended = float("inf")
        """When everybody knew how the game had ended."""

    def _watch(self, inbox: Inbox) -> Link:
        self._link = Link(PageWording(), inbox, server=lambda _greet, _hear: self._server)
        return self._link

    def type(self, *texts: str) -> None:
        """Silent input, in the next second."""
        for text in texts:
            self.live.inbox.put(Typed(text, "page"))

    def second(self) -> None:
        """One second goes by."""
        chunk = AudioChunk(_SECOND, float(self._seconds))
        self._seconds += 1
        self.live.table.step(chunk, chunk)
        self._link.tell_waiting()
        self.hall.hear(float(self._seconds), self._server.sent)
        self._server.sent.clear()
        if self.live.moderator.table.stage is Stage.OVER:
            self.ended = min(self.ended, float(self._seconds))
