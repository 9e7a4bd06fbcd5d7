"""Debian packages as sources of recordings: fetched by name and unpacked into the cache; no root is needed.

`apt-get download` takes the version of the machine's own Debian and checks it against the signed index; `dpkg -x`
unpacks without installing. What is unpacked once is used again.
"""

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from voice_judge.errors import UserError


def package(name: str, work: Path) -> Path:
    """The folder in which the Debian package `name` lies unpacked (it holds `usr/`).

    Raises:
        UserError: there is no apt here, or the package cannot be fetched.
    """
    folder = work / "debian" / name
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as temporary:
        unpacked = Path(temporary) / "unpacked"
        _run(["apt-get", "download", name], Path(temporary), name)
        archive = next(Path(temporary).glob("*.deb"))
        _run(["dpkg", "-x", str(archive), str(unpacked)], Path(temporary), name)
        unpacked.replace(folder)
    return folder


def require(program: str, package_name: str) -> str:
    """The path of `program`.

    Raises:
        UserError: it is not installed.
    """
    found = shutil.which(program)
    if found is None:
        raise UserError(f"Нет программы {program}. Установите её: sudo apt-get install {package_name}")
    return found


def _run(command: list[str], folder: Path, name: str) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise UserError(
            f"Пакет Debian {name} не получить: здесь нет программы {command[0]}. "
            "Обучение собирает записи из пакетов Debian: запустите его в Debian."
        ) from error
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["причина не названа"])[-1]
        raise UserError(
            f"Пакет Debian {name} не получен: {last}. Проверьте сеть и обновите список пакетов: sudo apt-get update"
        )
