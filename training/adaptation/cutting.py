"""A phrase cut out of longer talk: its words, and of what is round it only silence.

The recogniser's word times are right within some hundredths of a second. What is cut off beside a phrase is somebody's
talk, and learning would take it for a part of the phrase; so the cut goes outwards only as long as it is quiet.
"""

import numpy as np
from numpy.typing import NDArray

from voice_judge.evidence.clips import GameSound
from voice_judge.speech.audio import SAMPLE_RATE, Samples

_MARGIN = 0.35
_SURE_BEFORE, _SURE_AFTER = 0.04, 0.08
"""Seconds that belong to the phrase whatever is heard there: the recogniser ends words early rather than late."""

_STEP = 0.02
_BELOW = 22.0
"""Decibels under the phrase's level (mean power of its louder half) at which it is quiet."""


def cut(sound: GameSound, start: float, end: float) -> Samples:
    """The phrase from `start` to `end` with at most 0.35 s of silence before and after it."""
    begin = max(0.0, start - _MARGIN)
    samples = sound.between(begin, end + _MARGIN)
    first, last = quiet_bounds(samples, start - begin - _SURE_BEFORE, end - begin + _SURE_AFTER)
    return samples[first:last]


def quiet_bounds(samples: Samples, start: float, end: float) -> tuple[int, int]:
    """From which sample to which it may be cut, when the phrase lies from `start` to `end` seconds."""
    step = round(_STEP * SAMPLE_RATE)
    powers = _powers(samples, step)
    first = min(max(0, int(start / _STEP)), max(0, len(powers) - 1))
    last = max(first + 1, min(len(powers), round(end / _STEP)))
    quiet = powers < _level(powers[first:last]) / 10 ** (_BELOW / 10)
    while first > 0 and quiet[first - 1]:
        first -= 1
    while last < len(powers) and quiet[last]:
        last += 1
    return first * step, len(samples) if last == len(powers) else last * step


def _powers(samples: Samples, step: int) -> NDArray[np.float64]:
    whole = samples[: len(samples) // step * step].astype(np.float64)
    return np.asarray((whole.reshape(-1, step) ** 2).mean(axis=1))


def _level(powers: NDArray[np.float64]) -> float:
    return float(powers[powers >= np.median(powers)].mean()) if len(powers) else 0.0
