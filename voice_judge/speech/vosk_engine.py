"""Vosk as an `Engine`."""

from collections.abc import Sequence

from voice_judge.speech.models import SpeechModel
from voice_judge.speech.recognizer import Recognizer
from voice_judge.speech.scales import Scales
from voice_judge.speech.vosk_recognizer import VoskRecognizer, vosk_list
from voice_judge.speech.vosk_scales import VoskScales


class VoskEngine:
    """A Vosk model that makes recognizers.

    Args:
        model: as loaded by `load_model`.
    """

    def __init__(self, model: SpeechModel) -> None:
        self.model = model

    @property
    def name(self) -> str:
        """The model's folder."""
        return self.model.path.name

    @property
    def note(self) -> str | None:
        """What the judge should know about the model."""
        return self.model.note

    def knows(self, word: str) -> bool:
        """Whether the model has the word."""
        return self.model.knows(word)

    def recognizer(self, phrases: Sequence[str] | None) -> Recognizer:
        """A recognizer with a list of phrases, or with an open vocabulary where the model takes none."""
        return VoskRecognizer(self.model, phrases)

    def scales(self, phrases: Sequence[str], talk: Sequence[str]) -> Scales | None:
        """Scales for `phrases` against `talk`; None where the model takes no lists."""
        lists = (vosk_list(self.model, phrases), vosk_list(self.model, talk))
        return VoskScales(self.model.engine, lists[0], lists[1]) if lists[0] and lists[1] else None
