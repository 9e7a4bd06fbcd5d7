"""The message and the seam of the second stage: what was heard."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from voice_judge.speech.audio import AudioChunk


@dataclass(frozen=True, slots=True)
class Word:
    """A recognised word with its times in seconds on the audio clock and its confidence, 0 to 1."""

    text: str
    start: float
    end: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """What an utterance sounds like so far (`final` False), or for good; `at` is the audio time it was known."""

    words: tuple[Word, ...]
    final: bool
    at: float

    @property
    def text(self) -> str:
        """The words with single spaces."""
        return " ".join(word.text for word in self.words)


class Recognizer(Protocol):
    """One engine with one grammar; owned by one thread."""

    def feed(self, chunk: AudioChunk) -> Sequence[Hypothesis]:
        """Take the next chunk; the hypotheses that it changed, oldest first."""

    def finish(self) -> Sequence[Hypothesis]:
        """End the utterance now and give its final; the recognizer can go on afterwards."""

    def peek(self) -> Hypothesis:
        """What the utterance's last seconds would sound like if it ended now; it goes on undisturbed."""

    def close(self) -> None:
        """Free the engine."""
