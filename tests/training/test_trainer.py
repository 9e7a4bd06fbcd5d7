"""Training: what is seen when, features perturbed, runs that were cut, and that something is learnt at all."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from training.acoustic.batches import batches, quiet_frames, take
from training.acoustic.checkpoint import read_checkpoint
from training.acoustic.experiments import EXPERIMENTS, SMOKE, STANDARD, START_KOREAN, experiment
from training.acoustic.library import StoreLibrary
from training.acoustic.network import FEATURES, Shape, Weights
from training.acoustic.perturbation import UNCHANGED, PerturbationSettings, perturb, stretched
from training.acoustic.sentences import Sentences
from training.acoustic.trainer import Trainer, TrainingSettings
from training.acoustic.training_log import LogLine, read_log
from training.lexicon.lexicon import Lexicon
from training.lexicon.phones import PHONES
from training.speech.features_store import Entry, Example, FeatureStore, write_shard
from voice_judge.errors import UserError

SAYINGS = ("да", "нет", "да нет", "нет нет да")
LEXICON = Lexicon({"[unk]": (("SPN",),), "да": (("d", "a"),), "нет": (("nj", "e", "t"),)})
SHAPE = Shape(2 * len(PHONES), width=24, narrow=8, deep=2)
SETTINGS = TrainingSettings(hours=0.02, rate=5e-3, early=1.0, last=1.0, batch=400, average=0.9, perturbation=UNCHANGED)

ALONE = 0.006
"""Hours that are over between the fourth update and the eleventh."""


@dataclass(frozen=True)
class Said:
    """A recording of the made-up library."""

    text: str
    frames: int
    silence_before: int = 12
    silence_after: int = 12


class Sounds:
    """Features in which every phone has a colour of its own, with silence round the words."""

    def __init__(self, count: int = 12) -> None:
        colours = np.random.default_rng(1).normal(size=(len(PHONES), FEATURES)) * 3
        ways = Sentences.of(LEXICON).ways
        self.recordings: list[Said] = []
        self._features: list[NDArray[np.float32]] = []
        for number in range(count):
            text = SAYINGS[number % len(SAYINGS)]
            phones = [0, 0, *(phone for word in text.split() for phone in ways[word][0]), 0, 0]
            lasting = np.repeat(colours[phones], 9, axis=0)
            noise = np.random.default_rng(number).normal(size=lasting.shape)
            self._features.append((lasting + noise).astype(np.float32))
            self.recordings.append(Said(text, len(lasting)))

    def features(self, number: int) -> NDArray[np.float32]:
        return self._features[number]


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


def test_every_recording_is_seen_once_a_round_within_the_budget() -> None:
    lengths = [10 + 7 * (number % 13) for number in range(100)]
    order = batches(lengths, 200, seed=3)
    seen: list[int] = []
    while len(seen) < 100:
        batch = next(order)
        assert sum(lengths[number] for number in batch) <= 200
        seen.extend(batch)
    assert sorted(seen) == list(range(100))
    again = batches(lengths, 200, seed=3)
    other = batches(lengths, 200, seed=4)
    first = [next(again) for _ in range(5)]
    assert first == [next(one) for one in [batches(lengths, 200, seed=3)] for _ in range(5)]
    assert first != [next(other) for _ in range(5)]


def test_a_batch_may_hold_one_recording_that_is_over_the_budget() -> None:
    assert sorted(next(batches([500], 200, seed=1))) == [0]


@pytest.mark.parametrize("settings", [UNCHANGED, PerturbationSettings(tempo=0.3)])
def test_known_silence_stays_known(settings: PerturbationSettings) -> None:
    library = Sounds(1)
    for seed in range(20):
        sample = take(library, 0, settings, np.random.default_rng(seed), margin=2)
        share = len(sample.features) / library.recordings[0].frames
        quiet = np.flatnonzero(~sample.quiet)
        assert sample.length == -(-len(sample.features) // 3)
        assert abs(quiet[0] * 3 - 10 * share) <= 4
        assert abs((sample.length - 1 - quiet[-1]) * 3 - 10 * share) <= 5
    assert quiet_frames([sample]).sum() == sample.quiet.sum()


def test_unknown_silence_is_not_made_up() -> None:
    library = Sounds(1)
    library.recordings = [replace(library.recordings[0], silence_before=0, silence_after=0)]
    assert not take(library, 0, UNCHANGED, np.random.default_rng(1), margin=2).quiet.any()


CUT = replace(UNCHANGED, cut=1.0)


@pytest.mark.parametrize("seed", range(20))
def test_a_recording_may_end_where_its_speech_does(seed: int) -> None:
    library, number = Sounds(), 3
    whole = library.recordings[number]
    sample = take(library, number, CUT, np.random.default_rng(seed), margin=2)
    assert whole.frames - whole.silence_after - 35 < len(sample.features) <= whole.frames - whole.silence_after - 12
    assert sample.length == -(-len(sample.features) // 3)
    assert sample.quiet[0], "it begins as it did"
    assert not sample.quiet[-1]


def test_how_a_recording_is_cut_is_drawn_by_chance() -> None:
    half = replace(UNCHANGED, cut=0.5)
    lengths = [len(take(Sounds(), 3, half, np.random.default_rng(seed), margin=2).features) for seed in range(40)]
    whole = Sounds().recordings[3].frames
    assert 10 <= sum(length > whole - 3 for length in lengths) <= 30
    assert len(set(lengths)) > 10


def test_a_recording_begins_where_its_speech_does() -> None:
    recording = Sounds().recordings[3]
    assert recording.silence_before
    for seed in range(20):
        sample = take(Sounds(), 3, replace(UNCHANGED, begun=1.0), np.random.default_rng(seed), margin=2)
        gone = recording.frames - len(sample.features)
        assert recording.silence_before <= gone < recording.silence_before + 8
        assert not sample.quiet[0]
        assert sample.quiet[-1], "the silence after it is known still"


def test_a_recording_of_nobody_is_left_whole() -> None:
    library = Sounds()
    library.recordings[3] = replace(library.recordings[3], silence_before=library.recordings[3].frames)
    sample = take(library, 3, replace(UNCHANGED, begun=1.0), np.random.default_rng(1), margin=2)
    assert library.recordings[3].frames - len(sample.features) in (0, 1, 2)
    assert sample.quiet[:-1].all()


def test_without_known_silence_nothing_is_cut() -> None:
    library = Sounds()
    library.recordings[3] = replace(library.recordings[3], silence_after=0)
    for seed in range(10):
        sample = take(library, 3, CUT, np.random.default_rng(seed), margin=2)
        assert library.recordings[3].frames - len(sample.features) in (0, 1, 2)


def features() -> NDArray[np.float32]:
    return Sounds(4).features(3)


def test_perturbing_by_nothing_changes_nothing() -> None:
    still = replace(UNCHANGED, noise=1e-12)
    np.testing.assert_allclose(perturb(features(), still, np.random.default_rng(1)), features(), rtol=1e-3, atol=1e-2)
    np.testing.assert_array_equal(perturb(features(), UNCHANGED, np.random.default_rng(1)), features())


def test_another_tempo_is_another_length() -> None:
    settings = replace(UNCHANGED, tempo=0.2)
    lengths = [len(perturb(features(), settings, np.random.default_rng(seed))) for seed in range(30)]
    whole = len(features())
    assert min(lengths) < whole < max(lengths)
    assert all(whole / 1.2 - 1 <= length <= whole / 0.8 + 1 for length in lengths)


@pytest.mark.parametrize("name", ["tract", "channel", "level", "noise", "bands", "gaps"])
def test_each_kind_of_perturbation_changes_features_and_keeps_them_numbers(name: str) -> None:
    settings = replace(UNCHANGED, **{name: 1.0 if name in ("noise", "bands", "gaps") else 0.2})
    for seed in range(5):
        changed = perturb(features(), settings, np.random.default_rng(seed))
        assert changed.dtype == np.float32
        assert np.isfinite(changed).all()
        assert changed.shape == features().shape
        assert not np.allclose(changed, features(), atol=1e-3)
        assert np.array_equal(changed, perturb(features(), settings, np.random.default_rng(seed)))


def test_talk_behind_the_speaker_is_as_loud_as_wanted_and_of_others() -> None:
    tone, other = np.zeros((200, FEATURES), np.float32), np.zeros((50, FEATURES), np.float32)
    tone[:, 0], tone[100:, 0], other[:, 0] = 60.0, 20.0, 90.0  # loudness is the first cepstrum
    settings = replace(UNCHANGED, babble=1.0, babble_quietest=10.0, babble_loudest=10.0)
    drawn = [perturb(tone, settings, np.random.default_rng(seed), lambda: other) for seed in range(3)]
    for changed in drawn:
        assert np.allclose(changed[:100, 0], 60.0, atol=1.5), "the speaker is 10 dB louder"
        assert np.all(changed[100:, 0] > 40.0), "others talk on in the pause"
    assert np.array_equal(
        perturb(tone, settings, np.random.default_rng(1)), perturb(tone, settings, np.random.default_rng(2))
    )


@pytest.mark.parametrize("kind", ["noise", "babble"])
def test_what_is_sudden_disturbs_one_stretch_and_leaves_the_rest(kind: str) -> None:
    loud = {"quietest": 0.0, "loudest": 0.0, "babble_quietest": 0.0, "babble_loudest": 0.0}
    steady = replace(UNCHANGED, **{kind: 1.0}, **loud)
    for seed in range(10):
        assert disturbed(steady, seed).all()
        stretch = disturbed(replace(steady, sudden=1.0), seed)
        assert 0 < stretch.sum() < len(stretch)
        assert np.abs(np.diff(stretch.astype(int))).sum() <= 2, "one stretch"


def disturbed(settings: PerturbationSettings, seed: int) -> NDArray[np.bool_]:
    """Which frames are not what they were."""
    other = Sounds(4).features(0)
    changed = perturb(features(), settings, np.random.default_rng(seed), lambda: other)
    far: NDArray[np.bool_] = np.abs(changed - features()).max(axis=1) > 0.05
    return far


def test_in_the_first_hours_nobody_talks_behind_the_speaker() -> None:
    settings = TrainingSettings(hours=20.0, alone=8.0, perturbation=replace(UNCHANGED, babble=0.5))
    assert [settings.perturbation_at(hours).babble for hours in (0.0, 7.9, 8.0)] == [0.0, 0.0, 0.5]


def test_a_frame_goes_along_with_the_tempo() -> None:
    assert stretched(30, 100, 150) == 45
    assert stretched(0, 100, 150) == 0


def entry(number: int, voice: str, source: str, held_out: bool = False) -> Example:
    said = Entry(f"{source}/{number}", "да", voice, "human", source, 0, 30, 3, 3, held_out)
    return Example(said, np.full((30, FEATURES), number, np.float32))


def test_the_library_leaves_out_voices_and_test_recordings_and_repeats_sources(tmp_path: Path) -> None:
    examples = [
        entry(1, "anna", "a"),
        entry(2, "boris", "a"),
        entry(3, "vera", "b"),
        entry(4, "vera", "b", held_out=True),
    ]
    write_shard(tmp_path, "some", [1], lambda: examples)
    store = FeatureStore(tmp_path)
    assert [one.id for one in StoreLibrary(store).recordings] == ["a/1", "a/2", "b/3"]
    assert [one.id for one in StoreLibrary(store, without=["anna"]).recordings] == ["a/2", "b/3"]
    assert [one.id for one in StoreLibrary(store, without=["a"]).recordings] == ["b/3"]
    weighted = StoreLibrary(store, shares={"a": 2.0, "b": 0.0})
    assert [one.id for one in weighted.recordings] == ["a/1", "a/1", "a/2", "a/2"]
    assert float(weighted.features(2)[0, 0]) == 2.0


def test_experiments_are_named_and_the_shipped_one_starts_from_public_parts() -> None:
    assert all(name == one.name and one.change for name, one in EXPERIMENTS.items())
    assert STANDARD.start == START_KOREAN
    assert STANDARD.shape.outputs == SMOKE.shape.outputs == 2 * len(PHONES)
    assert experiment("standard") is STANDARD
    with pytest.raises(UserError, match="нет опыта «другой»; есть: standard"):
        experiment("другой")
