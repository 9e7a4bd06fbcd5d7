"""Hits, misses, false alarms and the curve between them: sums done by hand."""

import json
import math

import pytest

from tests.evaluation.sounds import NOMINATE, OTHER, detection, spotting, trial
from voice_judge.evaluation.confusion import confusion
from voice_judge.evaluation.detection import Detection, Spotting, together
from voice_judge.evaluation.figures import Spread, most_events, percent
from voice_judge.evaluation.manifest import Expected
from voice_judge.evaluation.spotting_text import curve_chart, spotting_lines


@pytest.mark.parametrize(
    ("heard", "hit", "wrong"),
    [
        ([], False, 0),
        ([detection()], True, 0),
        ([detection(retracted=True)], False, 0),
        ([detection(retracted=True), detection()], True, 0),
        ([detection(OTHER)], False, 1),
        ([detection(OTHER, retracted=True), detection()], True, 1),
        ([detection(Expected("nominate", {"seat": 5, "also": (6,)}))], False, 1),
    ],
)
def test_what_counts_as_a_hit(heard: list[Detection], hit: bool, wrong: int) -> None:
    assert (trial(*heard).hit is not None, len(trial(*heard).wrong)) == (hit, wrong)


# Ten phrases in two hours: eight heard with scores 0.3 to 1.0, two not; four false alarms.
RESULT = spotting(
    2.0,
    [trial(detection(score=score / 10)) for score in range(3, 11)] + [trial(), trial(detection(OTHER))],
    [detection(score=score) for score in (0.25, 0.35, 0.65, 0.95)],
)


@pytest.mark.parametrize(
    ("alarms_per_hour", "missed"),
    [(9.0, 20.0), (2.0, 20.0), (1.5, 20.0), (1.0, 30.0), (0.5, 60.0), (0.1, 90.0), (0.0, 90.0)],
)
def test_misses_at_a_number_of_false_alarms_per_hour(alarms_per_hour: float, missed: float) -> None:
    assert RESULT.missed_at(alarms_per_hour) == pytest.approx(missed)


def test_the_curve_trades_one_for_the_other() -> None:
    curve = RESULT.curve()
    assert (curve[0].score, curve[0].alarms_per_hour, curve[0].missed) == (0.0, 2.0, 20.0)
    assert [point.missed for point in curve] == sorted(point.missed for point in curve)
    assert [point.alarms_per_hour for point in curve] == sorted((one.alarms_per_hour for one in curve), reverse=True)
    assert curve[-1].alarms_per_hour == 0.0


def test_a_false_alarm_with_the_highest_score_cannot_be_turned_away() -> None:
    sure = spotting(1.0, [trial(detection(score=1.0))], [detection(score=1.0)])
    assert sure.missed_at(1.0) == 0.0
    assert sure.missed_at(0.1) == 100.0  # only by hearing nothing at all


def test_nothing_heard_and_nothing_said() -> None:
    silent = spotting(1.0, [], [])
    assert (silent.missed, silent.alarms_per_hour, silent.missed_at(0.1)) == (0.0, 0.0, 0.0)
    assert Spotting(0.0, (), ()).alarms_per_hour == 0.0


@pytest.mark.parametrize(("count", "most"), [(0, 2.996), (1, 4.744), (3, 7.754), (10, 16.962)])
def test_the_upper_limit_of_a_count(count: int, most: float) -> None:
    assert most_events(count) == pytest.approx(most, abs=0.001)  # tables of the Poisson distribution
    assert math.exp(-most_events(0)) == pytest.approx(0.05, abs=1e-4)


def test_few_alarms_in_few_hours_allow_only_a_weak_claim() -> None:
    assert spotting(2.0, [], []).most_alarms_per_hour == pytest.approx(2.996 / 2.0, abs=0.001)


@pytest.mark.parametrize(
    ("values", "median", "late"), [([3.0], 3.0, 3.0), ([1.0, 2.0, 9.0], 2.0, 8.3), (list(range(101)), 50.0, 95.0)]
)
def test_median_and_95th_percentile(values: list[float], median: float, late: float) -> None:
    found = Spread.of(values)
    assert found is not None
    assert found.count == len(values)
    assert [found.median, found.late] == pytest.approx([median, late])
    assert Spread.of([]) is None


def test_percent_of_nothing() -> None:
    assert (percent(1, 4), percent(0, 0)) == (25.0, 0.0)


def test_latency_in_a_pause_and_in_unbroken_talk_are_kept_apart() -> None:
    result = spotting(
        1.0, [trial(latency=0.2), trial(latency=0.4), trial(paused=False, latency=0.9), trial(paused=False)], []
    )
    assert {paused: (one.count, one.median) for paused, one in result.latencies().items()} == {
        True: (2, pytest.approx(0.3)),
        False: (1, 0.9),
    }


def test_groups_and_parts() -> None:
    result = spotting(1.0, [trial(voice="a"), trial(detection(), voice="a"), trial(detection(), voice="b")], [])
    assert result.missed_by(lambda one: one.voice) == {"a": (1, 2), "b": (0, 1)}
    assert result.only(lambda one: one.voice == "b").missed == 0.0
    both = together([result, spotting(2.0, [trial()], [detection()])])
    assert (both.hours, len(both.trials), len(both.alarms)) == (3.0, 4, 1)
    assert together([]).hours == 0.0


def test_seats_said_and_heard() -> None:
    seven, votes = Expected("nominate", {"seat": 7}), Expected("votes", {"seat": 7, "votes": 3})
    pairs = [(NOMINATE, [NOMINATE]), (NOMINATE, [OTHER, NOMINATE]), (NOMINATE, [OTHER]), (seven, []), (seven, [votes])]
    found = confusion([*pairs, (Expected("pass"), [NOMINATE])])
    assert found.counts == {(5, 5): 2, (5, 6): 1, (7, None): 1, (7, 7): 1}
    assert found.swapped == 1
    assert found.to_dict()[0] == {"said": 5, "heard": 5, "count": 2}
    assert "        5     ·     ·     ·     ·     2     1" in found.text()


def test_the_result_for_people_and_for_programs() -> None:
    text = "\n".join(spotting_lines(RESULT))
    assert "2.00 ч звука, фраз: 10" in text
    assert "пропущено 2 = 20.0 %" in text
    assert "ложных срабатываний 4 = 2.00 в час" in text
    assert "пропуски при 1 ложном в час: 30.0 % (цель: не больше 3 %)" in text
    assert "вместо фразы или вместе с ней услышана другая: 1" in text
    assert "day-01 с 10.0 с: «выставляю пятого» | получено: nominate seat=5 (0.25)" in text
    assert "нужно: nominate seat=5 | получено: nominate seat=6" in text
    found = json.loads(json.dumps(RESULT.to_dict()))
    assert (found["missed_percent"], found["missed_percent_at"]) == (20.0, {"1": 30.0, "0.1": 90.0})
    assert len(found["misses"]) == 2
    assert len(found["alarms"]) == 4


def test_the_curve_as_a_picture_holds_every_result_and_the_aims() -> None:
    picture = curve_chart({"vosk": RESULT, "whisper": spotting(1.0, [], [])}, "Заголовок", "x", "y", "цели").svg()
    assert all(word in picture for word in ("vosk", "whisper", "цели", "Заголовок"))
