"""What the judge's hands send to the game: small messages, put by any thread, taken by the game's one."""

from dataclasses import dataclass
from queue import Empty, SimpleQueue


@dataclass(frozen=True, slots=True)
class NextKey:
    """Go on: the next stage, the end of a speech."""


@dataclass(frozen=True, slots=True)
class BackKey:
    """Take back the last step."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A silent entry, as typed: "/shot 1 5", or only the numbers that this stage asks for. Secret."""

    text: str
    source: str = "silent"  # or "page"


@dataclass(frozen=True, slots=True)
class PushToTalk:
    """At night the microphone is listened to while this key is on."""

    on: bool


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave; the game stays in the journal and can be resumed."""


Message = NextKey | BackKey | Typed | PushToTalk | Quit


class Inbox:
    """A queue from the hands to the game."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Message] = SimpleQueue()

    def put(self, message: Message) -> None:
        """Give a message; never blocks."""
        self._queue.put(message)

    def take(self) -> tuple[Message, ...]:
        """Everything that has come, in order; never blocks."""
        taken: list[Message] = []
        while True:
            try:
                taken.append(self._queue.get_nowait())
            except Empty:
                return tuple(taken)
