"""Whisper as the second engine needs it: sound to transcripts, and how well given words fit the sound.

faster-whisper's own `transcribe` pads everything to 30 s, which makes a phrase six times dearer than need be; the model
takes shorter windows, so its parts are called one by one: features, encoder, beam search, forced alignment.
The forced alignment is the method of Whisper's word times (https://github.com/openai/whisper/blob/main/whisper/timing.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from voice_judge.errors import UserError
from voice_judge.speech.ascii_path import engine_path
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.recognizer import Word
from voice_judge.speech.whisper_text import written

INSTALL = 'pip install "voice-judge[whisper]"'
LONGEST_SECONDS = 28.0
"""The window is 30 s at most; some is left for the end of the last word."""

_FILES = ("model.bin", "config.json", "tokenizer.json")
_VOCABULARIES = ("vocabulary.json", "vocabulary.txt")
_WINDOWS = (5.0, 10.0, 20.0, 30.0)  # seconds; longer costs more: 0.07, 0.135 and 0.9 s of work for 5, 10 and 30
_FRAMES = 100  # of the features, per second
_TOKEN_SECONDS = 0.02
_BEAM = 5  # wider costs more; it also gives as many transcripts to choose from
_TOKENS_PER_SECOND, _TOKENS_MORE = 10, 12  # a cap on what noise makes Whisper say over and over; speech has 5 to 8
_LEAST = 1e-9  # of a probability


@dataclass(frozen=True, slots=True)
class Transcript:
    """One reading of the sound; `log_prob` is the mean over its tokens."""

    text: str
    log_prob: float


@dataclass(frozen=True, slots=True)
class Aligned:
    """Words laid over the sound: their times in seconds from its beginning, and the log-probability of all tokens."""

    words: tuple[Word, ...]
    log_prob: float


class Encoded(Protocol):
    """Sound that the model has taken in."""

    def transcribe(self) -> tuple[Sequence[Transcript], float]:
        """The likeliest readings, best first, and the probability that this is no speech."""

    def align(self, readings: Sequence[Sequence[str]]) -> Sequence[Aligned]:
        """How well each reading (words in lower case) fits, and when its words are said."""


class Transcriber(Protocol):
    """A loaded model."""

    def encode(self, sound: Samples) -> Encoded:
        """Take in at most LONGEST_SECONDS of sound."""


class FasterWhisper:
    """A model in CTranslate2's form, run by faster-whisper on the processor.

    Args:
        folder: with model.bin, config.json, tokenizer.json, vocabulary.json.

    Raises:
        UserError: the package is not installed, a file is missing, the model is damaged or knows English only.
    """

    def __init__(self, folder: Path) -> None:
        check_whisper_files(folder)
        try:
            import ctranslate2  # noqa: PLC0415  (an extra: most do without)
            from faster_whisper import WhisperModel  # noqa: PLC0415
            from faster_whisper.tokenizer import Tokenizer  # noqa: PLC0415
        except ImportError as error:
            raise UserError(f"Для --engine whisper нужен пакет faster-whisper: {INSTALL} ({error}).") from None
        try:
            model = WhisperModel(engine_path(folder), device="cpu", compute_type="int8", local_files_only=True)
            self._tokens = Tokenizer(model.hf_tokenizer, model.model.is_multilingual, "transcribe", "ru")
        except Exception as error:  # the tokenizer's reader raises nothing narrower
            raise UserError(f"{folder}: Whisper не смог прочитать модель ({_first_line(error)}).") from None
        if not model.model.is_multilingual:
            raise UserError(f"{folder}: эта модель Whisper знает только английский; нужна многоязычная.")
        self._model = model
        self._engine: Any = model.model
        self._storage: Any = ctranslate2.StorageView

    def encode(self, sound: Samples) -> Encoded:
        """Take in at most LONGEST_SECONDS of sound."""
        from faster_whisper.audio import pad_or_trim  # noqa: PLC0415

        seconds = len(sound) / SAMPLE_RATE
        window = next((window for window in _WINDOWS if seconds <= window), _WINDOWS[-1])
        features = self._model.feature_extractor(sound.astype(np.float32) / 32768.0)
        encoded = self._model.encode(pad_or_trim(features, round(window * _FRAMES)))
        return _Encoded(self._engine, self._tokens, self._storage, encoded, min(seconds, window))


class _Encoded:
    """Sound in the encoder's terms."""

    def __init__(self, engine: Any, tokens: Any, storage: Any, encoded: Any, seconds: float) -> None:
        self._engine = engine
        self._tokens = tokens
        self._storage = storage
        self._encoded = encoded
        self._seconds = seconds

    def transcribe(self) -> tuple[Sequence[Transcript], float]:
        """The beam's readings, best first."""
        prompt = [*self._tokens.sot_sequence, self._tokens.no_timestamps]
        longest = len(prompt) + _TOKENS_MORE + round(_TOKENS_PER_SECOND * self._seconds)
        (found,) = self._engine.generate(
            self._encoded,
            [prompt],
            beam_size=_BEAM,
            num_hypotheses=_BEAM,
            max_length=longest,
            return_scores=True,
            return_no_speech_prob=True,
        )
        pairs = zip(found.sequences_ids, found.scores, strict=True)
        return [Transcript(self._tokens.decode(ids), float(score)) for ids, score in pairs], float(found.no_speech_prob)

    def align(self, readings: Sequence[Sequence[str]]) -> Sequence[Aligned]:
        """Every reading's tokens are forced upon the decoder; what it thinks of each of them is its probability."""
        if not readings:
            return ()
        lines = [[(self._tokens.encode(piece), words) for piece, words in written(reading)] for reading in readings]
        ids = [[token for tokens, _ in line for token in tokens] for line in lines]
        frames = max(2, round(self._seconds * _FRAMES))
        several = np.repeat(np.array(self._encoded), len(ids), axis=0)
        found = self._engine.align(
            self._storage.from_array(np.ascontiguousarray(several)), self._tokens.sot_sequence, ids, [frames] * len(ids)
        )
        return [_aligned(line, result, self._seconds) for line, result in zip(lines, found, strict=True)]


