"""The rows of a SQLite file, page by page, without SQLite: for files that it refuses, or whose structure is lost.

Every page of rows names them itself (https://www.sqlite.org/fileformat2.html#b_tree_pages); which table they belong
to and whether they are sound is for their reader to find out (journal/rows.py).
"""

import mmap
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from voice_judge.journal.rows import Row, Value
from voice_judge.journal.schema import PAGE_SIZE
from voice_judge.journal.wal import Log

HEADER = 100
_LEAF_OF_ROWS = 0x0D
_LARGEST_ROW = 1 << 20


@dataclass(frozen=True, slots=True)
class Cell:
    """A row as it lies in its page: its rowid, and its values."""

    rowid: int
    values: Row


def page_size(path: Path) -> int:
    """What the file says of itself, or that of our own files if it says nothing sensible.

    Raises:
        OSError: it cannot be read.
    """
    if not path.exists():
        return PAGE_SIZE
    with path.open("rb") as file:
        head = file.read(18)
    size = int.from_bytes(head[16:18], "big") if len(head) == 18 else 0
    size = 65536 if size == 1 else size
    return size if size in {512 << power for power in range(8)} else PAGE_SIZE


def cells(path: Path, size: int, log: Log) -> Iterator[Cell]:
    """Every row of the newest state of every page, in no order; what makes no sense is passed over.

    Raises:
        OSError: the file cannot be read.
    """
    with _pages(path, size, log) as pages:
        for number in sorted(pages.numbers()):
            yield from _cells_of(pages, number, pages.page(number))


def doubtful_cells(path: Path, size: int, log: Log) -> Iterator[Cell]:
    """The rows of the pages that follow a damaged place of the log.

    Raises:
        OSError: the file cannot be read.
    """
    with _pages(path, size, Log({**log.pages, **dict(log.doubtful)})) as pages:
        for number, content in log.doubtful:
            yield from _cells_of(pages, number, content)


class _Pages:
    """Pages by number: the log's, or else the file's."""

    def __init__(self, data: "mmap.mmap | bytes", size: int, log: Log) -> None:
        self._data, self._log, self.size = data, log, size

    def numbers(self) -> set[int]:
        in_file = -(-len(self._data) // self.size)
        return {*range(1, in_file + 1), *self._log.pages}

    def page(self, number: int) -> bytes:
        in_log = self._log.pages.get(number)
        start = (number - 1) * self.size
        return in_log if in_log is not None else bytes(self._data[start : start + self.size])


@contextmanager
def _pages(path: Path, size: int, log: Log) -> Iterator[_Pages]:
    if not path.exists() or path.stat().st_size == 0:
        yield _Pages(b"", size, log)
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        yield _Pages(data, size, log)


def _cells_of(pages: _Pages, number: int, page: bytes) -> Iterator[Cell]:
    head = HEADER if number == 1 else 0
    if len(page) < head + 8 or page[head] != _LEAF_OF_ROWS:
        return
    (count,) = struct.unpack_from(">H", page, head + 3)
    for place in range(count):
        with suppress(IndexError, struct.error, ValueError, OverflowError):
            (start,) = struct.unpack_from(">H", page, head + 8 + 2 * place)
            yield _cell(pages, page, start)


def _cell(pages: _Pages, page: bytes, start: int) -> Cell:
    length, start = _varint(page, start)
    rowid, start = _varint(page, start)
    if length > _LARGEST_ROW:
        raise ValueError(length)
    return Cell(rowid, _values(_payload(pages, page, start, length)))


def _payload(pages: _Pages, page: bytes, start: int, length: int) -> bytes:
    """A row's bytes: what does not fit into its page goes on in a chain of others."""
    usable = pages.size
    if length <= usable - 35:
        return page[start : start + length]
    least = (usable - 12) * 32 // 255 - 23
    local = least + (length - least) % (usable - 4)
    local = local if local <= usable - 35 else least
    payload = page[start : start + local]
    (following,) = struct.unpack_from(">I", page, start + local)
    while following and len(payload) < length:
        more = pages.page(following)
        if len(more) < usable:
            raise ValueError(following)
        (following,) = struct.unpack_from(">I", more, 0)
        payload += more[4 : 4 + length - len(payload)]
    if len(payload) < length:
        raise ValueError(length)
    return payload


def _values(payload: bytes) -> Row:
    """The values of a record (https://www.sqlite.org/fileformat2.html#record_format)."""
    head_length, place = _varint(payload, 0)
    values: list[Value] = []
    start = head_length
    while place < head_length:
        kind, place = _varint(payload, place)
        value, length = _value(payload, start, kind)
        values.append(value)
        start += length
    return tuple(values)


_WHOLE = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def _value(payload: bytes, start: int, kind: int) -> tuple[Value, int]:
    if kind in _WHOLE:
        raw = payload[start : start + _WHOLE[kind]]
        return int.from_bytes(raw, "big", signed=True), len(raw)
    if kind == 7:
        return float(struct.unpack_from(">d", payload, start)[0]), 8
    if kind in (8, 9):
        return kind - 8, 0
    if kind == 0:
        return None, 0
    if kind < 12:
        raise ValueError(kind)
    length = (kind - 12) // 2
    return payload[start : start + length].decode("utf-8", "replace"), length


def _varint(data: bytes, start: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for place in range(start, start + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[start + 8], start + 9
