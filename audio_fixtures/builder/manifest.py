"""The manifest: one line per test of a recording, in the order it is read by people."""

import zlib
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path

NOT_TRANSCRIBED = "?"
"""The transcript of talk nobody has written down."""

NOBODY = "-"
"""The transcript where nobody speaks."""

CLEAN = "clean"

NOISES = ("coffee-shop.flac@10", "babble.flac@10", "wind.flac@10")
"""What is mixed under a recording, and how many dB quieter; a recording gets one of them by its name."""


@dataclass(frozen=True, slots=True)
class Line:
    """One test: this file, heard in this phase and condition, must be understood as `expected`.

    `kind` is human (recorded from the world) or synthetic. `expected` is `nothing` or intents with their slots,
    as in `withdraw seat=3; nominate seat=7`.
    """

    file: str
    transcript: str
    voice: str
    kind: str
    licence: str
    phase: str
    condition: str
    expected: str


def in_noise(line: Line) -> Line:
    """The same test with one of the noises mixed in."""
    noise = NOISES[zlib.crc32(line.file.encode()) % len(NOISES)]
    return replace(line, condition=f"noise:{noise}")


def write(path: Path, lines: Iterable[Line]) -> int:
    """Write the lines once each, a heading first; returns how many."""
    unique = list(dict.fromkeys(lines))
    heading = "\t".join(field.name for field in fields(Line))
    rows = ["\t".join(astuple(line)) for line in unique]
    path.write_text("\n".join([heading, *rows]) + "\n", encoding="utf-8")
    return len(unique)
