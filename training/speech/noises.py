"""Noise to mix in: coloured noise, a mains hum, clicks, and other people talking at once."""

from collections.abc import Sequence

import numpy as np

from training.speech.rooms import Chance, banded
from training.speech.sound import SAMPLE_RATE, Sound, power


def noise(length: int, chance: Chance) -> Sound:
    """`length` samples of a random colour, sometimes swelling, sometimes with a hum or clicks; power 1."""
    sound = _coloured_noise(length, chance.uniform(0, 2), chance)
    if chance.random() < 0.3:
        sound = banded(sound, chance.uniform(50, 1500), chance.uniform(2000, 7000))
    if chance.random() < 0.3:
        sound = sound * swell(length, chance)
    if chance.random() < 0.2:
        sound = _unit(sound) + _hum(length, chance)
    if chance.random() < 0.2:
        sound = _unit(sound) + _clicks(length, chance)
    return _unit(sound)


def babble(length: int, others: Sequence[Sound], chance: Chance) -> Sound:
    """`length` samples of 1 to 5 of `others` talking at once, power 1; silence when there are none."""
    mixed = np.zeros(length, np.float32)
    for _ in range(int(chance.integers(1, 6)) if others else 0):
        talk = others[int(chance.integers(len(others)))]
        talk = np.resize(talk, max(length, len(talk)))
        start = int(chance.integers(len(talk)))
        mixed += np.roll(talk, -start)[:length] / np.sqrt(power(talk)) * np.float32(chance.uniform(0.4, 1))
    return _unit(mixed)


def swell(length: int, chance: Chance) -> Sound:
    """A slowly changing loudness between 0.2 and 1."""
    knots = chance.uniform(0.2, 1, max(2, length // (SAMPLE_RATE // 2)))
    return np.interp(np.linspace(0, 1, length), np.linspace(0, 1, len(knots)), knots).astype(np.float32)


def _coloured_noise(length: int, steepness: float, chance: Chance) -> Sound:
    """Noise whose power falls with the frequency's power `steepness`: 0 white, 1 pink, 2 brown."""
    size = 1 << length.bit_length()  # a transform of a power of two is many times as fast
    spectrum = np.fft.rfft(chance.standard_normal(size, np.float32))
    shaped = spectrum / np.maximum(np.arange(len(spectrum)), 4) ** (steepness / 2)
    return np.fft.irfft(shaped, size)[:length].astype(np.float32)


def _hum(length: int, chance: Chance) -> Sound:
    """Mains hum of 50 Hz and its harmonics; it repeats every 320 samples."""
    time = np.arange(SAMPLE_RATE // 50) / SAMPLE_RATE
    waves = [np.sin(2 * np.pi * 50 * n * time + chance.uniform(0, 6.3)) / n for n in range(1, 6)]
    return _unit(np.resize(np.sum(waves, axis=0).astype(np.float32), length))


def _clicks(length: int, chance: Chance) -> Sound:
    sound = np.zeros(length, np.float32)
    for start in chance.integers(0, max(1, length - 800), max(1, length // 8000)):
        size = int(chance.integers(40, 800))
        click = chance.standard_normal(size) * np.exp(-5 * np.arange(size) / size)
        sound[start : start + size] += click[: length - start].astype(np.float32)
    return _unit(sound)


def _unit(sound: Sound) -> Sound:
    return sound / np.float32(np.sqrt(power(sound)))
