"""One recording made into many."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.speech.augmentation import PLAIN, Augmentation, augmented, chance_of
from training.speech.conversion import converted, stretched, warped
from training.speech.noises import babble, noise
from training.speech.rooms import banded, coded, coloured, echoed, room_answer, telephone
from training.speech.sound import SAMPLE_RATE, Sound, power, seconds, trimmed

RATE = SAMPLE_RATE


def tone(hertz: float, length: float = 1.0, level: float = 0.5) -> Sound:
    time = np.arange(round(length * RATE)) / RATE
    return (level * np.sin(2 * np.pi * hertz * time)).astype(np.float32)


def pitch(sound: Sound) -> float:
    """The strongest frequency, in Hz."""
    middle = sound[len(sound) // 4 : -len(sound) // 4]
    return float(np.argmax(np.abs(np.fft.rfft(middle * np.hanning(len(middle))))) * RATE / len(middle))


def share(sound: Sound, low: float, high: float) -> float:
    """The part of the power between two frequencies."""
    spectrum = np.abs(np.fft.rfft(sound)) ** 2
    hertz = np.fft.rfftfreq(len(sound), 1 / RATE)
    return float(spectrum[(hertz >= low) & (hertz < high)].sum() / spectrum.sum())


def white(length: float = 1.0) -> Sound:
    return np.random.default_rng(1).standard_normal(round(length * RATE)).astype(np.float32) * np.float32(0.1)


@pytest.mark.parametrize("factor", [0.8, 1.0, 1.25])
def test_a_warped_voice_is_higher_and_shorter(factor: float) -> None:
    result = warped(tone(400), factor)
    assert pitch(result) == pytest.approx(400 * factor, rel=0.02)
    assert seconds(result) == pytest.approx(1 / factor, rel=0.01)


@pytest.mark.parametrize("speed", [0.75, 0.9, 1.1, 1.35])
def test_stretching_keeps_the_pitch(speed: float) -> None:
    result = stretched(tone(220), speed)
    assert pitch(result) == pytest.approx(220, rel=0.02)
    assert seconds(result) == pytest.approx(1 / speed, rel=0.05)
    assert power(result[1600:-1600]) == pytest.approx(power(tone(220)), rel=0.3)


@pytest.mark.parametrize(("warp", "speed"), [(0.85, 1.2), (1.2, 0.85), (1.0, 1.0)])
def test_conversion_changes_voice_and_speed_apart(warp: float, speed: float) -> None:
    result = converted(tone(300, 2), warp, speed)
    assert pitch(result) == pytest.approx(300 * warp, rel=0.02)
    assert seconds(result) == pytest.approx(2 / speed, rel=0.05)


def test_a_very_short_sound_is_left() -> None:
    assert len(stretched(tone(300, 0.01), 1.3)) == round(0.01 * RATE)


def test_a_room_rings_on() -> None:
    click = np.zeros(RATE, np.float32)
    click[0] = 1
    chance = np.random.default_rng(3)
    ringing = echoed(click, chance)
    assert ringing[0] == pytest.approx(1, abs=0.01)
    assert power(ringing[RATE // 100 : RATE // 10]) > 100 * power(ringing[-RATE // 10 :])


def test_a_room_s_answer_falls_by_60_decibels() -> None:
    answer = room_answer(0.5, 1.0, np.random.default_rng(4))
    early, late = answer[1600:2400], answer[-800:]
    assert len(answer) == RATE // 2
    assert 10 * np.log10(power(early) / power(late)) == pytest.approx(60 * (7600 - 2000) / 8000, abs=8)


def test_a_band_is_cut() -> None:
    narrow = banded(white(), 300, 3400)
    assert share(narrow, 400, 3200) > 0.9
    assert share(narrow, 4200, 8000) < 0.001


def test_a_telephone_line_keeps_speech_only() -> None:
    line = telephone(white(), np.random.default_rng(5))
    assert share(line, 150, 3900) > 0.98
    assert len(line) == RATE


def test_a_microphone_changes_the_colour_not_the_length() -> None:
    result = coloured(white(), np.random.default_rng(6))
    assert len(result) == RATE
    assert abs(share(result, 0, 2000) - share(white(), 0, 2000)) > 0.01


def test_a_codec_gives_back_the_sound() -> None:
    result = coded(tone(400), np.random.default_rng(7))
    assert len(result) == RATE
    assert pitch(result) == pytest.approx(400, rel=0.02)


@given(st.integers(400, 40_000), st.integers(0, 30))
def test_noise_has_power_one(length: int, seed: int) -> None:
    sound = noise(length, np.random.default_rng(seed))
    assert len(sound) == length
    assert power(sound) == pytest.approx(1, rel=0.01)


def test_babble_is_of_those_who_talk() -> None:
    chance = np.random.default_rng(8)
    sound = babble(RATE, [tone(500, 0.3), tone(700, 2)], chance)
    assert power(sound) == pytest.approx(1, rel=0.01)
    assert share(sound, 450, 750) > 0.8
    assert not babble(RATE, [], chance).any()


def test_trimming_leaves_a_margin() -> None:
    sound = np.concatenate([np.zeros(RATE, np.float32), tone(300, 0.5), np.zeros(RATE, np.float32)])
    assert seconds(trimmed(sound)) == pytest.approx(0.7, abs=0.01)
    assert len(trimmed(np.zeros(RATE, np.float32))) == 0


@given(st.integers(0, 40))
def test_the_silence_holds_no_speech(copy: int) -> None:
    made = augmented(tone(300), PLAIN, (), chance_of("one", copy))
    speech = float(np.abs(made.sound).max())
    for part in (made.sound[: made.silence_before], made.sound[len(made.sound) - made.silence_after :]):
        assert not len(part) or np.abs(part).max() < 0.01 * speech
    assert made.silence_before + made.silence_after < len(made.sound) - 0.9 * RATE
    assert made.silence_before > 0.04 * RATE


@pytest.mark.parametrize("copy", range(8))
def test_any_copy_is_sound_of_full_scale_at_most(copy: int) -> None:
    made = augmented(tone(200, 0.6), Augmentation(), (tone(500), white()), chance_of("two", copy))
    assert made.sound.dtype == np.float32
    assert np.isfinite(made.sound).all()
    assert 0.01 < np.abs(made.sound).max() <= 1.001
    assert made.silence_before >= 0
    assert made.silence_after >= 0


def test_copies_differ_and_repeat() -> None:
    def make(identity: str, copy: int) -> Sound:
        return augmented(tone(200), Augmentation(), (white(),), chance_of(identity, copy)).sound

    first = make("three", 1)
    np.testing.assert_array_equal(first, make("three", 1))
    assert len(first) != len(make("three", 2))
    assert len(first) != len(make("four", 1))


@pytest.mark.parametrize("decibels", [10.0, 20.0])
def test_noise_is_as_loud_as_wanted(decibels: float) -> None:
    settings = Augmentation(
        warp=(1, 1), speed=(1, 1), room=0, colour=0, phone=0, low_pass=0, codec=0, babble=0, clipped=0, noise=1,
        noise_decibels=(decibels, decibels), long_silence=1,
    )  # fmt: skip
    made = augmented(tone(300), settings, (), chance_of("five", 1))
    quiet = made.sound[: made.silence_before]
    loud = made.sound[made.silence_before + RATE // 2 : made.silence_before + RATE]
    assert 10 * np.log10((power(loud) - power(quiet)) / power(quiet)) == pytest.approx(decibels, abs=4)
