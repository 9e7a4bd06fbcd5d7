"""Where a word's stress is: a table of words that espeak-ng stresses otherwise, else espeak-ng.

The table, `stresses.txt`, has a plus before the stressed vowel: the words of grammars/ and of a table's talk were read
through by hand. What may be stressed in two ways (го́лоса, голоса́) stands in `pronunciations.txt`.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("stresses.txt")

VOWEL_LETTERS = frozenset("аеёиоуыэюя")
_MARK = "+"
_PRIMARY, _SECONDARY = "ˈ", "ˌ"


def stressed_vowel(word: str, marks: Sequence[str]) -> int | None:
    """Which vowel of `word` is stressed, counted from 0; None when that is unknown.

    `marks` are espeak-ng's vowels, each with its stress mark if it has one.
    """
    if word in _table():
        return _table()[word]
    letters = [letter for letter in word if letter in VOWEL_LETTERS]
    if letters.count("ё") == 1:
        return letters.index("ё")
    if len(letters) == len(marks):
        for wanted in (_PRIMARY, _SECONDARY):
            found = [at for at, mark in enumerate(marks) if wanted in mark]
            if found:
                return found[0]
    return 0 if len(letters) == 1 else None


@cache
def _table() -> Mapping[str, int]:
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    marked = (word for line in lines if not line.startswith("#") for word in line.split())
    return {word.replace(_MARK, ""): _vowels_before(word) for word in marked}


def _vowels_before(marked: str) -> int:
    return sum(letter in VOWEL_LETTERS for letter in marked.partition(_MARK)[0])
