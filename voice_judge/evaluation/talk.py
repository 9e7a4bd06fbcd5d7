"""Talk in which nothing may be heard: folders of recordings, or tables that name them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.evaluation.manifest import NOTHING
from voice_judge.speech.recording import RecordingSource

_SOUNDS = {".flac", ".wav", ".ogg", ".opus", ".mp3"}
_FILE = ("file", "path")
_UNKNOWN = {"?", "-", ""}
_CLEAN = "clean"


@dataclass(frozen=True, slots=True)
class Talk:
    """A recording of talk: its length in seconds, its words where they are known, and who speaks."""

    file: Path
    seconds: float
    words: str = ""
    kind: str = "human"


def read_talk(places: Sequence[Path]) -> tuple[Talk, ...]:
    """Every recording of the places, in order of name.

    Args:
        places: folders (searched whole; a manifest.tsv in one is read), sound files, or tables with tabs whose first
            line has a column `file` or `path`, and perhaps `transcript`, `kind`, `condition` and `expected` (lines
            that expect a phrase or name a noise are left out, a recording counts once).

    Raises:
        UserError: a place or a recording is missing or unreadable, a table has no such column, or no talk is found.
    """
    found: dict[Path, Talk] = {}
    for place in places:
        for talk in _read(place):
            found.setdefault(talk.file.resolve(), talk)
    if not found:
        raise UserError(f"{', '.join(map(str, places))}: здесь нет записей речи.")
    return tuple(found.values())


def _read(place: Path) -> Iterator[Talk]:
    if place.is_dir():
        table = place / "manifest.tsv"
        yield from _table(table) if table.is_file() else map(_talk, _sounds(place))
    elif not place.is_file():
        raise UserError(f"{place}: такой записи или папки с речью нет.")
    elif place.suffix.lower() in _SOUNDS:
        yield _talk(place)
    else:
        yield from _table(place)


def _sounds(folder: Path) -> Iterable[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in _SOUNDS)


def _table(path: Path) -> Iterator[Talk]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UserError(f"{path}: список записей не читается: нет файла или он не в UTF-8.") from None
    columns = lines[0].split("\t") if lines else []
    named = next((name for name in _FILE if name in columns), None)
    if named is None:
        raise UserError(f"{path}:1: среди столбцов должен быть file или path (через табуляцию).")
    for number, line in enumerate(lines[1:], start=2):
        row = dict(zip(columns, line.split("\t"), strict=False))
        if not line.strip() or row.get("expected", NOTHING) != NOTHING or row.get("condition", _CLEAN) != _CLEAN:
            continue
        file = path.parent / row[named]
        if not file.is_file():
            raise UserError(f"{path}:{number}: нет файла {file}.")
        yield _talk(file, row.get("transcript", ""), row.get("kind", "human"))


def _talk(file: Path, words: str = "", kind: str = "human") -> Talk:
    return Talk(file, RecordingSource(file).seconds or 0.0, "" if words in _UNKNOWN else words, kind)
