"""What has happened is kept before the table hears the answer."""

from voice_judge.journal.store import Entry, Journal, MemoryJournal

__all__ = ["Entry", "Journal", "MemoryJournal"]
