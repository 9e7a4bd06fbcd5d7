"""The seconds of the game's sound that a command points to."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import soundfile

from voice_judge.errors import UserError
from voice_judge.evidence.turns import Turn, samples_of, turns_of
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples

BEFORE, AFTER = 4.0, 3.0
"""Seconds of a clip before a phrase's beginning and after its end: who spoke, and what was answered."""

_FORMATS = {".wav": "WAV", ".flac": "FLAC", ".ogg": "OGG"}


class GameSound:
    """All sound that is kept of a game, on its audio clock; silence where none is. An AudioSource."""

    def __init__(self, folder: Path, chunk_seconds: float = 0.1) -> None:
        self._turns: Sequence[Turn] = turns_of(folder)
        self._chunk = round(chunk_seconds * SAMPLE_RATE)

    @property
    def seconds(self) -> float | None:
        """Where the last turn ends."""
        return self._turns[-1].end if self._turns else 0.0

    @property
    def begins(self) -> float:
        """Where the first turn that is kept begins."""
        return self._turns[0].start if self._turns else 0.0

    def chunks(self) -> Iterator[AudioChunk]:
        """From second 0 of the game's clock to the end, without gaps."""
        sent = 0
        for turn in self._turns:
            silent = max(0, round(turn.start * SAMPLE_RATE) - sent)
            for length in _pieces(silent, self._chunk):
                yield AudioChunk(np.zeros(length, np.int16), sent / SAMPLE_RATE)
                sent += length
            samples = samples_of(turn)
            for at in range(0, len(samples), self._chunk):
                yield AudioChunk(samples[at : at + self._chunk], sent / SAMPLE_RATE)
                sent += len(samples[at : at + self._chunk])

    def has(self, at: float) -> bool:
        """Whether the sound of that second is kept."""
        return any(turn.start <= at < turn.end for turn in self._turns)

    def between(self, start: float, end: float) -> Samples:
        """The sound from `start` to `end`, silence where nothing is kept; empty if nothing at all is kept there."""
        start = max(0.0, start)
        touched = [turn for turn in self._turns if turn.end > start and turn.start < end]
        if not touched:
            return np.zeros(0, np.int16)
        end = min(end, touched[-1].end)
        clip = np.zeros(round((end - start) * SAMPLE_RATE), np.int16)
        for turn in touched:
            _lay(clip, samples_of(turn), round((turn.start - start) * SAMPLE_RATE))
        return clip


def _pieces(total: int, length: int) -> Iterator[int]:
    while total > 0:
        yield min(total, length)
        total -= length


def _lay(clip: Samples, samples: Samples, offset: int) -> None:
    """Copy what of `samples`, beginning at `offset`, falls into the clip."""
    first, last = max(0, offset), min(len(clip), offset + len(samples))
    if last > first:
        clip[first:last] = samples[first - offset : last - offset]


def write_clip(path: Path, clip: Samples) -> None:
    """Write a clip as WAV, FLAC or OGG by the file's ending, whole or not at all.

    Raises:
        UserError: another ending, or it cannot be written.
    """
    form = _FORMATS.get(path.suffix.lower())
    if form is None:
        raise UserError(f"{path}: имя файла должно кончаться на {', '.join(_FORMATS)}")
    partial = path.with_name(path.name + ".partial")
    try:
        soundfile.write(partial, clip, SAMPLE_RATE, format=form)
        partial.replace(path)
    except (OSError, soundfile.LibsndfileError):
        partial.unlink(missing_ok=True)
        raise UserError(f"{path}: звук не записывается, проверьте папку и место на диске") from None
