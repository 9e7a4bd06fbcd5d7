"""The microphone over a real sound server: what is played into the hall is what is heard."""

import time
from pathlib import Path

import numpy as np
import pytest

from tests.audio_devices.hearing import hearing, noise, place_of, silence, tone, until
from tests.audio_devices.pulse import LOUDSPEAKER, MICROPHONE, MICROPHONE_KEY, PulseServer, write_sound
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.devices import Device, find, loudspeakers, microphones
from voice_judge.speech.microphone import Microphone


def test_devices_are_known_by_host_api_and_name(pulse: PulseServer) -> None:
    assert find(None, microphones()).key == MICROPHONE_KEY
    assert find(None, loudspeakers()).key == f"PulseAudio: {LOUDSPEAKER}"
    assert find("hall", microphones()) == Device(
        "hall.monitor", "PulseAudio", 2, pulse.rate, "Monitor of Null Output", default=True
    )


def test_capture_is_exact(pulse_16k: PulseServer, tmp_path: Path) -> None:
    sent = noise(2.0)
    with hearing(Microphone(rate=SAMPLE_RATE)) as heard:
        until(lambda: len(heard.chunks) > 5)
        pulse_16k.play(write_sound(tmp_path / "noise.wav", np.concatenate((silence(0.3), sent))))
        until(lambda: len(heard.samples()) > place_of(sent, heard.samples()) + len(sent))
    sound = heard.samples()
    place = place_of(sent, sound)
    np.testing.assert_array_equal(sound[place : place + len(sent)], sent)
    assert heard.is_seamless()
    assert heard.chunks[0].start == 0.0


@pytest.mark.parametrize("server", ["pulse", "pulse_44k"])
def test_a_stereo_device_of_another_rate_is_resampled(
    server: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    pulse: PulseServer = request.getfixturevalue(server)
    file = write_sound(tmp_path / "tone.wav", tone(3.0, rate=pulse.rate), pulse.rate)
    with hearing(Microphone()) as heard, pulse.playing(file):
        until(lambda: (np.abs(heard.samples()) > 4000).sum() > SAMPLE_RATE)
    sound = heard.samples().astype(np.float64)
    begin = int(np.flatnonzero(np.abs(sound) > 4000)[0]) + 1600
    strange = [strangeness(piece) for piece in np.split(sound[begin : begin + SAMPLE_RATE], 10)]
    assert np.median(strange) < 0.005  # -46 dB
    assert sum(one > 0.005 for one in strange) <= 1  # on a busy machine a device may overflow once


def strangeness(piece: "np.typing.NDArray[np.float64]") -> float:
    """What in the piece is not the tone that was played, as a part of it."""
    time_line = 2 * np.pi * 440.0 * np.arange(len(piece)) / SAMPLE_RATE
    waves = np.stack((np.sin(time_line), np.cos(time_line)))
    found = np.linalg.lstsq(waves.T, piece, rcond=None)[0]
    assert np.hypot(*found) == pytest.approx(8000, rel=0.1)
    return float(np.sqrt(np.mean((piece - found @ waves) ** 2)) / 8000)


def test_a_removed_microphone_is_missed_within_a_second_and_taken_back(pulse: PulseServer, tmp_path: Path) -> None:
    sent = noise(1.0)
    file = write_sound(tmp_path / "noise.wav", sent)
    microphone = Microphone()
    assert microphone.state.present
    assert microphone.state.problem is None
    with hearing(microphone) as heard:
        until(lambda: len(heard.chunks) > 5)
        pulse.remove_sink(MICROPHONE)
        until(lambda: not microphone.state.present)
        assert microphone.state.device == MICROPHONE_KEY
        assert "пропал" in str(microphone.state.problem)
        count = len(heard.chunks)
        until(lambda: len(heard.chunks) > count + 10)  # the clock goes on
        assert not heard.chunks[-1].samples.any()
        # The server offers the loudspeaker's echo as the default now: it is not taken.
        assert not microphone.state.present
        pulse.add_sink(MICROPHONE)
        until(lambda: microphone.state.present)
        pulse.play(file)
        until(lambda: bool((np.abs(heard.samples()) > 4000).any()))
        assert microphone.state.device == MICROPHONE_KEY
    assert heard.is_seamless()
    spent = heard.at[-1] - heard.at[0]
    assert heard.chunks[-1].end - heard.chunks[0].end == pytest.approx(spent, abs=0.5)


def test_audio_time_tells_when_a_sound_in_the_air_is_captured(pulse: PulseServer, tmp_path: Path) -> None:
    file = write_sound(tmp_path / "tone.wav", tone(0.5))
    microphone = Microphone()
    with hearing(microphone) as heard:
        until(lambda: len(heard.chunks) > 60)  # the clock has found its step
        with pulse.recording(MICROPHONE) as tape:
            pulse.play(file)
            until(lambda: bool((np.abs(tape.samples()) > 4000).any()))
            in_air = tape.started + float(np.flatnonzero(np.abs(tape.samples()) > 4000)[0]) / SAMPLE_RATE
            until(lambda: heard.chunks[-1].end > microphone.audio_time(in_air) + 0.5)
    captured = float(np.flatnonzero(np.abs(heard.samples()) > 4000)[0]) / SAMPLE_RATE
    assert captured == pytest.approx(microphone.audio_time(in_air), abs=0.15)


def test_without_any_microphone_silence_goes_on_and_one_is_taken_when_it_comes(pulse: PulseServer) -> None:
    pulse.remove_sink(MICROPHONE)
    microphone = Microphone()
    assert not microphone.state.present
    assert "не найден" in str(microphone.state.problem)
    with hearing(microphone) as heard:
        began = time.monotonic()
        until(lambda: bool(heard.chunks) and heard.chunks[-1].end >= 1.0)
        assert time.monotonic() - began > 0.8  # paced, not rushed
        assert not heard.samples().any()
        pulse.add_sink(MICROPHONE)
        until(lambda: microphone.state.present)
    assert heard.is_seamless()


def test_a_microphone_that_is_not_there_is_waited_for_by_name(pulse: PulseServer) -> None:
    microphone = Microphone("PulseAudio: lapel.monitor")
    assert "«PulseAudio: lapel.monitor»" in str(microphone.state.problem)
    with hearing(microphone) as heard:
        until(lambda: len(heard.chunks) > 5)
        pulse.add_sink("lapel")
        until(lambda: microphone.state.present)
        assert microphone.state.device == "PulseAudio: lapel.monitor"


def test_the_sound_server_may_go_for_good(pulse: PulseServer) -> None:
    microphone = Microphone()
    with hearing(microphone) as heard:
        until(lambda: len(heard.chunks) > 5)
        pulse.kill()
        until(lambda: not microphone.state.present)
        count = len(heard.chunks)
        until(lambda: len(heard.chunks) > count + 5)
    assert heard.is_seamless()


def test_a_server_that_hangs_stops_nothing(pulse: PulseServer) -> None:
    microphone = Microphone()
    with hearing(microphone) as heard:
        until(lambda: len(heard.chunks) > 5)
        pulse.freeze()
        until(lambda: not microphone.state.present)
        pulse.thaw()
        until(lambda: microphone.state.present)
    assert heard.is_seamless()
