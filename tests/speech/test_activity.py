"""How long nobody has spoken."""

import numpy as np
import pytest

from tests.speech.sounds import stream, tone
from voice_judge.speech.activity import Activity, Pauses


def noise(seconds: float, level: float) -> np.ndarray:
    return np.asarray(np.random.default_rng(2).normal(0, level, round(seconds * 16_000)), dtype=np.int16)


def speech(seconds: float, floor: float) -> np.ndarray:
    """A tone that comes and goes four times a second, as syllables do, in noise."""
    beat = np.sin(np.linspace(0, np.pi * 4 * seconds, round(seconds * 16_000))) ** 2
    return np.asarray(tone(seconds) * 20_000 * beat + noise(seconds, floor), dtype=np.int16)


@pytest.mark.parametrize("floor", [0.0, 3.0, 200.0, 500.0])
@pytest.mark.parametrize("pause", [0.2, 0.5, 1.0])
def test_a_pause_after_speech_is_measured(floor: float, pause: float) -> None:
    activity = Activity()
    lengths = [activity.hear(chunk.samples) for chunk in stream([speech(2, floor), noise(pause, floor)])]
    assert lengths[-1] == pytest.approx(pause, abs=0.12)


def test_going_on_speaking_is_no_pause() -> None:
    activity = Activity()
    lengths = [activity.hear(chunk.samples) for chunk in stream([noise(0.5, 3), speech(4, 3)])]
    assert max(lengths[8:]) < 0.2


@pytest.mark.parametrize("level", [0.0, 3.0, 1_000.0])
def test_steady_sound_tells_nothing(level: float) -> None:
    activity = Activity()
    assert {activity.hear(chunk.samples) for chunk in stream([noise(5, level)])} == {0.0}


def test_chunks_of_any_length_give_the_same() -> None:
    sounds = [speech(2, 3), noise(0.4, 3)]
    last = []
    for seconds in (0.2, 0.013, 0.004):
        activity = Activity()
        last.append([activity.hear(chunk.samples) for chunk in stream(sounds, seconds=seconds)][-1])
    assert last == pytest.approx([last[0]] * 3, abs=0.011)


def test_no_samples_change_nothing() -> None:
    activity = Activity()
    assert activity.hear(np.zeros(0, np.int16)) == 0.0
    before = [activity.hear(chunk.samples) for chunk in stream([speech(2, 3), noise(0.4, 3)])][-1]
    assert activity.hear(np.zeros(0, np.int16)) == before


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (5.0, True),  # the pause ends where the word begins
        (5.15, True),  # the first chunk of the word was loud in its second half
        (4.9, True),  # a soft beginning
        (5.4, False),  # somebody spoke in between
        (4.5, False),  # the pause went on
        (3.6, False),  # a short breath
        (7.0, False),  # a comma's 0.35 s are none of 0.5 s
    ],
)
def test_a_pause_before_a_word_is_remembered(at: float, expected: bool) -> None:
    pauses = Pauses()
    for end, seconds in (
        (3.5, 0.1),
        (3.6, 0.0),
        (4.3, 0.1),
        (4.5, 0.3),
        (4.8, 0.6),
        (5.0, 0.8),
        (5.1, 0.0),
        (7.0, 0.35),
    ):
        pauses.note(end, seconds)
    assert pauses.before(at, 0.5) is expected


def test_a_pause_that_turns_out_longer_swallows_those_within_it() -> None:
    pauses = Pauses()
    for end, seconds in ((3.6, 0.1), (4.5, 0.2), (4.8, 1.3)):
        pauses.note(end, seconds)
    assert pauses.before(4.8, 1.3)
    assert not pauses.before(4.8, 1.4)
    assert not pauses.before(3.6, 0.1)
