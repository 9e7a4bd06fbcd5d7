"""Text to words: what a typed line and a recognised one have in common."""

import re
import unicodedata

UNKNOWN = "[unk]"
"""The recogniser's word for speech outside its grammar."""

_STRESS = dict.fromkeys(map(ord, "\u0300\u0301\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_ENDING = "[оыи]?й|[оеиы]?го|[оеи]?му|[ыи]?м|[ая]?я|[ую]?ю|[оы]?е"
# A number with a fraction, a slash or a minus stays one token: "5.5" must not become two seats.
_TOKEN = re.compile(
    r"\[unk\]"
    r"|(?<![\w-])[-\u2212]\d+(?:[./:\u2044]\d+)*"
    r"|\d+(?:[./:\u2044]\d+)+"
    r"|\d+-?(?:" + _ENDING + r")(?!\w)"
    r"|\d+[^\W_]*"
    r"|[^\W\d_]+(?:-[^\W\d_]+)*"
)
_SENTENCE_END = re.compile(r"[.!?;…]+\s+")
_ORDINAL = re.compile(r"(\d+)-?(?:" + _ENDING + ")")


def fold(word: str) -> str:
    """The spelling in which words are compared: lower case, ё as е."""
    return word.lower().replace("ё", "е")


def normalize(text: str) -> list[str]:
    """The words of a line, without punctuation: «Я выставляю игрока № 5-го.» gives `я выставляю игрока номер 5й`.

    Numbers stay in digits, ordinals become `5й`: the lists of grammars/ know both. `[unk]` is kept.
    """
    plain = unicodedata.normalize("NFC", text).translate(_STRESS).replace("№", " номер ")
    # NFKC after № (it would turn it into "No"): full-width and circled digits become plain ones.
    plain = unicodedata.normalize("NFKC", plain).lower()
    return [_plain_number(token) for token in _TOKEN.findall(plain)]


def sentences(text: str) -> tuple[list[str], frozenset[int]]:
    """The words of a line, and before which of them a new sentence begins: what a pause is in speech."""
    words: list[str] = []
    pauses: set[int] = set()
    for sentence in _SENTENCE_END.split(text):
        more = normalize(sentence)
        if words and more:
            pauses.add(len(words))
        words += more
    return words, frozenset(pauses)


def _plain_number(token: str) -> str:
    ordinal = _ORDINAL.fullmatch(token)
    return f"{ordinal[1]}й" if ordinal else token
