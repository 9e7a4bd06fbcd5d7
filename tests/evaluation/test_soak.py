"""A table of a minute through one process: as the evening of hours in benchmarks/soak.py, only shorter."""

import pytest

from tests.evaluation.sounds import human_talk, recorded
from tests.speech.sounds import quiet
from voice_judge.evaluation.hearing import DEFAULT_SETUP, Hearer
from voice_judge.evaluation.soak import Mark, Soak, WatchedEngine, soak
from voice_judge.speech.audio import AudioChunk

CLIPS = [
    recorded("я выставляю игрока номер пять"),
    recorded("голосуем за игрока номер девять"),
]
TOO_MUCH = 200.0
"""MiB of growth over a minute: three recognisers' worth; what is really held is a benchmark's business."""


def test_a_table_loses_no_sound_and_its_clock_does_not_drift() -> None:
    told: list[Mark] = []
    result = soak(Hearer(DEFAULT_SETUP), CLIPS, human_talk(), seconds=45.0, every=15.0, told=told.append)
    assert tuple(told) == result.marks
    assert len(result.marks) >= 3
    assert result.seconds >= 45.0
    assert result.lost < 0.02  # the last frame of noise suppression, 10 ms, may not be full yet
    assert result.marks[-1].heard >= result.marks[-1].said * 0.7 >= 3
    assert result.drift == pytest.approx(0.0, abs=0.3)
    assert result.growth_mib is None or result.growth_mib < TOO_MUCH


@pytest.mark.parametrize(
    ("memory", "shifts", "growth", "drift"),
    [
        ((100.0, 130.0, 110.0), (0.1, None, 0.3), 10.0, 0.2),
        ((None, None, None), (None, None, None), None, None),
        ((100.0, 100.0, 100.0), (None, 0.1, None), 0.0, 0.0),
    ],
)
def test_growth_and_drift_are_from_the_first_mark_to_the_last(
    memory: tuple[float | None, ...], shifts: tuple[float | None, ...], growth: float | None, drift: float | None
) -> None:
    pairs = zip(memory, shifts, strict=True)
    marks = tuple(Mark(600.0 * n, mib, 10, 10, shift) for n, (mib, shift) in enumerate(pairs, start=1))
    result = Soak(marks, 1800.0, 0.0, 60.0)
    assert result.growth_mib == growth
    assert result.drift == (None if drift is None else pytest.approx(drift))


def test_sound_that_no_recogniser_gets_is_counted() -> None:
    engine = WatchedEngine(Hearer(DEFAULT_SETUP).engine)
    recognizer = engine.recognizer(["пас", "[unk]"])
    for start in (0.0, 0.1, 0.5, 0.4, 0.6):  # 0.3 s are missing; the last moment is heard again
        recognizer.feed(AudioChunk(quiet(0.1), start))
    recognizer.close()
    assert engine.lost == pytest.approx(0.3)
    assert engine.until == pytest.approx(0.7)
