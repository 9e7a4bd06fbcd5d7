"""Debian packages as sources of recordings: fetched by name and unpacked into the cache; no root is needed.

`apt-get download` takes the version of the machine's own Debian and checks it against the signed index; `dpkg -x`
unpacks without installing. What is unpacked once is used again. A package of a component that the machine does not use
(`non-free`) is fetched by an apt in the work folder: see apt_sources.py.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from training.speech.apt_sources import private_apt
from voice_judge.errors import UserError

MAIN = "main"


@dataclass(frozen=True, slots=True)
class _Apt:
    """A command that fetches packages, and what to do when it fails."""

    command: tuple[str, ...]
    advice: str


_SYSTEM_APT = _Apt(("apt-get",), "Проверьте сеть и обновите список пакетов: sudo apt-get update")


def package(name: str, work: Path, component: str = MAIN) -> Path:
    """The folder in which the Debian package `name` lies unpacked (it holds `usr/`).

    Args:
        name: of the package.
        work: where packages are kept.
        component: of Debian's archive that holds it; any but `main` is fetched without the machine's own lists.

    Raises:
        UserError: there is no apt here, or the package cannot be fetched.
    """
    folder = work / "debian" / name
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    apt = _SYSTEM_APT if component == MAIN else _private_apt(work, component)
    with TemporaryDirectory(dir=folder.parent) as temporary:
        unpacked = Path(temporary) / "unpacked"
        _run([*apt.command, "download", name], Path(temporary), name, apt.advice)
        archive = next(Path(temporary).glob("*.deb"))
        _run(["dpkg", "-x", str(archive), str(unpacked)], Path(temporary), name, apt.advice)
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


def _private_apt(work: Path, component: str) -> _Apt:
    """An apt that sees `component`; its lists are fetched once."""
    configuration = private_apt(work, component)
    folder = configuration.parent
    apt = _Apt(
        ("apt-get", "-c", str(configuration)),
        f"Он лежит в разделе {component} архива Debian. Проверьте сеть, удалите папку {folder} со старым списком "
        "пакетов и запустите снова; нужен Debian 12",
    )
    fetched = folder / "updated"
    if not fetched.exists():
        _run([*apt.command, "update"], folder, f"раздела {component}", apt.advice)
        fetched.touch()
    return apt


def _run(command: list[str], folder: Path, name: str, advice: str) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise UserError(
            f"Пакет Debian {name} не получить: здесь нет программы {command[0]}. "
            "Обучение собирает записи из пакетов Debian: запустите его в Debian."
        ) from error
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["причина не названа"])[-1]
        raise UserError(f"Пакет Debian {name} не получен: {last}. {advice}")
