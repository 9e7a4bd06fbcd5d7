"""Grapheme to phoneme: espeak-ng's IPA to the phones, its unstressed vowels made like natural speech, fast variants.

espeak-ng finds the stress, but writes unstressed vowels partly as they are spelled («выставляю» with a full а, «девять»
with ʌ). Natural speech reduces them evenly (Avanesov, «Русское литературное произношение», 1984, §§ 9-31), and so do
the natural voices of the training; the even spelling is the first pronunciation of a word.
"""

import re
from dataclasses import dataclass, replace
from functools import cache

from training.lexicon.espeak import ipa
from training.lexicon.phones import SOFT, VOWELS, Pronunciation
from voice_judge.errors import UserError

MOST_VARIANTS = 3
"""Pronunciations that rules give to one word; more make words alike and the graph large."""

_SYMBOLS_OF = {
    **{"a": "ɑ a æ", "ax": "ʌ ɐ ə", "o": "o ɵ ɔ", "e": "e ɛ", "i": "i ɪ ᵻ", "y": "y ɨ", "u": "u ʉ ʊ"},
    **{"sh": "ʃ ʂ", "zh": "ʒ ʐ", "sch": "ɕ", "zj": "ʑ", "ch": "tʃʲ tʃ tɕ", "ts": "ts", "d zh": "dʒ", "d z": "dz"},
    **{"g": "g ɡ", "l": "l ɭ ɫ", "x": "x ɣ h", "v": "v w", "k": "k q"},
    **{same: same for same in "bdfjmnprstz"},
}
_PHONES = {symbol: tuple(phones.split()) for phones, symbols in _SYMBOLS_OF.items() for symbol in symbols.split()}
_SYMBOL = re.compile("|".join(sorted(map(re.escape, _PHONES), key=len, reverse=True)) + "|[ˈˌʲ]")
_IGNORED = re.compile(r"[ː:|\-\"'͡\u0303]|\([^)]*\)")
_SOFTENED = frozenset("bdfgklmnprstvxz") - {"x"}


@dataclass(frozen=True, slots=True)
class _Phone:
    name: str
    stressed: bool = False

    @property
    def vowel(self) -> bool:
        return self.name in VOWELS


_Phones = tuple[_Phone, ...]


@cache
def pronounce(word: str) -> tuple[Pronunciation, ...]:
    """The ways to say a lower-case Russian word by rule: the usual one first, then fast ones, at most `MOST_VARIANTS`.

    Raises:
        UserError: espeak-ng is missing, or it has no sound for the word.
    """
    usual = reduced(_from_ipa(ipa(word)))
    if not usual:
        raise UserError(f"Для слова «{word}» не нашлось произношения: проверьте, что оно написано русскими буквами.")
    ways = [usual, _without_final_j(usual), _without_j(usual), _without_final_j(_without_j(usual))]
    return tuple(dict.fromkeys(tuple(phone.name for phone in way) for way in ways))[:MOST_VARIANTS]


def reduced(phones: _Phones) -> _Phones:
    """Unstressed а and о as `ax`, or `ih` after a soft consonant inside the word; unstressed и as `ih`."""
    return tuple(
        replace(phone, name=_reduced(phone, phones[at - 1].name if at else "", at == len(phones) - 1))
        for at, phone in enumerate(phones)
    )


def _reduced(phone: _Phone, before: str, last: bool) -> str:
    if phone.stressed:
        return phone.name
    match phone.name:
        case "a" | "ax":
            return "ih" if before in SOFT and not last else "ax"
        case "i" | "e" if before and before not in ("sh", "zh", "ts"):
            return "ih"
        case "i" | "e" if before:
            return "y"
        case name:
            return name


def _without_final_j(phones: _Phones) -> _Phones:
    """«первый» as «первы»."""
    if len(phones) > 3 and phones[-1].name == "j" and phones[-2].name in ("y", "ih"):
        return phones[:-1]
    return phones


def _without_j(phones: _Phones) -> _Phones:
    """«выставляю» as «выставляу», «просыпается» as «просыпаица»: j between unlike vowels, the second unstressed."""
    around = zip((None, *phones), phones, (*phones[1:], None), strict=False)
    return tuple(phone for before, phone, after in around if not (phone.name == "j" and _weak(before, after)))


def _weak(before: _Phone | None, after: _Phone | None) -> bool:
    if before is None or after is None or before.name == after.name:
        return False
    return before.vowel and after.vowel and not after.stressed


def _from_ipa(phonemes: tuple[str, ...]) -> _Phones:
    found: list[_Phone] = []
    for phoneme in phonemes:
        stressed = False
        for symbol in _SYMBOL.findall(_IGNORED.sub("", phoneme)):
            if symbol in "ˈˌ":
                stressed = symbol == "ˈ"
            elif symbol == "ʲ":
                _soften(found)
            else:
                found += [_Phone(name, stressed and name in VOWELS) for name in _PHONES[symbol]]
    return tuple(phone for at, phone in enumerate(found) if not (at and phone.name == found[at - 1].name == "j"))


def _soften(found: list[_Phone]) -> None:
    if found and found[-1].name in _SOFTENED:
        found[-1] = _Phone(found[-1].name + "j")
