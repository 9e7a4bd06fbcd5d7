"""Other speakers out of one: formants, pitch and speed of a recording changed.

Reading a recording faster by a factor raises its formants and its pitch by the factor, as a shorter vocal tract and
lighter folds do; the length is then restored (or changed to another speed of talking) by WSOLA.
Source: W. Verhelst and M. Roelands, "An overlap-add technique based on waveform similarity (WSOLA) for high quality
time-scale modification of speech", ICASSP 1993.
"""

import numpy as np
import soxr
from numpy.typing import NDArray

from training.speech.sound import Sound

_HOP = 160  # samples between pieces of the result: 10 ms
_WINDOW = 2 * _HOP
_SEARCH = 120  # samples that a piece may be moved by to fit: more than half a period of any voice over 70 Hz
_FADE: NDArray[np.float32] = np.hanning(_WINDOW + 1)[:_WINDOW].astype(np.float32)
_GRID = 10_000


def converted(sound: Sound, warp: float, speed: float) -> Sound:
    """`sound` as of another speaker: formants and pitch times `warp`, `speed` times as fast."""
    return stretched(warped(sound, warp), speed / warp)


def warped(sound: Sound, factor: float) -> Sound:
    """`sound` read faster by `factor`: shorter, formants and pitch higher."""
    result: Sound = soxr.resample(sound, round(_GRID * factor), _GRID, quality="MQ").astype(np.float32)
    return result


def stretched(sound: Sound, speed: float) -> Sound:
    """`sound` said `speed` times as fast, formants and pitch kept."""
    count = int(len(sound) / speed) // _HOP
    if abs(speed - 1) < 0.01 or count < 3:
        return sound
    padded = np.pad(sound, (_SEARCH, _SEARCH + 2 * _WINDOW))
    result = np.zeros((count + 2) * _HOP, np.float32)
    at = 0
    for piece in range(count):
        wanted = int(piece * _HOP * speed)
        if piece:
            at = wanted + _best_shift(padded, wanted, at + _HOP)
        result[piece * _HOP : piece * _HOP + _WINDOW] += _FADE * padded[at + _SEARCH : at + _SEARCH + _WINDOW]
    return result


def _best_shift(padded: Sound, wanted: int, natural: int) -> int:
    """By how much to move the piece at `wanted` so that it goes on as the sound at `natural` does."""
    goes_on = padded[natural + _SEARCH : natural + _SEARCH + _HOP]
    if len(goes_on) < _HOP:
        return 0
    around = padded[wanted : wanted + 2 * _SEARCH + _HOP]
    return int(np.argmax(np.correlate(around, goes_on, "valid"))) - _SEARCH
