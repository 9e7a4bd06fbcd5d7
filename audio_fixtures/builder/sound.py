"""Sound as float mono at 16 kHz: reading, joining, levels, writing."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from builder.ogg import fix_serial

RATE = 16_000
"""Hz, of everything written here."""

Sound = NDArray[np.float64]
"""Mono at 16 kHz, -1 to 1."""

_OPUS_LEVEL = 0.944
"""libsndfile's compression level for Opus: (1 - level) * 250 + 6 kbit/s, so 20 kbit/s."""

_PEAK = 0.7


def silence(seconds: float) -> Sound:
    """Nothing, for so many seconds."""
    return np.zeros(round(seconds * RATE))


def read(path: Path, start: float = 0.0, end: float | None = None) -> Sound:
    """A sound file, its channels mixed and brought to 16 kHz; only from `start` to `end` seconds."""
    samples, rate = soundfile.read(path, always_2d=True)
    mono = samples.mean(axis=1)
    if rate != RATE:
        mono = soxr.resample(mono, rate, RATE)
    return np.asarray(mono[round(start * RATE) : None if end is None else round(end * RATE)], dtype=np.float64)


def join(parts: Sequence[Sound], gap: float) -> Sound:
    """The parts one after another with `gap` seconds between them."""
    pieces: list[Sound] = []
    for number, part in enumerate(parts):
        if number:
            pieces.append(silence(gap))
        pieces.append(part)
    return np.concatenate(pieces)


def pad(sound: Sound, seconds: float) -> Sound:
    """Silence before and after."""
    return np.pad(sound, round(seconds * RATE))


def trim(sound: Sound, margin: float = 0.05, threshold: float = 0.01) -> Sound:
    """Without the silence before and after, but for `margin` seconds; `threshold` is a share of the peak."""
    loud = np.flatnonzero(np.abs(sound) > threshold * np.abs(sound).max(initial=0.0))
    if not len(loud):
        return sound
    margin_samples = round(margin * RATE)
    return sound[max(0, loud[0] - margin_samples) : loud[-1] + margin_samples]


def fade(sound: Sound, seconds: float = 0.01) -> Sound:
    """Both ends brought softly to nothing, so that a cut makes no click."""
    length = min(round(seconds * RATE), len(sound) // 2)
    ramp = np.linspace(0.0, 1.0, length)
    faded = sound.copy()
    faded[:length] *= ramp
    faded[len(faded) - length :] *= ramp[::-1]
    return faded


def speed(sound: Sound, factor: float) -> Sound:
    """Faster and higher (`factor` over 1) or slower and lower, as a tape would be: another person's voice."""
    return np.asarray(soxr.resample(sound, RATE * factor, RATE), dtype=np.float64)


def normalise(sound: Sound, peak: float = _PEAK) -> Sound:
    """The same sound with its largest sample at `peak`."""
    loudest = float(np.abs(sound).max(initial=0.0))
    return sound * (peak / loudest) if loudest else sound


def level(sound: Sound) -> float:
    """The root mean square of the parts that are not silent: of the 20 ms frames within 40 dB of the loudest."""
    frames = sound[: len(sound) // 320 * 320].reshape(-1, 320)
    power = (frames**2).mean(axis=1)
    active = power[power > power.max(initial=0.0) * 1e-4]
    return float(np.sqrt(active.mean())) if len(active) else 0.0


def loop(sound: Sound, length: int) -> Sound:
    """The sound over and over, cut to `length` samples."""
    return np.resize(sound, length)


def write(path: Path, sound: Sound) -> None:
    """Write Opus in Ogg (`.opus`) or FLAC by the name's ending; the bytes depend on sound and name only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".flac":
        soundfile.write(path, sound, RATE, format="FLAC", subtype="PCM_16")
        return
    soundfile.write(path, sound, RATE, format="OGG", subtype="OPUS", compression_level=_OPUS_LEVEL)
    fix_serial(path)
