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
_PADDED = re.compile("0[1-9]")
_ORDINAL = re.compile(r"(\d+)-?(?:" + _ENDING + ")")


def fold(word: str) -> str:
    """The spelling in which words are compared: lower case, ё as е."""
    return word.lower().replace("ё", "е")


def normalize(text: str) -> list[str]:
    """The words of a line, without punctuation: «Я выставляю игрока № 5-го.» gives `я выставляю игрока номер 5й`.

    «N5», «No 5» and «номер 05» are read like «№ 5». Numbers stay in digits, ordinals become `5й`: the lists of
    grammars/ know both. `[unk]` is kept.
    """
    plain = unicodedata.normalize("NFC", text).translate(_STRESS).replace("№", " номер ")
    # NFKC after № (it would turn it into "No"): full-width and circled digits become plain ones.
    plain = unicodedata.normalize("NFKC", plain).lower()
    tokens = [_plain_number(token) for token in _TOKEN.findall(plain)]
    return ["номер" if _is_number_sign(*pair) else pair[0] for pair in zip(tokens, [*tokens[1:], ""], strict=False)]


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
    """«5-го» as `5й`, «05» as `5`."""
    ordinal = _ORDINAL.fullmatch(token)
    if ordinal:
        return f"{ordinal[1]}й"
    return token[1] if _PADDED.fullmatch(token) else token


def _is_number_sign(token: str, following: str) -> bool:
    """«N 5», «No 5»: № on a keyboard that lacks it; in Latin letters."""
    return token in ("n", "no") and following[:1].isdigit()
