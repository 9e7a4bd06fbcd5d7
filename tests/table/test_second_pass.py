"""A phrase's sound is weighed against talk."""

import numpy as np
import pytest

from tests.speech.sounds import stream
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.scales import Scales
from voice_judge.table.second_pass import SecondPass, SoundMemory

TELLING = frozenset({"выставляю", "слово"})


class Counting:
    """Scales that know how much sound they got, and what its first sample was."""

    def margin(self, samples: Samples) -> float:
        self.seconds = len(samples) / SAMPLE_RATE
        self.first = int(samples[0]) / 10
        return 12.0


def remembering(seconds: float, heard: float, start: float = 100.0) -> SoundMemory:
    """A memory that has heard so much; each sample tells its tenths of a second."""
    memory = SoundMemory(seconds)
    for chunk in stream([(np.arange(round(heard * SAMPLE_RATE)) // 1_600).astype(np.int16)], start=start):
        memory.keep(chunk)
    return memory


@pytest.mark.parametrize(
    ("start", "end", "first", "length"),
    [
        pytest.param(101.0, 103.0, 1.0, 2.0, id="within"),
        pytest.param(101.05, 101.15, 1.0, 0.1, id="across two chunks"),
        pytest.param(99.0, 101.0, 0.0, 1.0, id="from before the first sound"),
        pytest.param(104.0, 109.0, 4.0, 1.0, id="up to what has come"),
    ],
)
def test_a_span_of_the_sound(start: float, end: float, first: float, length: float) -> None:
    span = remembering(60, 5).span(start, end)
    assert span is not None
    assert (int(span[0]) / 10, len(span) / SAMPLE_RATE) == pytest.approx((first, length), abs=0.001)


@pytest.mark.parametrize(("start", "end"), [(90.0, 95.0), (106.0, 107.0)])
def test_no_span_where_there_is_no_sound(start: float, end: float) -> None:
    assert remembering(60, 5).span(start, end) is None
    assert SoundMemory(60).span(start, end) is None


def test_what_is_older_than_the_memory_is_forgotten() -> None:
    memory = remembering(3, 10)
    assert memory.span(101.0, 102.0) is None
    assert memory.span(108.0, 109.0) is not None
    memory.forget()
    assert memory.span(108.0, 109.0) is None


def test_the_margin_is_per_word_over_the_phrase_and_a_little_around_it() -> None:
    scales = Counting()
    second = SecondPass(lambda: scales, remembering(60, 5), TELLING)
    assert second.margin("я выставляю пятого", 101.0, 103.0) == pytest.approx(4.0)
    assert (scales.first, scales.seconds) == pytest.approx((0.7, 2.5), abs=0.06)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("пас", id="one word"),
        pytest.param("слово", id="one word, telling as it is"),
        pytest.param("четыре голоса", id="talk may say it as well"),
    ],
)
def test_what_cannot_be_weighed(text: str) -> None:
    assert SecondPass(Counting, remembering(60, 5), TELLING).margin(text, 101.0, 103.0) is None


def test_no_margin_without_scales_or_without_the_sound() -> None:
    assert SecondPass(lambda: None, remembering(60, 5), TELLING).margin("слово пятому", 101.0, 102.0) is None
    assert SecondPass(Counting, remembering(60, 5), TELLING).margin("слово пятому", 10.0, 12.0) is None


def test_scales_are_made_once_and_may_be_made_before_the_game() -> None:
    made: list[Scales] = []

    def make() -> Scales:
        made.append(Counting())
        return made[-1]

    second = SecondPass(make, remembering(60, 5), TELLING)
    second.prepare()
    second.margin("слово пятому", 101.0, 102.0)
    second.margin("слово шестому", 102.0, 103.0)
    assert len(made) == 1
