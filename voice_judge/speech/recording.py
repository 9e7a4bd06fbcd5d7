"""A recording as a source of sound: any usual file becomes int16 mono at 16 kHz, a block at a time."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from voice_judge.errors import UserError
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples
from voice_judge.speech.truncation import part_present

_LFE = (
    3  # the deep-bass channel of 5.1 and 7.1 (order of WAV and FLAC: left, right, centre, bass, ...): no voices in it
)
_SURROUND = 6


class RecordingSource:
    """WAV, FLAC, OGG (Vorbis, Opus) or MP3 of any rate and number of channels, read in blocks: never whole in memory.

    Args:
        path: the file.
        chunk_seconds: length of the chunks in seconds (the last may be shorter).

    Raises:
        UserError: the file is missing, a folder, empty, no sound file, or cut short. A file that was cut short is an
            error even though its beginning could be heard: half a game must not pass for a whole one.
    """

    def __init__(self, path: Path, chunk_seconds: float = 0.1) -> None:
        self._path = path
        self._chunk = round(chunk_seconds * SAMPLE_RATE)
        _check_file(path)
        with _open(path) as file:
            self._seconds = float(file.frames / file.samplerate)
            if not file.frames:
                raise UserError(f"{path}: в записи нет звука (длина 0 с).")
        _check_whole(path, self._seconds)

    @property
    def seconds(self) -> float | None:
        """Length of the recording in seconds."""
        return self._seconds

    def chunks(self) -> Iterator[AudioChunk]:
        """The sound from the beginning; every call starts again."""
        waiting: Samples = np.zeros(0, np.int16)
        sent = 0
        for block in self._blocks():
            waiting = np.concatenate((waiting, block))
            while len(waiting) >= self._chunk:
                yield AudioChunk(waiting[: self._chunk], sent / SAMPLE_RATE)
                sent += self._chunk
                waiting = waiting[self._chunk :]
        if len(waiting):
            yield AudioChunk(waiting, sent / SAMPLE_RATE)

    def _blocks(self) -> Iterator[Samples]:
        """About a second at a time, at 16 kHz."""
        with _open(self._path) as file:
            resampler = soxr.ResampleStream(file.samplerate, SAMPLE_RATE, 1, dtype="float32")
            try:
                while len(frames := file.read(file.samplerate, dtype="float32", always_2d=True)):
                    yield _to_int16(resampler.resample_chunk(_mono(frames)))
            except soundfile.LibsndfileError as error:
                raise UserError(f"{self._path}: звук повреждён, дальше запись не читается.") from error
            yield _to_int16(resampler.resample_chunk(np.zeros(0, np.float32), last=True))


def read_recording(path: Path) -> Samples:
    """A short recording whole: int16 mono at 16 kHz.

    Raises:
        UserError: as `RecordingSource`.
    """
    return np.concatenate([chunk.samples for chunk in RecordingSource(path, chunk_seconds=1.0).chunks()])


def _check_file(path: Path) -> None:
    """Everything that can be said without decoding."""
    try:
        if path.is_dir():
            raise UserError(f"{path}: это папка, нужен файл с записью.")
        if not path.stat().st_size:
            raise UserError(f"{path}: файл пуст.")
        with path.open("rb"):
            pass
    except FileNotFoundError:
        raise UserError(f"{path}: такого файла нет.") from None
    except OSError as error:
        raise UserError(f"{path}: файл не открывается ({error.strerror}).") from None


def _open(path: Path) -> soundfile.SoundFile:
    """Open for reading, or explain."""
    try:
        return soundfile.SoundFile(path)
    except (soundfile.LibsndfileError, RuntimeError, TypeError) as error:
        message = "это не звуковая запись или она повреждена. Подходят WAV, FLAC, OGG и MP3."
        raise UserError(f"{path}: {message}") from error


def _check_whole(path: Path, promised: float) -> None:
    """Raise if the file ends before the sound does."""
    present = part_present(path)
    if present is not None:
        readable = promised if _header_counts_what_is_there(path) else promised * present
        whole = promised / present if _header_counts_what_is_there(path) and 0 < present < 1 else promised
        raise _cut(path, readable, whole if present < 1 else None)
    with _open(path) as file:
        try:
            file.seek(file.frames - 1)
            if len(file.read(1)):
                return
        except soundfile.LibsndfileError:
            pass
    raise _cut(path, _readable(path), promised)


def _header_counts_what_is_there(path: Path) -> bool:
    """WAV and OGG are measured by what is left of them, MP3 by what its header promises."""
    with _open(path) as file:
        return bool(file.format in {"WAV", "WAVEX", "OGG"})


def _readable(path: Path) -> float:
    """Seconds that can be decoded."""
    frames = 0
    with _open(path) as file:
        try:
            while count := len(file.read(file.samplerate, dtype="float32")):
                frames += count
        except soundfile.LibsndfileError:
            pass
        return float(frames / file.samplerate)


def _cut(path: Path, readable: float, whole: float | None) -> UserError:
    """The message about a file that was cut short."""
    of_whole = f" из {whole:.1f} с" if whole else ""
    return UserError(
        f"{path}: запись обрывается, читается {readable:.1f} с{of_whole}. "
        "Скопируйте файл заново или пересохраните целую часть."
    )


def _mono(frames: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean of the channels; values that are no numbers become silence."""
    clean = np.nan_to_num(frames, nan=0.0, posinf=0.0, neginf=0.0)
    if clean.shape[1] >= _SURROUND:
        clean = np.delete(clean, _LFE, axis=1)
    return np.asarray(clean.mean(axis=1, dtype=np.float32))


def _to_int16(samples: NDArray[np.float32]) -> Samples:
    """Full scale is 1.0; louder is clipped."""
    return np.asarray(np.clip(np.rint(samples * 32768.0), -32768, 32767), dtype=np.int16)
