"""The words that a model knows, read from its files: Vosk can only be asked about one word at a time.

Big models list them in graph/words.txt; small ones keep them inside graph/Gr.fst, in OpenFst's binary form: a header,
then the symbol tables that its flags announce (openfst, src/lib/fst.cc and symbol-table.cc).
"""

import struct
from collections.abc import Iterable
from pathlib import Path

_FST_MAGIC, _TABLE_MAGIC = 2_125_659_606, 2_125_658_996
_HAS_INPUT, _HAS_OUTPUT = 1, 2
_LONGEST_NAME, _MOST_WORDS = 10_000, 10_000_000


def model_words(path: Path) -> frozenset[str]:
    """The words of the model in `path`; none if its files do not tell, or not in a form that we can read."""
    listed, graph = path / "graph/words.txt", path / "graph/Gr.fst"
    try:
        if listed.is_file():
            lines = listed.read_text("utf-8", errors="replace").splitlines()
            return _spoken(line.split()[0] for line in lines if line.strip())
        return _spoken(_Reader(graph.read_bytes()).words())
    except (OSError, struct.error, ValueError):
        return frozenset()


def _spoken(words: Iterable[str]) -> frozenset[str]:
    """Without the graph's own signs: `<eps>`, `#0`, `!SIL`, `[unk]`."""
    return frozenset(word for word in words if word.replace("-", "").isalpha())


class _Reader:
    """A walk through the bytes of a graph."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def words(self) -> list[str]:
        """The words of the first symbol table.

        Raises:
            ValueError, struct.error: this is no graph, or it has no table.
        """
        if self._number("<i") != _FST_MAGIC:
            raise ValueError("not a graph")
        self._text(), self._text()  # the kinds of graph and arc
        self._number("<i")  # version
        flags = self._number("<i")
        for _ in range(4):  # properties, start, states, arcs
            self._number("<q")
        if not flags & (_HAS_INPUT | _HAS_OUTPUT) or self._number("<i") != _TABLE_MAGIC:
            raise ValueError("no words in it")
        self._text(), self._number("<q")  # the table's name and its next free key
        count = self._number("<q")
        if not 0 <= count <= _MOST_WORDS:
            raise ValueError("damaged")
        return [self._entry() for _ in range(count)]

    def _entry(self) -> str:
        word = self._text()
        self._number("<q")  # its key
        return word

    def _number(self, form: str) -> int:
        (value,) = struct.unpack_from(form, self._data, self._at)
        self._at += struct.calcsize(form)
        return int(value)

    def _text(self) -> str:
        length = self._number("<i")
        if not 0 <= length <= _LONGEST_NAME:
            raise ValueError("damaged")
        self._at += length
        return self._data[self._at - length : self._at].decode("utf-8", errors="replace")
