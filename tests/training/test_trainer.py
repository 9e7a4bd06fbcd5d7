"""Training: runs that were cut, checkpoints, and that something is learnt at all."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.sounds import LEXICON, Sounds
from training.acoustic.checkpoint import read_checkpoint
from training.acoustic.experiments import STANDARD
from training.acoustic.network import Shape, Weights
from training.acoustic.perturbation import UNCHANGED, PerturbationSettings
from training.acoustic.sentences import Sentences
from training.acoustic.trainer import Trainer, TrainingSettings
from training.acoustic.training_log import LogLine, read_log
from training.lexicon.phones import PHONES

SHAPE = Shape(2 * len(PHONES), width=24, narrow=8, deep=2)
SETTINGS = TrainingSettings(hours=0.02, rate=5e-3, early=1.0, last=1.0, batch=400, average=0.9, perturbation=UNCHANGED)

ALONE = 0.006
"""Hours that are over between the fourth update and the eleventh."""


def trainer(folder: Path, settings: TrainingSettings = SETTINGS, library: Sounds | None = None) -> Trainer:
    return Trainer(library or Sounds(), Sentences.of(LEXICON), SHAPE, settings, folder, precision=torch.float32)


def same(one: Weights, other: Weights) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in one)


def test_something_is_learnt_and_told(tmp_path: Path) -> None:
    told: list[LogLine] = []
    trainer(tmp_path, replace(SETTINGS, hours=0.06)).run(told.append)
    assert told == list(read_log(tmp_path / "log.jsonl"))
    assert told[-1].mmi > 0.7 * told[0].mmi
    assert told[-1].cross_entropy > 0.5 * told[0].cross_entropy
    assert told[-1].hours >= 0.06
    assert "min left" in told[-1].text


@pytest.mark.parametrize("perturbation", [UNCHANGED, STANDARD.training.perturbation])
def test_a_run_that_was_cut_ends_with_the_same_weights(tmp_path: Path, perturbation: PerturbationSettings) -> None:
    settings = replace(SETTINGS, perturbation=perturbation, alone=ALONE)
    whole = trainer(tmp_path / "whole", settings).run()
    for cut in (3, 4, 11):
        trainer(tmp_path / "cut", settings).run(stop_after=cut)
    went_on = trainer(tmp_path / "cut", settings)
    assert same(went_on.run(), whole)
    assert went_on.update > 11
    kept = [line.update for line in read_log(tmp_path / "cut" / "log.jsonl")]
    assert kept == sorted(set(kept))


def test_talk_behind_the_speaker_begins_amid_a_run(tmp_path: Path) -> None:
    talk = replace(SETTINGS, perturbation=replace(UNCHANGED, babble=1.0, sudden=0.5), alone=ALONE)
    never = replace(talk, alone=1.0)
    first, second = trainer(tmp_path / "talk", talk), trainer(tmp_path / "never", never)
    assert same(first.run(stop_after=4), second.run(stop_after=4))
    assert not same(first.run(stop_after=11), second.run(stop_after=11))


def test_a_half_written_line_of_the_log_is_passed_over(tmp_path: Path) -> None:
    trainer(tmp_path).run()
    log = tmp_path / "log.jsonl"
    whole = read_log(log)
    log.write_text(log.read_text("utf-8") + log.read_text("utf-8")[:30], "utf-8")
    assert read_log(log) == whole


def test_the_seed_decides(tmp_path: Path) -> None:
    first = trainer(tmp_path / "1").run(stop_after=4)
    assert same(first, trainer(tmp_path / "2").run(stop_after=4))
    assert not same(first, trainer(tmp_path / "3", replace(SETTINGS, seed=2)).run(stop_after=4))


def test_another_setting_does_not_go_on_from_the_checkpoint(tmp_path: Path) -> None:
    trainer(tmp_path).run(stop_after=5)
    other = trainer(tmp_path, replace(SETTINGS, rate=1e-3))
    other.run(stop_after=2)
    assert other.update == 2


def test_a_damaged_checkpoint_is_no_checkpoint(tmp_path: Path) -> None:
    first = trainer(tmp_path)
    first.run(stop_after=3)
    whole = first.checkpoint.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"rubbish"):
        first.checkpoint.write_bytes(damaged)
        assert read_checkpoint(first.checkpoint) is None
    again = trainer(tmp_path)
    again.run(stop_after=1)
    assert again.update == 1


def test_a_checkpoint_is_kept_while_training(tmp_path: Path) -> None:
    seen: list[int] = []
    one = trainer(tmp_path, replace(SETTINGS, save_every=0.0))

    def watch(line: LogLine) -> None:
        kept = read_checkpoint(one.checkpoint)
        seen.append(line.update - (kept.update if kept else 0))

    one.run(watch)
    assert seen
    assert set(seen) == {1}, "the checkpoint of the update before must be there at each line"


def test_features_that_are_no_numbers_do_not_spoil_the_weights(tmp_path: Path) -> None:
    library = Sounds()
    library.features(3)[5, 5] = np.nan
    weights = trainer(tmp_path, library=library).run()
    assert all(np.isfinite(array).all() for array in weights.values())


def test_recordings_that_are_too_long_are_left_out_and_short_ones_survive(tmp_path: Path) -> None:
    library = Sounds(2)
    library.recordings = [replace(library.recordings[0], text="нет " * 60), library.recordings[1]]
    weights = trainer(tmp_path, replace(SETTINGS, longest=100), library).run(stop_after=3)
    assert all(np.isfinite(array).all() for array in weights.values())


def test_in_the_first_hours_nobody_talks_behind_the_speaker() -> None:
    settings = TrainingSettings(hours=20.0, alone=8.0, perturbation=replace(UNCHANGED, babble=0.5))
    assert [settings.perturbation_at(hours).babble for hours in (0.0, 7.9, 8.0)] == [0.0, 0.0, 0.5]
