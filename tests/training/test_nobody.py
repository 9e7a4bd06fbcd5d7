"""Recordings in which nobody speaks, and what the training learns from them: silence."""

from pathlib import Path

import numpy as np
import pytest

from training.acoustic.phone_graph import SILENCE, phone_graph
from training.kaldi.features import MODEL_MFCC, mfcc
from training.speech.augmentation import chance_of
from training.speech.feature_set import FeaturePlan, write_features
from training.speech.features_store import FeatureStore
from training.speech.nobody import Nobody, hall
from training.speech.sound import SAMPLE_RATE, Sound, read_sound, seconds, write_sound
from training.speech.utterance import Utterance


def voices(count: int) -> tuple[Sound, ...]:
    """Tones for people: so many pitches of one loudness, each a second long."""
    time = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    return tuple(np.sin(2 * np.pi * (100 + 37 * n) * time).astype(np.float32) for n in range(count))


class Crowd:
    """A source of people for the crowd."""

    name = "crowd"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        for number, sound in enumerate(voices(3)):
            write_sound(work / f"{number}.flac", 0.5 * sound)
        return tuple(
            Utterance(f"crowd/{n}", work / f"{n}.flac", "слово", "one", "human", "GPL", "crowd") for n in range(3)
        )


@pytest.fixture
def recordings(tmp_path: Path) -> tuple[Utterance, ...]:
    return Nobody(12, (Crowd(),), crowd_every=1).utterances(tmp_path)


def test_recordings_without_a_word_are_made_once(tmp_path: Path, recordings: tuple[Utterance, ...]) -> None:
    assert len({one.id for one in recordings}) == 12
    assert {one.text for one in recordings} == {""}
    written = {one.audio: (one.audio.stat().st_mtime_ns, one.audio.read_bytes()) for one in recordings}
    Nobody(12, (Crowd(),), crowd_every=1).utterances(tmp_path)
    assert {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in written} == written
    recordings[3].audio.unlink()
    Nobody(12, (Crowd(),), crowd_every=1).utterances(tmp_path)
    assert recordings[3].audio.read_bytes() == written[recordings[3].audio][1]


@pytest.mark.parametrize("crowd", [0, 3])
def test_a_hall_is_heard_and_never_alike(crowd: int) -> None:
    made = [hall(voices(crowd), chance_of("hall", number)) for number in range(40)]
    assert all(1.5 <= seconds(sound) <= 9.01 for sound in made)
    assert all(np.abs(sound).max() == pytest.approx(0.9, abs=1e-3) and np.isfinite(sound).all() for sound in made)
    assert len({sound.tobytes() for sound in made}) == 40
    # Some are steady, in some a noise begins suddenly.
    steady = [sound[:8000].std() / (sound[-8000:].std() + 1e-9) for sound in made]
    assert sum(0.7 < ratio < 1.4 for ratio in steady) > 5
    assert sum(not 0.4 < ratio < 2.5 for ratio in steady) > 5


def test_the_whole_recording_is_known_silence(tmp_path: Path, recordings: tuple[Utterance, ...]) -> None:
    plan = FeaturePlan(copies={"nobody": 2})
    write_features(recordings, (), tmp_path / "store", plan, lambda sound: mfcc(sound, MODEL_MFCC))
    entries = [location.entry for location in FeatureStore(tmp_path / "store").locations]
    assert len(entries) == 24
    assert all(entry.silence_before == entry.frames > 100 for entry in entries)
    assert len({(entry.id, entry.frames) for entry in entries}) > 12  # the copies differ


def test_what_may_be_said_in_it_is_silence_alone() -> None:
    graph = phone_graph([], {})
    assert graph.phones == (SILENCE,)
    assert graph.shortest == 1


def test_the_files_are_sound_as_the_rest(recordings: tuple[Utterance, ...]) -> None:
    assert all(1.5 <= seconds(read_sound(one.audio)) <= 9.01 for one in recordings)
