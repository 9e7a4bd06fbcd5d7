"""The message and the seam of the first stage: sound with its time on the audio clock."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

SAMPLE_RATE = 16_000
"""Hz; everything inside is int16 mono at this rate."""

Samples = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class AudioChunk:
    """A piece of sound: int16 mono at 16 kHz; `start` is its first sample's time in seconds on the audio clock."""

    samples: Samples
    start: float

    @property
    def end(self) -> float:
        """The time just after the last sample, in seconds."""
        return self.start + len(self.samples) / SAMPLE_RATE


class AudioSource(Protocol):
    """A microphone or a recording: the same type."""

    @property
    def seconds(self) -> float | None:
        """The whole length where it is known (a recording), else None."""

    def chunks(self) -> Iterator[AudioChunk]:
        """The sound in order, without gaps."""
