"""Announcements and music in one stream of samples."""

import numpy as np
import pytest

from tests.audio_devices.hearing import tone
from voice_judge.speech.mixer import Mixer, Sound, Volumes

RATE = 16_000


class Level:
    """Music that is one constant sound."""

    def __init__(self, value: float = 0.5) -> None:
        self._value = value
        self.stopped = False

    def read(self, frames: int) -> Sound:
        return np.full((frames, 2), self._value, np.float32)

    def stop(self) -> None:
        self.stopped = True


def play(mixer: Mixer, seconds: float) -> "np.typing.NDArray[np.float64]":
    """The left channel, full scale 1.0."""
    blocks = [mixer.fill(320) for _ in range(round(seconds * RATE / 320))]
    return np.concatenate(blocks)[:, 0] / 32767.0


def voice(seconds: float, value: float = 0.25) -> Sound:
    return np.full(round(seconds * RATE), value, np.float32)


def test_announcements_follow_one_another_without_a_hole() -> None:
    mixer = Mixer(RATE, 2, Volumes())
    mixer.say(voice(0.105, 0.25))
    mixer.say(voice(0.1, 0.5))
    assert mixer.pending == round(0.205 * RATE)
    heard = play(mixer, 0.3)
    assert heard[:1680] == pytest.approx(0.25, abs=1e-4)
    assert heard[1680:3280] == pytest.approx(0.5, abs=1e-4)
    assert not heard[3280:].any()
    assert mixer.pending == 0


def test_hush_lets_the_one_that_has_begun_end() -> None:
    mixer = Mixer(RATE, 1, Volumes())
    mixer.say(voice(0.1))
    mixer.say(voice(5.0))
    play(mixer, 0.02)
    mixer.hush()
    assert mixer.pending == round(0.08 * RATE)
    assert not play(mixer, 0.2)[round(0.08 * RATE) :].any()


def test_music_makes_room_at_once_and_comes_back_slowly() -> None:
    mixer = Mixer(RATE, 2, Volumes(voice=0.0, music=1.0, ducked=0.2))
    mixer.start_music(Level())
    assert play(mixer, 1.5)[-1] == pytest.approx(0.5, abs=0.01)
    mixer.say(voice(1.0))
    heard = play(mixer, 1.0)
    assert heard[round(0.2 * RATE) :] == pytest.approx(0.1, abs=0.01)
    assert np.abs(np.diff(heard)).max() < 0.01  # no click
    mixer.say(voice(0.2))
    assert play(mixer, 0.5)[0] == pytest.approx(0.1, abs=0.01)  # it stays down between two announcements
    assert play(mixer, 2.0)[-1] == pytest.approx(0.5, abs=0.01)


def test_music_begins_and_ends_gently() -> None:
    mixer, music = Mixer(RATE, 2, Volumes(music=1.0)), Level()
    mixer.start_music(music)
    heard = play(mixer, 2.0)
    assert abs(heard[0]) < 0.01
    mixer.stop_music(fade=1.0)
    heard = np.concatenate((heard, play(mixer, 1.5)))
    assert np.abs(np.diff(heard)).max() < 0.01
    assert not heard[-320:].any()
    assert music.stopped


def test_new_music_takes_the_place_of_the_old() -> None:
    mixer, old = Mixer(RATE, 2, Volumes()), Level()
    mixer.start_music(old)
    mixer.start_music(Level())
    assert old.stopped


def test_too_loud_is_clipped_never_wrapped() -> None:
    mixer = Mixer(RATE, 2, Volumes(voice=1.0, music=1.0, ducked=1.0))
    mixer.start_music(Level(1.0))
    mixer.say(voice(2.0, 1.0))
    heard = play(mixer, 2.0)
    assert heard.min() > 0.9
    assert heard.max() == pytest.approx(1.0)


def test_one_channel_hears_both_of_the_music() -> None:
    mixer = Mixer(RATE, 1, Volumes(music=1.0))
    mixer.start_music(Level(0.3))
    assert play(mixer, 2.0)[-1] == pytest.approx(0.3, abs=0.01)


def test_the_volume_of_the_voice() -> None:
    mixer = Mixer(RATE, 1, Volumes(voice=0.5))
    mixer.say(np.asarray(tone(0.2) / 32768.0, np.float32))
    assert np.abs(play(mixer, 0.2)).max() == pytest.approx(4000 / 32768, rel=0.01)
