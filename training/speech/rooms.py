"""What a place does to a sound: echoes of a room, the colour of a microphone, the band and codec of a line."""

import io

import numpy as np
import soundfile
from numpy.typing import NDArray

from training.speech.sound import SAMPLE_RATE, Sound

Chance = np.random.Generator

_ECHOES = 12
_EARLY = 0.05  # seconds within which single echoes come
_SPECTRUM = 512


def echoed(sound: Sound, chance: Chance) -> Sound:
    """`sound` in a random room: 0.1 to 0.7 s of reverberation behind the direct sound, the length kept."""
    decay = chance.uniform(0.1, 0.7)
    distance = chance.uniform(0.1, 1.2)  # reverberation against the direct sound, amplitudes
    answer = room_answer(decay, distance, chance)
    size = 1 << (len(sound) + len(answer) - 1).bit_length()
    result = np.fft.irfft(np.fft.rfft(sound, size) * np.fft.rfft(answer, size), size)
    return np.asarray(result[: len(sound)], dtype=np.float32)


def room_answer(decay: float, distance: float, chance: Chance) -> Sound:
    """A room's answer to a click: the click, early echoes, and noise that falls by 60 dB in `decay` seconds.

    Source: the statistical model of late reverberation, J. D. Polack (1988).
    """
    length = int(decay * SAMPLE_RATE)
    late = chance.standard_normal(length) * np.exp(-6.9 * np.arange(length) / length)
    late[: int(0.003 * SAMPLE_RATE)] = 0
    places = (chance.uniform(0.003, _EARLY, _ECHOES) * SAMPLE_RATE).astype(int)
    np.add.at(late, places[places < length], chance.uniform(-3, 3, int((places < length).sum())))
    answer: NDArray[np.float64] = late * (distance / np.sqrt(np.square(late).sum() + 1e-9))
    answer[0] = 1.0
    return answer.astype(np.float32)


def coloured(sound: Sound, chance: Chance) -> Sound:
    """`sound` through a random microphone: a smooth response of a few decibels up and down, and a tilt."""
    knots = np.linspace(0, 1, chance.integers(4, 9))
    decibels = np.interp(np.linspace(0, 1, _SPECTRUM), knots, chance.normal(0, 5, len(knots)))
    decibels += chance.uniform(-8, 8) * np.linspace(-0.5, 0.5, _SPECTRUM)
    return _filtered(sound, 10 ** (decibels / 20))


def banded(sound: Sound, low: float, high: float) -> Sound:
    """`sound` without what is below `low` and above `high` Hz."""
    hertz = np.linspace(0, SAMPLE_RATE / 2, _SPECTRUM)
    rise = 1 / (1 + np.exp(-(hertz - low) / 30)) if low > 0 else np.ones(_SPECTRUM)
    return _filtered(sound, rise / (1 + np.exp((hertz - high) / 80)))


def telephone(sound: Sound, chance: Chance) -> Sound:
    """`sound` over a telephone line: 300 to 3400 Hz, μ-law (ITU-T G.711)."""
    narrow = banded(sound, chance.uniform(150, 350), chance.uniform(3200, 3600))
    peak = float(np.abs(narrow).max()) + 1e-9
    small = np.log1p(255 * np.abs(narrow) / peak) / np.log(256)
    line = np.sign(narrow) * (np.expm1(np.round(small * 127) / 127 * np.log(256)) / 255) * peak
    return np.asarray(line, np.float32)


def coded(sound: Sound, chance: Chance) -> Sound:
    """`sound` through Opus as messengers and web pages send it, with a low bit rate."""
    memory = io.BytesIO()
    level = float(chance.uniform(0.6, 1.0))
    soundfile.write(memory, sound, SAMPLE_RATE, format="OGG", subtype="OPUS", compression_level=level)
    memory.seek(0)
    decoded, _ = soundfile.read(memory, dtype="float32")
    return _same_length(decoded, len(sound))


def _filtered(sound: Sound, gains: NDArray[np.float64]) -> Sound:
    """Zero phase: the gains lie evenly from 0 Hz to half the sample rate."""
    size = 1 << (len(sound) + 2 * _SPECTRUM).bit_length()
    smooth = np.interp(np.linspace(0, 1, size // 2 + 1), np.linspace(0, 1, len(gains)), gains)
    return np.fft.irfft(np.fft.rfft(sound, size) * smooth, size)[: len(sound)].astype(np.float32)


def _same_length(sound: Sound, length: int) -> Sound:
    return np.pad(sound[:length], (0, max(0, length - len(sound))))
