"""Where each step of the game came from, so that undo goes back to what somebody did."""

from collections.abc import Sequence
from enum import StrEnum


class Source(StrEnum):
    """Who or what gave a command."""

    VOICE = "voice"
    SILENT = "silent"
    CLOCK = "clock"  # it went on by itself


class Steps:
    """The sources of the game's steps, the oldest first."""

    def __init__(self) -> None:
        self._sources: Sequence[Source] = ()

    def __len__(self) -> int:
        return len(self._sources)

    def follow(self, count: int, source: Source) -> None:
        """The game now counts `count` steps; new ones came from `source`."""
        kept = tuple(self._sources[:count])
        self._sources = kept + (source,) * (count - len(kept))

    def back(self, steps: int) -> int:
        """How many steps of the game are so many of somebody's, with those that followed them by themselves.

        More than there are, if there are not so many.
        """
        ours = [place for place, source in enumerate(self._sources) if source is not Source.CLOCK]
        return len(self._sources) - ours[-steps] if 1 <= steps <= len(ours) else max(steps, len(self._sources) + 1)
