"""Whisper as a `Recognizer`: stretches of speech in, finals out.

There is no partial result; while somebody speaks the only one is "[unk]", so that who listens knows that an utterance
is going on. `peek` transcribes what there is of it: a phrase is known in the pause behind it, not only after it.
"""

from collections.abc import Sequence
from dataclasses import replace

from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk
from voice_judge.speech.models import REJECT
from voice_judge.speech.recognizer import Hypothesis, Word
from voice_judge.speech.whisper_hearing import WhisperHearing
from voice_judge.speech.whisper_segments import Segment, Segmenter

_GAP = 0.001  # seconds; chunks nearer to each other than this are one stream


class WhisperRecognizer:
    """One phase's ears over a shared model; owned by one thread.

    Args:
        hearing: the model with the phase's list.
        segmenter: a new one of its own.
    """

    def __init__(self, hearing: WhisperHearing, segmenter: Segmenter) -> None:
        self._hearing = hearing
        self._segmenter = segmenter
        self._origin = 0.0  # audio time of the first sample that was fed
        self._fed = 0
        self._told = False  # whether the utterance was announced
        self._peeked: tuple[tuple[int, int], tuple[Word, ...]] | None = None

    def feed(self, chunk: AudioChunk) -> Sequence[Hypothesis]:
        """Take the next chunk: the finals of the stretches that ended, and one partial when one begins."""
        found: list[Hypothesis] = []
        if abs(chunk.start - self._now) > _GAP:
            found.extend(self.finish())
            self._origin = chunk.start - self._fed / SAMPLE_RATE
        self._fed += len(chunk.samples)
        for segment in self._segmenter.feed(chunk.samples):
            found.extend(self._final(self._words(segment)))
        if self._segmenter.speaking and not self._told:
            self._told = True
            word = Word(REJECT, chunk.start, chunk.end, 0.0)
            found.append(Hypothesis((word,), final=False, at=chunk.end))
        return found

    def finish(self) -> Sequence[Hypothesis]:
        """End the utterance now; no hypothesis if nobody was speaking."""
        words = self._peek_words()
        segment = self._segmenter.cut()
        return self._final(words if segment else ())

    def peek(self) -> Hypothesis:
        """The utterance so far, transcribed as if it ended here."""
        return Hypothesis(self._peek_words(), final=True, at=self._now)

    def close(self) -> None:
        """Forget what was heard; the model is shared."""
        self._segmenter.cut()
        self._peeked = None

    @property
    def _now(self) -> float:
        return self._origin + self._fed / SAMPLE_RATE

    def _peek_words(self) -> tuple[Word, ...]:
        segment = self._segmenter.current()
        return self._words(segment) if segment else ()

    def _words(self, segment: Segment) -> tuple[Word, ...]:
        """Its words on the audio clock; silence that was added to a stretch already heard changes nothing."""
        key = (segment.begin, segment.voiced)
        if self._peeked and self._peeked[0] == key:
            return self._peeked[1]
        begin = self._origin + segment.begin / SAMPLE_RATE
        heard = self._hearing.words(segment.samples)
        words = tuple(replace(word, start=begin + word.start, end=begin + word.end) for word in heard)
        self._peeked = (key, words)
        return words

    def _final(self, words: tuple[Word, ...]) -> list[Hypothesis]:
        worth_telling = words or self._told
        self._told = False
        return [Hypothesis(words, final=True, at=self._now)] if worth_telling else []
