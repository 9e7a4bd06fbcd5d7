"""The log beside a SQLite file ("-wal"), read without SQLite: which pages it holds, and whether some of it is lost.

SQLite stops reading at the first frame whose checksum is wrong, in silence: after a crash that is a transaction that
was never finished. But what follows shows whether it was: a transaction begins only when the one before is on disk.
Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_HEADER, _FRAME = 32, 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}


@dataclass(frozen=True, slots=True)
class Log:
    """`pages`: page number to its last committed content. `doubtful`: pages that follow a damaged place, in order.

    `lost` is true when transactions that had been finished cannot be told for sure any more.
    """

    pages: Mapping[int, bytes] = field(default_factory=dict)
    doubtful: Sequence[tuple[int, bytes]] = ()
    lost: bool = False


@dataclass(frozen=True, slots=True)
class _Frame:
    number: int
    commits: bool
    content: bytes
    sound: bool


def read_log(path: Path, page_size: int) -> Log:
    """The log at `path`; an empty one if there is none.

    Raises:
        OSError: it cannot be read.
    """
    data = path.read_bytes() if path.exists() else b""
    if len(data) <= _HEADER:
        return Log()
    pages: dict[int, bytes] = {}
    open_pages: list[tuple[int, bytes]] = []  # of the transaction that has not been committed yet
    doubtful: list[tuple[int, bytes]] = []
    commits_in_doubt = 0
    for frame in _frames(data, page_size):
        if not frame.sound:
            doubtful.append((frame.number, frame.content))
            commits_in_doubt += frame.commits
            continue
        open_pages.append((frame.number, frame.content))
        if frame.commits:
            pages.update(open_pages)
            open_pages = []
    # The first commit in doubt may be of the transaction that the crash cut off; before a second, it was on disk.
    return Log(pages, [*open_pages, *doubtful] if doubtful else [], commits_in_doubt > 1)


def _frames(data: bytes, page_size: int) -> Iterator[_Frame]:
    """Every frame of this log's own, not of those it was written over; sound until the first wrong checksum."""
    magic, _version, found_size = struct.unpack(">III", data[:12])
    order = _MAGIC.get(magic, "<")
    checksum = _checksum(order, data[:24], (0, 0))
    begun = sound = magic in _MAGIC and found_size == page_size and checksum == struct.unpack(">II", data[24:32])
    salts = data[16:24]
    for start in range(_HEADER, len(data) - _FRAME - page_size + 1, _FRAME + page_size):
        head, content = data[start : start + _FRAME], data[start + _FRAME : start + _FRAME + page_size]
        number, size = struct.unpack(">II", head[:8])
        if sound:
            checksum = _checksum(order, content, _checksum(order, head[:8], checksum))
            sound = head[8:16] == salts and number > 0 and checksum == struct.unpack(">II", head[16:24])
        if sound or head[8:16] == salts or not begun:
            yield _Frame(number, size > 0, content, sound)


def _checksum(order: str, data: bytes, before: tuple[int, int]) -> tuple[int, int]:
    first, second = before
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
