"""The loudspeaker over a real sound server: what is played comes out, soon, whole, and ends before it is said to."""

import time
from pathlib import Path

import numpy as np
import pytest

from tests.audio_devices.hearing import loud_parts, noise, place_of, tone, until
from tests.audio_devices.pulse import LOUDSPEAKER, LOUDSPEAKER_KEY, MICROPHONE, PulseServer, write_sound
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.loudspeaker import Loudspeaker
from voice_judge.speech.mixer import Volumes
from voice_judge.speech.music import Music


def rms(sound: Samples) -> float:
    return float(np.sqrt(np.mean(sound.astype(np.float64) ** 2)))


def levels(sound: Samples, frame: float = 0.05) -> "np.typing.NDArray[np.float64]":
    step = round(frame * SAMPLE_RATE)
    frames = sound[: len(sound) // step * step].reshape(-1, step).astype(np.float64)
    return np.asarray(np.sqrt((frames**2).mean(axis=1)))


def test_an_announcement_comes_out_whole(pulse_16k: PulseServer) -> None:
    said = noise(1.0)
    loudspeaker = Loudspeaker()
    try:
        with pulse_16k.recording() as tape:
            loudspeaker.play(said)
            until(lambda: time.monotonic() > loudspeaker.silent_at)
        sound = tape.samples()
    finally:
        loudspeaker.close()
    pieces = np.split(said, 10)
    places = [place_of(piece, sound) for piece in pieces]
    whole = [
        np.allclose(sound[place : place + len(piece)], piece, atol=2)
        for piece, place in zip(pieces, places, strict=True)
    ]
    assert sum(whole) >= 8  # on a busy machine a device may run dry once: a piece with a hole in it
    assert places == sorted(places)
    assert loudspeaker.device == LOUDSPEAKER_KEY


def test_it_begins_soon_and_ends_before_it_is_said_to(pulse: PulseServer) -> None:
    loudspeaker = Loudspeaker()
    try:
        assert loudspeaker.silent_at <= time.monotonic()
        with pulse.recording() as tape:
            time.sleep(0.5)
            asked = time.monotonic()
            loudspeaker.play(tone(0.6))
            loudspeaker.play(tone(0.4))
            promised = loudspeaker.silent_at
            until(lambda: time.monotonic() > loudspeaker.silent_at)
        begin, end = (tape.started + second for second in loud_parts(tape.samples()))
        assert end - begin == pytest.approx(1.0, abs=0.05)  # one after another, no hole between
        assert begin - asked < 1.0
        assert end < loudspeaker.silent_at
        assert promised < asked + 2.0  # a deadline, not "for ever"
    finally:
        loudspeaker.close()


def test_hush_drops_what_has_not_begun(pulse: PulseServer) -> None:
    loudspeaker = Loudspeaker()
    try:
        with pulse.recording() as tape:
            for _ in range(5):
                loudspeaker.play(tone(1.0))
            until(lambda: bool((np.abs(tape.samples()) > 2000).any()))
            loudspeaker.hush()
            assert loudspeaker.silent_at < time.monotonic() + 2.0
            until(lambda: time.monotonic() > loudspeaker.silent_at + 1.0)
        begin, end = loud_parts(tape.samples())
        assert end - begin == pytest.approx(1.0, abs=0.05)
    finally:
        loudspeaker.close()


def test_volumes(pulse: PulseServer) -> None:
    loudspeaker = Loudspeaker(volumes=Volumes(voice=0.5))
    try:
        with pulse.recording() as tape:
            loudspeaker.play(tone(0.6, amplitude=10000))
            until(lambda: time.monotonic() > loudspeaker.silent_at)
            loudspeaker.set_volumes(Volumes(voice=0.1))
            loudspeaker.play(tone(0.6, amplitude=10000))
            until(lambda: time.monotonic() > loudspeaker.silent_at)
        loud = levels(tape.samples())
        assert loud.max() == pytest.approx(5000 / np.sqrt(2), rel=0.05)
        assert np.median(loud[loud > 300][-6:]) == pytest.approx(1000 / np.sqrt(2), rel=0.1)
    finally:
        loudspeaker.close()


def test_music_goes_on_makes_room_for_the_voice_and_stops(pulse: PulseServer, tmp_path: Path) -> None:
    # A track of 1.5 s: within the 4 s it is heard to run into itself several times.
    write_sound(tmp_path / "night.wav", tone(1.5, frequency=1000, amplitude=20000, rate=44_100), 44_100)
    loudspeaker = Loudspeaker(volumes=Volumes(voice=0.0, music=1.0, ducked=0.25))
    try:
        with pulse.recording() as tape:
            loudspeaker.start_music(Music(tmp_path))
            until(lambda: rms(tape.samples()[-800:]) > 300)
            time.sleep(3.0)
            before = levels(tape.samples())[-30:]
            loudspeaker.play(tone(1.5))  # a voice of no volume: only the music's ducking is heard
            time.sleep(1.2)
            during = levels(tape.samples())[-8:]
            time.sleep(2.5)
            after = levels(tape.samples())[-10:]
            loudspeaker.stop_music(fade=0.3)
            until(lambda: rms(tape.samples()[-1600:]) < 10)
    finally:
        loudspeaker.close()
    assert before.min() > 0.6 * before.max()  # where it runs into itself it neither stops nor jumps
    assert np.median(during) == pytest.approx(0.25 * np.median(before), rel=0.3)
    assert np.median(after) == pytest.approx(np.median(before), rel=0.3)


@pytest.mark.parametrize("content", [None, "no music at all", ""], ids=["embedded", "a text", "an empty folder"])
def test_there_is_always_music(content: str | None, pulse: PulseServer, tmp_path: Path) -> None:
    if content:
        (tmp_path / "night.mp3").write_text(content)
    loudspeaker = Loudspeaker()
    try:
        with pulse.recording() as tape:
            loudspeaker.start_music(Music(None if content is None else tmp_path))
            until(lambda: rms(tape.samples()[-1600:]) > 100)
        assert loudspeaker.problem is None
    finally:
        loudspeaker.close()


def test_a_removed_loudspeaker_is_a_problem_not_an_error_and_is_taken_back(pulse: PulseServer) -> None:
    loudspeaker = Loudspeaker()
    try:
        assert loudspeaker.problem is None
        loudspeaker.start_music(Music())
        loudspeaker.play(tone(30.0))
        pulse.remove_sink(LOUDSPEAKER)
        until(lambda: loudspeaker.problem is not None)
        assert "пропала" in str(loudspeaker.problem)
        loudspeaker.play(tone(0.5))  # nothing is raised, nothing is kept for later
        with pulse.recording(MICROPHONE) as other:
            time.sleep(0.5)
        assert not np.abs(other.samples()).any()  # the server's other device is not played to
        pulse.add_sink(LOUDSPEAKER)
        until(lambda: loudspeaker.problem is None)
        with pulse.recording() as tape:
            until(lambda: rms(tape.samples()[-1600:]) > 100)  # the music goes on
            assert np.abs(tape.samples()).max() < 6000  # and the old announcement does not
        assert loudspeaker.device == LOUDSPEAKER_KEY
    finally:
        loudspeaker.close()


def test_a_server_that_hangs_blocks_nobody_and_deafens_nobody(pulse: PulseServer) -> None:
    loudspeaker = Loudspeaker()
    try:
        pulse.freeze()
        began = time.monotonic()
        for _ in range(20):
            loudspeaker.play(noise(0.1))
        assert time.monotonic() - began < 10.0
        assert loudspeaker.silent_at < began + 15.0
        until(lambda: loudspeaker.problem is not None)
        pulse.thaw()
        until(lambda: loudspeaker.problem is None)
    finally:
        loudspeaker.close()


def test_no_loudspeaker_at_all(pulse: PulseServer) -> None:
    pulse.remove_sink(LOUDSPEAKER)
    pulse.remove_sink(MICROPHONE)
    loudspeaker = Loudspeaker()
    try:
        loudspeaker.play(tone(5.0))
        assert loudspeaker.silent_at <= time.monotonic()
        assert "не найдена" in str(loudspeaker.problem)
    finally:
        loudspeaker.close()
