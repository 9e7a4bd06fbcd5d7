"""What spelling tells better than espeak-ng: vowels and their stress, soft signs, the endings -тся and -ться."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from training.lexicon.ipa_phones import SpokenPhone, SpokenPhones
from training.lexicon.stress import VOWEL_LETTERS, stressed_vowel

_Item = TypeVar("_Item")

PRIMARY = "ˈ"

_VOWELS = {"а": "a", "я": "a", "о": "o", "ё": "o", "е": "e", "э": "e", "и": "i", "ы": "y", "у": "u", "ю": "u"}
_ALWAYS_HARD = ("sh", "zh", "ts")
_CONSONANT = re.compile("[бвгджзклмнпрстфхцчшщ]ь?")
_REFLEXIVE = re.compile("ть?ся$")
_REFLEXIVE_SPOKEN = (["tj", "sj"], ["t", "s"], ["t", "sj"])


def as_spelled(word: str, phones: SpokenPhones) -> SpokenPhones:
    """`phones` of `word` with full vowels as spelled, one of them stressed, and every soft sign heard."""
    return _reflexive(word, _with_soft_signs(word, _with_vowels(word, phones)))


def _with_vowels(word: str, phones: SpokenPhones) -> SpokenPhones:
    """Where letters and phones agree in the number of vowels; else espeak-ng's vowels stay."""
    marks = [phone.stress for phone in phones if phone.vowel]
    letters = [letter for letter in word if letter in VOWEL_LETTERS]
    stressed = stressed_vowel(word, marks)
    if len(letters) != len(marks) or stressed is None:
        return phones
    found: list[SpokenPhone] = []
    count = 0
    for phone in phones:
        if phone.vowel:
            hard = bool(found) and found[-1].name in _ALWAYS_HARD
            name = "y" if hard and letters[count] == "и" else _VOWELS[letters[count]]
            found.append(SpokenPhone(name, PRIMARY if count == stressed else ""))
            count += 1
        else:
            found.append(phone)
    return tuple(found)


def _with_soft_signs(word: str, phones: SpokenPhones) -> SpokenPhones:
    """Softens what has a soft sign, wherever letters and phones between two vowels agree in number."""
    written = _clusters(word, lambda letter: letter in VOWEL_LETTERS)
    spoken = _clusters(phones, lambda phone: phone.vowel)
    if len(written) != len(spoken):
        return phones
    found: list[SpokenPhone] = []
    for letters, cluster in zip(written, spoken, strict=True):
        found += _softened("".join(letters), cluster)
    return tuple(found)


def _softened(letters: str, cluster: Sequence[SpokenPhone]) -> list[SpokenPhone]:
    places = [at for at, phone in enumerate(cluster) if not phone.vowel and phone.name != "j"]
    marks = [match[0].endswith("ь") for match in _CONSONANT.finditer(letters)]
    result = list(cluster)
    if len(places) == len(marks):
        for at in (at for at, mark in zip(places, marks, strict=True) if mark):
            result[at] = cluster[at].softened
    return result


def _clusters(items: Iterable[_Item], vowel: Callable[[_Item], bool]) -> list[list[_Item]]:
    """The items in pieces that each end with a vowel, and what is left behind the last one."""
    pieces: list[list[_Item]] = [[]]
    for item in items:
        pieces[-1].append(item)
        if vowel(item):
            pieces.append([])
    return pieces


def _reflexive(word: str, phones: SpokenPhones) -> SpokenPhones:
    if _REFLEXIVE.search(word) and [phone.name for phone in phones[-3:-1]] in _REFLEXIVE_SPOKEN:
        return (*phones[:-3], SpokenPhone("ts"), phones[-1])
    return phones
