"""Perturbing features: each kind changes them, as far as it should and where it should."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.training.sounds import Sounds
from training.acoustic.network import FEATURES
from training.acoustic.perturbation import UNCHANGED, PerturbationSettings, perturb, stretched


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


def test_a_frame_goes_along_with_the_tempo() -> None:
    assert stretched(30, 100, 150) == 45
    assert stretched(0, 100, 150) == 0
