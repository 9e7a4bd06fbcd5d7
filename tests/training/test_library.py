"""Which recordings a training sees, and the experiments that name them."""

from pathlib import Path

import numpy as np
import pytest

from training.acoustic.experiments import EXPERIMENTS, SMOKE, STANDARD, START_KOREAN, experiment
from training.acoustic.library import StoreLibrary
from training.acoustic.network import FEATURES
from training.lexicon.phones import PHONES
from training.speech.features_store import Entry, Example, FeatureStore, write_shard
from voice_judge.errors import UserError


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
    with pytest.raises(UserError, match="нет опыта «smoke»"):
        experiment("smoke")
