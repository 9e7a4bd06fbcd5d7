"""The lexicon: each word and the ways to say it, and its text file.

The file has one line per pronunciation, `word<TAB>phone phone phone`, words sorted, a word's usual pronunciation
first; lines beginning with `#` are remarks.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from training.lexicon.g2p import pronounce
from training.lexicon.phones import NOISE, PHONES, UNKNOWN_WORD, Pronunciation
from training.lexicon.yo import spellings
from voice_judge.errors import UserError

EXTRA = Path(__file__).with_name("pronunciations.txt")
"""Pronunciations that rules cannot find, in the lexicon's format; a word listed here has these and no others."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Words (in sorted order) and their pronunciations, the usual one first."""

    entries: Mapping[str, tuple[Pronunciation, ...]]

    def __post_init__(self) -> None:
        for word, ways in self.entries.items():
            _check(word, ways)

    @property
    def words(self) -> tuple[str, ...]:
        """All words, sorted."""
        return tuple(sorted(self.entries))

    def __contains__(self, word: object) -> bool:
        return word in self.entries

    def __getitem__(self, word: str) -> tuple[Pronunciation, ...]:
        return self.entries[word]

    def knows(self, text: str) -> bool:
        """Whether every word of `text` (separated by spaces) is known."""
        return all(word in self.entries for word in text.split())

    def merged(self, other: "Lexicon") -> "Lexicon":
        """Both lexicons; a word of both has the pronunciations of `self`, then those only `other` has."""
        words = sorted({*self.entries, *other.entries})
        return Lexicon({word: _both(self.entries.get(word, ()), other.entries.get(word, ())) for word in words})


def make_lexicon(words: Iterable[str]) -> Lexicon:
    """The lexicon of `words` by `pronunciations_of`, with `[unk]`.

    Raises:
        UserError: a word cannot be pronounced.
    """
    entries = {word: pronunciations_of(word) for word in sorted({*words} - {UNKNOWN_WORD})}
    return Lexicon({UNKNOWN_WORD: ((NOISE,),), **entries})


def pronunciations_of(word: str) -> tuple[Pronunciation, ...]:
    """The word's pronunciations: those of `EXTRA`, else by rule, with ё where it is meant.

    Raises:
        UserError: espeak-ng is missing, or the word has no sound.
    """
    ways = (way for spelling in spellings(word) for way in _extra().get(spelling) or pronounce(spelling))
    return tuple(dict.fromkeys(ways))


def read_lexicon(path: Path) -> Lexicon:
    """A lexicon from its text file.

    Raises:
        UserError: the file is missing, or a line of it is not a word and its phones.
    """
    return Lexicon(_read(path))


def write_lexicon(lexicon: Lexicon, path: Path) -> None:
    """The lexicon as its text file; equal lexicons give equal bytes."""
    lines = (f"{word}\t{' '.join(way)}\n" for word in lexicon.words for way in lexicon[word])
    path.write_text("".join(lines), encoding="utf-8")


@cache
def _extra() -> Mapping[str, tuple[Pronunciation, ...]]:
    return _read(EXTRA)


def _read(path: Path) -> Mapping[str, tuple[Pronunciation, ...]]:
    entries: dict[str, tuple[Pronunciation, ...]] = {}
    for number, line in _lines(path):
        word, tab, phones = line.partition("\t")
        if not tab or not phones.split():
            raise UserError(f"{path}, строка {number}: нужно слово, табуляция и его звуки, а там «{line}».")
        try:
            _check(word, ((*phones.split(),),))
        except UserError as error:
            raise UserError(f"{path}, строка {number}: {error}") from error
        entries[word] = (*entries.get(word, ()), tuple(phones.split()))
    return entries


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"Словарь {path} не читается: {error}. Проверьте путь к файлу.") from error
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line


def _check(word: str, ways: tuple[Pronunciation, ...]) -> None:
    if not word or any(letter.isspace() for letter in word):
        raise UserError(f"«{word}» - не одно слово.")
    unknown = [phone for way in ways for phone in way if phone not in PHONES]
    if unknown:
        raise UserError(f"у слова «{word}» неизвестные звуки: {' '.join(unknown)}. Известны: {' '.join(PHONES)}.")
    if not ways or not all(ways):
        raise UserError(f"у слова «{word}» нет произношения.")


def _both(first: tuple[Pronunciation, ...], second: tuple[Pronunciation, ...]) -> tuple[Pronunciation, ...]:
    return tuple(dict.fromkeys((*first, *second)))
