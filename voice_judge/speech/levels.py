"""How loud the microphone is: a level for the screen, and warnings of a sound that is too loud or too quiet.

A clipped wave loses what tells words apart, and one of a few steps is all rounding; both are put right with the
system's volume, so the judge is told before the game suffers.
"""

from dataclasses import dataclass

import numpy as np

from voice_judge.speech.audio import SAMPLE_RATE, Samples

SILENCE = -96.0
"""dB below full scale at which a meter stands when there is nothing at all (16 bits end about there)."""

_FULL = 32_768.0
_CLIPPED = 32_700  # magnitude at which a sample counts as cut off; some devices limit a little below full scale
_CLIPPED_SHARE = 0.001  # of the window; a single click is no reason to warn, 16 samples of a second are
_QUIET = -45.0  # dB of the loudest sample; speech across a table peaks at -30 to -6. Higher: warns sooner
_HOLD = 3.0  # seconds over which the warnings look back; longer: steadier, slower to go away


@dataclass(frozen=True, slots=True)
class Level:
    """The last chunk's peak in dB below full scale (0 is the loudest there is), and what the last seconds warn of."""

    db: float
    clipping: bool
    quiet: bool
    """Nothing in the last three seconds was loud enough to be speech at the table; it may simply be silent there."""


class Levels:
    """Hears all the sound in order and keeps the loudest of the last seconds."""

    def __init__(self) -> None:
        self._window: list[tuple[int, int, float]] = []  # samples, clipped ones, peak in dB

    def hear(self, samples: Samples) -> Level:
        """Take the next samples (int16 mono, 16 kHz); the level they leave the meter at."""
        size = np.abs(samples.astype(np.int32))
        peak = _db(int(size.max(initial=0)))
        self._window.append((len(samples), int((size >= _CLIPPED).sum()), peak))
        self._forget()
        heard = sum(length for length, *_ in self._window)
        clipped = sum(cut for _, cut, _ in self._window)
        loudest = max(db for *_, db in self._window)
        long_enough = heard >= _HOLD * SAMPLE_RATE
        return Level(peak, clipped > _CLIPPED_SHARE * SAMPLE_RATE, long_enough and loudest < _QUIET)

    def _forget(self) -> None:
        heard = sum(length for length, *_ in self._window)
        while heard - self._window[0][0] >= _HOLD * SAMPLE_RATE:
            heard -= self._window.pop(0)[0]


def _db(peak: int) -> float:
    return float(20.0 * np.log10(peak / _FULL)) if peak else SILENCE
