"""Modules beyond the official rules, led by the table: fouls, removals, numbers called at night, pauses."""

from pathlib import Path

import pytest

from tests.table.judged import ROLES, events, judged, reasons, result, said, speeches
from voice_judge.rules import Step
from voice_judge.table.settings import TableSettings


def federation(*lines: str) -> list[str]:
    return ["/start day", ROLES, *lines]


def test_fouls_are_off_in_the_official_rules() -> None:
    assert reasons(judged(federation("/foul 3", "фол игроку номер три"))) == ["module_off", "module_off"]


def test_three_fouls_cost_the_next_minute_and_the_judge_says_so() -> None:
    judgement = judged(federation("/foul 3", "фол третьему игроку", "/foul 3", "пас", "пас"), rules="federation")
    assert result(judgement)["speaker"] == 4
    assert said(judgement)[-2:] == ["Игрок номер три пропускает слово", "Слово игроку номер четыре"]


# what is entered after three fouls for seat 3, and whether seat 3 is still at the table
FOURTH = [
    ("asked, not confirmed", ["/foul 3"], True),
    ("confirmed by key", ["/foul 3", "/confirm"], False),
    ("confirmed by voice", ["фол игроку номер три", "подтверждаю"], False),
    ("taken back", ["/foul 3", "отмена"], True),
    ("confirmed, then taken back", ["/foul 3", "/confirm", "/undo"], True),
]


@pytest.mark.parametrize(("name", "lines", "stays"), FOURTH, ids=[case[0] for case in FOURTH])
def test_the_fourth_foul_removes_after_a_confirmation_only(name: str, lines: list[str], stays: bool) -> None:
    judgement = judged(federation("/foul 3", "/foul 3", "/foul 3", *lines), rules="federation")
    assert (3 in result(judgement)["alive"]) is stays, name  # type: ignore[operator]


def test_nothing_is_refused_to_the_clock_while_a_removal_waits() -> None:
    judgement = judged(federation("/foul 3", "/foul 3", "/foul 3", "/foul 3", "/confirm"), rules="federation")
    assert reasons(judgement) == []


def test_all_ten_numbers_are_called_in_the_same_rhythm() -> None:
    night = federation(*speeches(1, 10), "/confirm")
    judgement = judged(night, rules="federation")
    called = [line for line in judgement if line["type"] == "said" and line["text"] in ("Один", "Два", "Десять")]
    times = [float(str(line["t"])) for line in called]
    assert times[1] - times[0] == pytest.approx(2.0)
    assert times[2] - times[0] == pytest.approx(18.0)
    leaves = next(float(str(line["t"])) for line in judgement if line.get("text") == "Мафия удаляется")
    assert leaves - times[2] == pytest.approx(2.0 + TableSettings().pauses[Step.MAFIA_HUNTS])


def test_a_removal_cancels_the_vote() -> None:
    lines = federation(
        "выставляю пятого", "пас", "выставляю шестого", "/remove 9", "/confirm", *speeches(2, 9), "/confirm"
    )
    judgement = judged(lines, rules="federation")
    assert events(judgement, "NoVote") == ["NoVote removal"]


@pytest.mark.parametrize(("cancels", "phase"), [("true", "night"), ("false", "day")])
def test_night_does_not_fall_over_a_vote_that_awaits(cancels: str, phase: str, tmp_path: Path) -> None:
    rules = tmp_path / "club.toml"
    rules.write_text(f'base = "federation"\nremoval_cancels_vote = {cancels}\n', encoding="utf-8")
    lines = federation("выставляю пятого", "пас", "выставляю шестого", "/remove 9", "/confirm", *speeches(2, 9))
    assert result(judged([*lines, "наступает ночь"], rules=str(rules)))["phase"] == phase
