"""Stock Vosk listens to single recordings with a grammar: how many come out exactly, how many words are wrong.

The grammar of a recording is every text of its voice, so that each could be any of them, with `[unk]`.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from training.speech.sound import read_sound
from training.speech.utterance import Utterance
from voice_judge.evaluation.manifest import Noise
from voice_judge.evaluation.sound import MARGIN, active_level, noise_below, room, seed_of, to_int16
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.model_words import model_words

_CHUNK = SAMPLE_RATE // 5
UNKNOWN = "[unk]"


@dataclass(frozen=True, slots=True)
class WordErrors:
    """Of one voice in one condition: recordings, how many exact; words said, how many wrong, missing or too many."""

    voice: str
    kind: str
    seen: bool
    condition: str
    total: int
    exact: int
    words: int
    errors: int


def word_errors(
    models: Sequence[Path], recordings: Sequence[Utterance], unseen: Sequence[str], noise: Noise | None, every: int = 1
) -> Iterator[WordErrors]:
    """Listen to every voice's recordings of words that the model knows, or to each so many-th (`every`) of them.

    `models`: folders of whole models (`check_model_files`): the one that listens, and others that must know the words
    too. `unseen`: the voices not trained on.
    """
    import vosk  # noqa: PLC0415 (never in a process that has PyTorch)

    known = frozenset.intersection(*map(model_words, models))
    vosk.SetLogLevel(-1)
    loaded = vosk.Model(str(models[0]))
    condition = "clean" if noise is None else f"{noise.snr:g} dB"
    for (voice, kind), spoken in _by_voice(recordings, known).items():
        phrases = json.dumps(sorted({one.text for one in spoken} | {UNKNOWN}), ensure_ascii=False)
        recogniser = vosk.KaldiRecognizer(loaded, SAMPLE_RATE, phrases)
        sample = spoken[::every]
        exact, words, errors = _counted(recogniser, sample, noise)
        yield WordErrors(voice, kind, voice not in unseen, condition, len(sample), exact, words, errors)


def _by_voice(recordings: Sequence[Utterance], known: frozenset[str]) -> dict[tuple[str, str], list[Utterance]]:
    """The recordings of known words, by voice and kind."""
    voices: dict[tuple[str, str], list[Utterance]] = defaultdict(list)
    for one in recordings:
        if known.issuperset(one.text.split()):
            voices[one.voice, one.kind].append(one)
    return voices


def _counted(recogniser: Any, sample: Sequence[Utterance], noise: Noise | None) -> tuple[int, int, int]:
    """How many recordings are exact, how many words were said, how many are wrong."""
    exact = words = errors = 0
    for one in sample:
        said = one.text.split()
        heard = [word for word in listen(recogniser, _sound(one, noise)).split() if word != UNKNOWN]
        wrong = distance(said, heard)
        exact, words, errors = exact + (not wrong), words + len(said), errors + wrong
    return exact, words, errors


def listen(recogniser: Any, sound: np.ndarray[Any, Any]) -> str:
    """The words heard in int16 sound given bit by bit, as from a microphone."""
    heard = []
    for start in range(0, len(sound), _CHUNK):
        if recogniser.AcceptWaveform(sound[start : start + _CHUNK].tobytes()):
            heard.append(json.loads(recogniser.Result())["text"])
    heard.append(json.loads(recogniser.FinalResult())["text"])
    return " ".join(filter(None, heard))


def distance(said: Sequence[str], heard: Sequence[str]) -> int:
    """Fewest words to change, add or drop (Levenshtein)."""
    row = list(range(len(heard) + 1))
    for number, word in enumerate(said, 1):
        before, row[0] = row[0], number
        for place, other in enumerate(heard, 1):
            before, row[place] = row[place], min(before + (word != other), row[place] + 1, row[place - 1] + 1)
    return row[-1]


def _sound(one: Utterance, noise: Noise | None) -> np.ndarray[Any, Any]:
    """The recording with room before and after it, at a usual level, in noise."""
    speech = read_sound(one.audio).astype(np.float64)
    speech *= 8000 / max(np.abs(speech).max(), 1e-6)
    level, seed = active_level(speech), seed_of(one.id)
    sound = np.pad(speech, round(MARGIN * SAMPLE_RATE))
    sound += room(len(sound), seed)
    if noise:
        sound += noise_below(noise, level, len(sound), seed)
    return to_int16(sound)
