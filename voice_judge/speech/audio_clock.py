"""The audio clock of a microphone: samples heard, kept in step with the monotonic clock."""

import threading
from collections import deque

import numpy as np

from voice_judge.speech.audio import SAMPLE_RATE, Samples

_WINDOW = 100  # blocks (2 s) over which the earliest arrival is the true one: work elsewhere only ever delays
_LEAST_GAP = 0.15  # seconds missing for a whole window: the driver has lost sound without a word


class AudioClock:
    """Counts the samples that were given out, and knows when each of them was in the air.

    Args:
        start: the monotonic instant of the audio clock's zero.
    """

    def __init__(self, start: float) -> None:
        self._zero = start
        self._given = 0
        self._lags: deque[float] = deque(maxlen=_WINDOW)
        self._lock = threading.Lock()

    def begin(self, now: float) -> None:
        """Somebody listens from now on: what was before is no silence that is due."""
        with self._lock:
            if not self._given:
                self._zero = now

    def audio_time(self, monotonic: float) -> float:
        """The audio clock's second of a monotonic instant."""
        with self._lock:
            return monotonic - self._zero

    def due(self, samples: int) -> float:
        """The monotonic instant at which the next `samples` will have been in the air."""
        with self._lock:
            return self._zero + (self._given + samples) / SAMPLE_RATE

    def silence(self, samples: int) -> Samples:
        """Give out silence."""
        with self._lock:
            self._lags.clear()
            self._given += samples
        return np.zeros(samples, np.int16)

    def place(self, sound: Samples, at: float, gap: float) -> Samples:
        """Give out sound whose last sample was captured at the monotonic instant `at`.

        `gap` seconds are known to be missing before it: silence fills them, as it fills what is found missing. Where
        silence was given out for the same moment already (the device has just come back), the sound loses its
        beginning: the clock never goes back.
        """
        with self._lock:
            fresh = not self._lags
            missing = round(gap * SAMPLE_RATE)
            lag = at - self._zero - (self._given + missing + len(sound)) / SAMPLE_RATE
            if fresh and not self._given:  # the very first sound sets the clock
                self._zero += lag
            elif fresh and lag < 0:
                sound = sound[min(len(sound), round(-lag * SAMPLE_RATE)) :]
            elif fresh:
                missing += round(lag * SAMPLE_RATE)
            else:
                missing += self._settle(lag)
            if fresh and not len(sound):
                return sound
            self._lags.append(0.0 if fresh else lag)
            placed = np.concatenate((np.zeros(missing, np.int16), sound)) if missing else sound
            self._given += len(placed)
            return placed

    def _settle(self, lag: float) -> int:
        """Keep in step with a device whose seconds are not quite ours; the samples that turn out to be missing."""
        if lag < 0:  # earlier than thought: so it was us who were late before
            self._zero += lag
            self._lags = deque((old - lag for old in self._lags), _WINDOW)
            return 0
        if len(self._lags) < _WINDOW or min(self._lags) <= 0:
            return 0
        least = min(self._lags)
        self._lags.clear()
        if least >= _LEAST_GAP:
            return round(least * SAMPLE_RATE)
        self._zero += least
        return 0
