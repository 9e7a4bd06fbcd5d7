"""Digits as large as there is room for, from half blocks: a square point is one column by half a row.

Textual has digits too, but of three rows only, which nobody reads from two metres.
"""

_POINTS = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", "###", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", "..#", "..#", "..#"),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
    ":": (".", "#", ".", "#", "."),
}
_ROWS = 5
_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def large(text: str, widest: str, columns: int, rows: int) -> str:
    """`text` (digits and colons) as lines of blocks, at the size at which `widest` just fits `columns` x `rows`.

    Where there is no room for points, or for a character that has no shape, the text itself.
    """
    if not text or any(character not in _POINTS for character in text):
        return text
    points = _points(text)
    scale = min(columns // max(len(points[0]), len(_points(widest)[0])), 2 * rows // _ROWS)
    if scale < 1:
        return text
    scaled = ["".join(point * scale for point in line) for line in points for _ in range(scale)]
    if len(scaled) % 2:
        scaled.append("." * len(scaled[0]))
    pairs = zip(scaled[::2], scaled[1::2], strict=True)
    return "\n".join("".join(_BLOCKS[top == "#", low == "#"] for top, low in zip(*pair, strict=True)) for pair in pairs)


def _points(text: str) -> list[str]:
    return [".".join(_POINTS[character][row] for character in text) for row in range(_ROWS)]
