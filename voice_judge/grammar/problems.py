"""What can be wrong in grammars/: one error class, always with file and line."""

from collections.abc import Iterable
from pathlib import Path

from rapidfuzz import process

from voice_judge.errors import UserError


class GrammarError(UserError):
    """A file of grammars/ is wrong; the message (Russian) begins with `file:line:`."""

    def __init__(self, message: str, path: Path, line: int = 1) -> None:
        super().__init__(f"{path}:{line}: {message}")
        self.path = path
        self.line = line


def nearest(word: str, known: Iterable[str], cutoff: float = 60) -> str | None:
    """The known word most like `word`, for "did you mean"; None when nothing is near."""
    found = process.extractOne(word, list(known), score_cutoff=cutoff)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A Russian hint to add to a message, or nothing."""
    suggestion = nearest(word, known)
    return f"; может быть, «{suggestion}»?" if suggestion else ""
