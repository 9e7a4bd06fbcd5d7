"""Put a finished model where the program finds it: models/NAME, the sums of its files beside it, its card."""

import shutil
from pathlib import Path

from training.pipeline.build import CARD, MODEL
from training.pipeline.stages import Runner
from voice_judge.errors import UserError
from voice_judge.resources import resource
from voice_judge.speech.model_files import sha256_of


def embed(runner: Runner, name: str, models: Path | None = None) -> Path:
    """Copy the model of a build that is done to models/`name`, and its card to models/README.md; the new folder.

    Args:
        runner: of the build.
        name: of the new model; nothing may have it.
        models: where to; None: the project's own folder.

    Raises:
        UserError: the build is not done, or the name is taken.
    """
    if not (runner.done("model") and runner.done("card")):
        raise UserError("Модель ещё не готова: сначала ./run train без --embed.")
    models = models or resource("models")
    folder = models / name
    if folder.exists():
        raise UserError(f"{folder}: модель с таким именем уже есть. Дайте новой другое имя.")
    shutil.copytree(runner.folder("model") / MODEL, folder)
    sums = [f"{sha256_of(file)}  {file.relative_to(folder).as_posix()}" for file in _files(folder)]
    (models / f"{name}.sha256").write_text("\n".join(sums) + "\n", encoding="utf-8")
    shutil.copy(runner.folder("card") / CARD, models / "README.md")
    return folder


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())
