"""The words that the model knows: every word of grammars/, those of a table's talk, and the frequent words of Russian.

Frequent words are those of wordfreq 3 (Robyn Speer and others, data CC BY-SA 4.0, code Apache-2.0,
https://github.com/rspeer/wordfreq): single words of Russian letters, the most frequent first.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from training.lexicon.yo import frequent, with_yo
from voice_judge.grammar import UNKNOWN, Grammars
from voice_judge.resources import resource

FREQUENT = 13_000
"""How many frequent words the model has: a table's free talk must find its own words rather than the game's."""

TABLE = Path(__file__).with_name("table_words.txt")
"""Words of the game's players that a general list may lack."""

FORMER = Path(__file__).with_name("former_words.txt")
"""Words that an earlier model knew, so that none is lost."""

_RANKS = {1: 100, 2: 700, 3: 6000}
"""Short words count only among so many of the most frequent: the rest are abbreviations and misprints, and a short
word that nobody says is heard in every longer one."""

_WORD = re.compile("[а-яё]+")
_VOWEL = re.compile("[аеёиоуыэюя]")
_LONE = frozenset("авикоусяжб")


def vocabulary(grammars: Grammars, frequent: int = FREQUENT) -> tuple[str, ...]:
    """All words of the model, sorted: `grammar_words`, `frequent_words`, those of `TABLE` and of `FORMER`.

    Raises:
        UserError: wordfreq is not installed.
    """
    return tuple(sorted({*grammar_words(grammars), *listed(TABLE), *listed(FORMER), *frequent_words(frequent)}))


def grammar_words(grammars: Grammars) -> frozenset[str]:
    """Every word of any phrase, guard, answer, test or filler list, with ё and as the files of grammars/ spell it.

    Besides `grammars` the program's own files are read as they stand: a word in a remark does no harm.
    """
    found = {word for file in resource("grammars").iterdir() for word in _written(file)}
    for phase, rules in grammars.phases.items():
        found |= grammars.vocabulary(phase)
        for phrase in grammars.phrases(phase, knows=_is_word):
            found.update(phrase.split())
        found.update(form for words in rules.lists.values() for form in words.forms)
    return frozenset(word for word in found if word != UNKNOWN and _WORD.fullmatch(word))


def _written(file: Path) -> Iterator[str]:
    """The words of a file of grammars/; in the list of fillers single letters are words too."""
    lines = file.read_text(encoding="utf-8").lower().splitlines()
    for word in (word for line in lines if not line.startswith("#") for word in _WORD.findall(line)):
        if _is_word(word) or (file.name == "fillers.txt" and len(word) == 1):
            yield word


def listed(file: Path) -> frozenset[str]:
    """The words of a list, several on a line; `#` begins a remark."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def frequent_words(count: int = FREQUENT) -> tuple[str, ...]:
    """The `count` most frequent words of Russian, the most frequent first, spelled with ё.

    Raises:
        UserError: wordfreq is not installed.
    """
    ranked = enumerate(frequent(3 * count))
    words = (with_yo(word) for rank, word in ranked if _is_word(word) and rank < _RANKS.get(len(word), 3 * count))
    return tuple(dict.fromkeys(words))[:count]


def _is_word(word: str) -> bool:
    return bool(_WORD.fullmatch(word)) and (word in _LONE or (len(word) > 1 and bool(_VOWEL.search(word))))
