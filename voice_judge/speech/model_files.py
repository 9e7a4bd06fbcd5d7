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
    if not path.exists():
        raise UserError(f"{path}: такой папки нет. Укажите папку с моделью Vosk через --model ПУТЬ.")
    if not path.is_dir():
        raise UserError(f"{path}: это не папка. Модель Vosk — папка, распакуйте архив и укажите её.")
    if missing := _missing(path):
        raise UserError(f"{path}: модель неполная, нет или пусто: {', '.join(missing)}. Скачайте её заново.")
    if "--endpoint.silence-phones=" not in (path / "conf/model.conf").read_text("utf-8", errors="replace"):
        raise UserError(f"{path / 'conf/model.conf'}: нет строки --endpoint.silence-phones=..., модель повреждена.")
    checksums = path.with_name(path.name + ".sha256")
    if checksums.is_file():
        _compare(path, checksums)
    else:
        _probe(path)


def _missing(path: Path) -> list[str]:
    """Names of the files that are absent or empty."""
    if (path / _STATIC[0]).exists() and not (path / _RUNTIME[0]).exists():
        needed: tuple[str, ...] = (*_COMMON, *_STATIC)
    else:
        needed = (*_COMMON, *_RUNTIME, "graph/disambig_tid.int")
    return [name for name in needed if not (path / name).is_file() or not (path / name).stat().st_size]


def _compare(path: Path, checksums: Path) -> None:
    """Compare with a list in the format of `sha256sum`."""
    for number, line in enumerate(checksums.read_text("utf-8").splitlines(), start=1):
        digest, _, name = line.partition("  ")
        if not name:
            raise UserError(f"{checksums}:{number}: ожидается «сумма  имя файла».")
        file = path / name
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            raise UserError(f"{file}: файл модели повреждён или отсутствует. Переустановите модель.")


def _probe(path: Path) -> None:
    """Load the model in a child process and let it hear two seconds of silence."""
    command = [sys.executable, "-c", _PROBE, engine_path(path)]
    try:
        code = subprocess.run(command, capture_output=True, timeout=_PROBE_SECONDS, check=False).returncode
    except subprocess.TimeoutExpired:
        code = -1
    if code != 0:
        raise UserError(f"{path}: модель повреждена или не подходит этой версии Vosk. Скачайте её заново.")


def engine_path(path: Path) -> str:
    """The path as the engine can open it: on Windows it cannot open Cyrillic ones, so their short 8.3 form.

    https://github.com/alphacep/vosk-api/issues/1072
    """
    text = str(path)
    if sys.platform != "win32" or text.isascii():
        return text
    import ctypes  # noqa: PLC0415  (Windows only)

    buffer = ctypes.create_unicode_buffer(32_768)
    length = ctypes.windll.kernel32.GetShortPathNameW(text, buffer, len(buffer))
    short = buffer.value if length else text
    if not short.isascii():
        raise UserError(f"{path}: переложите модель в папку с латинским путём, например C:\\ProgramData\\voice-judge.")
    return short
