"""The seam of the games on disk: what was kept of each, listed, loaded, added and deleted."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from voice_judge.journal.store import Entry, Note


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One line of `voice-judge games list`: public facts only."""

    number: int
    began: datetime
    """Wall time, with its zone."""
    names: tuple[str, ...]
    events: int
    finished: bool
    winner: str | None
    """red, black, or None for a draw or an unfinished game."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """Everything kept of one game. `clock` is the last known second of its audio clock.

    `warning` (Russian) says what is missing if the disk has lost the game's end: then the entries go up to the last
    whole command that can be read.
    """

    summary: GameSummary
    entries: tuple[Entry, ...]
    notes: tuple[Note, ...]
    clock: float
    warning: str = ""


class Library(Protocol):
    """All games of this user."""

    def games(self) -> Sequence[GameSummary]:
        """The newest first."""

    def load(self, number: int) -> StoredGame:
        """One game, whole.

        Raises:
            UserError: there is no such game, or it is damaged.
        """

    def add(self, game: StoredGame) -> int:
        """Keep an imported game under a new number; its number."""

    def delete(self, number: int) -> None:
        """Forget a game for good.

        Raises:
            UserError: there is no such game, or it is being played.
        """
