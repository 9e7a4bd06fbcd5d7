"""Noise suppression: less noise, every sample in its place, and no harm where there is none of it."""

import numpy as np
import pytest

from tests.speech.sounds import quiet, stream, tone
from voice_judge.speech import noise
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples
from voice_judge.speech.noise import NoiseReduction


def hall(seconds: float) -> Samples:
    return np.random.default_rng(5).normal(0, 800, round(seconds * SAMPLE_RATE)).astype(np.int16)


def level(sound: Samples) -> float:
    return float(np.sqrt((sound.astype(np.float64) ** 2).mean()))


def cleaned(sound: Samples, strength: int, chunk: float = 0.1) -> list[AudioChunk]:
    reduction = NoiseReduction(strength)
    return [reduction.clean(one) for one in stream([sound], start=7.0, seconds=chunk)]


def test_strength_nought_leaves_the_sound_alone() -> None:
    sound = hall(1)
    assert np.array_equal(np.concatenate([one.samples for one in cleaned(sound, 0)]), sound)


@pytest.mark.parametrize("chunk", [0.1, 0.05, 0.0137, 0.003])
def test_no_sample_is_lost_and_time_stays_right(chunk: float) -> None:
    sound = hall(1.5)
    chunks = [one for one in cleaned(sound, 2, chunk) if len(one.samples)]
    ends = [7.0, *(one.end for one in chunks)]
    assert [one.start for one in chunks] == pytest.approx(ends[:-1], abs=1e-9)
    assert 7.0 + 1.5 - ends[-1] < 0.01


def test_a_gap_drops_what_waited_for_it() -> None:
    reduction = NoiseReduction(2)
    reduction.clean(AudioChunk(quiet(0.105), 0.0))
    reduction.forget()
    assert reduction.clean(AudioChunk(quiet(0.1), 50.0)).start == 50.0


def test_steady_noise_becomes_less_where_the_package_is_and_a_voice_stays() -> None:
    noisy = np.concatenate([one.samples for one in cleaned(hall(4), 2)])
    assert (level(noisy[-SAMPLE_RATE:]) < 0.5 * level(hall(1))) is (noise.PROCESSOR is not None)
    beat = np.sin(np.linspace(0, np.pi * 16, 4 * SAMPLE_RATE)) ** 2
    voice = np.asarray(tone(4) * 20_000 * beat, np.int16)
    spoken = np.concatenate([one.samples for one in cleaned(voice, 2)])
    assert level(spoken) > 0.5 * level(voice)


def test_without_the_package_the_sound_goes_on_as_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noise, "PROCESSOR", None)
    sound = hall(0.5)
    assert np.array_equal(np.concatenate([one.samples for one in cleaned(sound, 2)]), sound)
