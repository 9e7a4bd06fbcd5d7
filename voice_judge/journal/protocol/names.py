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


def fitted(name: str, room: float) -> str:
    """As much of `name` as goes into `room` letter sizes, by a careful estimate for any font."""
    width = 0.0
    for place, letter in enumerate(name):
        width += _width(letter)
        if width > room - (0.0 if place == len(name) - 1 else 1.0):
            return name[:place] + "…"
    return name


def _width(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in ("W", "F"):
        return 1.3
    if letter in "ЖМФШЩЫЮWM@%—":
        return 0.95
    return 0.75 if letter.isupper() or letter in "жмфшщыюwm" else 0.58


def isolated(name: str) -> str:
    """`name` for plain text: what is written from right to left does not turn its neighbours round."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"\u2068{name}\u2069"
    return name


def _visible(letter: str) -> bool:
    return letter == _JOINER or unicodedata.category(letter) not in _INVISIBLE
