"""Lists of utterances on disk: one JSON object a line, audio by its path."""

import json
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path

from training.speech.utterance import Utterance
from voice_judge.errors import UserError


def write_list(path: Path, utterances: Iterable[Utterance]) -> None:
    """Write a list whole or not at all."""
    lines = [json.dumps({**asdict(one), "audio": str(one.audio)}, ensure_ascii=False) + "\n" for one in utterances]
    part = path.with_name(path.name + ".part")
    part.write_text("".join(lines), encoding="utf-8")
    part.replace(path)


def read_list(path: Path) -> tuple[Utterance, ...]:
    """The utterances of a list.

    Raises:
        UserError: it cannot be read, or a line of it is no utterance.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"Список записей {path} не читается: {error}. Проверьте путь.") from error
    return tuple(_read(line, f"{path}, строка {number}") for number, line in enumerate(lines, 1))


def _read(line: str, place: str) -> Utterance:
    try:
        row = json.loads(line)
        return Utterance(**{**row, "audio": Path(row["audio"])})
    except (ValueError, KeyError, TypeError) as error:
        names = ", ".join(one.name for one in fields(Utterance))
        raise UserError(f"{place}: это не запись ({error}). Нужен объект JSON с полями {names}.") from error
