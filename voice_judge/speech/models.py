"""Find a Vosk model, check it before Vosk sees it, and share one copy of it.

Vosk answers a damaged model with an abort or a crash of the whole process, so the files are checked first
(`model_files`) and the engine gets only what has passed. Address of the sharing rule (one model, many recognizers):
https://github.com/alphacep/vosk-api/issues/651
"""

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import vosk

from voice_judge.errors import UserError
from voice_judge.resources import resource
from voice_judge.speech.ascii_path import engine_path
from voice_judge.speech.model_catalogue import load_catalogue
from voice_judge.speech.model_files import EMBEDDED, check_model_files, has_runtime_graph
from voice_judge.speech.model_store import ModelStore

ENVIRONMENT = "VOICE_JUDGE_MODEL"
REJECT = "[unk]"
"""The word that stands for speech outside the grammar."""

_SILENT = -3  # below Vosk's levels for warnings (-1) and errors (-2): what matters is reported by our own messages


@dataclass(frozen=True, slots=True)
class SpeechModel:
    """A loaded model; `runtime_grammar` tells whether phrases can be given to it (else: open vocabulary only)."""

    path: Path
    runtime_grammar: bool
    engine: Any

    def knows(self, word: str) -> bool:
        """Whether the recognizer can ever hear `word`, in exactly this spelling."""
        return bool(self.engine.vosk_model_find_word(word) >= 0)

    @property
    def takes_phrases(self) -> bool:
        """Whether a list of phrases can be given to it: it has a runtime graph and a word for what is outside the list.

        Some models lack that word (vosk-api issue 2041); with a list they would hear phrases in everything.
        """
        return self.runtime_grammar and self.knows(REJECT)

    @property
    def note(self) -> str | None:
        """What the judge should know about it, in one Russian line; None if nothing."""
        if self.takes_phrases:
            return None
        return f"{self.path}: модель не принимает список фраз, слушаю без него; узнавание будет хуже."


def store() -> ModelStore:
    """The user's installed models."""
    return ModelStore(taken=frozenset({EMBEDDED}))


def model_path(explicit: Path | str | None = None) -> Path:
    """Where the model is: `explicit`, else the environment's VOICE_JUDGE_MODEL, else the one inside the program.

    Both may be a path or the name of an installed model; what exists as a path is taken for one.

    Raises:
        UserError: an official model of that name is not installed, or the program's own is missing.
    """
    if explicit is not None:
        return _named(explicit)
    if from_environment := os.environ.get(ENVIRONMENT):
        return _named(from_environment)
    return embedded_path()


def _named(model: Path | str) -> Path:
    path, name = Path(model), str(model)
    if path.exists() or path.name != name:
        return path
    if name == EMBEDDED:
        return embedded_path()
    if installed := store().find(name):
        return installed
    if load_catalogue().find(name):
        raise UserError(f"Модель {name} не установлена. Установите её: voice-judge models install {name}")
    return path


def embedded_path() -> Path:
    """Where the program's own model is."""
    try:
        return resource("models") / EMBEDDED
    except FileNotFoundError:
        raise UserError(
            "Встроенная модель речи не найдена: переустановите voice-judge или укажите другую через --model ПУТЬ."
        ) from None


def load_model(explicit: Path | str | None = None) -> SpeechModel:
    """The model at `model_path(explicit)`, loaded once per process.

    Raises:
        UserError: no such folder, a file is missing or damaged; the message names the path and what is wrong.
    """
    return _load(model_path(explicit).absolute())


@lru_cache(maxsize=2)
def _load(path: Path) -> SpeechModel:
    check_model_files(path)
    vosk.SetLogLevel(_SILENT)
    try:
        engine = vosk.Model(model_path=engine_path(path))
    except Exception as error:  # Vosk raises nothing narrower
        raise UserError(f"{path}: Vosk не смог прочитать модель. Скачайте или скопируйте её заново.") from error
    return SpeechModel(path, has_runtime_graph(path), engine)
