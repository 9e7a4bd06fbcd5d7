"""Where the sound of games lies, how much there is, and how it is forgotten."""

import shutil
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.evidence.turns import INDEX, turns_of
from voice_judge.places import data_folder


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of one game: `seconds` of sound, `size` in bytes, the wall time of the last sound."""

    game: int
    folder: Path
    seconds: float
    size: int
    last: datetime


def recordings_folder() -> Path:
    """All games' sound."""
    return data_folder() / "recordings"


def sound_folder(game: int) -> Path:
    """One game's sound, whether there is any or not."""
    return recordings_folder() / str(game)


def kept_games() -> tuple[Kept, ...]:
    """The games of which sound is kept, by number."""
    folders = [path for path in recordings_folder().glob("*") if path.name.isdigit() and path.is_dir()]
    return tuple(_kept(folder) for folder in sorted(folders, key=lambda path: int(path.name)))


def _kept(folder: Path) -> Kept:
    turns = turns_of(folder)
    files = [path for path in folder.glob("*") if path.is_file()]
    newest = max((path.stat().st_mtime for path in files), default=folder.stat().st_mtime)
    return Kept(
        game=int(folder.name),
        folder=folder,
        seconds=sum(turn.end - turn.start for turn in turns),
        size=sum(path.stat().st_size for path in files),
        last=datetime.fromtimestamp(newest).astimezone(),
    )


def forget_sound(game: int) -> bool:
    """Delete a game's sound for good; whether there was any.

    Raises:
        UserError: it cannot be deleted.
    """
    folder = sound_folder(game)
    if not folder.exists():
        return False
    try:
        shutil.rmtree(folder)
    except OSError as error:
        raise UserError(f"{folder}: звук игры не удалён: {error.strerror}") from None
    return True


def forget_older(days: float, now: datetime) -> tuple[int, ...]:
    """Delete the sound of games whose last sound is older than `days`; their numbers. 0 days: nothing is deleted.

    Raises:
        UserError: it cannot be deleted.
    """
    if days <= 0:
        return ()
    old = [kept.game for kept in kept_games() if kept.last < now - timedelta(days=days)]
    for game in old:
        forget_sound(game)
    return tuple(old)


def has_sound(game: int) -> bool:
    """Whether any sound of the game was ever kept."""
    return (sound_folder(game) / INDEX).exists()
