"""Put a finished model where the program finds it: models/NAME, the sums of its files beside it, its card."""

import re
import shutil
from pathlib import Path

from training.pipeline.build import CARD, MODEL
from training.pipeline.stages import Runner, write_whole
from voice_judge.errors import UserError
from voice_judge.resources import resource
from voice_judge.speech.model_files import sha256_of

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,60}")


def embed(runner: Runner, name: str, models: Path | None = None) -> Path:
    """Copy the model of a build that is done to models/`name`, and its card to models/README.md; the new folder.

    Args:
        runner: of the build.
        name: of the new model; nothing may have it.
        models: where to; None: the project's own folder.

    Raises:
        UserError: the build is not done, or the name cannot be had (`check_name`).
    """
    if not (runner.done("model") and runner.done("card")):
        raise UserError("Модель ещё не готова: сначала ./run train без --embed.")
    models = models or resource("models")
    folder = check_name(name, models)
    part = models / f".{name}.part"
    shutil.rmtree(part, ignore_errors=True)  # of a run that was cut
    shutil.copytree(runner.folder("model") / MODEL, part)
    sums = [f"{sha256_of(file)}  {file.relative_to(part).as_posix()}" for file in _files(part)]
    write_whole(models / f"{name}.sha256", "\n".join(sums) + "\n")
    write_whole(models / CARD, (runner.folder("card") / CARD).read_text("utf-8"))
    part.rename(folder)  # the last: while there is no such folder, the same command does all of it again
    return folder


def check_name(name: str, models: Path | None = None) -> Path:
    """The folder for a new model of that name in `models` (None: the project's own).

    Raises:
        UserError: there is such a model already, or a model may not be called so.
    """
    if not _NAME.fullmatch(name):
        raise UserError(f"«{name}»: имя модели - латинские буквы, цифры, точки и дефисы, например ru-judge-0.3.")
    folder = (models or resource("models")) / name
    if folder.exists():
        raise UserError(f"{folder}: модель с таким именем уже есть. Дайте новой другое имя.")
    return folder


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())
