"""Features on disk: MFCC matrices with their transcriptions, in shards that are written once and sampled from.

A store is a folder of shards. A shard is two files: `NAME.npy`, a float16 matrix [frames, 40] of many examples one
after the other (read through a memory map, so sampling costs only what is sampled), and `NAME.jsonl`, one `Entry` a
line. NAME ends in the hash of everything the shard was made from; a shard is renamed into place when whole, so a run
that was cut goes on at the next missing one.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from voice_judge.errors import UserError

Item = TypeVar("Item")

FRAMES_PER_HOUR = 360_000
"""100 frames a second."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One example of a shard: what is known of it without its features.

    `frames` of 10 ms; of these the first `silence_before` and the last `silence_after` hold no speech (known because
    they were added; 0 when nothing is known). `copy` 0 is the recording nearly as it is, others are augmented.
    `held_out`: the tests use the recording, so it must not be trained on.
    """

    id: str
    text: str
    voice: str
    kind: str
    source: str
    copy: int
    frames: int
    silence_before: int
    silence_after: int
    held_out: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """An entry with its features, float32 [frames, 40]."""

    entry: Entry
    features: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Location:
    """Where an entry's features are: rows of a shard's matrix."""

    entry: Entry
    shard: Path
    start: int


Maker = Callable[[], Iterable[Example]]
"""Makes the examples of one shard."""


class FeatureStore:
    """Reads a store's shards: `locations` to choose from, `load` for the features."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def locations(self) -> tuple[Location, ...]:
        """Every example of the store, in the order of the shards' names.

        Raises:
            UserError: the folder has no shards.
        """
        found = tuple(location for path in sorted(self.folder.glob("*.jsonl")) for location in _locations(path))
        if not found:
            raise UserError(f"В папке {self.folder} нет признаков для обучения: сначала подготовьте их.")
        return found

    def load(self, location: Location) -> NDArray[np.float32]:
        """The features of one example, float32 [frames, 40]."""
        rows = _matrix(location.shard)[location.start : location.start + location.entry.frames]
        return rows.astype(np.float32)

    def hours(self) -> dict[str, float]:
        """Hours of sound of each source."""
        return hours_of(location.entry for location in self.locations)


def hours_of(entries: Iterable[Entry]) -> dict[str, float]:
    """Hours of sound of each source."""
    frames: dict[str, int] = {}
    for entry in entries:
        frames[entry.source] = frames.get(entry.source, 0) + entry.frames
    return {source: count / FRAMES_PER_HOUR for source, count in frames.items()}


def write_shard(folder: Path, name: str, made_from: object, make: Maker) -> bool:
    """Write the shard `name` of what `make` gives unless it is there; True when it was written now.

    `made_from` (JSON: ids, texts, settings, seeds) is hashed into the shard's name; shards of the same name made from
    something else are removed.
    """
    stem = f"{name}-{_digest(made_from)}"
    index = folder / f"{stem}.jsonl"
    if index.exists():
        return False
    folder.mkdir(parents=True, exist_ok=True)
    examples = tuple(make())
    matrix = np.concatenate([example.features for example in examples] or [np.zeros((0, 40), np.float32)])
    _replace(folder / f"{stem}.npy", lambda path: _save(path, matrix))
    lines = "".join(json.dumps(asdict(example.entry), ensure_ascii=False) + "\n" for example in examples)
    _replace(index, lambda path: path.write_text(lines, encoding="utf-8"))
    _remove_others(folder, name, stem)
    return True


def prune(folder: Path, names: Iterable[str]) -> None:
    """Remove the shards whose names are not among `names`: of an earlier, longer list of utterances."""
    wanted = set(names)
    for path in folder.glob("*.jsonl"):
        if path.stem.rpartition("-")[0] not in wanted:
            path.unlink()
            path.with_suffix(".npy").unlink(missing_ok=True)


def shards_of(items: Sequence[Item], size: int) -> Iterator[tuple[int, Sequence[Item]]]:
    """`items` in numbered groups of `size`."""
    for number, start in enumerate(range(0, len(items), size)):
        yield number, items[start : start + size]


def _locations(index: Path) -> Iterator[Location]:
    start = 0
    for line in index.read_text(encoding="utf-8").splitlines():
        entry = Entry(**json.loads(line))
        yield Location(entry, index.with_suffix(".npy"), start)
        start += entry.frames


@lru_cache(maxsize=1024)
def _matrix(path: Path) -> NDArray[np.float16]:
    matrix: NDArray[np.float16] = np.load(path, mmap_mode="r")
    return matrix


def _save(path: Path, matrix: NDArray[np.float32]) -> None:
    with path.open("wb") as file:
        np.save(file, matrix.astype(np.float16))


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    part = path.with_name(path.name + ".part")
    write(part)
    os.replace(part, path)


def _remove_others(folder: Path, name: str, stem: str) -> None:
    for path in folder.glob(f"{name}-*.*"):
        if path.name.rpartition(".")[0].rpartition("-")[0] == name and path.stem != stem:
            path.unlink()


def _digest(made_from: object) -> str:
    text = json.dumps(made_from, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
