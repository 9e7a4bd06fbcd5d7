"""Grapheme to phoneme: espeak-ng's consonants, the vowels and soft signs as spelled, reduced as in natural speech.

espeak-ng writes unstressed vowels partly in full («выставляю» with а, «девять» with ʌ), version 1.51 forgets the soft
sign behind л, н, р, в, б and п («ноль», «больше», «день»), and some stresses are wrong («мафию»): `spelling` and
`stress` mend that. Natural speech reduces unstressed vowels evenly (Avanesov, «Русское литературное произношение»,
1984, §§ 9-31), and so do the natural voices of the training; that form is the first pronunciation of a word.
"""

from functools import cache

from training.lexicon.espeak import ipa
from training.lexicon.ipa_phones import SpokenPhone, SpokenPhones, ipa_phones
from training.lexicon.phones import SOFT, Pronunciation
from training.lexicon.spelling import PRIMARY, as_spelled
from voice_judge.errors import UserError

MOST_VARIANTS = 3
"""Pronunciations that rules give to one word; more make words alike and the graph large."""


@cache
def pronounce(word: str) -> tuple[Pronunciation, ...]:
    """The ways to say a lower-case Russian word by rule: the usual one first, then fast ones, at most `MOST_VARIANTS`.

    Raises:
        UserError: espeak-ng is missing, or it has no sound for the word.
    """
    usual = reduced(as_spelled(word, ipa_phones(ipa(word))))
    if not usual:
        raise UserError(f"Для слова «{word}» не нашлось произношения: проверьте, что оно написано русскими буквами.")
    ways = [usual, _without_final_j(usual), _without_j(usual), _without_final_j(_without_j(usual))]
    return tuple(dict.fromkeys(tuple(phone.name for phone in way) for way in ways))[:MOST_VARIANTS]


def reduced(phones: SpokenPhones) -> SpokenPhones:
    """Unstressed а and о as `ax`, or `ih` after a soft consonant inside the word; unstressed и and е as `ih`."""
    before = ("", *(phone.name for phone in phones))
    last = len(phones) - 1
    return tuple(SpokenPhone(_reduced(phone, before[at], at == last), phone.stress) for at, phone in enumerate(phones))


def _reduced(phone: SpokenPhone, before: str, last: bool) -> str:
    if phone.stress == PRIMARY:
        return phone.name
    match phone.name:
        case "o":
            return "ax"
        case "a" | "ax":
            return "ih" if before in SOFT and not last else "ax"
        case "i" | "e" if before in ("sh", "zh", "ts"):
            return "y"
        case "i" | "e" if before:
            return "ih"
        case name:
            return name


def _without_final_j(phones: SpokenPhones) -> SpokenPhones:
    """«первый» as «первы»."""
    if len(phones) > 3 and phones[-1].name == "j" and phones[-2].name in ("y", "ih"):
        return phones[:-1]
    return phones


def _without_j(phones: SpokenPhones) -> SpokenPhones:
    """«выставляю» as «выставляу», «просыпается» as «просыпаица»: j between unlike vowels, the second unstressed."""
    around = zip((None, *phones), phones, (*phones[1:], None), strict=False)
    return tuple(phone for before, phone, after in around if not (phone.name == "j" and _weak(before, after)))


def _weak(before: SpokenPhone | None, after: SpokenPhone | None) -> bool:
    if before is None or after is None or before.name == after.name:
        return False
    return before.vowel and after.vowel and after.stress != PRIMARY
