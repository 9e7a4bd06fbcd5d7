"""Sounds and files for the tests of this folder."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import soundfile

from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples


def tone(seconds: float, rate: int = SAMPLE_RATE, hertz: float = 440.0, level: float = 0.3) -> np.ndarray:
    """A sine as floats, full scale 1.0."""
    return level * np.sin(2 * np.pi * hertz * np.arange(round(seconds * rate)) / rate)


def write(path: Path, sound: np.ndarray, rate: int = SAMPLE_RATE, subtype: str | None = None) -> Path:
    """Write a sound file; the format follows the name."""
    soundfile.write(path, sound, rate, subtype=subtype)
    return path


def quiet(seconds: float) -> Samples:
    """A silent room: a whisper of noise, the same every time."""
    return np.random.default_rng(1).normal(0, 3, round(seconds * SAMPLE_RATE)).astype(np.int16)


def stream(sounds: Sequence[Samples], start: float = 0.0, seconds: float = 0.1) -> Iterator[AudioChunk]:
    """The sounds one after another, as a microphone would give them."""
    whole = np.concatenate(sounds)
    step = round(seconds * SAMPLE_RATE)
    for first in range(0, len(whole), step):
        yield AudioChunk(whole[first : first + step], start + first / SAMPLE_RATE)
