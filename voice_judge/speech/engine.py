"""The seam of the recognition engine: nothing else in the program knows which one runs."""

from collections.abc import Sequence
from typing import Protocol

from voice_judge.speech.recognizer import Recognizer


class Engine(Protocol):
    """A loaded model that makes recognizers; may be shared, its recognizers may not."""

    @property
    def name(self) -> str:
        """The model's name, for people."""

    @property
    def note(self) -> str | None:
        """What the judge should know about it, in one Russian line; None if nothing."""

    def knows(self, word: str) -> bool:
        """Whether a recognizer can ever hear `word`, in exactly this spelling."""

    def recognizer(self, phrases: Sequence[str] | None) -> Recognizer:
        """A new recognizer for these phrases (with filler words and "[unk]"); None: an open vocabulary."""
