"""Who plays: names from a file, and the company of the last game («та же компания»)."""

import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.places import data_folder
from voice_judge.rules import TABLE_SIZE
from voice_judge.settings.load import read_text

_LONGEST = 40  # characters: a longer one is no name, and no screen has room for it
_NUMBERED = re.compile(r"(\d+)[.)]\s*")


def read_names(path: Path, seats: int = TABLE_SIZE) -> tuple[str, ...]:
    """The players' names, seat 1 first: one per line, «1. Аня» as well; lines that begin with # are passed over.

    Raises:
        UserError: the file cannot be read, or a name is missing, doubled, too long or one too many; with its line.
    """
    text = read_text(path)
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    lines = [(number, line) for number, line in lines if not line.startswith("#")]
    while lines and not lines[-1][1]:
        lines.pop()
    names: list[str] = []
    for number, line in lines:
        names.append(_name(line, names, f"{path}:{number}", seats))
    if len(names) < seats:
        raise UserError(f"{path}: имён {len(names)}, а игроков {seats}; впишите остальные, по одному в строке")
    return tuple(names)


def _name(line: str, before: Sequence[str], where: str, seats: int) -> str:
    seat = len(before) + 1
    numbered = _NUMBERED.match(line)
    name = " ".join((line[numbered.end() :] if numbered and int(numbered[1]) == seat else line).split())
    if not name:
        raise UserError(f"{where}: пустая строка вместо имени игрока на месте {seat}")
    if seat > seats:
        raise UserError(f"{where}: лишнее имя «{name[:_LONGEST]}»: игроков {seats}")
    if len(name) > _LONGEST or not name.isprintable():
        raise UserError(f"{where}: это не имя: до {_LONGEST} букв, без управляющих знаков")
    same = [earlier for earlier, known in enumerate(before, start=1) if _folded(known) == _folded(name)]
    if same:
        raise UserError(f"{where}: имя «{name}» уже есть на месте {same[0]}; различите тёзок, например «{name} Б.»")
    return name


def _folded(name: str) -> str:
    return name.casefold().replace("ё", "е")


def last_company() -> tuple[str, ...] | None:
    """Who played last on this computer, seat 1 first; None if nobody is remembered (or what is kept is damaged)."""
    try:
        names = json.loads(_file().read_text(encoding="utf-8"))["names"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    fits = isinstance(names, list) and 0 < len(names) <= TABLE_SIZE
    return tuple(names) if fits and all(isinstance(name, str) and name for name in names) else None


def remember_company(names: Sequence[str]) -> bool:
    """Keep the names for the next game; False if they could not be kept, which is no reason to stop a game."""
    file = _file()
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(json.dumps({"names": list(names)}, ensure_ascii=False), encoding="utf-8")
        os.replace(part, file)
    except (OSError, ValueError):
        with suppress(OSError):
            part.unlink(missing_ok=True)
        return False
    return True


def _file() -> Path:
    return data_folder() / "company.json"
