"""A written line to the words that are spoken: numbers written out, ё restored; nothing when that is uncertain."""

import re

from training.lexicon.yo import with_yo

_STRESS = dict.fromkeys(map(ord, "\u0301\u00ad+"))
_REMARK = re.compile(r"\[[^\]]*\]")
_TOKEN = re.compile(r"[а-яё]+(?:-[а-яё]+)*|\d+|[a-z]+")
_GLUED = re.compile(r"(?<=\d)[а-яёa-z]|(?<=[а-яёa-z])\d|\d[.,:/]\d")

_UNITS = "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать"
_SMALL = (*_UNITS.split(), "пятнадцать", "шестнадцать", "семнадцать", "восемнадцать", "девятнадцать")
_LARGE = (
    "двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто "
    "сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот"
)
_TENS, _HUNDREDS = _LARGE.split()[:8], _LARGE.split()[8:]


def spoken_words(line: str) -> str | None:
    """The words of `line` as they are said, separated by spaces; remarks in square brackets are not said.

    None when the line cannot be read out with certainty: Latin letters, decimals, numbers over 999, no words at all.
    """
    text = _REMARK.sub(" ", line.lower().translate(_STRESS))
    tokens = _TOKEN.findall(text)
    if not tokens or _GLUED.search(text) or any(token.isascii() and token.isalpha() for token in tokens):
        return None
    if any(token.isdigit() and int(token) > 999 for token in tokens):
        return None
    words = (cardinal(int(token)) if token.isdigit() else token.replace("-", " ") for token in tokens)
    return with_yo(" ".join(words))


def cardinal(number: int) -> str:
    """0 to 999 in words, nominative, masculine.

    Raises:
        ValueError: any other number.
    """
    if not 0 <= number <= 999:
        raise ValueError(f"{number} is not within 0 to 999")
    hundreds, rest = divmod(number, 100)
    words = [_HUNDREDS[hundreds - 1]] if hundreds else []
    if rest >= 20:
        words.append(_TENS[rest // 10 - 2])
        rest %= 10
    if rest or not words:
        words.append(_SMALL[rest])
    return " ".join(words)
