"""The seam of the journal: append-only entries, durable before `append` returns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from voice_judge.rules import Event


@dataclass(frozen=True, slots=True)
class Entry:
    """One event with the audio time it holds from, in seconds, and where it came from: voice, silent or clock."""

    at: float
    event: Event
    source: str


class Journal(Protocol):
    """Keeps entries in order."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep one command's entries, all or none; when this returns, they are kept for good."""


class MemoryJournal:
    """A journal for replays: the recording itself is the durable copy."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def append(self, entries: Sequence[Entry]) -> None:
        """Keep `entries` for the protocol."""
        self._entries.extend(entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything kept so far."""
        return tuple(self._entries)
