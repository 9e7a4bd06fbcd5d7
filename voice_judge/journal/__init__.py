"""What has happened is kept before the table hears the answer.

Here are the seam and the journal of a replay; the games on disk are opened by `voice_judge.journal.opening`.
"""

from voice_judge.journal.store import Entry, Journal, JournalError, MemoryJournal, Note, Origin

__all__ = ["Entry", "Journal", "JournalError", "MemoryJournal", "Note", "Origin"]
