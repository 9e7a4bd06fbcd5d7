"""A game as it would be stored, from its log: for replays and imports, which have no journal on disk."""

from collections.abc import Sequence
from datetime import datetime

from voice_judge.journal.library import GameSummary, StoredGame
from voice_judge.journal.store import Entry, Note
from voice_judge.rules import Phase, fold


def as_stored(entries: Sequence[Entry], notes: Sequence[Note], began: datetime, clock: float) -> StoredGame:
    """The game under the number 0; `began` is wall time with its zone, `clock` the last second of the audio clock."""
    table = fold(entry.record for entry in entries).table
    winner = table.winner.value if table.winner else None
    summary = GameSummary(0, began, table.names, len(entries), table.phase is Phase.OVER, winner)
    return StoredGame(summary, tuple(entries), tuple(notes), clock)
