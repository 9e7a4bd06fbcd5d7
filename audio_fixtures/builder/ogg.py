"""The same sound gives the same bytes: a fixed serial number for an Ogg stream (RFC 3533).

libsndfile draws the serial number at random, so two runs would differ in every page. It is replaced by one made
from the file's name, and each page's checksum is computed anew.
"""

import struct
import zlib
from pathlib import Path

_POLYNOMIAL = 0x04C11DB7
_SERIAL_AT = 14
_CHECKSUM_AT = 22
_SEGMENTS_AT = 26


def _checksum_table() -> tuple[int, ...]:
    """Remainders of one byte for the checksum of RFC 3533 section 6 (not reflected, no final inversion)."""
    table = []
    for byte in range(256):
        remainder = byte << 24
        for _ in range(8):
            remainder = (remainder << 1) ^ (_POLYNOMIAL if remainder & 0x80000000 else 0)
        table.append(remainder & 0xFFFFFFFF)
    return tuple(table)


_TABLE = _checksum_table()


def page_checksum(page: bytes) -> int:
    """The checksum of one page whose checksum field is zero."""
    value = 0
    for byte in page:
        value = ((value << 8) & 0xFFFFFFFF) ^ _TABLE[(value >> 24) ^ byte]
    return value


def fix_serial(path: Path) -> None:
    """Rewrite the Ogg file in place with a serial number that depends on the file's name only."""
    data = bytearray(path.read_bytes())
    serial = struct.pack("<I", zlib.crc32(path.name.encode()))
    position = 0
    while position < len(data):
        if data[position : position + 4] != b"OggS":
            raise ValueError(f"{path}: not an Ogg page at byte {position}")
        segments = data[position + _SEGMENTS_AT]
        lacing = position + _SEGMENTS_AT + 1
        end = lacing + segments + sum(data[lacing : lacing + segments])
        data[position + _SERIAL_AT : position + _SERIAL_AT + 4] = serial
        data[position + _CHECKSUM_AT : position + _CHECKSUM_AT + 4] = bytes(4)
        checksum = page_checksum(bytes(data[position:end]))
        data[position + _CHECKSUM_AT : position + _CHECKSUM_AT + 4] = struct.pack("<I", checksum)
        position = end
    path.write_bytes(bytes(data))
