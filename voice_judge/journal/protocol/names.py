"""Names as they may be shown: whatever a name holds, it stays inside its line, its cell and its direction."""

import unicodedata

SHOWN = 200
"""So many characters of a name are shown in text; JSON keeps it whole."""

_INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_JOINER = "\u200d"  # inside emoji


def shown(name: str, length: int = SHOWN) -> str:
    """`name` in one line, without control characters and changes of direction, cut to `length`."""
    kept = (letter if _visible(letter) else " " for letter in name)
    line = " ".join("".join(kept).split())
    return line if len(line) <= length else line[: length - 1] + "…"


def isolated(name: str) -> str:
    """`name` for plain text: what is written from right to left does not turn its neighbours round."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"\u2068{name}\u2069"
    return name


def _visible(letter: str) -> bool:
    return letter == _JOINER or unicodedata.category(letter) not in _INVISIBLE
