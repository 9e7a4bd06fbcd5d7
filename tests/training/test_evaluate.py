"""Measuring a model: every figure that the card needs, of the embedded model and a small sample."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.training.listening import MODEL, ROOT
from training.pipeline import evaluate
from training.pipeline.listing import write_list
from training.speech.utterance import Utterance
from voice_judge.evaluation import read_manifest

FIXTURES = ROOT / "audio_fixtures"
EVALUATE = (sys.executable, "-m", "training.pipeline.evaluate")


def single(count: int) -> list[Utterance]:
    """Phrases of the unseen voice Irina, as a list of recordings."""
    clips = read_manifest(FIXTURES / "manifest.tsv")
    spoken = [one for one in clips if one.voice == "rhvoice-irina" and one.expected and one.noise is None]
    return [
        Utterance(one.file.stem, one.file, one.transcript, one.voice, "synthetic", one.licence, "rhvoice")
        for one in spoken[:count]
    ]


def few(folder: Path) -> Path:
    """A short list of recordings: numbers of a person, phrases of machines, half a minute of talk."""
    lines = (FIXTURES / "manifest.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines[1:]]
    clean = [row for row in rows if row[6] == "clean"]
    people = [row for row in clean if row[3] == "human"]
    commands, talk = [row for row in people if row[7] != "nothing"], [row for row in people if row[7] == "nothing"]
    machines = [row for row in clean if row[3] != "human" and row[7] != "nothing"]
    kept = [*commands[:3], *talk[:8], *machines[:: len(machines) // 4]]
    named = ["\t".join([str(FIXTURES / row[0]), *row[1:]]) for row in kept]
    (folder / "manifest.tsv").write_text("\n".join([lines[0], *named]) + "\n", "utf-8")
    return folder / "manifest.tsv"


def test_everything_is_measured(tmp_path: Path) -> None:
    write_list(tmp_path / "list.jsonl", single(6))
    samples = ("--words-every=2", "--hours=0", f"--known={MODEL}", f"--fixtures={few(tmp_path)}")
    done = told(MODEL, "--recordings", tmp_path / "list.jsonl", *samples, "--out", tmp_path / "figures.json")
    assert done.returncode == 0, done.stderr
    figures = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert figures == json.loads(done.stdout)
    assert [(one["condition"], one["total"], one["seen"]) for one in figures["words"]] == [
        ("clean", 3, False),
        ("10 dB", 3, False),
    ]
    assert figures["words"][0]["exact"] == 3
    people = [one for one in figures["commands"] if one["kind"] == "human"]
    assert [(one["condition"], one["total"]) for one in people] == [("10 dB", 3), ("clean", 3)]
    assert people[1]["right"] == 3
    assert figures["alarms"]["hours"] > 0
    assert figures["size_mb"] < 20
    assert 0 < figures["cost"]["stock"] < figures["cost"]["real_time_factor"]


def told(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*EVALUATE, *arguments], cwd=ROOT, check=False, capture_output=True, text=True)


@pytest.mark.parametrize("damage", ["nothing in it", "an empty file"])
def test_what_is_no_model_is_told_in_a_line(tmp_path: Path, damage: str) -> None:
    model = tmp_path / "model"
    if damage == "an empty file":
        shutil.copytree(MODEL, model)
        (model / "am/final.mdl").write_bytes(b"")
    else:
        model.mkdir()
    write_list(tmp_path / "list.jsonl", single(1))
    for arguments in ([model], [MODEL, "--known", model]):
        done = told(*arguments, "--recordings", tmp_path / "list.jsonl", "--no-fixtures")
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert f"{model}: модель неполная" in done.stderr
        assert "am/final.mdl" in done.stderr


def test_a_place_that_cannot_be_written_is_told_before_anything_is_measured(tmp_path: Path) -> None:
    no_model = tmp_path / "no-model"  # would be told if it were looked at
    for out, said in ((tmp_path / "nowhere" / "figures.json", "nowhere: такой папки нет"), (tmp_path, "это папка")):
        done = told(no_model, "--out", out)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert said in done.stderr


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((option, value) for option in ("--every", "--words-every", "--streams-every") for value in ("0", "-1", "x")),
        *(("--hours", value) for value in ("-1", "nan", "x")),
    ],
)
def test_numbers_that_make_no_sense_are_refused(
    option: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        evaluate.main([str(tmp_path), f"{option}={value}"])
    assert ended.value.code == 2
    assert f"argument {option}" in capsys.readouterr().err


@contextmanager
def opened(pipe: Path, child: subprocess.Popen[str]) -> Iterator[None]:
    """The pipe's writing end, as soon as the child reads from it."""
    while True:
        try:
            end = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
            break
        except OSError:  # nobody reads yet
            assert child.poll() is None, "it has ended by itself"
            time.sleep(0.02)
    yield
    os.close(end)


def test_interrupted_it_says_so_in_a_line(tmp_path: Path) -> None:
    """It waits for its list of recordings, which is a pipe, until somebody interrupts it."""
    waiting = tmp_path / "list.jsonl"
    os.mkfifo(waiting)
    arguments = [*EVALUATE, str(MODEL), "--recordings", str(waiting)]
    with subprocess.Popen(arguments, cwd=ROOT, stderr=subprocess.PIPE, text=True) as child, opened(waiting, child):
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=60)
    assert child.returncode == 130
    assert said == "Измерение прервано.\n"
