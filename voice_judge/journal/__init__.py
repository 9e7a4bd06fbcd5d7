"""What has happened is kept before the table hears the answer."""

from voice_judge.journal.store import Entry, Journal, JournalError, MemoryJournal, Note, Origin

__all__ = ["Entry", "Journal", "JournalError", "MemoryJournal", "Note", "Origin"]
