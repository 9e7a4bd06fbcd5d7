"""Vosk as a `Recognizer`: a list of phrases, sound in chunks, words with times on the audio clock out.

How Vosk 0.3.45 behaves (measured) and what follows from it here:
- The plain partial text shows a word about when it ends; the partial with word times lags about 0.8 s behind, for it
  leaves out words whose end is not certain yet. Both are asked for: certain words carry time and confidence, the tail
  of the plain text is added with confidence 0.
- The one with word times costs six times what the decoding does when asked for with every chunk of long talk (real-time
  factor 0.14 against 0.023), so it is asked for once a second; `peek` tells sooner and better what was said just now.
- FinalResult in a pause costs nothing and answers at once; afterwards the engine begins anew with the next sound and
  keeps its list, whose making takes 2 ms for 1,000 phrases. Only its times go on, as 32-bit floats (CleanUp in
  vosk-api's recognizer.cc), so they are counted from there and rounded to milliseconds.
  Commands on a running one have aborted the process (vosk-api issues 634, 1337, 1945).
- Even the plain text may lag 0.4 s behind the end of a phrase, or show nothing of a short word; the sound decoded
  again with an end to it does not. `peek` does that with the last seconds, at 0.02 s of work per second.
- Unbroken speech makes an utterance, and its memory, grow (vosk-api issue 209): it is ended by force after a minute.
"""

import json
from collections import deque
from collections.abc import Sequence
from typing import Any

import vosk

from voice_judge.errors import UserError
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk
from voice_judge.speech.models import SpeechModel
from voice_judge.speech.recognizer import Hypothesis, Word
from voice_judge.speech.repeatable import seed_dither

UNCERTAIN = 0.0
"""Confidence of a partial's word whose end has not been found yet; its times are guesses."""

LONGEST_UTTERANCE = 60.0
"""Seconds; longer gives phrases more context, shorter keeps memory smaller. A player's minute is the longest speech."""

_PEEK = 3.0  # seconds; about the longest formal phrase, and short enough to be decoded again at once
_CERTAIN_EVERY = 1.0  # seconds between two questions for the certain words
_GAP = 0.001  # seconds; chunks nearer to each other than this are one stream
_GUESSED_WORD = 0.3  # seconds a word lasts when nothing better is known


