"""From a stretch of sound to words: Whisper's own readings, and those that a phrase of the list would make of them.

All are laid over the sound (`Encoded.align`); the one wins that fits it best, less a price for every letter that is in
no phrase of the list, as a grammar would ask. So a phrase is heard where the sound allows it, and talk stays talk.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from voice_judge.speech.audio import Samples
from voice_judge.speech.recognizer import Word
from voice_judge.speech.whisper_model import Aligned, Encoded, Transcriber, Transcript
from voice_judge.speech.whisper_snap import PhraseList, Words, keeps_numbers
from voice_judge.speech.whisper_text import number_in, other_numbers, words_of

_NO_TIME = 0.02  # seconds
_ECHO = 3  # words; fewer may be short ones whose times are off


@dataclass(frozen=True, slots=True)
class WhisperSettings:
    """Measured with `benchmarks/whisper.py`; the figures stand in docs/models.md."""

    letter_price: float = 0.9  # nats that a letter of a phrase may sound worse; higher: more phrases, also in talk
    most_readings: int = 8  # of the list that are tried; more: slower, 5 to 15 ms each
    most_transcripts: int = 3  # of Whisper's own that are made into such readings
    number_margin: float = 2.0  # nats by which a number must beat all others; higher: fewer numbers, fewer wrong ones
    no_speech: float = 0.6  # from this probability on a doubtful transcript is noise; lower: soft words are lost
    doubtful: float = -1.0  # mean log-probability per token of such; higher: more noise and more soft words are lost
    least: float = -1.8  # the same below which anything is noise


DEFAULT_WHISPER = WhisperSettings()


class WhisperHearing:
    """One phase's list and the model."""

    def __init__(
        self, transcriber: Transcriber, phrases: PhraseList | None, settings: WhisperSettings = DEFAULT_WHISPER
    ) -> None:
        self._transcriber = transcriber
        self._phrases = phrases
        self._settings = settings

    def words(self, sound: Samples) -> tuple[Word, ...]:
        """What is said in it, with times in seconds from its beginning; nothing if it is noise."""
        encoded = self._transcriber.encode(sound)
        transcripts, no_speech = encoded.transcribe()
        if not transcripts or self._is_noise(transcripts[0], no_speech):
            return ()
        heard = [words for transcript in transcripts if (words := words_of(transcript.text))]
        return _without_echo(self._interpret(encoded, heard).words) if heard else ()

    def _is_noise(self, transcript: Transcript, no_speech: float) -> bool:
        doubtful = no_speech > self._settings.no_speech and transcript.log_prob < self._settings.doubtful
        return doubtful or transcript.log_prob < self._settings.least

    def _interpret(self, encoded: Encoded, heard: Sequence[Words]) -> Aligned:
        """Whisper's first reading, or a better one of the list, sought twice: there may be two phrases."""
        phrases = self._phrases
        if phrases is None:
            return encoded.align([heard[0]])[0]
        spelled = list(dict.fromkeys(map(phrases.spell, heard)))
        free, best = self._compare(encoded, phrases, spelled)
        if best is not free:
            _, best = self._compare(encoded, phrases, [_text(best)])
        return best if self._numbers_are_clear(encoded, _text(free), best) else free

    def _compare(self, encoded: Encoded, phrases: PhraseList, heard: Sequence[Words]) -> tuple[Aligned, Aligned]:
        """The first of what was heard, and the best of what it may have been."""
        readings = [heard[0], *self._readings(phrases, heard)]
        aligned = encoded.align(readings)
        scores = [
            one.log_prob - self._settings.letter_price * phrases.foreign(reading)
            for one, reading in zip(aligned, readings, strict=True)
        ]
        return aligned[0], aligned[scores.index(max(scores))]

    def _readings(self, phrases: PhraseList, heard: Sequence[Words]) -> list[Words]:
        """Other readings, those that leave fewer letters without a phrase."""
        pool = dict.fromkeys(words for words in heard[1:] if keeps_numbers(heard[0], words))
        for words in heard[: self._settings.most_transcripts]:
            pool |= dict.fromkeys(phrases.readings(words, self._settings.most_readings))
        foreign = phrases.foreign(heard[0])
        better = [words for words in pool if phrases.foreign(words) < foreign]
        return sorted(better, key=phrases.foreign)[: self._settings.most_readings]

    def _numbers_are_clear(self, encoded: Encoded, free: Words, best: Aligned) -> bool:
        """Whether each number that Whisper itself did not write sounds clearly better than any other in its place."""
        reading = _text(best)
        known = Counter(map(number_in, free))
        for place, word in enumerate(reading):
            number = number_in(word)
            if number is None or known[number]:
                known[number] -= 1
                continue
            others = [other for other in other_numbers(word) if number_in(other) != number]
            rivals = encoded.align([(*reading[:place], other, *reading[place + 1 :]) for other in others])
            if max(rival.log_prob for rival in rivals) > best.log_prob - self._settings.number_margin:
                return False
        return True


def _without_echo(words: Sequence[Word]) -> tuple[Word, ...]:
    """Without words at the end that take no time: Whisper says again what was said once, and the sound has no room."""
    kept = list(words)
    while kept and kept[-1].end - kept[-1].start < _NO_TIME:
        kept.pop()
    return tuple(kept) if len(words) - len(kept) >= _ECHO else tuple(words)


def _text(aligned: Aligned) -> Words:
    return tuple(word.text for word in aligned.words)
