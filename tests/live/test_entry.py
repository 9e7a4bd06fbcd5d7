"""A silent entry: bare numbers mean what the stage asks for, a `/` line always means itself."""

from dataclasses import replace

import pytest

from voice_judge.live.entry import hint, read_entry
from voice_judge.rules import Check, Checker, CountVotes, EnterRoles, GiveFoul, Phase, Shoot, Stage, Step, TableState
from voice_judge.table.reactions import AsSaid, Control, Correct, Do
from voice_judge.table.silent import SilentError


def at(stage: Stage, phase: Phase, step: Step | None = None, night: int = 1) -> TableState:
    return replace(TableState(), stage=stage, phase=phase, step=step, night=night)


DEALING = at(Stage.DEALING, Phase.NIGHT, night=0)
INTRODUCTION = at(Stage.INTRODUCTION, Phase.INTRODUCTION, night=0)
HUNT = at(Stage.NIGHT_STEP, Phase.NIGHT, Step.MAFIA_HUNTS)
MASKS = at(Stage.NIGHT_FALLEN, Phase.NIGHT)
DON = at(Stage.NIGHT_STEP, Phase.NIGHT, Step.DON_SEEKS)
DON_AFTER = at(Stage.NIGHT_STEP, Phase.NIGHT, Step.DON_SLEEPS)
SHERIFF = at(Stage.NIGHT_STEP, Phase.NIGHT, Step.SHERIFF_WAKES)
SHERIFF_AFTER = at(Stage.NIGHT_STEP, Phase.NIGHT, Step.SHERIFF_SLEEPS)
VOTE = at(Stage.CANDIDATE, Phase.VOTE)
LIFT = at(Stage.LIFT, Phase.VOTE)
SPEECH = at(Stage.SPEECH, Phase.DAY)

MEANT = [
    (DEALING, "1 2 3 4", Do(EnterRoles(1, (2, 3), 4))),
    (INTRODUCTION, "10, 2, 3, 4", Do(EnterRoles(10, (2, 3), 4))),
    (HUNT, "1 5", Do(Shoot(1, 5))),
    (HUNT, "1 -", Do(Shoot(1, None))),
    (MASKS, "1 5", Do(Shoot(1, 5))),
    (DON, "4", Do(Check(Checker.DON, 4))),
    (DON_AFTER, "4", Do(Check(Checker.DON, 4))),
    (SHERIFF, "2", Do(Check(Checker.SHERIFF, 2))),
    (SHERIFF_AFTER, " 2 ", Do(Check(Checker.SHERIFF, 2))),
    (DON, "/shot 1 5", Do(Shoot(1, 5))),
    (VOTE, "4", Do(CountVotes(4))),
    (VOTE, "0", Do(CountVotes(0))),
    (VOTE, "1 4 6", Do(CountVotes(3, (1, 4, 6)))),
    (VOTE, "1, 4, 6", Do(CountVotes(3, (1, 4, 6)))),
    (VOTE, "7,", Do(CountVotes(1, (7,)))),
    (LIFT, "6", Do(CountVotes(6))),
    (SPEECH, "5", AsSaid("nominate", {"seat": 5})),
    (SPEECH, "5, 6", AsSaid("nominate", {"seat": 5, "also": (6,)})),
    (SPEECH, "-5", AsSaid("withdraw", {"seat": 5})),
    (SPEECH, "ф 3", Do(GiveFoul(3))),
    (SPEECH, "Ф3", Do(GiveFoul(3))),
    (SPEECH, "фол 3", Do(GiveFoul(3))),
    (SPEECH, "/correct 6", Correct(6)),
    (SPEECH, "/pause", Control.PAUSE),
]


@pytest.mark.parametrize(("table", "text", "meant"), MEANT)
def test_what_is_typed(table: TableState, text: str, meant: object) -> None:
    assert read_entry(text, table) == meant


WRONG = [
    (HUNT, "5"),
    (HUNT, "1 2 3"),
    (DON, "1 5"),
    (DEALING, "1 2 3"),
    (SPEECH, "3 -4"),
    (SPEECH, "--5"),
    (SPEECH, "ф"),
    (SPEECH, ""),
    (SPEECH, "привет"),
    (SPEECH, "3а"),
    (HUNT, "/shoot 1 5"),
    (HUNT, "/shot 1"),
    (at(Stage.NO_GAME, Phase.SETUP), "5"),
    (at(Stage.OVER, Phase.OVER), "5"),
    (VOTE, "-"),
]


@pytest.mark.parametrize(("table", "text"), WRONG)
def test_what_means_nothing_says_what_is_expected(table: TableState, text: str) -> None:
    with pytest.raises(SilentError):
        read_entry(text, table)


def test_the_hint_depends_on_the_stage_only() -> None:
    assert hint(HUNT).startswith("кто и в кого")
    assert hint(DON) != hint(SHERIFF) != hint(HUNT)
    assert hint(at(Stage.OVER, Phase.OVER)) == ""
