"""The whole way from nothing to a model that stock Vosk hears a phrase with, in the small."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from training.acoustic.experiments import SMOKE
from training.acoustic.training_log import read_log
from training.pipeline.build import Build
from training.pipeline.embed import embed
from training.pipeline.material import SmokeMaterial
from training.pipeline.stages import Runner
from voice_judge.errors import UserError
from voice_judge.speech.model_files import check_model_files


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("work")
    run(folder)
    return folder


def run(work: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "training", "--smoke", "--work", str(work)]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def stage(work: Path, name: str) -> Path:
    (found,) = (work / "stages").glob(f"{name}-*")
    return found


def test_the_loss_falls(work: Path) -> None:
    log = read_log(stage(work, "train") / "log.jsonl")
    assert log[-1].mmi > 0.5 * log[0].mmi
    assert log[-1].cross_entropy > 0.5 * log[0].cross_entropy


def test_stock_vosk_loads_the_model_and_hears_phrases(work: Path) -> None:
    figures = json.loads((stage(work, "evaluate") / "figures.json").read_text("utf-8"))
    clean = [row for row in figures["words"] if row["condition"] == "clean"]
    assert sum(row["exact"] for row in clean) > 0.7 * sum(row["total"] for row in clean)


def test_the_card_is_written(work: Path) -> None:
    card = (stage(work, "card") / "README.md").read_text("utf-8")
    assert "espeak-ng (synthetic)" in card
    assert "| smoke |" in card
    assert str(work) not in card


def test_no_file_of_the_model_knows_where_it_was_made(work: Path) -> None:
    model = stage(work, "model") / "model"
    files = [file for file in model.rglob("*") if file.is_file()]
    assert len(files) > 6
    for file in files:
        assert str(work).encode() not in file.read_bytes(), file.name


def test_the_model_is_embedded_with_the_sums_of_its_files_and_its_card(work: Path, tmp_path: Path) -> None:
    runner = Runner(Build(SmokeMaterial(), SMOKE, work).stages(), work)
    folder = embed(runner, "ru-new", tmp_path)
    check_model_files(folder)
    assert (tmp_path / "README.md").read_text("utf-8") == (stage(work, "card") / "README.md").read_text("utf-8")
    with pytest.raises(UserError, match="уже есть"):
        embed(runner, "ru-new", tmp_path)
    (folder / "am" / "final.mdl").write_bytes(b"damaged")
    with pytest.raises(UserError):
        check_model_files(folder)


def test_nothing_is_embedded_before_all_is_done(tmp_path: Path) -> None:
    runner = Runner(Build(SmokeMaterial(), SMOKE, tmp_path).stages(), tmp_path)
    with pytest.raises(UserError, match="не готова"):
        embed(runner, "ru-new", tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_second_run_only_writes_the_card_anew(work: Path) -> None:
    told = [line for line in run(work).stderr.splitlines() if line.startswith("==")]
    assert [line.split(":")[0] for line in told if "готово раньше" in line] == [
        f"== {name}" for name in ("lexicon", "speech", "features", "train", "model", "evaluate")
    ]
    assert {line.split(":")[0] for line in told[6:]} == {"== card"}
