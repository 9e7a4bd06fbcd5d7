"""What could have been meant by a transcript that is nearly a phrase: readings to be compared by how they sound.

Nothing is decided by spelling here: a reading is only offered, and the sound must speak for it (`whisper_hearing`).
Never offered: a reading that drops or adds a word («не», «бы», «сказал» stay), or takes one number for another.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import numpy as np
from rapidfuzz import fuzz, process
from rapidfuzz.distance import Levenshtein

from voice_judge.speech.whisper_text import is_large_number, number_in

Words = tuple[str, ...]

_LEAST_LIKE = 65.0  # of 100; lower: more readings to try, and stranger ones
_LEAST_LIKE_WHOLE = 50.0  # the same for all that was said against a whole phrase
_LEAST_KEPT = 0.4  # of a word's letters; higher: fewer readings, all of them closer
_LONGER = 2  # words that a transcript may have more or less than the phrase, for it glues and cuts words
_REJECT = "[unk]"


class PhraseList:
    """The phrases that the recognizer was given, ready for comparison."""

    def __init__(self, phrases: Iterable[str]) -> None:
        distinct = dict.fromkeys(_fold(phrase) for phrase in phrases if phrase != _REJECT)
        self._phrases = [phrase for phrase in distinct if " " in phrase]
        self._singles = frozenset(phrase for phrase in distinct if " " not in phrase)
        self._whole = list(distinct)
        self._set = frozenset(tuple(phrase.split()) for phrase in self._phrases)
        self._longest = max((len(phrase) for phrase in self._set), default=0)
        self._spelled = {_fold(word): word for phrase in phrases for word in phrase.split()}

    def spell(self, words: Iterable[str]) -> Words:
        """The words in the list's spelling, ё or е."""
        return tuple(self._spelled.get(_fold(word), word) for word in words)

    def foreign(self, words: Sequence[str]) -> int:
        """How many letters are in words that belong to no phrase of the list; a single word may be one of its own."""
        folded = tuple(map(_fold, words))
        if len(folded) == 1 and folded[0] in self._singles:
            return 0
        count = at = 0
        while at < len(folded):
            length = self._longest_at(folded, at)
            count += 0 if length else len(folded[at])
            at += length or 1
        return count

    def readings(self, words: Sequence[str], most: int) -> tuple[Words, ...]:
        """The transcript with a part of it replaced by a phrase that is much like it; the likest first."""
        folded = tuple(map(_fold, words))
        found: dict[Words, float] = {}
        for likeness, begin, end, phrase in self._near(folded):
            heard, meant = folded[begin:end], tuple(phrase.split())
            reading = (*folded[:begin], *meant, *folded[end:])
            if heard != meant and keeps_every_word(heard, meant):
                found[reading] = max(found.get(reading, 0.0), likeness * len(phrase))
        best = sorted(found, key=lambda reading: -found[reading])[:most]
        return tuple(self.spell(reading) for reading in best)

    def _longest_at(self, words: Words, at: int) -> int:
        lengths = range(min(self._longest, len(words) - at), 1, -1)
        return next((length for length in lengths if words[at : at + length] in self._set), 0)

    def _near(self, words: Words) -> Iterator[tuple[float, int, int, str]]:
        """(likeness, begin, end, phrase) of every stretch of words that is like a phrase."""
        whole = len(words) == 1
        choices = self._whole if whole else self._phrases
        stretches = [(0, 1)] if whole else list(_stretches(len(words), self._longest + _LONGER))
        if not choices or not stretches:
            return
        texts = [" ".join(words[begin:end]) for begin, end in stretches]
        likeness = process.cdist(texts, choices, scorer=fuzz.ratio, score_cutoff=_LEAST_LIKE_WHOLE, dtype=np.float32)
        for row, column in zip(*np.nonzero(likeness), strict=True):
            begin, end = stretches[row]
            if likeness[row, column] >= _LEAST_LIKE or end - begin == len(words):
                yield float(likeness[row, column]), begin, end, choices[column]


def keeps_every_word(heard: Sequence[str], meant: Sequence[str]) -> bool:
    """Whether each word heard can be a word meant, spelled or cut otherwise, and no number becomes another."""
    return (
        keeps_numbers(heard, meant)
        and not _lost_words(" ".join(heard), " ".join(meant))
        and not _lost_words(" ".join(meant), " ".join(heard))
    )


def keeps_numbers(heard: Sequence[str], meant: Sequence[str]) -> bool:
    """Whether the numbers heard, if there are any, are the numbers meant; one above ten becomes nothing else."""
    if any(is_large_number(word) and word not in meant for word in heard):
        return False
    numbers_heard = [number for number in map(number_in, heard) if number is not None]
    numbers_meant = [number for number in map(number_in, meant) if number is not None]
    return not numbers_heard or numbers_heard == numbers_meant


@lru_cache(maxsize=4096)
def _lost_words(text: str, other: str) -> bool:
    """Whether a word of `text` has too few letters in common with what stands at its place in `other`."""
    kept = [False] * len(text)
    for block in Levenshtein.opcodes(text, other):
        if block.tag == "equal":
            kept[block.src_start : block.src_end] = [True] * (block.src_end - block.src_start)
    at = 0
    for word in text.split(" "):
        if sum(kept[at : at + len(word)]) < _LEAST_KEPT * len(word):
            return True
        at += len(word) + 1
    return False


def _stretches(count: int, longest: int) -> Iterator[tuple[int, int]]:
    for begin in range(count):
        for end in range(begin + 1, min(count, begin + longest) + 1):
            yield begin, end


def _fold(text: str) -> str:
    return text.lower().replace("ё", "е")
