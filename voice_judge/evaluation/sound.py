"""A clip's sound as the table would hear it: room before and after, noise mixed in the same way every time."""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_judge.evaluation.manifest import Clip
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples
from voice_judge.speech.recording import read_recording

MARGIN = 0.5
"""Seconds of room before and after each clip: without any, the first sounds of a phrase are lost."""

_FRAME = SAMPLE_RATE // 50
_ACTIVE = 30.0  # dB below the loudest frames (95th percentile) down to which a frame counts as speech
_ROOM = 3.0  # int16 units of noise in a "silent" room: no microphone gives zeros

_Sound = NDArray[np.float64]


def clip_sound(clip: Clip) -> Samples:
    """The clip with margins, in its noise: int16 mono at 16 kHz. Nothing in it is random: the file's name is the seed.

    Raises:
        UserError: the recording or the noise cannot be read.
    """
    seed = _seed(clip.file.name)
    speech = read_recording(clip.file).astype(np.float64)
    room = round(MARGIN * SAMPLE_RATE)
    sound = np.pad(speech, room) + np.random.default_rng(seed).normal(0.0, _ROOM, len(speech) + 2 * room)
    if clip.noise:
        noise = _piece(_noise(clip.noise.file), len(sound), seed)
        sound += noise * (active_level(speech) / _level(noise) / 10 ** (clip.noise.snr / 20))
    return np.asarray(np.clip(np.rint(sound), -32768, 32767), dtype=np.int16)


def chunks(sound: Samples, seconds: float = 0.1, start: float = 0.0) -> Iterator[AudioChunk]:
    """The sound as a microphone would give it."""
    step = round(seconds * SAMPLE_RATE)
    for first in range(0, len(sound), step):
        yield AudioChunk(sound[first : first + step], start + first / SAMPLE_RATE)


def active_level(speech: _Sound) -> float:
    """Root mean square of the frames in which somebody speaks, in int16 units (0 for silence)."""
    whole = len(speech) // _FRAME * _FRAME
    if not whole:
        return _level(speech)
    power = (speech[:whole].reshape(-1, _FRAME) ** 2).mean(axis=1)
    active = power[power >= np.percentile(power, 95) / 10 ** (_ACTIVE / 10)]
    return float(np.sqrt(active.mean()))


def _level(sound: _Sound) -> float:
    return float(np.sqrt((sound**2).mean())) if len(sound) else 0.0


def _seed(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode("utf-8")).digest()[:8], "big")


@lru_cache(maxsize=8)
def _noise(file: Path) -> _Sound:
    return read_recording(file).astype(np.float64)


def _piece(noise: _Sound, length: int, seed: int) -> _Sound:
    """`length` samples of the noise, from a place that the seed chooses; the noise goes round."""
    return np.take(noise, np.arange(length) + seed % len(noise), mode="wrap")
