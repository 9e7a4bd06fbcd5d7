"""`voice-judge adapt` with nothing made up, on a tiny scale: measured, learnt, measured again and installed."""

import json
from functools import partial
from pathlib import Path

import pytest

from tests.training.listening import MODEL, ROOT
from tests.training.test_adapt_measuring import short_day
from training.adaptation import adapting, amounts, command
from training.adaptation.base_model import read_base
from training.speech.conversion import converted
from training.speech.sound import read_sound, write_sound
from voice_judge.cli import main
from voice_judge.evaluation.manifest import COLUMNS, read_manifest
from voice_judge.speech.models import store

__all__ = ["short_day"]  # a fixture

VOICE, FORMANTS = "espeak-alicia", 1.4
"""A woman made as small as a child: any model has much to learn of her."""

PHRASES = 20


@pytest.fixture
def club(tmp_path: Path) -> str:
    """A list of recordings of that voice."""
    clips = [clip for clip in read_manifest(ROOT / "audio_fixtures") if clip.voice == VOICE and clip.noise is None]
    rows = ["\t".join(COLUMNS)]
    for number, clip in enumerate([clip for clip in clips if clip.expected][::3][:PHRASES]):
        write_sound(tmp_path / f"{number}.flac", converted(read_sound(clip.file), FORMANTS, 1.0))
        said = "; ".join(map(str, clip.expected))
        rows.append("\t".join((f"{number}.flac", clip.transcript, "club", "human", "own", clip.phase, "clean", said)))
    (tmp_path / "club.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return str(tmp_path / "club.tsv")


@pytest.mark.usefixtures("short_day")
def test_a_voice_is_learnt_and_the_model_installed(
    club: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(amounts, "LEAST_PHRASES", PHRASES)
    monkeypatch.setattr(amounts, "LEAST_SECONDS", 1.0)
    settings = {"passes": 6.0, "rate": 2e-4, "batch": 600}
    monkeypatch.setattr(command, "Plan", partial(adapting.Plan, copies=1, settings=settings))
    assert main(["adapt", "--manifest", club, "--model", str(MODEL)]) == 0, capfd.readouterr()
    (name,) = store().names()
    printed = capfd.readouterr()
    assert f"Модель {name} установлена" in printed.out
    assert "игровой день: события" in printed.out
    assert "Дообучение: 100 %" in printed.err
    told = json.loads((store().folder / name / adapting.REPORT).read_text("utf-8"))
    assert told["share"] > 0
    assert told["scores"][f"{told['share']:g}"] > told["scores"]["0"]
    assert told["new"]["phrases"]["total"] == told["held"] == 5
    assert told["new"]["phrases"]["right"] > told["old"]["phrases"]["right"]
    assert read_base(store().folder / name).words == read_base(MODEL).words
