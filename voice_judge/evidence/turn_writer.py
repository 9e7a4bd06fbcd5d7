"""Writes turns into a game's folder and keeps their total within bounds; used by one thread."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import soundfile

from voice_judge.evidence.turns import FLAC, INDEX, PCM, Turn, index_line, next_number, samples_of, turns_of
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk

_SAME = 0.05  # seconds: chunks that lie farther apart do not belong into one file
_LOOK = 1.0  # seconds of sound between looks at the free space


@dataclass(frozen=True, slots=True)
class Limits:
    """How much sound is kept. More: older disputes can be heard; less: a smaller disk does.

    The recorded game day takes 52 MB an hour as FLAC. `free_bytes` stay free on the disk whatever else: the journal
    needs them.
    """

    seconds: float = 6 * 3600.0
    total_bytes: int = 1_000_000_000
    free_bytes: int = 200_000_000
    turn_seconds: float = 300.0
    """A longer turn is cut, so that the plain samples of the current one stay small."""


class NoRoomError(OSError):
    """The disk has no room for sound; what is left is the journal's."""


class TurnWriter:
    """One game's folder.

    Raises, in all methods:
        OSError, LibsndfileError: the disk is full, failing or read-only.
    """

    def __init__(self, folder: Path, limits: Limits) -> None:
        self._folder = folder
        self._limits = limits
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)  # voices are nobody else's business
        self._close_left_open()
        self._number = next_number(folder)
        self._file: BinaryIO | None = None
        self._start = 0.0
        self._samples = 0
        self._looked = 0

    def write(self, chunk: AudioChunk) -> None:
        """Add a chunk to the current turn, or begin one with it."""
        if self._file is not None and not self._continues(chunk):
            self.end()
        if self._file is None:
            self._begin(chunk.start)
        self._check_room()
        assert self._file is not None
        self._file.write(chunk.samples.astype("<i2", copy=False).tobytes())
        self._samples += len(chunk.samples)

    def end(self) -> None:
        """The turn is over: it becomes FLAC, and the oldest ones make room."""
        if self._file is None:
            return
        self._file.close()
        self._file = None
        name = self._name
        self._index(index_line(name, end=self._start + self._samples / SAMPLE_RATE))
        self._number += 1
        pack(Turn(self._folder / (name + PCM), self._start, 0.0))
        self._make_room()

    def abandon(self) -> None:
        """Close the file without another write."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def _name(self) -> str:
        return f"{self._number:04}"

    def _continues(self, chunk: AudioChunk) -> bool:
        expected = self._start + self._samples / SAMPLE_RATE
        return abs(chunk.start - expected) <= _SAME and expected - self._start < self._limits.turn_seconds

    def _begin(self, start: float) -> None:
        self._start, self._samples, self._looked = start, 0, -SAMPLE_RATE
        self._index(index_line(self._name, start=start))
        # Unbuffered: what was written is the system's, and outlives this process.
        self._file = (self._folder / (self._name + PCM)).open("wb", buffering=0)

    def _index(self, line: str) -> None:
        with (self._folder / INDEX).open("ab", buffering=0) as file:
            if file.tell() and not _ends_with_newline(self._folder / INDEX):
                file.write(b"\n")  # a crash has cut the last line
            file.write(line.encode())

    def _check_room(self) -> None:
        if self._samples - self._looked >= _LOOK * SAMPLE_RATE:
            self._looked = self._samples
            if shutil.disk_usage(self._folder).free < self._limits.free_bytes:
                raise NoRoomError("на диске мало места")

    def _make_room(self) -> None:
        turns = list(turns_of(self._folder))
        while len(turns) > 1 and self._too_much(turns):
            turns.pop(0).path.unlink(missing_ok=True)

    def _too_much(self, turns: list[Turn]) -> bool:
        seconds = sum(turn.end - turn.start for turn in turns)
        return seconds > self._limits.seconds or sum(turn.size for turn in turns) > self._limits.total_bytes

    def _close_left_open(self) -> None:
        """Pack the turn that a crash has left as plain samples."""
        for left in self._folder.glob("*" + PCM):
            if left.with_suffix(FLAC).exists():
                left.unlink()  # the crash came between the two
        for turn in turns_of(self._folder):
            if turn.path.suffix == PCM:
                pack(turn)


def pack(turn: Turn) -> None:
    """Turn plain samples into FLAC; they go only when it is safely on the disk."""
    partial, whole = turn.path.with_suffix(".partial"), turn.path.with_suffix(FLAC)
    soundfile.write(partial, samples_of(turn), SAMPLE_RATE, "PCM_16", format="FLAC")
    with partial.open("rb+") as file:
        os.fsync(file.fileno())
    partial.replace(whole)
    turn.path.unlink()


def _ends_with_newline(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"
