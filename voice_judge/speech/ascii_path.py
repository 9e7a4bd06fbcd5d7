"""A path that the engines can open on Windows, where they cannot open Cyrillic ones: C:\\Users\\Антон\\...

https://github.com/alphacep/vosk-api/issues/1072. Windows keeps a short name (8.3) of every folder, in Latin letters,
unless its owner has switched that off; then the model is copied once into a folder with a Latin path and used there.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from voice_judge.errors import UserError

_KEY_DIGITS = 16


def engine_path(path: Path) -> str:
    """`path` as the engine can open it; everywhere but on Windows as it stands.

    Raises:
        UserError: there is no such path, and no place for a copy.
    """
    if sys.platform != "win32":
        return str(path)
    shelter = Path(os.environ.get("PROGRAMDATA", "C:\\ProgramData")) / "voice-judge" / "models"
    return latin_path(path, _short_path, shelter)


def latin_path(path: Path, short_path: Callable[[str], str], shelter: Path) -> str:
    """`path` itself if it is ASCII, else its short form, else a copy of the folder in `shelter`.

    Args:
        path: a model's folder.
        short_path: the system's short form of a path, or the same path where it keeps none.
        shelter: a folder with an ASCII path that may not exist yet. The copy is named after what is in the folder, so
            an unchanged model is copied once, wherever it lies, and a changed one again.
    """
    text = str(path)
    if text.isascii():
        return text
    short = short_path(text)
    if short.isascii():
        return short
    advice = f"переложите модель в папку с латинским путём, например {shelter}."
    if not str(shelter).isascii():
        raise UserError(f"{path}: {advice}")
    try:
        return str(_copied(path, shelter))
    except OSError as error:
        raise UserError(f"{path}: {advice} (Скопировать не вышло: {error.strerror or error}.)") from None


def _copied(path: Path, shelter: Path) -> Path:
    target = shelter / _key(path)
    if target.is_dir():
        return target
    shelter.mkdir(parents=True, exist_ok=True)
    half = Path(tempfile.mkdtemp(prefix=".new-", dir=shelter))
    try:
        shutil.copytree(path, half, dirs_exist_ok=True)
        with suppress(FileExistsError):  # another process was quicker
            half.rename(target)
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return target


def _key(path: Path) -> str:
    """A name for what is in the folder: files, sizes, times."""
    digest = hashlib.sha256()
    for file in sorted(path.rglob("*")):
        if file.is_file():
            state = file.stat()
            digest.update(f"{file.relative_to(path).as_posix()}\0{state.st_size}\0{state.st_mtime_ns}\0".encode())
    return f"model-{digest.hexdigest()[:_KEY_DIGITS]}"


def _short_path(text: str) -> str:
    import ctypes  # noqa: PLC0415  (Windows only)

    buffer = ctypes.create_unicode_buffer(32_768)
    length = ctypes.windll.kernel32.GetShortPathNameW(text, buffer, len(buffer))  # type: ignore[attr-defined,unused-ignore]
    return buffer.value if length else text
