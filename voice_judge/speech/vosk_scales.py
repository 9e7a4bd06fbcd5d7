"""Vosk's scores as scales: the same sound decoded with two lists.

With alternatives asked for, Vosk tells the score of its best path, the negative cost of acoustics and list together
(unnormalised: vosk-api issue 604). Over the same sound the difference of two lists' scores is a log-likelihood ratio,
as keyword spotters use it against a filler model (Rose and Paul, ICASSP 1990, "A hidden Markov model based keyword
recognition system").
"""

import json
from typing import Any

import vosk

from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.repeatable import seed_dither


class VoskScales:
    """Two lists over one model.

    Args:
        model: Vosk's own model.
        phrases: one list, as Vosk takes it (JSON).
        talk: the other.
    """

    def __init__(self, model: Any, phrases: str, talk: str) -> None:
        self._with_phrases = _scoring(model, phrases)
        self._as_talk = _scoring(model, talk)

    def margin(self, samples: Samples) -> float:
        """How much likelier (natural logarithm) the sound is with the phrases; 0.0 for sound too short to say."""
        return _score(self._with_phrases, samples) - _score(self._as_talk, samples)


def _scoring(model: Any, phrases: str) -> Any:
    engine = vosk.KaldiRecognizer(model, float(SAMPLE_RATE), phrases)
    engine.SetMaxAlternatives(1)
    return engine


def _score(engine: Any, samples: Samples) -> float:
    """FinalResult ends the sound, so the next one finds the engine as new."""
    seed_dither(0)
    engine.AcceptWaveform(samples.tobytes())
    found = json.loads(engine.FinalResult()).get("alternatives", ())
    return float(found[0]["confidence"]) if found else 0.0
