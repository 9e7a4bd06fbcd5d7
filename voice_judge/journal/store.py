"""The seam of the journal: append-only, durable before `append` returns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from voice_judge.errors import UserError
from voice_judge.rules import Recorded


class JournalError(UserError):
    """The journal could not keep something (no space, a read-only or failing disk); nothing of it was kept."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a command came from: `source` is voice, silent (keys), page, clock.

    `text` is what was recognised or typed; `confidence` 0 to 1, `start` and `end` (seconds of the audio clock) are
    there for what was heard.
    """

    source: str
    text: str = ""
    confidence: float | None = None
    start: float | None = None
    end: float | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the game's log, with its origin. `record.at` is the audio clock.

    `wall` is the time of day (with its zone) at which it was kept; the journal on disk fills it in.
    """

    record: Recorded
    origin: Origin
    wall: datetime | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that is no event but belongs to the protocol: a line of `--json` (docs/events.md).

    `kind` is its "type" (heard, input, said, refused, ...), `body` the whole line; `secret` ones are the judge's.
    """

    at: float
    kind: str
    body: Mapping[str, object] = field(default_factory=dict)
    secret: bool = False
    wall: datetime | None = None


class Journal(Protocol):
    """Keeps one game's entries and notes in order."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep one command's entries, all or none; when this returns, they are kept for good.

        Raises:
            JournalError: they could not be kept; the journal is as it was.
        """

    def note(self, note: Note) -> None:
        """Keep a note for good.

        Raises:
            JournalError: it could not be kept.
        """

    def pulse(self, at: float) -> None:
        """The audio clock stands at `at` seconds; kept cheaply, about once a second. Never raises."""


class MemoryJournal:
    """A journal for replays: the recording itself is the durable copy."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._notes: list[Note] = []
        self.clock = 0.0

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep `entries` for the protocol."""
        self._entries.extend(entries)

    def note(self, note: Note) -> None:
        """Keep `note` for the protocol."""
        self._notes.append(note)

    def pulse(self, at: float) -> None:
        """Remember the time."""
        self.clock = at

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that happened so far."""
        return tuple(self._entries)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything noted so far."""
        return tuple(self._notes)
