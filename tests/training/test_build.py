"""What the stages of a build depend on, and what the command says when it cannot be done."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from training.acoustic.experiments import EXPERIMENTS, SMOKE
from training.acoustic.starts import embedded_model
from training.pipeline import build, material
from training.pipeline.build import Build
from training.pipeline.command import main
from training.pipeline.material import MEASURED, RealMaterial, SmokeMaterial
from training.pipeline.stages import Runner
from voice_judge.errors import UserError
from voice_judge.speech.model_files import EMBEDDED
from voice_judge.table.listening import DEFAULT_LISTENING


def test_folders_are_called_the_same_in_every_process() -> None:
    program = (
        "from pathlib import Path\n"
        "from training.acoustic.experiments import STANDARD\n"
        "from training.pipeline.build import Build\n"
        "from training.pipeline.material import RealMaterial\n"
        "from training.pipeline.stages import Runner\n"
        "stages = Build(RealMaterial(None), STANDARD, Path('w')).stages()\n"
        "print([Runner(stages, Path('w')).folder(one.name).name for one in stages])\n"
        "import sys; assert 'vosk' not in sys.modules, 'Vosk hangs beside PyTorch'\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def folders(build: Build) -> dict[str, str]:
    stages = build.stages()
    runner = Runner(stages, build.work)
    return {one.name: runner.folder(one.name).name for one in stages}


def test_an_experiment_trains_anew_but_shares_words_speech_and_features() -> None:
    build = [Build(RealMaterial(None), EXPERIMENTS[name], Path("w")) for name in ("standard", "trigram", "bytes")]
    standard, trigram, small = map(folders, build)
    shared = ("lexicon", "speech", "features")
    assert [standard[name] for name in shared] == [trigram[name] for name in shared]
    assert standard["train"] != trigram["train"]
    assert standard["train"] == small["train"], "storing weights in fewer bits needs no other training"
    assert standard["model"] != small["model"]
    assert folders(Build(SmokeMaterial(), SMOKE, Path("w")))["features"] != standard["features"]


def test_the_model_of_before_is_measured_once_for_all_experiments_and_never_in_the_small() -> None:
    before, work = embedded_model(), Path("w")
    one, other = (
        folders(Build(RealMaterial(None), EXPERIMENTS[name], work, before)) for name in ("reference", "trigram")
    )
    assert one["baseline"] == other["baseline"]
    assert list(one).index("baseline") < list(one).index("card"), "its figures stand in the card's table"
    assert "baseline" not in folders(Build(RealMaterial(None), EXPERIMENTS["reference"], work))
    assert "baseline" not in folders(Build(SmokeMaterial(), SMOKE, work))


def test_how_the_program_listens_is_part_of_what_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def names() -> dict[str, str]:
        return folders(Build(RealMaterial(None), EXPERIMENTS["standard"], Path("w"), embedded_model()))

    before = names()
    monkeypatch.setattr(material, "DEFAULT_LISTENING", replace(DEFAULT_LISTENING, margin=9.0))
    after = names()
    assert {name for name in before if before[name] != after[name]} == {"evaluate", "baseline", "card"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--experiment", "нет-такого"], "нет опыта «нет-такого»"),
        (["--experiment", "smoke"], "нет опыта «smoke»"),
        (["--smoke", "--only", "нет-такой"], "нет стадии «нет-такой»"),
        (["--smoke", "--experiment", "trigram"], "уберите --rhvoice, --experiment, --before, --embed"),
        (["--smoke", "--embed", "ru-new"], "уберите --rhvoice, --experiment, --before, --embed"),
        (["--embed", "../ru-new"], "имя модели"),
        (["--embed", EMBEDDED], "уже есть"),
        (["--before", "нет-такой"], "нет-такой: такой папки нет. Укажите папку с моделью Vosk через --before ПУТЬ."),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main([*arguments, "--work", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_work_folder_that_cannot_be_made_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--smoke", "--only", "lexicon", "--work", str(tmp_path / "file" / "work")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_an_rhvoice_folder_that_is_not_there_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--rhvoice", str(tmp_path / "nowhere"), "--work", str(tmp_path), "--only", "lexicon"]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_a_model_that_cannot_be_measured_is_told_in_a_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    stages = Build(SmokeMaterial(), SMOKE, tmp_path).stages()
    (evaluate,) = (one for one in stages if one.name == "evaluate")
    (tmp_path / MEASURED).write_text("")
    (tmp_path / build.MODEL).mkdir()
    with pytest.raises(UserError, match="не измерена"):
        evaluate.run(tmp_path, {"model": tmp_path, "speech": tmp_path})
    assert not (tmp_path / build.FIGURES).exists()
    told = capfd.readouterr().err
    assert "модель неполная" in told
    assert "Traceback" not in told


def test_what_begins_with_the_embedded_model_depends_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def trained(name: str, model: str) -> str:
        (tmp_path / "final.mdl").write_text(model)
        monkeypatch.setattr(build, "embedded_model", lambda: tmp_path)
        return folders(Build(RealMaterial(None), EXPERIMENTS[name], Path("w")))["train"]

    assert trained("again", "one") != trained("again", "other")
    assert trained("standard", "one") == trained("standard", "other")


def test_in_a_trial_others_talk_behind_the_speaker_nearly_from_the_beginning() -> None:
    """As in `standard`: what is tried with little would else be tried without them."""
    for name, one in EXPERIMENTS.items():
        assert one.training.alone <= 0.1 * one.training.hours, name
