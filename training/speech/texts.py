"""What the synthetic voices say: the game's phrases, numbers in every form, everyday sentences, chains of words.

All are words in lower case separated by spaces; every drawing is seeded.
"""

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from training.lexicon.yo import with_yo
from training.speech.debian import package
from voice_judge.grammar import UNKNOWN, Grammars

SHARES = (("game", 0.4), ("numbers", 0.2), ("sentences", 0.25), ("chains", 0.15))
"""Parts of what a voice says. The game's phrases are what must be understood, numbers what is told apart by one sound;
sentences and chains of frequent words keep free talk from sounding like the game."""

_WORD = re.compile("[а-яё]+")
_SENTENCE = re.compile(r'[.!?;:()"«»…]+|\s-+\s')
_FOREIGN = re.compile(r"[A-Za-z0-9/\\@#$%^&*_=+<>|\[\]{}]")
_LONE = frozenset("вскяиаоу")
_VOWEL = re.compile("[аеёиоуыэюя]")


@dataclass(frozen=True, slots=True)
class Texts:
    """The lists that texts are drawn from."""

    game: tuple[str, ...]
    numbers: tuple[str, ...]  # single number words in all forms
    sentences: tuple[str, ...]
    words: tuple[str, ...]  # frequent words, the most frequent first

    def draw(self, count: int, seed: str) -> tuple[str, ...]:
        """`count` texts in shuffled order, mixed by `SHARES`; the same seed gives the same."""
        chance = random.Random(seed)
        makers = {
            "game": lambda: chance.choice(self.game),
            "numbers": lambda: _chain(chance, self.numbers, 5),
            "sentences": lambda: chance.choice(self.sentences),
            "chains": lambda: _chain(chance, self.words, 6),
        }
        drawn = [makers[name]() for name, share in SHARES for _ in range(max(1, round(share * count)))]
        chance.shuffle(drawn)
        return tuple(drawn[:count])


def make_texts(grammars: Grammars, words: Iterable[str], work: Path) -> Texts:
    """The texts of `grammars`, the Debian package fortunes-ru (fetched into `work`) and the frequent `words`.

    Raises:
        UserError: the package cannot be fetched.
    """
    return Texts(game_phrases(grammars), number_words(grammars), sentences(work), tuple(words))


def game_phrases(grammars: Grammars) -> tuple[str, ...]:
    """Every phrase of every phase that the recogniser is offered, and what sounds like one (of several words)."""
    found: dict[str, None] = {}
    for phase in sorted(grammars.phases):
        for phrase in grammars.phrases(phase, knows=_WORD.fullmatch):  # type: ignore[arg-type]  # a truth value
            if phrase != UNKNOWN and " " in phrase:
                found[phrase] = None
        for phrase in grammars.phrases(phase, fillers=False):
            if _WORD.fullmatch(phrase):
                found[phrase] = None
    return tuple(found)


def number_words(grammars: Grammars) -> tuple[str, ...]:
    """Every form of every number of the grammars: «пять», «пятого», «пятью», «двадцать»."""
    found: set[str] = set()
    for rules in grammars.phases.values():
        found.update(form for words in rules.lists.values() for form in words.forms)
        found |= rules.numbers.other
    return tuple(sorted(word for word in found if _WORD.fullmatch(word)))


def sentences(work: Path) -> tuple[str, ...]:
    """Short sentences of Debian's package fortunes-ru (GPL-2.0-or-later): 3 to 10 Russian words."""
    folder = package("fortunes-ru", work) / "usr/share/games/fortunes/ru"
    found: dict[str, None] = {}
    for file in sorted(folder.glob("*.u8")):
        for saying in file.read_text(encoding="utf-8", errors="ignore").split("%\n"):
            for part in _SENTENCE.split(" ".join(saying.split("--")[0].split())):
                if text := _plain(part):
                    found[text] = None
    return tuple(found)


def _plain(part: str) -> str | None:
    if _FOREIGN.search(part) or re.search("[А-ЯЁ]{2}", part):
        return None
    words = _WORD.findall(part.lower())
    whole = all(word in _LONE or (len(word) > 1 and _VOWEL.search(word)) for word in words)
    return with_yo(" ".join(words)) if 3 <= len(words) <= 10 and whole else None


def _chain(chance: random.Random, words: Sequence[str], longest: int) -> str:
    return " ".join(chance.choice(words) for _ in range(chance.randint(1, longest)))
