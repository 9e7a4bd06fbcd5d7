"""The letter ё, which print mostly leaves out: which words are meant with it.

A word spelled with е is meant with ё when wordfreq's texts spell a telling part of its occurrences so (a third of all
texts write the dots; names and misprints stay below the limits). Data: wordfreq 3, CC BY-SA 4.0.
"""

from collections.abc import Mapping
from functools import cache

from voice_judge.errors import UserError

_SURE = 0.06
_POSSIBLE = 0.015
_BOTH = frozenset(["все", "всем", "сестры", "жены", "черта", "села", "тем", "чем"])
"""Words of their own in either spelling: «все» and «всё»."""


def with_yo(text: str) -> str:
    """The words of `text` (separated by spaces), each with ё where it is nearly always meant.

    Raises:
        UserError: wordfreq is not installed.
    """
    return " ".join(_restored(word) for word in text.split())


def spellings(word: str) -> tuple[str, ...]:
    """How `word` may be meant, the likelier first: «нашел» as «нашёл» only, «объем» with ё or without.

    Raises:
        UserError: wordfreq is not installed.
    """
    if "е" not in word or "ё" in word:
        return (word,)
    dotted, share = _dotted().get(word, (word, 0.0))
    if word in _BOTH or share < _POSSIBLE:
        return (word,)
    return (dotted,) if share >= _SURE else (word, dotted)


def _restored(word: str) -> str:
    meant = spellings(word)
    return meant[0] if len(meant) == 1 else word


@cache
def _dotted() -> Mapping[str, tuple[str, float]]:
    """Each word of е, its spelling with ё, and how often that is written, against е."""
    frequencies = _frequencies()
    found: dict[str, tuple[str, float]] = {}
    for word in sorted(word for word in frequencies if "ё" in word):
        plain = word.replace("ё", "е")
        share = frequencies[word] / frequencies.get(plain, frequencies[word])
        found[plain] = max(found.get(plain, ("", 0.0)), (word, share), key=lambda each: each[1])
    return found


@cache
def _frequencies() -> Mapping[str, float]:
    try:
        from wordfreq import get_frequency_dict  # noqa: PLC0415 - loaded only when asked for: it is large
    except ImportError as error:
        raise UserError(
            "Нет пакета wordfreq со списком частых слов. Установите: pip install 'voice-judge[train]'"
        ) from error
    frequencies: Mapping[str, float] = get_frequency_dict("ru")
    return frequencies


def frequent(count: int) -> tuple[str, ...]:
    """The `count` most frequent tokens of Russian, the most frequent first.

    Raises:
        UserError: wordfreq is not installed.
    """
    ranked = sorted(_frequencies().items(), key=lambda item: (-item[1], item[0]))
    return tuple(word for word, _ in ranked[:count])