_Line = Sequence[tuple[Sequence[int], tuple[str, ...]]]


def _aligned(line: _Line, result: Any, seconds: float) -> Aligned:
    chances = [max(_LEAST, float(chance)) for chance in result.text_token_probs]
    begins = _begins(result.alignments, len(chances), seconds)
    words: list[Word] = []
    at = 0
    for tokens, spoken in line:
        own = chances[at : at + len(tokens)]
        confidence = exp(sum(map(log, own)) / len(own))
        edges = np.linspace(begins[at], max(begins[at + len(tokens)], begins[at]), len(spoken) + 1).tolist()
        pairs = zip(spoken, pairwise(edges), strict=True)
        words += [Word(word, begin, end, confidence) for word, (begin, end) in pairs]
        at += len(tokens)
    return Aligned(tuple(words), sum(map(log, chances)))


def _begins(path: Sequence[tuple[int, int]], count: int, seconds: float) -> list[float]:
    """When each token begins, and when the last ends, from the path of (token, frame) pairs."""
    first: dict[int, float] = {}
    for token, frame in path:
        first.setdefault(token, frame * _TOKEN_SECONDS)
    begins: list[float] = []
    for token in range(count + 1):
        begins.append(first.get(token, begins[-1] if begins else 0.0))
    begins[-1] = first.get(count, seconds)
    return begins


def check_whisper_files(folder: Path) -> None:
    """Pass silently, or say what a folder lacks to be a Whisper model in CTranslate2's form.

    The tokenizer's file is asked for because faster-whisper would go to the network for it.
    """
    if not folder.is_dir():
        raise UserError(f"{folder}: такой папки нет. Укажите папку с моделью Whisper: --engine whisper --model ПУТЬ.")
    missing = [name for name in _FILES if not (folder / name).is_file() or not (folder / name).stat().st_size]
    if not any((folder / name).is_file() for name in _VOCABULARIES):
        missing.append(_VOCABULARIES[0])
    if missing:
        raise UserError(
            f"{folder}: это не модель Whisper для faster-whisper (CTranslate2), нет или пусто: {', '.join(missing)}."
        )


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
