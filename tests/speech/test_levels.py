"""How loud the microphone is, and what it warns of."""

import numpy as np
import pytest

from tests.speech.sounds import quiet, tone
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.levels import SILENCE, Level, Levels


def sound(level: float, seconds: float = 1.0) -> Samples:
    """A tone whose peak is `level` of full scale, cut off there as a converter does."""
    return np.asarray(np.clip(tone(seconds, level=level) * 32_768, -32_768, 32_767), np.int16)


def after(*sounds: Samples, chunk: float = 0.1) -> Level:
    """The level after all of the sounds."""
    levels, step = Levels(), round(chunk * SAMPLE_RATE)
    heard = np.concatenate(sounds)
    return [levels.hear(heard[first : first + step]) for first in range(0, len(heard), step)][-1]


@pytest.mark.parametrize(("level", "db"), [(1.0, 0.0), (0.5, -6.0), (0.1, -20.0), (0.01, -40.0)])
def test_the_level_is_the_peak_in_db_below_full_scale(level: float, db: float) -> None:
    assert after(sound(level)).db == pytest.approx(db, abs=0.1)


def test_digital_silence_has_a_level_and_is_too_quiet() -> None:
    assert after(np.zeros(4 * SAMPLE_RATE, np.int16)) == Level(SILENCE, clipping=False, quiet=True)


def test_no_samples_leave_the_meter_at_the_bottom() -> None:
    assert Levels().hear(np.zeros(0, np.int16)).db == SILENCE


@pytest.mark.parametrize(
    ("sounds", "clipping"),
    [
        pytest.param([sound(0.9)], False, id="loud, but whole"),
        pytest.param([sound(1.5)], True, id="cut off"),
        pytest.param([sound(1.5), sound(0.3)], True, id="a moment ago"),
        pytest.param([sound(1.5), sound(0.3, 4)], False, id="long ago"),
        pytest.param([sound(0.3), np.full(5, 32_767, np.int16), sound(0.3)], False, id="a click"),
    ],
)
def test_clipping(sounds: list[Samples], clipping: bool) -> None:
    assert after(*sounds).clipping is clipping


@pytest.mark.parametrize(
    ("sounds", "too_quiet"),
    [
        pytest.param([quiet(4)], True, id="a silent room"),
        pytest.param([sound(0.003, 4)], True, id="a whisper of a voice"),
        pytest.param([sound(0.03, 4)], False, id="a voice across the table"),
        pytest.param([sound(0.3), quiet(1)], False, id="somebody spoke just now"),
        pytest.param([sound(0.3), quiet(4)], True, id="nobody for a while"),
        pytest.param([quiet(1)], False, id="too early to tell"),
    ],
)
def test_too_quiet(sounds: list[Samples], too_quiet: bool) -> None:
    assert after(*sounds).quiet is too_quiet


@pytest.mark.parametrize("chunk", [0.01, 0.05, 0.25])
def test_chunks_of_any_length_warn_alike(chunk: float) -> None:
    assert after(sound(1.5), sound(0.3), chunk=chunk).clipping
    assert after(quiet(4), chunk=chunk).quiet
