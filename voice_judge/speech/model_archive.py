"""Take a model out of an archive or a folder into a place of our own, trusting neither.

What an archive can do to the one who unpacks it: names that lead out of the folder, links, devices, a few kilobytes
that become terabytes. (https://docs.python.org/3/library/zipfile.html#decompression-pitfalls)
"""

import errno
import os
import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from voice_judge.errors import UserError

MOST_BYTES = 12_000_000_000
"""A model of the largest published size (2.5 GB packed) fits three times."""

MOST_RATIO = 100
"""Unpacked to packed bytes: models come to 1.1 to 3; a bomb is above 1,000."""

MOST_FILES = 2_000
"""A model has some twenty files."""

_MARK = Path("am/final.mdl")  # what makes a folder a Vosk model
WHISPER_MARK = "model.bin"  # and a Whisper model for faster-whisper
_DEEPEST = 3  # folders above the model inside an archive
_BLOCK = 1 << 20
_SPARE = 50_000_000  # bytes left free on the disk


def unpack(archive: Path, into: Path) -> None:
    """Unpack a zip into the empty folder `into`.

    Raises:
        UserError: not a zip, damaged, protected by a password, dangerous, too big for the disk.
    """
    try:
        with zipfile.ZipFile(archive) as packed:
            infos = packed.infolist()
            _refuse_dangerous(archive, infos)
            _refuse_bomb(archive, infos)
            _check_space(into, sum(info.file_size for info in infos))
            for info in infos:
                if not info.is_dir():
                    _extract(packed, info, into / info.filename)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise UserError(f"{archive}: архив повреждён или это не zip ({error}). Скачайте его заново.") from None
    except RuntimeError:  # a password; zipfile also says so of a way of packing that it does not know
        raise UserError(f"{archive}: архив под паролем или упакован неизвестным способом, такой не подходит.") from None


def copy_folder(folder: Path, into: Path) -> None:
    """Copy a folder's files into the empty folder `into`.

    Raises:
        UserError: there is something else than files and folders in it, or no room for a copy.
    """
    files = list(_files(folder))
    _check_space(into, sum(file.stat().st_size for file in files))
    for file in files:
        target = into / file.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)


def find_model(folder: Path, source: Path) -> Path:
    """The one folder inside `folder` (or itself) that holds a model.

    Raises:
        UserError: there is none, or more than one; `source` is what the user gave.
    """
    found = [path for path in _folders(folder, _DEEPEST) if (path / _MARK).is_file()]
    if not found and (folder / WHISPER_MARK).is_file():
        raise UserError(
            f"{source}: это модель Whisper, её не устанавливают, а указывают: --engine whisper --model {source}"
        )
    if not found:
        raise UserError(f"{source}: здесь нет модели Vosk (ни в одной папке нет {_MARK.as_posix()}).")
    if len(found) > 1:
        names = ", ".join(path.name for path in found)
        raise UserError(f"{source}: здесь несколько моделей ({names}); распакуйте и установите нужную папку.")
    return found[0]


def _refuse_dangerous(archive: Path, infos: Iterable[zipfile.ZipInfo]) -> None:
    seen: set[str] = set()
    for info in infos:
        name = info.filename
        kind = stat.S_IFMT(info.external_attr >> 16)
        if _leads_out(name):
            raise UserError(
                f"{archive}: опасный архив: «{name}» ведёт за пределы папки. Возьмите архив с сайта модели."
            )
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise UserError(f"{archive}: опасный архив: «{name}» — не файл и не папка, а ссылка или устройство.")
        if name.casefold() in seen:
            raise UserError(f"{archive}: негодный архив: «{name}» в нём дважды.")
        seen.add(name.casefold())


def _leads_out(name: str) -> bool:
    """Whether a name is not plainly a place below, on any system."""
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    outside = posix.is_absolute() or windows.drive or windows.root or ".." in (*posix.parts, *windows.parts)
    return not name or bool(outside) or any(sign in name for sign in '\\:\0*?"<>|')


def _refuse_bomb(archive: Path, infos: list[zipfile.ZipInfo]) -> None:
    unpacked = sum(info.file_size for info in infos)
    packed = archive.stat().st_size
    if len(infos) > MOST_FILES or unpacked > MOST_BYTES or unpacked > packed * MOST_RATIO:
        raise UserError(
            f"{archive}: это не модель: {len(infos)} файлов, {unpacked / 1e6:.0f} МБ из {packed / 1e6:.1f} МБ архива."
        )


def _extract(packed: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path) -> None:
    """One file; never more of it than its entry says (zipfile checks the sum and stops there)."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with packed.open(info) as source, target.open("xb") as file:
        shutil.copyfileobj(source, file, _BLOCK)


def _check_space(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed + _SPARE:
        megabytes = f"нужно {needed / 1e6:.0f} МБ, свободно {free / 1e6:.0f} МБ"
        raise OSError(errno.ENOSPC, f"не хватает места: {megabytes}", str(folder))


def _files(folder: Path) -> Iterator[Path]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        path = Path(entry.path)
        if entry.is_dir(follow_symlinks=False):
            yield from _files(path)
        elif entry.is_file(follow_symlinks=False):
            yield path
        else:
            raise UserError(f"{path}: в папке модели может быть только файл или папка, а это ссылка или устройство.")


def _folders(folder: Path, depth: int) -> Iterator[Path]:
    yield folder
    if depth and not (folder / _MARK).is_file():
        for child in sorted(folder.iterdir()):
            if child.is_dir() and not child.is_symlink():
                yield from _folders(child, depth - 1)
