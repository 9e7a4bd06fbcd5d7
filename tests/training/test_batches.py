"""Taking recordings: who is seen when, what is known to be silence, where a recording is cut."""

from dataclasses import replace

import numpy as np
import pytest

from tests.training.sounds import LEXICON, Sounds
from training.acoustic.batches import batches, quiet_frames, take
from training.acoustic.perturbation import UNCHANGED, PerturbationSettings
from training.acoustic.prepared import Preparation
from training.acoustic.sentences import Sentences


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


def test_recordings_too_short_for_their_words_are_not_prepared() -> None:
    library, sentences = Sounds(3), Sentences.of(LEXICON)
    library.recordings[1] = replace(library.recordings[1], text="нет " * 60)
    preparation = Preparation(library, sentences, sentences.phone_model(["да", "нет"], 2, 1))
    prepared = preparation.prepared((0, 1, 2), UNCHANGED, seed=1, update=5)
    assert prepared is not None
    assert [sample.number for sample in prepared.samples] == [0, 2]
    assert prepared.target.lengths.tolist() == [sample.length for sample in prepared.samples]
    assert preparation.prepared((1,), UNCHANGED, seed=1, update=5) is None
