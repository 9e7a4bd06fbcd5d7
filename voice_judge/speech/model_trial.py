"""Does a model really take a list of phrases, and reject what is not on it? Tried on sound, not read from its files."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np
import vosk

from voice_judge.resources import resource
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.models import REJECT, SpeechModel
from voice_judge.speech.recording import RecordingSource
from voice_judge.speech.repeatable import seed_dither

SAID = "я выставляю игрока номер пять"
"""What is said in the first part of the recorded game day that is tried."""

NOT_SAID = ("кто против игрока номер семь", "мафия просыпается")

_RECORDING = "game_day.opus"
_PHRASE, _TALK = (10.7, 13.4), (2.8, 10.2)  # seconds of the recording: a phrase; talk without one
_BLOCK = SAMPLE_RATE // 5
_NOISE_SECONDS, _NOISE_LEVEL, _SEED = 3.0, 600.0, 7


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of it: the words heard with a list that has the phrase, and in talk and noise with one that has not.

    Each is None where it could not be tried: the model has no graph that takes a list, or the recording is missing.
    """

    phrase: str | None
    talk: str | None
    noise: str | None

    @property
    def takes_phrases(self) -> bool:
        """Whether the phrase on the list was heard, and no word that is not on it."""
        return self.phrase is not None and [word for word in self.phrase.split() if word != REJECT] == SAID.split()

    @property
    def rejects(self) -> bool:
        """Whether neither talk nor noise was taken for a phrase, and the talk was heard as something else."""
        return self.talk is not None and REJECT in self.talk.split() and not _any_phrase(self.talk, self.noise or "")


def try_model(model: SpeechModel) -> Trial:
    """Decode a phrase, talk and noise with short lists. Takes a second or two."""
    if not model.runtime_grammar:
        return Trial(None, None, None)
    reject = (REJECT,) if model.knows(REJECT) else ()
    other = (*(phrase for phrase in NOT_SAID if all(map(model.knows, phrase.split()))), *reject)
    own = (SAID,) if all(map(model.knows, SAID.split())) else ()
    noise = _heard(model, other, _noise()) if other else None
    try:
        phrase = _heard(model, (*own, *other), _piece(*_PHRASE)) if own else None
        return Trial(phrase, _heard(model, other, _piece(*_TALK)) if other else None, noise)
    except FileNotFoundError:
        return Trial(None, None, noise)


def _heard(model: SpeechModel, phrases: Sequence[str], sound: Samples) -> str:
    """What the model hears with this list, whatever it may lack (the program's own recognizer would do without)."""
    engine = vosk.KaldiRecognizer(model.engine, float(SAMPLE_RATE), json.dumps(phrases, ensure_ascii=False))
    texts: list[str] = []
    for number, at in enumerate(range(0, len(sound), _BLOCK)):
        seed_dither(number)
        if engine.AcceptWaveform(sound[at : at + _BLOCK].tobytes()):
            texts.append(json.loads(engine.Result())["text"])
    texts.append(json.loads(engine.FinalResult())["text"])
    return " ".join(" ".join(texts).split())


def _any_phrase(*heard: str) -> bool:
    return any(phrase in text for phrase in NOT_SAID for text in heard)


def _piece(begin: float, end: float) -> Samples:
    chunks = takewhile(lambda chunk: chunk.start < end, RecordingSource(resource("game_day") / _RECORDING).chunks())
    return np.concatenate([chunk.samples for chunk in chunks if chunk.end > begin])


def _noise() -> Samples:
    random = np.random.default_rng(_SEED)
    return (random.standard_normal(round(_NOISE_SECONDS * SAMPLE_RATE)) * _NOISE_LEVEL).astype(np.int16)
