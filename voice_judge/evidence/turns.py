"""A game's sound in a folder: a file for each turn, and an index of when each began and ended.

A turn that is being recorded is plain samples (`0007.pcm`, int16 mono 16 kHz, little-endian): whatever was written
before a crash can be read. A finished one is FLAC (`0007.flac`). `index.jsonl` has a line when a turn begins and one
when it ends; a file that is gone was dropped to make room.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from voice_judge.speech.audio import SAMPLE_RATE, Samples

INDEX = "index.jsonl"
FLAC, PCM = ".flac", ".pcm"


@dataclass(frozen=True, slots=True)
class Turn:
    """One file: `start` and `end` in seconds of the audio clock."""

    path: Path
    start: float
    end: float

    @property
    def size(self) -> int:
        """Bytes on the disk; 0 if it has just been dropped."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0


def turns_of(folder: Path) -> tuple[Turn, ...]:
    """The turns that can be read, in the order of the audio clock. A damaged index costs its own lines only."""
    found = (_turn(folder, name, start) for name, start in _beginnings(folder).items())
    return tuple(sorted((turn for turn in found if turn), key=lambda turn: turn.start))


def samples_of(turn: Turn) -> Samples:
    """The sound of a turn as far as it can be read."""
    if turn.path.suffix == PCM:
        return _pcm(turn.path)
    kept: list[Samples] = []
    try:
        with soundfile.SoundFile(turn.path) as file:
            while len(block := file.read(SAMPLE_RATE, dtype="int16")):
                kept.append(block)
    except (soundfile.LibsndfileError, OSError, RuntimeError):
        pass  # cut short: what came before the damage is sound all the same
    return np.concatenate(kept) if kept else np.zeros(0, np.int16)


def next_number(folder: Path) -> int:
    """A number that no turn of the folder has had."""
    numbers = [int(name) for name in _beginnings(folder) if name.isdigit()]
    files = [int(path.stem) for path in folder.glob("*") if path.stem.isdigit()]
    return max([0, *numbers, *files]) + 1


def index_line(name: str, **times: float) -> str:
    """A line of the index."""
    return json.dumps({"turn": name, **{key: round(value, 4) for key, value in times.items()}}) + "\n"


def _beginnings(folder: Path) -> dict[str, float]:
    """The turns' names with the times at which they began."""
    return {name: start for name, start in _lines(folder / INDEX) if start is not None}


def _lines(index: Path) -> Iterator[tuple[str, float | None]]:
    try:
        text = index.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return
    for line in text.splitlines():
        try:
            content = json.loads(line)
            name, start = str(content["turn"]), content.get("start")
            if name.isdigit() and (start is None or 0 <= float(start) < 1e7):
                yield name, None if start is None else float(start)
        except (ValueError, TypeError, KeyError, AttributeError):
            continue  # a line cut by a crash


def _turn(folder: Path, name: str, start: float) -> Turn | None:
    for suffix in (FLAC, PCM):
        path = folder / (name + suffix)
        frames = _frames(path)
        if frames:
            return Turn(path, start, start + frames / SAMPLE_RATE)
    return None


def _frames(path: Path) -> int:
    try:
        if path.suffix == PCM:
            return path.stat().st_size // 2
        return int(soundfile.info(path).frames)
    except (soundfile.LibsndfileError, OSError, RuntimeError):
        return 0


def _pcm(path: Path) -> Samples:
    try:
        content = path.read_bytes()
    except OSError:
        return np.zeros(0, np.int16)
    return np.frombuffer(content[: len(content) // 2 * 2], "<i2").astype(np.int16)
