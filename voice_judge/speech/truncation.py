"""Notice that a recording was cut short, from its container, before anything is decoded.

libsndfile reads what is left of a cut WAV, OGG or MP3 without a word (tried with 1.2.2), and half a game judged in
silence would be worse than an error. Each check answers with the share of the file that is there, or None if whole.
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

_UNKNOWN_LENGTH = 0x7FFF_F000  # sox and ffmpeg write such sizes when they stream to a pipe: no length is promised
_OGG_TAIL = 128 * 1024  # a page is at most 65,307 bytes: the tail holds at least one whole page
_OGG_LAST_PAGE = 0x04
_XING_SEARCH = 8192


def part_present(path: Path) -> float | None:
    """The share (0 to 1) of the promised sound that is in the file, or None when nothing is missing."""
    size = path.stat().st_size
    with path.open("rb") as file:
        magic = file.read(12)
        if magic[:4] == b"RIFF" and magic[8:] == b"WAVE":
            return _wav(file, size)
        if magic[:4] == b"OggS":
            return _ogg(file, size)
        if magic[:3] == b"ID3" or (len(magic) > 1 and magic[0] == 0xFF and magic[1] & 0xE0 == 0xE0):
            return _mp3(file, size)
    return None


def _wav(file: BinaryIO, size: int) -> float | None:
    """The data chunk promises its size in bytes."""
    for name, start, length in _riff_chunks(file, size):
        if name == b"data":
            present = size - start
            return None if present >= length or length >= _UNKNOWN_LENGTH else present / length
    return 0.0


def _riff_chunks(file: BinaryIO, size: int) -> Iterator[tuple[bytes, int, int]]:
    """Name, first byte and promised length of each chunk."""
    position = 12
    while position + 8 <= size:
        file.seek(position)
        name, length = struct.unpack("<4sI", file.read(8))
        yield name, position + 8, length
        position += 8 + length + length % 2


def _ogg(file: BinaryIO, size: int) -> float | None:
    """The last page is whole and says that it is the last."""
    file.seek(max(0, size - _OGG_TAIL))
    tail = file.read()
    start = tail.rfind(b"OggS")
    page = tail[start:] if start >= 0 else b""
    if len(page) < 27 or len(page) < 27 + page[26]:
        return 1.0
    length = 27 + page[26] + sum(page[27 : 27 + page[26]])
    whole = len(page) >= length and page[5] & _OGG_LAST_PAGE
    return None if whole else 1.0  # how much is missing cannot be known


def _mp3(file: BinaryIO, size: int) -> float | None:
    """The Xing or Info header, if there is one, promises the stream's size in bytes."""
    file.seek(0)
    start = _id3_length(file.read(10))
    file.seek(start)
    head = file.read(_XING_SEARCH)
    for mark in (b"Xing", b"Info"):
        tag = head.find(mark)
        if tag < 0 or len(head) < tag + 16:
            continue
        flags, _, promised = struct.unpack(">III", head[tag + 4 : tag + 16])
        if flags & 3 == 3 and promised:
            present = size - start
            return None if present >= promised * 0.99 else present / promised
    return None


def _id3_length(head: bytes) -> int:
    """Bytes of the ID3v2 tag in front of the stream (its size is written in seven bits per byte)."""
    if head[:3] != b"ID3":
        return 0
    length = 0
    for byte in head[6:10]:
        length = length << 7 | byte & 0x7F
    return 10 + length
