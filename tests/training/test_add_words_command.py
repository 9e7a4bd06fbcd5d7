"""`./run words` where the machine is in the way: names, rights, other programs' files, outputs."""

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import pytest

from tests.training.listening import MODEL, ROOT
from training import add_words
from training.word_sources import read_words
from voice_judge.resources import resource
from voice_judge.speech.model_words import model_words

Output = pytest.CaptureFixture[str]
LONG = "и" * 300
GRAMMAR = """\
phases: [day]
intents:
  repeat:
    say: ["чужестранец выкрутасничает"]
    tests: ["чужестранец выкрутасничает"]
"""


@pytest.fixture
def words_file(tmp_path: Path) -> Path:
    path = tmp_path / "club.txt"
    path.write_text("чужестранец", encoding="utf-8")
    return path


def refused(model: Path, source: Path, out: Path, capsys: Output) -> str:
    """The one line of a call that must fail with exit code 2 and leave nothing."""
    beside = os.listdir(out.parent)
    assert add_words.main([str(model), str(source), "--out", str(out)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("run words: ")
    assert error.count("\n") == 1
    assert os.listdir(out.parent) == beside
    return error


def test_a_name_that_is_too_long_is_told(words_file: Path, tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / "out"
    assert f"{LONG}: здесь модель не создать" in refused(MODEL, words_file, tmp_path / LONG, capsys)
    assert f"{LONG}: не читается" in refused(MODEL, tmp_path / LONG, out, capsys)
    assert f"{LONG}.yaml: не читается" in refused(MODEL, tmp_path / f"{LONG}.yaml", out, capsys)
    assert LONG in refused(tmp_path / LONG, words_file, out, capsys)


def test_a_place_or_a_source_that_may_not_be_read_is_told(
    words_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def forbidden(path: Path, **_: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    (tmp_path / "out").mkdir()
    monkeypatch.setattr(Path, "read_text", forbidden)
    assert f"{words_file}: не читается (Permission denied)" in refused(MODEL, words_file, tmp_path / "new", capsys)
    monkeypatch.setattr(Path, "iterdir", forbidden)
    assert "out: здесь модель не создать (Permission denied)" in refused(MODEL, words_file, tmp_path / "out", capsys)


def test_a_place_that_links_to_itself_is_told(words_file: Path, tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "circle").symlink_to("circle")
    assert "circle: " in refused(MODEL, words_file, tmp_path / "circle", capsys)


def test_a_file_of_the_model_that_cannot_be_copied_is_told(words_file: Path, tmp_path: Path, capsys: Output) -> None:
    shutil.copytree(MODEL, tmp_path / "model")
    (tmp_path / "model/note").symlink_to("gone")
    error = refused(tmp_path / "model", words_file, tmp_path / "out", capsys)
    assert "не удалось записать модель" in error
    assert "model/note" in error


def test_what_else_lies_beside_a_grammar_file_does_not_matter(tmp_path: Path) -> None:
    folder = tmp_path / "grammars"
    shutil.copytree(resource("grammars"), folder)
    (folder / "club.yaml").write_text(GRAMMAR, encoding="utf-8")
    (folder / ".#day.yaml").symlink_to("somebody@somewhere.1:2")  # Emacs: the file is being edited
    os.mkfifo(folder / "pipe.txt")
    (folder / "old.yaml").mkdir()
    assert {"чужестранец", "выкрутасничает", "выставляю"} <= read_words(folder / "club.yaml").words


def run(
    words_file: Path, out: Path, output: int | IO[bytes], environment: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "training.add_words", str(MODEL), str(words_file), "--out", str(out)]
    return subprocess.run(command, cwd=ROOT, stdout=output, stderr=subprocess.PIPE, env=environment, check=False)


def test_an_output_that_nobody_reads_is_no_fault(words_file: Path, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = run(words_file, tmp_path / "out", writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "чужестранец" in model_words(tmp_path / "out")


def test_a_terminal_without_cyrillic_shows_question_marks(words_file: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = run(words_file, tmp_path / "out", subprocess.PIPE, environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"???????????\tch u ")
    assert "чужестранец" in model_words(tmp_path / "out")


def test_a_full_disk_under_the_output_is_told(words_file: Path, tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = run(words_file, tmp_path / "out", full)
    assert (done.returncode, done.stderr.decode()) == (2, "run words: вывод: No space left on device\n")
