"""Transcripts and silent inputs that cannot be read: one message that names the file and the line."""

from pathlib import Path

import pytest

from voice_judge.errors import UserError
from voice_judge.table.transcript import read_transcript

# the file's bytes, the line that must be named (0: none), what the message must say
BAD = [
    (b"", 0, "пустой файл"),
    (b"# only a remark\n\n", 0, "пустой файл"),
    ("я выставляю\n".encode("cp1251"), 1, "UTF-8"),
    ("пас\n".encode() + b"\xff\xfe\n", 2, "UTF-8"),
    (b"\x00\x01\x02RIFF", 1, "ожидается"),
    (b"12.5\n", 1, "ожидается"),
    ("10 пас\n5 пас\n".encode(), 2, "раньше"),
    (b"/shoot 1 5\n", 1, "неизвестный ввод"),
    (b"/shot 1\n", 1, "/shot 1 5"),
    (b"/shot one 5\n", 1, "/shot 1 5"),
    (b"/votes\n", 1, "/votes 4"),
    (b"/votes 1,x\n", 1, "/votes 4"),
    (b"/roles don=1 mafia=2,3\n", 1, "/roles don=1"),
    (b"/roles don=1 don=2 mafia=2,3 sheriff=4\n", 1, "/roles don=1"),
    (b"/start night\n", 1, "/start day"),
    (b"/start seed=x\n", 1, "/start day"),
    (b"/start seed=1 seed=2\n", 1, "/start day"),
    (b"/check wife 4\n", 1, "/check"),
    (b"/confirm now\n", 1, "/confirm"),
    (b"/undo -\n", 1, "/undo"),
    (b"/end red\n", 1, "/end red"),
    (b"/teamloss black\n", 1, "/teamloss"),
    (b"/\n", 1, "неизвестный ввод"),
    ("-5 пас\n".encode(), 1, "ожидается"),
    ("пас\n13. пас\n".encode(), 2, "ожидается"),
    ("+14 пас\n".encode(), 1, "ожидается"),
    ("15s пас\n".encode(), 1, "ожидается"),
    ("1e2 пас\n".encode(), 1, "ожидается"),
    ("00:20 пас\n".encode(), 1, "ожидается"),
]


@pytest.mark.parametrize(("content", "line", "words"), BAD)
def test_bad_transcripts(tmp_path: Path, content: bytes, line: int, words: str) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    with pytest.raises(UserError) as error:
        read_transcript(path)
    message = str(error.value)
    assert words in message
    assert str(path) in message
    assert "\n" not in message
    if line:
        assert f"{path}:{line}:" in message


def test_a_missing_transcript(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nothing\.txt"):
        read_transcript(tmp_path / "nothing.txt")


GOOD = [
    ("12.5 спасибо, всё", 12.5, "спасибо, всё"),
    ("12,5 спасибо, всё", 12.5, "спасибо, всё"),
    ("[12.5] спасибо, всё", 12.5, "спасибо, всё"),
    ("  спасибо, всё  ", None, "спасибо, всё"),
    ("7 /votes 4", 7.0, "/votes 4"),
    ("\ufeffпас", None, "пас"),
    ("12.5\u00a0игрок №\u00a05", 12.5, "игрок № 5"),
    ("спа\u00adси\u200bбо", None, "спасибо"),
    ("5-й игрок", None, "5-й игрок"),
]


@pytest.mark.parametrize(("content", "at", "text"), GOOD)
def test_good_lines(tmp_path: Path, content: str, at: float | None, text: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text(content, encoding="utf-8")
    (line,) = read_transcript(path)
    assert (line.at, line.text) == (at, text)
