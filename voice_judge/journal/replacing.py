"""A damaged file out of the way and what was saved of it in its place: renames only, finished after any crash."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from voice_judge.journal.database import beside, sync_folder
from voice_judge.journal.health import exists
from voice_judge.journal.salvage import Saved, salvage


def saved_name(path: Path) -> Path:
    """Where what can be saved of the file at `path` goes: one name for each damaged content.

    Raises:
        OSError: the file cannot be read.
    """
    content = hashlib.sha256()
    for file in (path, beside(path, "-wal")):
        if file.is_file():
            with file.open("rb") as stream:
                content.update(hashlib.file_digest(stream, "sha256").digest())
    return path.with_name(f"{path.stem}-saved-{content.hexdigest()[:8]}{path.suffix}")


def save(path: Path, target: Path) -> Saved:
    """Salvage into `target`, which appears when it is complete.

    Raises:
        OSError, sqlite3.Error: it cannot be done.
    """
    partial = beside(target, ".partial")
    try:
        for ending in ("", "-wal", "-shm"):
            beside(partial, ending).unlink(missing_ok=True)
        saved = salvage(path, partial)
        partial.rename(target)
        sync_folder(target.parent)
    except (OSError, sqlite3.Error):
        for ending in ("", "-wal", "-shm"):
            with suppress(OSError):
                beside(partial, ending).unlink(missing_ok=True)
        raise
    return saved


def replace(path: Path, saved: Path, moment: datetime) -> Path:
    """Put `saved` in the place of `path`, which goes aside under a new name; that name.

    Raises:
        OSError: it cannot be done; what was begun is finished by `finish_replacement`.
    """
    aside = next(name for name in _names(path, moment) if not exists(name))
    plan = _plan(path)
    plan.write_text(f"{saved.name}\n{aside.name}\n", encoding="utf-8")
    sync_folder(path.parent)
    finish_replacement(path)
    return aside


def finish_replacement(path: Path) -> None:
    """Go on with a replacement that was cut off; nothing if there is none.

    Raises:
        OSError: it cannot be done.
    """
    plan = _plan(path)
    if not plan.exists():
        return
    names = plan.read_text(encoding="utf-8").splitlines()
    saved, aside = (path.with_name(name) for name in names[:2]) if len(names) > 1 else (path, path)
    if saved != path and saved.exists():  # else it is in its place already, or the plan was never finished
        for ending in ("", "-wal", "-shm"):
            if beside(path, ending).exists() and not beside(aside, ending).exists():
                beside(path, ending).rename(beside(aside, ending))
        saved.rename(path)
    sync_folder(path.parent)
    plan.unlink()


def _plan(path: Path) -> Path:
    return beside(path, ".replacing")


def _names(path: Path, moment: datetime) -> Iterator[Path]:
    """Names for the file that goes aside: by the time of day, and counted if that is taken."""
    stamp = f"{moment.astimezone():%Y%m%d-%H%M%S}"
    yield path.with_name(f"{path.stem}-damaged-{stamp}{path.suffix}")
    for number in range(2, 10_000):
        yield path.with_name(f"{path.stem}-damaged-{stamp}-{number}{path.suffix}")
