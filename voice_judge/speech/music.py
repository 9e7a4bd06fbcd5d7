"""The night's music: which files, and whether they are music at all."""

from dataclasses import dataclass
from pathlib import Path

import soundfile

_SUFFIXES = {".wav", ".flac", ".ogg", ".oga", ".opus", ".mp3", ".aif", ".aiff"}
LEAST_SECONDS = 1.0
"""A file shorter than this is a sound, not music."""


@dataclass(frozen=True, slots=True)
class Music:
    """The judge's folder (or one file); None: the embedded quiet track."""

    folder: Path | None = None

    def tracks(self) -> tuple[Path, ...]:
        """The files that can be played, by name; none: the embedded track is played."""
        return tuple(path for path in self._files() if is_music(path))

    def problem(self) -> str | None:
        """What is wrong, in one Russian line; None if all is well."""
        if self.folder is None:
            return None
        if not _is_there(self.folder):
            return f"Музыка: {self.folder}: такой папки нет. Играет встроенная."
        files = self._files()
        bad = [path.name for path in files if not is_music(path)]
        if len(bad) == len(files):
            what = f"не читается ни один файл ({_listed(bad)})" if bad else "нет файлов WAV, FLAC, OGG или MP3"
            return f"Музыка: {self.folder}: {what}. Играет встроенная."
        return f"Музыка: {self.folder}: не читаются и пропущены: {_listed(bad)}." if bad else None

    def _files(self) -> tuple[Path, ...]:
        if self.folder is None:
            return ()
        try:
            if self.folder.is_file():
                return (self.folder,)
            return tuple(sorted(path for path in self.folder.iterdir() if path.suffix.lower() in _SUFFIXES))
        except OSError:
            return ()


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that is too long, a folder that may not be entered
        return False


def is_music(path: Path) -> bool:
    """Whether the file opens as sound of some length."""
    try:
        with soundfile.SoundFile(path) as file:
            return bool(file.frames >= LEAST_SECONDS * file.samplerate and len(file.read(1)))
    except (OSError, RuntimeError, TypeError, ValueError):  # libsndfile's errors are RuntimeErrors
        return False


def _listed(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" и ещё {len(names) - 3}" if len(names) > 3 else "")