class VoskRecognizer:
    """One engine over a shared model; owned by one thread.

    Args:
        model: as loaded by `load_model`.
        phrases: what may be said, with filler words and "[unk]"; None for an open vocabulary (also what a model
            gets that takes no phrases).

    Raises:
        UserError: the model does not know a word of the phrases; Vosk would silently drop it and hear a shorter phrase.
    """

    def __init__(self, model: SpeechModel, phrases: Sequence[str] | None) -> None:
        self._model = model
        self._phrases = vosk_list(model, phrases)
        self._origin = 0.0  # audio time at which the engine began anew
        self._fed = 0  # samples given to it since
        self._before = 0  # samples given to it before
        self._began = 0.0  # audio time at which the current utterance may have begun
        self._last: tuple[Word, ...] = ()
        self._certain: tuple[Word, ...] = ()
        self._asked = 0.0  # when the certain words were asked for
        self._recent: deque[AudioChunk] = deque()  # the utterance's last seconds
        self._engine: Any = self._new_engine()
        self._other: Any = None  # the engine that peeks
        self._peeked = 0  # samples given to it

    def feed(self, chunk: AudioChunk) -> Sequence[Hypothesis]:
        """Take the next chunk; a changed partial or a final. A gap in the sound ends the utterance before it."""
        found: list[Hypothesis] = []
        if abs(chunk.start - self._now) > _GAP:
            found.extend(self.finish() if self._last else ())
            self._origin = chunk.start - self._fed / SAMPLE_RATE
            self._began = self._asked = chunk.start
        seed_dither(self._fed)
        ended = self._engine.AcceptWaveform(chunk.samples.tobytes())
        self._fed += len(chunk.samples)
        self._remember(chunk)
        if ended:
            found.extend(self._final(self._engine.Result()))
        elif chunk.end - self._began >= LONGEST_UTTERANCE:
            found.extend(self.finish())
        else:
            found.extend(self._partial())
        return found

    def finish(self) -> Sequence[Hypothesis]:
        """End the utterance now; no hypothesis if no word was heard in it."""
        seed_dither(self._fed)
        final = self._final(self._engine.FinalResult())
        self._origin, self._before, self._fed = self._now, self._before + self._fed, 0
        return final

    def peek(self) -> Hypothesis:
        """The last seconds of the utterance, decoded by another engine as if they ended here."""
        self._other = self._other or self._new_engine()
        before = self._peeked
        for number, chunk in enumerate(self._recent):
            seed_dither(number)
            self._other.AcceptWaveform(chunk.samples.tobytes())
            self._peeked += len(chunk.samples)
        found = json.loads(self._other.FinalResult()).get("result", ())
        origin = self._recent[0].start if found else self._now
        return Hypothesis(_words(found, before, origin), final=True, at=self._now)

    def close(self) -> None:
        """Free the engine."""
        self._engine = self._other = None
        self._recent.clear()

    @property
    def _now(self) -> float:
        return self._origin + self._fed / SAMPLE_RATE

    def _new_engine(self) -> Any:
        rate = float(SAMPLE_RATE)
        arguments = (rate,) if self._phrases is None else (rate, self._phrases)
        engine = vosk.KaldiRecognizer(self._model.engine, *arguments)
        engine.SetWords(True)
        return engine

    def _final(self, result: str) -> list[Hypothesis]:
        words = _words(json.loads(result).get("result", ()), self._before, self._origin)
        worth_telling = words or self._last  # an empty final matters when it withdraws a partial
        self._began = self._now
        self._last = self._certain = ()
        self._asked = self._now
        self._recent.clear()
        return [Hypothesis(words, final=True, at=self._now)] if worth_telling else []

    def _partial(self) -> list[Hypothesis]:
        text = self._ask_partial(words=False)["partial"].split()
        if not text and not self._last:
            return []
        self._ask_certain()
        words = self._certain + self._tail(self._certain, text)
        if [(word.text, word.confidence > UNCERTAIN) for word in words] == [
            (word.text, word.confidence > UNCERTAIN) for word in self._last
        ]:
            return []
        self._last = words
        return [Hypothesis(words, final=False, at=self._now)]

    def _ask_certain(self) -> None:
        """Keep the partial's words whose end has been found."""
        if self._now - self._asked >= _CERTAIN_EVERY - _GAP:
            self._asked = self._now
            found = self._ask_partial(words=True).get("partial_result", ())
            self._certain = _words(found, self._before, self._origin)

    def _ask_partial(self, words: bool) -> dict[str, Any]:
        self._engine.SetPartialWords(words)
        answer: dict[str, Any] = json.loads(self._engine.PartialResult())
        return answer

    def _tail(self, certain: tuple[Word, ...], text: Sequence[str]) -> tuple[Word, ...]:
        """The plain text's words after the certain ones, with guessed times that end now."""
        rest = text[len(certain) :]
        begin = certain[-1].end if certain else max(self._began, self._now - _GUESSED_WORD * len(rest))
        step = (self._now - begin) / len(rest) if rest else 0.0
        return tuple(
            Word(word, begin + number * step, begin + (number + 1) * step, UNCERTAIN)
            for number, word in enumerate(rest)
        )

    def _remember(self, chunk: AudioChunk) -> None:
        self._recent.append(chunk)
        while chunk.end - self._recent[0].start > _PEEK:
            self._recent.popleft()


def _words(found: Sequence[dict[str, Any]], before: int, origin: float) -> tuple[Word, ...]:
    """Vosk's words, their times moved to the audio clock; `before`: samples that the engine took before `origin`."""

    def moved(seconds: float) -> float:
        return origin + round(seconds - before / SAMPLE_RATE, 3)

    return tuple(
        Word(str(word["word"]), moved(word["start"]), moved(word["end"]), float(word["conf"])) for word in found
    )


def vosk_list(model: SpeechModel, phrases: Sequence[str] | None) -> str | None:
    """The phrases as Vosk takes them (JSON), each word checked; None for an open vocabulary.

    Raises:
        UserError: the model does not know a word.
    """
    if phrases is None or not model.takes_phrases:
        return None
    words = sorted({word for phrase in phrases for word in phrase.split()})
    if unknown := [word for word in words if not model.knows(word)]:
        raise UserError(f"{model.path}: модель не знает слов: {', '.join(unknown)}. Замените их в грамматике.")
    return json.dumps(list(phrases), ensure_ascii=False)
