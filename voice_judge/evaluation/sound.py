"""A clip's sound as the table would hear it: room before and after, noise mixed in the same way every time."""

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from voice_judge.evaluation.manifest import Clip, Noise
from voice_judge.evaluation.reverb import in_hall
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples
from voice_judge.speech.recording import read_recording

MARGIN = 0.5
"""Seconds of room before and after each clip: without any, the first sounds of a phrase are lost."""

_FRAME = SAMPLE_RATE // 50
_ACTIVE = 30.0  # dB below the loudest frames (95th percentile) down to which a frame counts as speech
_ROOM = 3.0  # int16 units of noise in a "silent" room: no microphone gives zeros

Sound = NDArray[np.float64]
"""Samples in int16 units, before rounding."""


def clip_sound(clip: Clip, after: float = MARGIN) -> Samples:
    """The clip with margins, in its noise: int16 mono at 16 kHz. Nothing in it is random: the file's name is the seed.

    Args:
        clip: what to load.
        after: seconds of room after the clip.

    Raises:
        UserError: the recording or the noise cannot be read.
    """
    seed = seed_of(clip.file.name)
    speech = read_recording(clip.file).astype(np.float64)
    level, heard = active_level(speech), len(speech) + 2 * round(MARGIN * SAMPLE_RATE)
    sound = np.pad(speech, (round(MARGIN * SAMPLE_RATE), round(after * SAMPLE_RATE)))
    if clip.hall:
        sound = at_level(in_hall(sound), level)
    sound += room(len(sound), seed)
    if clip.noise:
        sound += noise_below(clip.noise, level, len(sound), seed, heard)
    return to_int16(sound)


def room(length: int, seed: int) -> Sound:
    """The hiss of a quiet room."""
    return np.random.default_rng(seed).normal(0.0, _ROOM, length)


def noise_below(noise: Noise, level: float, length: int, seed: int, heard: int | None = None) -> Sound:
    """`length` samples of noise that lies as far below speech of `level` as it should; `heard` of them are measured."""
    piece = _piece(_noise(noise.file), length, seed)
    return piece * (level / max(_level(piece[:heard]), 1.0) / 10 ** (noise.snr / 20))


def at_level(sound: Sound, level: float) -> Sound:
    """The sound made as loud as `level` where somebody speaks."""
    return sound * (level / max(active_level(sound), 1.0))


def to_int16(sound: Sound) -> Samples:
    """Rounded; what is too loud is clipped."""
    return np.asarray(np.clip(np.rint(sound), -32768, 32767), dtype=np.int16)


def chunks(sound: Samples, seconds: float = 0.1, start: float = 0.0) -> Iterator[AudioChunk]:
    """The sound as a microphone would give it."""
    step = round(seconds * SAMPLE_RATE)
    for first in range(0, len(sound), step):
        yield AudioChunk(sound[first : first + step], start + first / SAMPLE_RATE)


def active_level(speech: Sound) -> float:
    """Root mean square of the frames in which somebody speaks, in int16 units (0 for silence)."""
    power = _power(speech)
    return float(np.sqrt(power[_active(power)].mean())) if len(power) else _level(speech)


def speech_end(speech: Samples) -> float:
    """When the last active frame ends, in seconds from the first sample."""
    power = _power(speech.astype(np.float64))
    return float(np.flatnonzero(_active(power))[-1] + 1) * _FRAME / SAMPLE_RATE if len(power) else 0.0


def speech_start(speech: Samples) -> float:
    """When the first active frame begins, in seconds from the first sample."""
    power = _power(speech.astype(np.float64))
    return float(np.flatnonzero(_active(power))[0]) * _FRAME / SAMPLE_RATE if len(power) else 0.0


def _power(sound: Sound) -> Sound:
    """Mean square of each whole frame."""
    whole = len(sound) // _FRAME * _FRAME
    return np.asarray((sound[:whole].reshape(-1, _FRAME) ** 2).mean(axis=1))


def _active(power: Sound) -> NDArray[np.bool_]:
    return np.asarray(power >= np.percentile(power, 95) / 10 ** (_ACTIVE / 10))


def _level(sound: Sound) -> float:
    return float(np.sqrt((sound**2).mean())) if len(sound) else 0.0


def seed_of(name: str) -> int:
    """A seed that depends on the name only."""
    return int.from_bytes(hashlib.sha256(name.encode("utf-8")).digest()[:8], "big")


@lru_cache(maxsize=8)
def _noise(file: Path) -> Sound:
    return read_recording(file).astype(np.float64)


def _piece(noise: Sound, length: int, seed: int) -> Sound:
    """`length` samples of the noise, from a place that the seed chooses; the noise goes round."""
    return np.take(noise, np.arange(length) + seed % len(noise), mode="wrap")
