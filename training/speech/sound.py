"""Sound as the training handles it: float32 mono at 16 kHz, full scale 1.0; files of any usual kind read into it."""

from pathlib import Path
from typing import Any

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from voice_judge.errors import UserError

SAMPLE_RATE = 16_000
Sound = NDArray[np.float32]
"""[samples], mono, 16 kHz, -1.0 to 1.0."""

_MARGIN = 0.1
_QUIET = 0.01
_FADE = 80  # samples


def read_sound(path: Path) -> Sound:
    """A recording as mono sound at 16 kHz; G.722 (`*.g722`) is decoded by PyAV, the rest by libsndfile.

    Raises:
        UserError: the file is missing or no sound.
    """
    try:
        samples, rate = _read_g722(path) if path.suffix == ".g722" else _read(path)
    except (OSError, soundfile.LibsndfileError) as error:
        raise UserError(
            f"Запись {path} не читается: {error}. Если её получило само обучение, удалите её папку, она будет получена "
            "заново; свою запись замените целой."
        ) from error
    return resampled(samples, rate)


def resampled(samples: Sound, rate: float) -> Sound:
    """`samples` of `rate` samples a second as 16 kHz."""
    if rate == SAMPLE_RATE:
        return samples
    converted: Sound = soxr.resample(samples, rate, SAMPLE_RATE).astype(np.float32)
    return converted


def trimmed(sound: Sound, margin: float = _MARGIN) -> Sound:
    """`sound` without what is quieter than a hundredth of its peak at both ends; `margin` seconds of it stay."""
    loud = np.flatnonzero(np.abs(sound) > _QUIET * np.abs(sound).max(initial=0.0))
    if not len(loud):
        return sound[:0]
    keep = round(margin * SAMPLE_RATE)
    return sound[max(0, int(loud[0]) - keep) : int(loud[-1]) + 1 + keep]


def power(sound: Sound) -> float:
    """Mean square of `sound`, never 0."""
    return float(np.mean(np.square(sound))) + 1e-10 if len(sound) else 1e-10


def faded(sound: Sound) -> Sound:
    """A copy that begins and ends softly, so that it does not click."""
    soft, edge = sound.copy(), min(_FADE, len(sound) // 4)
    soft[:edge] *= np.linspace(0, 1, edge, dtype=np.float32)
    soft[len(soft) - edge :] *= np.linspace(1, 0, edge, dtype=np.float32)
    return soft


def seconds(sound: Sound) -> float:
    """The length of `sound`."""
    return len(sound) / SAMPLE_RATE


def write_sound(path: Path, sound: Sound) -> None:
    """Write a 16-bit FLAC file; its folder is made, and the name appears only when the file is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    soundfile.write(part, sound, SAMPLE_RATE, format="FLAC", subtype="PCM_16")
    part.replace(path)


def _read(path: Path) -> tuple[Sound, int]:
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    return samples.mean(axis=1, dtype=np.float32), int(rate)


def _read_g722(path: Path) -> tuple[Sound, int]:
    import av  # noqa: PLC0415 - only this one format needs it, and its import takes long

    with av.open(str(path), format="g722") as container:
        frames: list[Any] = [frame.to_ndarray() for frame in container.decode(audio=0)]
    if not frames:
        raise OSError("no sound")
    return np.concatenate(frames, axis=1)[0].astype(np.float32) / 32768, SAMPLE_RATE
