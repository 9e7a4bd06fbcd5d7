"""Less of the hall's noise before the recognizer hears it: WebRTC's noise suppression.

It is a package of its own (webrtc-noise-gain, Apache-2.0, https://github.com/OHF-Voice/webrtc-noise-gain), which not
every system has a build of; where there is none, the sound goes on as it came.
"""

from contextlib import suppress
from typing import Any

import numpy as np

from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk

PROCESSOR: Any = None
"""The package's class, where there is one."""

with suppress(ImportError):
    from webrtc_noise_gain import AudioProcessor

    PROCESSOR = AudioProcessor

_FRAME = SAMPLE_RATE // 100  # the package takes 10 ms at a time
_NO_GAIN = 0  # its automatic gain is left out: it does not help (docs/recognition.md)


class NoiseReduction:
    """A stream of sound, cleaned frame by frame; at most 10 ms of a chunk wait for the next one.

    Args:
        strength: 1 to 4, gentle to harsh; 0 leaves the sound alone.
    """

    def __init__(self, strength: int) -> None:
        wanted = strength > 0 and PROCESSOR is not None
        self._processor: Any = PROCESSOR(_NO_GAIN, strength) if wanted else None
        self._rest: AudioChunk | None = None

    def clean(self, chunk: AudioChunk) -> AudioChunk:
        """The chunk's sound, less noise; its time is right, its length a whole number of frames."""
        if self._processor is None:
            return chunk
        rest = self._rest
        start = rest.start if rest else chunk.start
        sound = np.concatenate((rest.samples, chunk.samples)) if rest else chunk.samples
        whole = len(sound) // _FRAME * _FRAME
        self._rest = AudioChunk(sound[whole:], start + whole / SAMPLE_RATE) if whole < len(sound) else None
        return AudioChunk(self._cleaned(sound[:whole].tobytes()), start)

    def forget(self) -> None:
        """Drop what waits: the sound goes on elsewhere in time."""
        self._rest = None

    def _cleaned(self, frames: bytes) -> Any:
        step = 2 * _FRAME
        pieces = (self._processor.Process10ms(frames[at : at + step]).audio for at in range(0, len(frames), step))
        return np.frombuffer(b"".join(pieces), np.int16)
