"""A second opinion on a phrase: its span of sound must be likelier as that phrase than as any other talk.

The recognizer's list leans towards the game's phrases; here the same span is decoded once more with that list and once
with a list in which no such phrase can be said. Talk that only came near a phrase is nearly as likely without it.
"""

from collections import deque
from collections.abc import Callable

import numpy as np

from voice_judge.grammar.words import fold
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples
from voice_judge.speech.scales import Scales

_MARGIN = 0.25  # seconds of sound taken on either side of the phrase: word times are a few frames uncertain
_SAME = 0.2  # seconds by which the times of a phrase that was weighed beforehand may differ


class SoundMemory:
    """The last sound, to be listened to again.

    Args:
        seconds: how much of it.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._chunks: deque[AudioChunk] = deque()

    def keep(self, chunk: AudioChunk) -> None:
        """Remember the next chunk; the oldest are forgotten."""
        self._chunks.append(chunk)
        while chunk.end - self._chunks[0].end > self._seconds:
            self._chunks.popleft()

    def forget(self) -> None:
        """Forget everything."""
        self._chunks.clear()

    def span(self, start: float, end: float) -> Samples | None:
        """The sound from `start` to `end` seconds as far as it has come; None if its beginning is forgotten."""
        chunks = [chunk for chunk in self._chunks if chunk.end > start and chunk.start < end]
        if not chunks or chunks[0].start > max(start, self._chunks[0].start):
            return None
        first = max(0, round((start - chunks[0].start) * SAMPLE_RATE))
        last = round((end - chunks[0].start) * SAMPLE_RATE)
        return np.concatenate([chunk.samples for chunk in chunks])[first:last]


class SecondPass:
    """Weighs the phrases of one phase.

    Args:
        scales: the phase's phrases against talk.
        sound: what was heard lately.
        telling: the folded words that the scales' talk lacks; a phrase without any of them cannot be weighed.
    """

    def __init__(self, scales: Callable[[], Scales | None], sound: SoundMemory, telling: frozenset[str]) -> None:
        self._make = scales
        self._scales: Scales | None = None
        self._sound = sound
        self._telling = telling
        self._foreseen: list[tuple[str, float, float, float | None]] = []

    def prepare(self) -> None:
        """Make the scales now."""
        self._scales = self._scales or self._make()

    def foresee(self, text: str, start: float, end: float) -> None:
        """Weigh a phrase that will perhaps count in a moment: the answer need not wait for it then."""
        self._foreseen.append((text, start, end, self.margin(text, start, end)))

    def forget(self) -> None:
        """The utterance is over."""
        self._foreseen.clear()

    def margin(self, text: str, start: float, end: float) -> float | None:
        """How much likelier per word (natural logarithm) the span is as the phrase `text`; None: not to be told."""
        for known, begun, ended, margin in self._foreseen:
            if known == text and abs(begun - start) <= _SAME and abs(ended - end) <= _SAME:
                return margin
        return self._weigh(text, start, end)

    def _weigh(self, text: str, start: float, end: float) -> float | None:
        words = text.split()
        if len(words) < 2 or self._telling.isdisjoint(map(fold, words)):
            return None
        self.prepare()
        sound = self._sound.span(start - _MARGIN, end + _MARGIN)
        if self._scales is None or sound is None:
            return None
        return self._scales.margin(sound) / len(words)
