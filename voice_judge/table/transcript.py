"""A transcript: one utterance or silent input per line, `[seconds] text` (docs/transcripts.md)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.table.reactions import Reaction
from voice_judge.table.silent import Next, SilentError, parse

_LINE = re.compile(r"^(?:\[?(?P<at>\d+(?:[.,]\d+)?)\]?\s+)?(?P<text>\S.*)$")
_ALMOST_SECONDS = re.compile(r"^[-+\[]*\d[\d.,:]*(?:[sс]|e\d+)?\]?(?=\s|$)")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_ONLY_SECONDS = re.compile(r"^\[?\d+(?:[.,]\d+)?\]?$")


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """One line: `at` seconds (None: at once), its text, and the silent input it stands for, if it starts with `/`."""

    number: int
    at: float | None
    text: str
    silent: Reaction | Next | None


def read_transcript(path: Path) -> tuple[TranscriptLine, ...]:
    """All lines of a transcript file; empty lines and those that start with # are passed over.

    Raises:
        UserError: unreadable, not UTF-8, or as `transcript_lines`; the message names the file and the line.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        number = path.read_bytes()[: error.start].count(b"\n") + 1
        raise UserError(f"{path}:{number}: это не текст в кодировке UTF-8; сохраните файл как UTF-8") from None
    except OSError as error:
        raise UserError(f"{path}: не читается: {error.strerror}") from None
    return transcript_lines(path, text)


def transcript_lines(path: Path, text: str) -> tuple[TranscriptLine, ...]:
    """All lines of a transcript's text; `path` is its name for errors.

    Raises:
        UserError: no lines, or one that is no transcript line.
    """
    lines = tuple(_lines(path, text))
    if not lines:
        raise UserError(f"{path}: пустой файл: нет ни одной строки вида «12.5 я выставляю игрока номер пять»")
    return lines


def _lines(path: Path, text: str) -> Iterator[TranscriptLine]:
    latest = 0.0
    for number, raw in enumerate(text.splitlines(), start=1):
        stripped = _INVISIBLE.sub("", raw).replace("\u00a0", " ").strip()
        if not stripped or stripped.startswith("#"):
            continue
        line = _line(path, number, stripped)
        if line.at is not None:
            if line.at < latest:
                raise UserError(f"{path}:{number}: время {line.at:g} раньше предыдущего, {latest:g}")
            latest = line.at
        yield line


def _line(path: Path, number: int, stripped: str) -> TranscriptLine:
    found = _LINE.match(stripped)
    almost = _ALMOST_SECONDS.match(stripped) and not (found and found["at"])
    if not found or almost or not _printable(stripped) or _ONLY_SECONDS.match(stripped):
        raise UserError(
            f"{path}:{number}: ожидается «[секунды] текст», например «12.5 спасибо, всё»; здесь: {stripped[:60]!r}"
        )
    at = float(found["at"].replace(",", ".")) if found["at"] else None
    text = found["text"]
    try:
        silent = parse(text) if text.startswith("/") else None
    except SilentError as error:
        raise UserError(f"{path}:{number}: {error}") from None
    return TranscriptLine(number, at, text, silent)


def _printable(text: str) -> bool:
    return all(character.isprintable() or character.isspace() for character in text)
