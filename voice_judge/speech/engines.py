"""Which engine hears: by name, with a model by path."""

from pathlib import Path

from voice_judge.speech.engine import Engine
from voice_judge.speech.models import load_model
from voice_judge.speech.vosk_engine import VoskEngine


def load_engine(model: Path | None = None) -> Engine:
    """The engine for `model`; None: the environment's or the embedded one.

    Raises:
        UserError: the model is missing or damaged.
    """
    return VoskEngine(load_model(model))
