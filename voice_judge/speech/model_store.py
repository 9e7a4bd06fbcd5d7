"""Models installed beside the embedded one: a folder each in the user's data folder, with a receipt.

A model counts as installed when its folder stands at its final name, and it is moved there in one step, after its
files were checked. Beside the folder `NAME` lie `NAME.sha256` (its files' sums, compared at each loading) and
`NAME.receipt.json` (where it came from, how big the archive was, its sum). The receipt stays when the folder is
deleted: the next archive of that name is compared with it.
"""

import errno
import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from voice_judge.errors import UserError
from voice_judge.places import data_folder
from voice_judge.speech.model_archive import copy_folder, find_model, unpack
from voice_judge.speech.model_download import Meter, download
from voice_judge.speech.model_files import check_new_model, sha256_of

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_ZIP = ".zip"
_WORKSHOP = ".new-"
_ABANDONED_SECONDS = 86_400.0


class Receipt(BaseModel):
    """What was installed: `size` and `sha256` are of the archive; of the files' list for a folder."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    source: str
    size: int
    sha256: str
    installed: datetime


class ModelStore:
    """The folder of installed models.

    Args:
        folder: by default `models` in the user's data folder; made when something is installed.
        taken: names that may not be installed, for they are the program's own.
    """

    def __init__(self, folder: Path | None = None, taken: frozenset[str] = frozenset()) -> None:
        self.folder = folder or data_folder() / "models"
        self._taken = taken

    def names(self) -> tuple[str, ...]:
        """The installed models, in the order of the alphabet."""
        if not self.folder.is_dir():
            return ()
        found = (path for path in self.folder.iterdir() if path.is_dir() and _NAME.fullmatch(path.name))
        return tuple(sorted(path.name for path in found))

    def find(self, name: str) -> Path | None:
        """The folder of an installed model; None: there is none of that name."""
        return self.folder / name if name in self.names() else None

    def receipt(self, name: str) -> Receipt | None:
        """What is remembered of the model's last installation; None: nothing, or nothing legible."""
        try:
            return Receipt.model_validate_json(self._receipt_file(name).read_text("utf-8"))
        except (OSError, ValidationError, UnicodeDecodeError):
            return None

    def install_official(
        self,
        name: str,
        url: str,
        meter: Meter,
        *,
        sha256: str | None = None,
        force: bool = False,
        changed: bool = False,
    ) -> Receipt:
        """Fetch the archive at `url` and install it as `name`.

        Args:
            sha256: what the archive's sum must be; None: the sum of the last installation, if there was one.
            force: replace an installed model.
            changed: accept an archive whose sum is not the remembered one.

        Raises:
            UserError: in one line, what went wrong; the archive received so far is kept for the next try.
        """
        self._check_name(name, Path(name), force)
        with self._writing():
            downloads = self.folder / ".downloads"
            downloads.mkdir(parents=True, exist_ok=True)
            archive = downloads / f"{name}{_ZIP}"
            if not archive.exists():  # whole already if the disk was full when it was to be unpacked
                download(url, archive, meter)
            try:
                self._compare(name, archive, sha256, changed)
                receipt = self._install(archive, url, force, name)
            except UserError:
                archive.unlink(missing_ok=True)
                raise
            archive.unlink()
            return receipt

    def install_file(self, source: Path, *, force: bool = False) -> Receipt:
        """Install from a zip or a folder on disk, without any network; the name is its folder's.

        Raises:
            UserError: in one line, what is wrong with it.
        """
        if not source.exists():
            raise UserError(f"{source}: такого файла или папки нет.")
        with self._writing():
            self.folder.mkdir(parents=True, exist_ok=True)
            return self._install(source, str(source.absolute()), force, None)

    def _install(self, source: Path, origin: str, force: bool, name: str | None) -> Receipt:
        self._sweep()
        workshop = Path(tempfile.mkdtemp(prefix=_WORKSHOP, dir=self.folder))
        try:
            inside = workshop / "files"
            inside.mkdir()
            model = find_model(_take(source, inside), source)
            own = _own_name(source) if model == inside else model.name
            name = name or own
            self._check_name(name, source, force)
            check_new_model(model, source)
            sums = _sums(model)
            receipt = _receipt(name, origin, source, sums)
            self._put(model, name, sums, receipt)
            return receipt
        finally:
            shutil.rmtree(workshop, ignore_errors=True)

    def _put(self, model: Path, name: str, sums: str, receipt: Receipt) -> None:
        """Move the checked folder to its name; until then an earlier one of that name stays as it was."""
        target, beside = self.folder / name, self.folder / f"{name}.sha256"
        workshop = next(path for path in model.parents if path.name.startswith(_WORKSHOP))
        new_sums, old = workshop / "sums", workshop / "old"
        new_sums.write_text(sums, "utf-8")
        beside.unlink(missing_ok=True)  # a model without sums is tried out, one with another's counts as damaged
        if target.exists():
            target.rename(old)
        try:
            model.rename(target)
        except OSError:
            if old.exists():
                old.rename(target)
            raise
        new_sums.replace(beside)
        self._receipt_file(name).write_text(receipt.model_dump_json(indent=1) + "\n", "utf-8")

    def _sweep(self) -> None:
        """Remove what an installation left that was killed long ago."""
        for path in self.folder.glob(f"{_WORKSHOP}*"):
            if time.time() - path.stat().st_mtime > _ABANDONED_SECONDS:
                shutil.rmtree(path, ignore_errors=True)

    def _check_name(self, name: str, source: Path, force: bool) -> None:
        if not _NAME.fullmatch(name):
            raise UserError(
                f"{source}: папка модели называется «{name}»; назовите её латиницей, как vosk-model-ru, и повторите."
            )
        if name in self._taken:
            raise UserError(f"{source}: «{name}» — имя встроенной модели; назовите папку иначе.")
        if not force and (self.folder / name).exists():
            raise UserError(f"Модель {name} уже установлена: {self.folder / name}. Заменить её: добавьте --force.")

    def _compare(self, name: str, archive: Path, published: str | None, changed: bool) -> None:
        """The archive's sum against the published one, or against what came under that name before."""
        found = sha256_of(archive)
        remembered = self.receipt(name)
        expected = published or (remembered.sha256 if remembered and _remote(remembered) and not changed else None)
        if expected is None or found == expected.lower():
            return
        if published:
            raise UserError(f"{name}: получен не тот архив: SHA-256 {found}, а должна быть {expected}. Повторите.")
        raise UserError(
            f"{name}: архив на сервере не тот, что в прошлый раз: SHA-256 {found}, была {expected}. "
            "Если он и должен был измениться, добавьте --changed."
        )

    def _receipt_file(self, name: str) -> Path:
        return self.folder / f"{name}.receipt.json"

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """What the disk says against it, in words."""
        try:
            yield
        except OSError as error:
            place = error.filename or self.folder
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise UserError(f"{place}: на диске не хватает места ({error.strerror}).") from None
            if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
                raise UserError(f"{place}: сюда записать нельзя: нет прав. Модели хранятся в {self.folder}.") from None
            raise UserError(f"{place}: {error.strerror or error}.") from None


def _take(source: Path, inside: Path) -> Path:
    if source.is_dir():
        copy_folder(source, inside)
    else:
        unpack(source, inside)
    return inside


def _own_name(source: Path) -> str:
    """The name of a model that has no folder of its own inside what was given."""
    name = source.resolve().name
    return name[: -len(_ZIP)] if name.lower().endswith(_ZIP) and source.is_file() else name


def _sums(model: Path) -> str:
    """Its files' sums, as `sha256sum` writes them."""
    files = sorted(path for path in model.rglob("*") if path.is_file())
    return "".join(f"{sha256_of(path)}  {path.relative_to(model).as_posix()}\n" for path in files)


def _receipt(name: str, origin: str, source: Path, sums: str) -> Receipt:
    now = datetime.now(UTC).replace(microsecond=0)
    if source.is_file():
        return Receipt(name=name, source=origin, size=os.path.getsize(source), sha256=sha256_of(source), installed=now)
    size = sum(path.stat().st_size for path in source.rglob("*") if path.is_file())
    digest = hashlib.sha256(sums.encode()).hexdigest()
    return Receipt(name=name, source=origin, size=size, sha256=digest, installed=now)


def _remote(receipt: Receipt) -> bool:
    return "://" in receipt.source
