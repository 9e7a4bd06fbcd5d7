"""What the judge's hands send to the game: small messages, put by any thread, taken by the game's one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from voice_judge.rules import Checked


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of a silent entry; the Russian `message` says why not, or what was understood. Secret."""

    accepted: bool
    message: str = ""
    check: Checked | None = None


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
    turn: str = ""
    """What the hand saw when it moved (`live.turn`); empty: whatever is now."""
    answer: Callable[[Answered], None] | None = None
    """Told what came of it, by the game's thread; must not block."""


@dataclass(frozen=True, slots=True)
class PushToTalk:
    """At night the microphone is listened to while this key is on."""

    on: bool


@dataclass(frozen=True, slots=True)
class Quit:
    """Leave; the game stays in the journal and can be resumed."""


@dataclass(frozen=True, slots=True)
class PairKey:
    """Another phone is to be the judge's page: a new one-time code."""


@dataclass(frozen=True, slots=True)
class CutOffKey:
    """A phone is lost: none of them is the judge's page any more."""


PAGE_ENTRIES: Mapping[str, PairKey | CutOffKey] = {"/pair": PairKey(), "/cutoff": CutOffKey()}
"""The same keys as typed at the laptop; a page may not."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something for the screen under the judge's eyes, and no other."""

    text: str


Message = NextKey | BackKey | Typed | PushToTalk | PairKey | CutOffKey | Notice | Quit


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
