"""Sound cut at its silences: Whisper hears whole stretches, not a stream.

Silero's voice activity gives each 32 ms a probability of speech. A stretch begins half a second before the first
voiced frame, for short words are cut off otherwise. It ends after a silence, or at its quietest place when it is long.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from voice_judge.speech.audio import SAMPLE_RATE, Samples

FRAME = 512
"""Samples that the detector takes at a time: 32 ms."""

Detector = Callable[[bytes], float]
"""The probability of speech in one frame of int16 samples; it remembers the frames before."""


@dataclass(frozen=True, slots=True)
class SegmentSettings:
    """When a stretch of speech begins and ends; seconds and probabilities."""

    voiced: float = 0.5  # from here a frame is speech; higher: soft words lost, lower: noise opens stretches
    unvoiced: float = 0.35  # below it a frame is silence; lower: noise keeps stretches open
    preroll: float = 0.5  # before the first voiced frame; shorter: first sounds lost
    silence: float = 0.35  # that ends a stretch; shorter: phrases cut in two, longer: later answers
    longest: float = 12.0  # of a stretch; longer: later words and more work for each, shorter: more phrases cut
    search: float = 4.0  # of the end of a long stretch in which its quietest place is sought
    least_voiced: float = 0.096  # of speech, or it was a click; longer: short words lost


DEFAULT_SEGMENTS = SegmentSettings()


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of speech; `begin` counts samples from the first one that was fed, `voiced` its frames of speech."""

    samples: Samples
    begin: int
    voiced: int


class Segmenter:
    """Feed it all the sound in order; stretches come out when they are over."""

    def __init__(self, detector: Detector, settings: SegmentSettings = DEFAULT_SEGMENTS) -> None:
        self._detect = detector
        self._settings = settings
        self._rest: Samples = np.zeros(0, np.int16)
        self._frames: list[Samples] = []
        self._chances: list[float] = []
        self._begin = 0  # the sample at which the first kept frame begins
        self._speaking = False

    @property
    def speaking(self) -> bool:
        """Whether a stretch is going on."""
        return self._speaking

    def feed(self, samples: Samples) -> list[Segment]:
        """Take the next samples; the stretches that ended with them."""
        sound = np.concatenate((self._rest, samples))
        whole = len(sound) // FRAME * FRAME
        self._rest = sound[whole:]
        ended: list[Segment] = []
        for at in range(0, whole, FRAME):
            ended += self._frame(sound[at : at + FRAME])
        return ended

    def current(self) -> Segment | None:
        """The stretch that is going on, as if it ended now; None: nobody speaks."""
        found = self._segment(len(self._frames)) if self._speaking else None
        return found if found and found.voiced >= _frames(self._settings.least_voiced) else None

    def cut(self) -> Segment | None:
        """End it now, and forget what was heard."""
        segment = self.current()
        self._drop(len(self._frames))
        self._speaking = False
        return segment

    def _frame(self, frame: Samples) -> list[Segment]:
        chance = self._detect(frame.tobytes())
        self._frames.append(frame)
        self._chances.append(chance)
        if not self._speaking:
            self._drop(len(self._frames) - _frames(self._settings.preroll))
            self._speaking = chance >= self._settings.voiced
            return []
        silence = _frames(self._settings.silence)
        if len(self._chances) > silence and max(self._chances[-silence:]) < self._settings.unvoiced:
            segment = self.cut()
            return [segment] if segment else []
        if len(self._frames) >= _frames(self._settings.longest):
            return [self._split()]
        return []

    def _split(self) -> Segment:
        """Cut a long stretch at the quietest place near its end; what follows begins the next one."""
        window = _frames(self._settings.search)
        tail = self._chances[-window:]
        place = len(self._frames) - window + int(np.argmin(tail)) + 1
        segment = self._segment(place)
        self._drop(place)
        return segment

    def _segment(self, length: int) -> Segment:
        voiced = sum(chance >= self._settings.unvoiced for chance in self._chances[:length])
        return Segment(np.concatenate(self._frames[:length]), self._begin, voiced)

    def _drop(self, count: int) -> None:
        if count > 0:
            self._begin += count * FRAME
            del self._frames[:count], self._chances[:count]


def _frames(seconds: float) -> int:
    return round(seconds * SAMPLE_RATE / FRAME)
