"""Measuring a model: every figure that the card needs, of the embedded model and a small sample."""

import json
import subprocess
import sys
from pathlib import Path

from tests.training.listening import MODEL, ROOT
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
    told = subprocess.run(
        [*EVALUATE, MODEL, "--recordings", tmp_path / "list.jsonl", *samples, "--out", tmp_path / "figures.json"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
    figures = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert figures == json.loads(told.stdout)
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


def test_what_is_no_model_is_told_in_a_line(tmp_path: Path) -> None:
    write_list(tmp_path / "list.jsonl", single(1))
    told = subprocess.run(
        [*EVALUATE, tmp_path, "--recordings", tmp_path / "list.jsonl"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert told.returncode == 2
    assert "здесь нет модели Vosk" in told.stderr
    assert "Traceback" not in told.stderr
