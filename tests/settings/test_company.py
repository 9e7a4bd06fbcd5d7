"""Who plays: names from a file, and the company of the last game."""

import re
from pathlib import Path

import pytest

from voice_judge.errors import UserError
from voice_judge.settings import last_company, read_names, remember_company

TEN = ("Аня", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Захар", "Ирина", "Костя Ж.")


def names_of(tmp_path: Path, text: str) -> tuple[str, ...]:
    file = tmp_path / "names.txt"
    file.write_text(text, encoding="utf-8")
    return read_names(file)


# how the same ten may be written
WRITTEN = [
    "\n".join(TEN),
    "\n".join(TEN) + "\n\n\n",
    "\ufeff" + "\r\n".join(TEN),
    "# сегодня\n" + "\n".join(f"  {name.replace(' ', '   ')}\t" for name in TEN),
    "\n".join(f"{seat}. {name}" for seat, name in enumerate(TEN, start=1)),
    "\n".join(f"{seat}) {name}" for seat, name in enumerate(TEN, start=1)) + "\n# всё",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_names_in_the_order_of_the_seats(tmp_path: Path, text: str) -> None:
    assert names_of(tmp_path, text) == TEN


# a file, its line that is wrong (0: none), words of the message
BAD = [
    ("", 0, "имён 0, а игроков 10"),
    ("\n".join(TEN[:9]), 0, "имён 9, а игроков 10"),
    ("\n".join((*TEN, "Лида")), 11, "лишнее имя «Лида»"),
    ("\n".join((*TEN[:3], "", *TEN[3:])), 4, "пустая строка вместо имени игрока на месте 4"),
    ("\n".join((*TEN[:9], "аня")), 10, "имя «аня» уже есть на месте 1"),
    ("Семен\nСемён\n", 2, "уже есть на месте 1"),
    ("# а\n1.\nБорис\n", 2, "пустая строка"),
    ("А" * 41, 1, "это не имя"),
    ("Аня\u202eяна", 1, "это не имя"),
    ("Аня\x1b[31m", 1, "это не имя"),
]


@pytest.mark.parametrize(("text", "line", "says"), BAD)
def test_what_is_wrong_is_said_with_its_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    with pytest.raises(UserError, match=re.escape(says)) as caught:
        names_of(tmp_path, text)
    assert f"names.txt:{line}: " in str(caught.value) if line else "names.txt: " in str(caught.value)


def test_a_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes("Аня".encode("cp1251"))
    for path in (tmp_path / "x", tmp_path / "none", tmp_path):
        with pytest.raises(UserError, match=r"UTF-8|не читается"):
            read_names(path)


def test_the_last_company_is_remembered() -> None:
    assert last_company() is None
    assert remember_company(TEN)
    assert last_company() == TEN
    assert remember_company(TEN[::-1])
    assert last_company() == TEN[::-1]


@pytest.mark.parametrize(
    "kept", ["", "{", "[]", '{"names": 3}', '{"names": [1]}', '{"names": []}', '{"names": ["a"', "[" * 99_999]
)
def test_a_damaged_memory_is_none(home: Path, kept: str) -> None:
    (home / "data").mkdir(parents=True)
    (home / "data" / "company.json").write_text(kept)
    assert last_company() is None


def test_a_memory_that_cannot_be_kept_stops_nothing(home: Path) -> None:
    home.write_text("in the way")
    assert not remember_company(TEN)
    assert last_company() is None
