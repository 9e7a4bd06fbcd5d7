"""How loud the microphone is, for the screen."""

import numpy as np

from voice_judge.speech.audio import AudioChunk

_FULL = 32_768.0
_CLIPPED = 32_700  # int16 units: nearer to full scale the converter cuts the wave off
_FLOOR = 1.0


class LevelsMeter:
    """The level of each chunk; clipping is remembered for a while, so that the judge can see it."""

    def __init__(self, hold_seconds: float = 2.0) -> None:
        self._hold = hold_seconds
        self._clipped_at = float("-inf")

    def sound(self, chunk: AudioChunk) -> tuple[float, bool]:
        """The loudest sample in dB below full scale, and whether the sound was clipped lately."""
        loudest = float(np.abs(chunk.samples.astype(np.int32)).max(initial=0))
        if loudest >= _CLIPPED:
            self._clipped_at = chunk.end
        return 20.0 * float(np.log10(max(loudest, _FLOOR) / _FULL)), chunk.end - self._clipped_at < self._hold
