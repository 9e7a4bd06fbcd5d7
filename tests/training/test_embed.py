"""A finished model put where the program finds it: whole, or not yet there."""

from pathlib import Path

import pytest

from training.pipeline.build import CARD, MODEL
from training.pipeline.embed import embed
from training.pipeline.stages import Folders, Runner, Stage


def finished(work: Path) -> Runner:
    """A build whose two last stages are done."""

    def model(folder: Path, _: Folders) -> None:
        (folder / MODEL / "am").mkdir(parents=True)
        (folder / MODEL / "am" / "final.mdl").write_bytes(b"weights")

    def card(folder: Path, _: Folders) -> None:
        (folder / CARD).write_text("the new card")

    runner = Runner([Stage("model", {}, (), model), Stage("card", {}, (), card)], work, lambda _: None)
    runner.run()
    return runner


def test_a_cut_before_all_is_there_leaves_no_model_and_can_be_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner, models = finished(tmp_path / "work"), tmp_path / "models"
    models.mkdir()
    (models / CARD).write_text("the old card")

    def cut(*_: object) -> None:
        raise KeyboardInterrupt

    for place in ("shutil.copytree", "os.replace", "pathlib.Path.rename"):
        with monkeypatch.context() as patch:
            patch.setattr(place, cut)
            with pytest.raises(KeyboardInterrupt):
                embed(runner, "ru-new", models)
        assert not (models / "ru-new").exists()
    assert embed(runner, "ru-new", models) == models / "ru-new"
    assert (models / CARD).read_text() == "the new card"
    assert (models / "ru-new.sha256").read_text().endswith("  am/final.mdl\n")
    assert (models / "ru-new" / "am" / "final.mdl").read_bytes() == b"weights"


def test_the_model_appears_after_its_card(tmp_path: Path) -> None:
    """Here the card cannot be written."""
    runner, models = finished(tmp_path / "work"), tmp_path / "models"
    (models / CARD).mkdir(parents=True)
    with pytest.raises(IsADirectoryError):
        embed(runner, "ru-new", models)
    assert not (models / "ru-new").exists()
