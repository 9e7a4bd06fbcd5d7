"""Is the microphone at the right level? Measured while a phrase is said into it."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from voice_judge.speech.audio import AudioChunk, Samples

_FULL = 32_768.0
_CLIPPED = 32_700  # int16 units: from here the converter cuts the wave off
_FLOOR = -96.0  # dB: digital silence
_SILENT = -80.0  # dB: the converter's last bit or two: nothing is connected, or it is muted
_QUIET = -35.0  # dB: a voice whose loudest moment is below this is recognised worse
_DIFFERENCE = 10.0  # dB between the hall's noise and the voice; less: words drown
_CLIPPED_SHARE = 0.001  # of the samples: less is a knock on the table

Meter = Callable[[float], None]
"""Shown a level in dB below full scale, ten times a second."""


def decibels(value: float) -> float:
    """An amplitude in int16 units in dB below full scale."""
    return float(max(_FLOOR, 20.0 * np.log10(max(value, 1e-9) / _FULL)))


@dataclass(slots=True)
class SoundCheck:
    """Collects the levels of what is heard."""

    _levels: list[float] = field(default_factory=list)
    _clipped: int = 0
    _samples: int = 0
    _peak: float = 0.0

    def hear(self, chunk: AudioChunk) -> float:
        """Take a chunk; its level (RMS) in dB below full scale."""
        sound = np.abs(chunk.samples.astype(np.int32))
        self._peak = max(self._peak, float(sound.max(initial=0)))
        self._clipped += int((sound >= _CLIPPED).sum())
        self._samples += len(sound)
        self._levels.append(decibels(rms(chunk.samples)))
        return self._levels[-1]

    @property
    def noise(self) -> float:
        """The level of the quietest tenth, in dB."""
        return float(np.percentile(self._levels, 10)) if self._levels else _FLOOR

    @property
    def voice(self) -> float:
        """The level of the loudest twentieth, in dB."""
        return float(np.percentile(self._levels, 95)) if self._levels else _FLOOR

    @property
    def peak(self) -> float:
        """The loudest sample, in dB."""
        return decibels(self._peak)

    def problem(self) -> tuple[str, str] | None:
        """What is wrong and what to do, in Russian; None if the level is right."""
        if self.peak < _SILENT:
            return "полная тишина, ни одного звука", "проверьте, не выключен ли микрофон кнопкой или в системе"
        if self._samples and self._clipped / self._samples > _CLIPPED_SHARE:
            return "звук перегружен, слова искажаются", "убавьте уровень микрофона в системе или отодвиньте его"
        if self.peak < _QUIET:
            return "слишком тихо", "прибавьте уровень микрофона в системе или придвиньте его"
        if self.voice - self.noise < _DIFFERENCE:
            return "голос не отличается от шума", "придвиньте микрофон к говорящему или уйдите от шума; скажите фразу"
        return None


def rms(samples: Samples) -> float:
    """The root of the mean square, in int16 units."""
    return float(np.sqrt(np.mean(samples.astype(np.float64) ** 2))) if len(samples) else 0.0
