"""Features on disk: written once, resumed, read back."""

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from training.speech import feature_set
from training.speech.feature_set import FeaturePlan, write_features
from training.speech.features_store import Entry, Example, FeatureStore, prune, write_shard
from training.speech.sound import SAMPLE_RATE, Sound, read_sound, write_sound
from training.speech.utterance import Utterance
from voice_judge.errors import UserError


def example(identity: str, frames: int, held_out: bool = False) -> Example:
    features = np.random.default_rng(frames).standard_normal((frames, 40)).astype(np.float32)
    entry = Entry(identity, "номер пять", "m1", "synthetic", "espeak-ng", 1, frames, 3, 4, held_out)
    return Example(entry, features)


def fake_mfcc(sound: Sound) -> NDArray[np.float32]:
    """Frames of 10 ms, each with its loudness in all places."""
    frames = sound[: len(sound) // 160 * 160].reshape(-1, 160)
    loudness = np.abs(frames).max(axis=1, keepdims=True) / 32768
    return np.repeat(loudness, 40, axis=1).astype(np.float32)


@pytest.fixture
def spoken(tmp_path: Path) -> tuple[Utterance, ...]:
    """Seven tones as recordings: five of one source, two of another."""
    found = []
    for number in range(7):
        audio = tmp_path / f"{number}.flac"
        time = np.arange(SAMPLE_RATE // 2) / SAMPLE_RATE
        write_sound(audio, (0.4 * np.sin(2 * np.pi * (200 + 20 * number) * time)).astype(np.float32))
        source = "espeak-ng" if number < 5 else "festvox-ru"
        found.append(Utterance(f"{source}/{number}", audio, "пять", "m1", "synthetic", "GPL", source))
    return tuple(found)


PLAN = FeaturePlan(copies={"espeak-ng": 2, "festvox-ru": 3}, plain=frozenset({"festvox-ru"}))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    made = [example("one", 20), example("two", 31, held_out=True)]
    assert write_shard(tmp_path, "espeak-ng.00.0000", {"seed": 1}, lambda: made)
    store = FeatureStore(tmp_path)
    assert [location.entry for location in store.locations] == [each.entry for each in made]
    for location, each in zip(store.locations, made, strict=True):
        loaded = store.load(location)
        assert loaded.dtype == np.float32
        np.testing.assert_allclose(loaded, each.features, atol=2e-3)
    assert store.hours() == {"espeak-ng": pytest.approx(51 / 360_000)}


def test_a_finished_shard_is_not_made_again(tmp_path: Path) -> None:
    def never() -> Iterable[Example]:
        raise AssertionError("made twice")

    write_shard(tmp_path, "a", {"seed": 1}, lambda: [example("one", 20)])
    assert not write_shard(tmp_path, "a", {"seed": 1}, never)


def test_other_inputs_replace_the_shard(tmp_path: Path) -> None:
    write_shard(tmp_path, "a", {"seed": 1}, lambda: [example("one", 20)])
    write_shard(tmp_path, "a.b", {"seed": 1}, lambda: [example("other", 20)])
    write_shard(tmp_path, "a", {"seed": 2}, lambda: [example("two", 20)])
    assert {location.entry.id for location in FeatureStore(tmp_path).locations} == {"other", "two"}
    assert len(list(tmp_path.iterdir())) == 4


def test_a_shard_that_was_cut_is_made_anew(tmp_path: Path) -> None:
    def cut() -> Iterable[Example]:
        yield example("one", 20)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_shard(tmp_path, "a", {"seed": 1}, cut)
    with pytest.raises(UserError, match="нет признаков"):
        _ = FeatureStore(tmp_path).locations
    assert write_shard(tmp_path, "a", {"seed": 1}, lambda: [example("one", 20)])
    assert len(FeatureStore(tmp_path).locations) == 1


def test_shards_of_an_earlier_list_are_removed(tmp_path: Path) -> None:
    for name in ("a.00.0000", "a.00.0001", "b.00.0000"):
        write_shard(tmp_path, name, {"seed": 1}, lambda: [example("one", 20)])
    prune(tmp_path, ["a.00.0000", "b.00.0000"])
    assert {path.name.rpartition("-")[0] for path in tmp_path.iterdir()} == {"a.00.0000", "b.00.0000"}


def test_an_empty_shard_is_none(tmp_path: Path) -> None:
    write_shard(tmp_path, "a", {}, lambda: [])
    write_shard(tmp_path, "b", {}, lambda: [example("one", 20)])
    assert [location.entry.id for location in FeatureStore(tmp_path).locations] == ["one"]


def test_every_utterance_has_its_copies(tmp_path: Path, spoken: tuple[Utterance, ...]) -> None:
    write_features(spoken, spoken[:2], tmp_path / "store", PLAN, fake_mfcc)
    entries = [location.entry for location in FeatureStore(tmp_path / "store").locations]
    copies = {utterance.id: sorted(e.copy for e in entries if e.id == utterance.id) for utterance in spoken}
    assert copies == {each.id: [0, 1] if each.source == "espeak-ng" else [0, 1, 2] for each in spoken}
    assert all(entry.text == "пять" and 40 < entry.frames < 600 for entry in entries)
    assert not any(entry.held_out for entry in entries)


def test_the_silence_is_where_it_is_said_to_be(tmp_path: Path, spoken: tuple[Utterance, ...]) -> None:
    write_features(spoken, (), tmp_path / "store", PLAN, fake_mfcc)
    store = FeatureStore(tmp_path / "store")
    plain = [location for location in store.locations if location.entry.copy == 0 and "festvox" in location.entry.id]
    assert plain
    for location in plain:
        loudness = store.load(location)[:, 0]
        entry = location.entry
        assert entry.silence_before + entry.silence_after > 3
        assert loudness[: entry.silence_before].max(initial=0) < 0.01
        assert loudness[entry.frames - entry.silence_after :].max(initial=0) < 0.01
        assert loudness.max() > 0.2


def test_a_second_run_makes_nothing(tmp_path: Path, spoken: tuple[Utterance, ...]) -> None:
    folder = tmp_path / "store"
    write_features(spoken, spoken[:2], folder, PLAN, fake_mfcc)
    before = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    write_features(spoken, spoken[:2], folder, PLAN, fake_mfcc)
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == before


def test_a_removed_shard_comes_back_the_same(tmp_path: Path, spoken: tuple[Utterance, ...]) -> None:
    folder = tmp_path / "store"
    write_features(spoken, spoken[:2], folder, PLAN, fake_mfcc)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for path in list(folder.glob("espeak*01*")):
        path.unlink()
    write_features(spoken, spoken[:2], folder, PLAN, fake_mfcc)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_shorter_list_leaves_no_old_shards(tmp_path: Path, spoken: tuple[Utterance, ...]) -> None:
    folder = tmp_path / "store"
    write_features(spoken, (), folder, PLAN, fake_mfcc)
    write_features(spoken[:5], (), folder, PLAN, fake_mfcc)
    assert {location.entry.source for location in FeatureStore(folder).locations} == {"espeak-ng"}


def test_what_is_too_long_or_empty_is_left_out(tmp_path: Path, spoken: tuple[Utterance, ...]) -> None:
    write_sound(spoken[0].audio, np.zeros(SAMPLE_RATE, np.float32))
    write_sound(spoken[1].audio, np.tile(read_sound(spoken[1].audio), 50))
    write_features(spoken, (), tmp_path / "store", PLAN, fake_mfcc)
    ids = {location.entry.id for location in FeatureStore(tmp_path / "store").locations}
    assert ids == {each.id for each in spoken[2:]}


def test_an_entry_is_readable_json(tmp_path: Path) -> None:
    write_shard(tmp_path, "a", {}, lambda: [example("one", 20)])
    line = json.loads(next(tmp_path.glob("*.jsonl")).read_text(encoding="utf-8"))
    assert line["text"] == "номер пять"
    assert line["frames"] == 20


def test_other_recordings_held_out_make_another_shard(
    tmp_path: Path, spoken: tuple[Utterance, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "store"
    write_features(spoken, (), folder, PLAN, fake_mfcc)
    held_out = spoken[1].id
    monkeypatch.setattr(feature_set, "is_held_out", lambda _: held_out.__eq__)
    write_features(spoken, (), folder, PLAN, fake_mfcc)
    store = FeatureStore(folder)
    assert {location.entry.id for location in store.locations if location.entry.held_out} == {held_out}
    assert len(store.locations) == 5 * 2 + 2 * 3
