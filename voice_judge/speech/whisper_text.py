"""Whisper writes sentences, the grammar wants words: «Я выставляю игрока №5.» and «5-го» are spelled out."""

import re
from collections.abc import Sequence

CARDINALS = ("ноль", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять")

_ROOTS = ("", "перв", "втор", "трет", "четвёрт", "пят", "шест", "седьм", "восьм", "девят", "десят")
_THIRD = 3
_STRESSED = frozenset({2, 6, 7, 8})  # второй, шестой, седьмой, восьмой
_CASES = (  # what may stand behind the digits; the ending; that of «третий»
    (("й", "ый", "ий"), "ый", "ий"), (("го", "ого", "его"), "ого", "ьего"), (("му", "ому", "ему"), "ому", "ьему"),
    (("м", "ым", "им"), "ым", "ьим"), (("ом",), "ом", "ьем"), (("я", "ая", "ья"), "ая", "ья"),
    (("ю", "ую", "ью"), "ую", "ью"), (("е", "ое", "ье"), "ое", "ье"), (("ой", "ей"), "ой", "ьей"),
)  # fmt: skip
_OBLIQUE = (
    "одна одно одного одному одним одном одной одну", "две двух двум двумя", "трёх трём тремя",
    "четырёх четырём четырьмя", "пяти пятью", "шести шестью", "семи семью", "восьми восьмью восемью",
    "девяти девятью", "десяти десятью",
)  # fmt: skip

_TOKEN = re.compile(r"№|\d+(?:-?[а-яё]{1,3}(?![а-яё]))?|[^\W\d_]+(?:-[^\W\d_]+)*")
_DIGITS = re.compile(r"(\d{1,2})(?:-?([а-яё]+))?")
_LARGE = re.compile(
    ".+дцат[ьиыао].*|.+десят.*|сорока?|сороков.*|девяност.*|сто|ста|сот.*|двести|тр[её]хсот.*|триста|.+сот|тысяч.*"
)
_LONGEST_LOOP = 8  # words; a longer phrase is not said twice by anybody


def words_of(text: str) -> tuple[str, ...]:
    """The words of a transcript in lower case, numbers up to ten spelled out, «№» as «номер»; others stay digits.

    Noise makes Whisper say the same words over and over: what is said more than twice in a row counts once, and so does
    a phrase that begins again after its second time («четыре, четыре голоса» stays), or makes up all that was said.
    """
    words = tuple("номер" if token == "№" else _spelled(token) for token in _TOKEN.findall(text.lower()))
    for length in range(1, _LONGEST_LOOP + 1):
        words = _without_loops(words, length)
    half = len(words) // 2
    return words[:half] if words and words == words[:half] * 2 else words


def _without_loops(words: tuple[str, ...], length: int) -> tuple[str, ...]:
    """Without the second and later times of `length` words that are said more than twice in a row."""
    for at in range(len(words) - 2 * length):
        end = at + length
        while end < len(words) and words[end] == words[end - length]:
            end += 1
        if end - at > 2 * length:
            return words[: at + length] + _without_loops(words[end:], length)
    return words


def written(words: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """The words as Whisper would write them: pieces of a line, each with the words that it stands for."""
    pieces: list[tuple[str, tuple[str, ...]]] = []
    at = 0
    while at < len(words):
        pair = tuple(words[at : at + 2])
        if pair[0] == "номер" and pair[-1] in CARDINALS:
            pieces.append((f" №{CARDINALS.index(pair[1])}", pair))
        else:
            pair = pair[:1]
            pieces.append((f" {pair[0] if pieces else pair[0].capitalize()}", pair))
        at += len(pair)
    return [*pieces, (".", ())]


def number_in(word: str) -> int | None:
    """Which number from zero to ten the word names, in any form («пять», «пяти», «пятого»); None: none of them."""
    return _NUMBERS.get(word.replace("ё", "е"))


def is_large_number(word: str) -> bool:
    """Whether it names a number above ten, in digits or letters: «15», «восемьдесят» is no «восемь, десять»."""
    return any(sign.isdigit() for sign in word) or bool(_LARGE.fullmatch(word))


def other_numbers(word: str) -> tuple[str, ...]:
    """The seats' numbers in the form of this one, itself among them: «пятого» gives «первого», «второго», ...

    Nothing for a word that is no number; for a rare form («пятью») the plain ones.
    """
    if number_in(word) is None:
        return ()
    for _, ending, third in _CASES:
        family = tuple(_ordinal(number, ending, third) for number in range(1, len(CARDINALS)))
        if word.replace("ё", "е") in {other.replace("ё", "е") for other in family}:
            return family
    return CARDINALS[1:] if word in CARDINALS else (word, *CARDINALS[1:])


def _ordinal(number: int, ending: str, third: str) -> str:
    if number == _THIRD:
        return _ROOTS[number] + third
    return _ROOTS[number] + ("ой" if ending == "ый" and number in _STRESSED else ending)


def _all_numbers() -> dict[str, int]:
    found = {word: number for number, word in enumerate(CARDINALS)}
    for number, forms in enumerate(_OBLIQUE, 1):
        ordinals = [_ordinal(number, ending, third) for _, ending, third in _CASES]
        found |= dict.fromkeys([*forms.split(), *ordinals], number)
    return {word.replace("ё", "е"): number for word, number in found.items()}


_NUMBERS = _all_numbers()


def _spelled(token: str) -> str:
    """Digits as the word that they stand for, where that is one of a seat or a few votes."""
    match = _DIGITS.fullmatch(token)
    if not match or int(match[1]) >= len(CARDINALS):
        return token
    number, ending = int(match[1]), match[2]
    if not ending:
        return CARDINALS[number]
    fitting = ((said, third) for behind, said, third in _CASES if ending in behind)
    return next((_ordinal(number, said, third) for said, third in fitting if number), token)
