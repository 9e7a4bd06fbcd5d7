"""Which engine hears: by name, with a model by path or by the name under which it was installed."""

from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.speech.engine import Engine
from voice_judge.speech.models import load_model
from voice_judge.speech.vosk_engine import VoskEngine

VOSK, WHISPER = "vosk", "whisper"
ENGINES = (VOSK, WHISPER)
"""The first is the usual one."""


def load_engine(model: Path | str | None = None, engine: str = VOSK) -> Engine:
    """The engine for `model`; None: the environment's model or, for Vosk, the embedded one.

    Raises:
        UserError: no such engine; the model or the package it needs is missing or damaged.
    """
    if engine == VOSK:
        return VoskEngine(load_model(model))
    if engine == WHISPER:
        from voice_judge.speech.whisper_engine import load_whisper  # noqa: PLC0415  (most never need it)

        return load_whisper(model)
    raise UserError(f"нет движка «{engine}»; есть: {', '.join(ENGINES)}")
