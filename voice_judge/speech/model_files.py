"""Check a model's folder without the engine, for the engine dies on a bad one.

Tried on vosk 0.3.45: an absent or cut HCLr.fst and an empty disambig_tid.int crash the process, a model.conf without
silence phones aborts it. So three layers: the files that must be there; checksums, where a list lies beside the model;
without a list, a trial load in a child process whose death hurts nobody.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.speech.ascii_path import engine_path

EMBEDDED = "ru-judge-0.2"
"""The folder in models/ with which the program listens when it is told nothing else."""

_PROBE_SECONDS = 120.0  # a big model may need most of a minute from a slow disk
_RUNTIME = ("graph/Gr.fst", "graph/HCLr.fst")
_STATIC = ("graph/HCLG.fst", "graph/words.txt")
_COMMON = ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf")
_PROBE = (
    "import sys, vosk; vosk.SetLogLevel(-3); model = vosk.Model(model_path=sys.argv[1]); "
    "recognizer = vosk.KaldiRecognizer(model, 16000.0); "
    "recognizer.AcceptWaveform(bytes(64000)); recognizer.FinalResult()"
)


def has_runtime_graph(path: Path) -> bool:
    """Whether a list of phrases can be given to the model: it has the two halves of a graph, not the whole one."""
    return all((path / name).is_file() for name in _RUNTIME)


def check_model_files(path: Path) -> None:
    """Pass silently, or explain what is wrong with the model in `path`.

    Raises:
        UserError: the folder or a file in it is missing, empty or damaged.
    """
    _check_parts(path, path)
    checksums = path.with_name(path.name + ".sha256")
    if checksums.is_file():
        _compare(path, checksums)
    else:
        _probe(path, path)


def check_new_model(path: Path, shown: Path) -> None:
    """The same for a model that is to be installed: it is always tried out; messages name `shown`, its source."""
    _check_parts(path, shown)
    _probe(path, shown)


def sha256_of(path: Path) -> str:
    """A file's SHA-256, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def model_size(path: Path) -> int:
    """Bytes that a model's files take."""
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def missing_files(path: Path) -> list[str]:
    """Names of the model's necessary files that are absent or empty."""
    if (path / _STATIC[0]).exists() and not (path / _RUNTIME[0]).exists():
        needed: tuple[str, ...] = (*_COMMON, *_STATIC)
    else:
        needed = (*_COMMON, *_RUNTIME, "graph/disambig_tid.int")
    return [name for name in needed if not (path / name).is_file() or not (path / name).stat().st_size]


def _check_parts(path: Path, shown: Path) -> None:
    if not path.exists():
        raise UserError(f"{shown}: такой папки нет. Укажите папку с моделью Vosk через --model ПУТЬ.")
    if not path.is_dir():
        raise UserError(f"{shown}: это не папка. Установите архив: voice-judge models install {shown}")
    if missing := missing_files(path):
        raise UserError(f"{shown}: модель неполная, нет или пусто: {', '.join(missing)}. Скачайте её заново.")
    if "--endpoint.silence-phones=" not in (path / "conf/model.conf").read_text("utf-8", errors="replace"):
        raise UserError(f"{shown / 'conf/model.conf'}: нет строки --endpoint.silence-phones=..., модель повреждена.")


def _compare(path: Path, checksums: Path) -> None:
    """Compare with a list in the format of `sha256sum`."""
    for number, line in enumerate(checksums.read_text("utf-8", errors="replace").splitlines(), start=1):
        digest, _, name = line.partition("  ")
        if not name:
            raise UserError(f"{checksums}:{number}: ожидается «сумма  имя файла».")
        file = path / name
        if not file.is_file() or sha256_of(file) != digest:
            raise UserError(f"{file}: файл модели повреждён или отсутствует. Переустановите модель.")


def _probe(path: Path, shown: Path) -> None:
    """Load the model in a child process and let it hear two seconds of silence."""
    command = [sys.executable, "-P", "-c", _PROBE, engine_path(path)]
    try:
        code = subprocess.run(command, capture_output=True, timeout=_PROBE_SECONDS, check=False).returncode
    except subprocess.TimeoutExpired:
        code = -1
    if code != 0:
        raise UserError(f"{shown}: модель повреждена или не подходит этой версии Vosk. Скачайте её заново.")
