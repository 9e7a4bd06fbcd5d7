"""The sound of a replay: its recordings at their places on the audio clock, silence between."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, AudioSource

_BLOCK = SAMPLE_RATE


@dataclass(frozen=True, slots=True)
class Placed:
    """A source that begins at `start` seconds of the audio clock."""

    start: float
    source: AudioSource


class Soundtrack:
    """Several sources as one."""

    def __init__(self, placed: Sequence[Placed]) -> None:
        self._placed = tuple(placed)

    @property
    def seconds(self) -> float | None:
        """Length of the whole in seconds, where the last source's is known."""
        if not self._placed:
            return 0.0
        last = self._placed[-1]
        return None if last.source.seconds is None else last.start + last.source.seconds

    def chunks(self) -> Iterator[AudioChunk]:
        """All sound in order, without gaps."""
        sent = 0
        for placed in self._placed:
            for chunk in _silence(round(placed.start * SAMPLE_RATE) - sent):
                yield replace(chunk, start=sent / SAMPLE_RATE)
                sent += len(chunk.samples)
            for chunk in placed.source.chunks():
                yield replace(chunk, start=sent / SAMPLE_RATE)
                sent += len(chunk.samples)


def _silence(samples: int) -> Iterator[AudioChunk]:
    while samples > 0:
        length = min(samples, _BLOCK)
        yield AudioChunk(np.zeros(length, np.int16), 0.0)
        samples -= length
