"""A Whisper that hears what it is told to, and likes some words better than others."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.recognizer import Word
from voice_judge.speech.whisper_model import Aligned, Encoded, Transcript

WORD_SECONDS = 0.3


@dataclass
class FakeWhisper:
    """Its transcripts are `texts` (best first); a reading's log-probability is what `costs` says of its words
    (`other` of those that it does not name).

    `heard` are the lengths in seconds of what it was given.
    """

    texts: Sequence[str] = ()
    costs: Mapping[str, float] = field(default_factory=dict)
    other: float = 0.5
    log_prob: float = -0.3
    no_speech: float = 0.1
    hear: Callable[[Samples], str] | None = None
    heard: list[float] = field(default_factory=list)

    def encode(self, sound: Samples) -> Encoded:
        """Remember it."""
        self.heard.append(len(sound) / SAMPLE_RATE)
        return _Encoded(self, self.hear(sound) if self.hear else None)


class _Encoded:
    def __init__(self, whisper: FakeWhisper, text: str | None) -> None:
        self._whisper = whisper
        self._text = text

    def transcribe(self) -> tuple[Sequence[Transcript], float]:
        whisper = self._whisper
        texts = whisper.texts if self._text is None else [self._text]
        return [Transcript(text, whisper.log_prob) for text in texts], whisper.no_speech

    def align(self, readings: Sequence[Sequence[str]]) -> Sequence[Aligned]:
        return [self._aligned(reading) for reading in readings]

    def _aligned(self, reading: Sequence[str]) -> Aligned:
        words = [Word(word, at * WORD_SECONDS, (at + 1) * WORD_SECONDS, 0.9) for at, word in enumerate(reading)]
        return Aligned(tuple(words), -sum(self._whisper.costs.get(word, self._whisper.other) for word in reading))
