"""What the pages are told, stage by stage."""

import json
from dataclasses import replace

import pytest

from tests.live.live import Live
from voice_judge.console.model import HallView, JudgeView, LogLine, Pad
from voice_judge.console.wording import hall_view, judge_view, pad
from voice_judge.console.wording_log import log_line
from voice_judge.live import entry
from voice_judge.live.view import Listening, Sound, View
from voice_judge.rules import (
    Checked,
    Checker,
    Clock,
    CountVotes,
    Floor,
    JudgeState,
    Nominate,
    Phase,
    Roles,
    Shot,
    SpeechKind,
    Stage,
    Step,
    TableState,
    Tally,
    Team,
    Vote,
    Withdraw,
)
from voice_judge.table.records import (
    EventRecord,
    HeardRecord,
    InputRecord,
    NotRecognizedRecord,
    PromptRecord,
    Record,
    RefusedRecord,
    RetractedRecord,
    SaidRecord,
)

SPEECH = TableState(
    phase=Phase.DAY,
    stage=Stage.SPEECH,
    day=1,
    floor=Floor(3, SpeechKind.SPEECH),
    clock=Clock(60.0, 60.0, since=100.0),
    fouls=((4, 2),),
)
SECRETS = JudgeState(Roles(7, (8, 9), 10), shots=(Shot(7, 3), Shot(8, None)), checked=(Checker.DON,))
QUIET = Sound(Listening.ON)


def night(step: Step, number: int = 1) -> TableState:
    return TableState(phase=Phase.NIGHT, stage=Stage.NIGHT_STEP, night=number, step=step)


def day(stage: Stage) -> TableState:
    phase = {Stage.NO_GAME: Phase.SETUP, Stage.OVER: Phase.OVER, Stage.INTRODUCTION: Phase.INTRODUCTION}
    return TableState(phase=phase.get(stage, Phase.VOTE), stage=stage, day=1)


PADS = [
    (day(Stage.NO_GAME), Pad.NONE),
    (day(Stage.INTRODUCTION), Pad.ROLES),
    (TableState(phase=Phase.NIGHT, stage=Stage.DEALING), Pad.ROLES),
    (night(Step.DON_WAKES, 0), Pad.ROLES),
    (TableState(phase=Phase.NIGHT, stage=Stage.NIGHT_FALLEN, night=1), Pad.SHOT),
    (night(Step.MAFIA_HUNTS), Pad.SHOT),
    (night(Step.MAFIA_LEAVES), Pad.SHOT),
    (night(Step.DON_SEEKS), Pad.DON),
    (night(Step.DON_SLEEPS), Pad.DON),
    (night(Step.SHERIFF_WAKES), Pad.SHERIFF),
    (night(Step.SHERIFF_SLEEPS), Pad.SHERIFF),
    (SPEECH, Pad.SPEECH),
    (day(Stage.CANDIDATE), Pad.VOTES),
    (day(Stage.LAST_CANDIDATE), Pad.VOTES),
    (day(Stage.LIFT), Pad.VOTES),
    (day(Stage.TIE_SPEECH), Pad.SPEECH),
    (day(Stage.OVER), Pad.NONE),
]
_SAMPLE = {
    Pad.ROLES: "1 2 3 4",
    Pad.SHOT: "1 5",
    Pad.DON: "4",
    Pad.SHERIFF: "2",
    Pad.VOTES: "4",
    Pad.SPEECH: "-5",
}
_MEANS = {
    Pad.ROLES: "EnterRoles",
    Pad.SHOT: "Shoot",
    Pad.DON: "Check",
    Pad.SHERIFF: "Check",
    Pad.VOTES: "CountVotes",
    Pad.SPEECH: "withdraw",
}


@pytest.mark.parametrize(("table", "wanted"), PADS)
def test_the_pad_is_what_bare_numbers_mean(table: TableState, wanted: Pad) -> None:
    assert pad(table) is wanted
    assert bool(entry.hint(table)) is bool(wanted)
    if wanted:
        assert _MEANS[wanted] in repr(entry.read_entry(_SAMPLE[wanted], table))


def test_the_clock_is_told_once_and_runs_on_the_page() -> None:
    clock = hall_view(SPEECH, 112.5, paused=False, game=1).clock
    assert clock is not None
    assert (clock.length, clock.left, clock.runs) == (60.0, 47.5, True)
    stopped = hall_view(replace(SPEECH, clock=Clock(60.0, 30.0)), 112.5, paused=False, game=1).clock
    assert stopped is not None
    assert (stopped.left, stopped.runs) == (30.0, False)


def test_no_clock_is_told_at_night() -> None:
    assert hall_view(replace(night(Step.MAFIA_HUNTS), clock=Clock(60.0, 5.0)), 1.0, paused=False, game=1).clock is None


def test_the_seats_are_told_with_fouls_and_speaker() -> None:
    view = hall_view(SPEECH, 100.0, paused=False, game=1)
    assert view.speaker == 3
    assert [seat.seat for seat in view.seats if seat.speaks] == [3]
    assert {seat.seat: seat.fouls for seat in view.seats if seat.fouls} == {4: 2}


def test_the_votes_are_told_with_what_is_left() -> None:
    vote = Vote((5, 6, 7), called=6, tallies=(Tally(5, 3, (1, 2, 3)),))
    table = TableState(phase=Phase.VOTE, stage=Stage.CANDIDATE, day=1, vote=vote)
    told = hall_view(table, 1.0, paused=False, game=1)
    assert told.vote is not None
    assert (told.vote.called, told.vote.left) == (6, 7)
    assert told.vote.tallies[0].voters == [1, 2, 3]
    assert told.nominees == [5, 6, 7]


def test_the_hall_has_no_field_of_the_judges() -> None:
    assert set(JudgeView.model_fields) - set(HallView.model_fields) == {
        *("turn", "next_step", "pad", "hint", "heard", "answer", "notice", "trouble", "listening"),
        *("recording", "music", "correction", "secret"),
    }


def test_the_judge_is_told_all() -> None:
    checks = [Checked(Checker.DON, 10, True)]
    secret = judge_view(View(night(Step.MAFIA_HUNTS), SECRETS, 1.0, QUIET, entered="стреляет 7: 3"), checks).secret
    assert secret.model_dump() == {
        "roles": {"don": 7, "mafia": [8, 9], "sheriff": 10},
        "black": [7, 8, 9],
        "agreed": [],
        "shots": [{"shooter": 7, "target": 3}, {"shooter": 8, "target": None}],
        "checks": [{"checker": "don", "seat": 10, "found": True}],
        "entered": "стреляет 7: 3",
        "decided": "",
    }


def test_the_dead_do_not_shoot() -> None:
    table = replace(night(Step.MAFIA_HUNTS), alive=(1, 2, 3, 4, 5, 6, 8, 10))
    assert judge_view(View(table, SECRETS, 1.0, QUIET), []).secret.black == [8]


def test_what_is_decided_is_told_before_the_table_knows() -> None:
    decided = replace(SECRETS, decided=Team.BLACK, is_decided=True)
    assert "чёрных" in judge_view(View(SPEECH, decided, 1.0, QUIET), []).secret.decided


CORRECTABLE = [
    (Nominate(1, (5,)), {"number": 5, "words": "выставлен 5"}),
    (Withdraw(1, 5), {"number": 5, "words": "отозван 5"}),
    (CountVotes(4), {"number": 4, "words": "голосов: 4"}),
    (CountVotes(2, (1, 6)), None),
    (Nominate(1, (5, 6)), None),
    (None, None),
]


@pytest.mark.parametrize(("command", "told"), CORRECTABLE)
def test_what_can_be_corrected_in_one_tap(command: Nominate | Withdraw | CountVotes | None, told: object) -> None:
    correction = judge_view(View(SPEECH, SECRETS, 1.0, QUIET, correctable=command), []).correction
    assert (correction.model_dump() if correction else None) == told


LINES: list[tuple[Record, bool, tuple[str, str, bool] | None]] = [
    (
        HeardRecord(1.0, "выставляю пятого", "nominate", {"seat": 5}, 0.9, 0, 1),
        False,
        ("heard", "выставляю пятого", False),
    ),
    (NotRecognizedRecord(1.0, "пятый", "no_match", 0, 1), False, ("talk", "пятый (не формальная фраза)", False)),
    (RetractedRecord(1.0, "отозвано", "undo"), False, ("retracted", "отозвано", False)),
    (SaidRecord(1.0, "Принято", 1.0), True, ("said", "Принято", False)),
    (InputRecord(1.0, "/shot 1 5"), False, ("input", "/shot 1 5", True)),
    (EventRecord(1.0, Checked(Checker.DON, 4, True)), True, ("event", "дон проверяет 4: шериф", True)),
    (RefusedRecord(1.0, "Shoot", "not_black", "Игрок 5 не чёрный"), False, ("refused", "Игрок 5 не чёрный", True)),
    (RefusedRecord(1.0, "Nominate", "dead", "Игрока нет"), False, ("refused", "Игрока нет", False)),
    (RefusedRecord(1.0, "Nominate", "dead", "Игрока нет"), True, ("refused", "Игрока нет", True)),
    (PromptRecord(1.0, "Номер?"), False, ("prompt", "Номер?", False)),
    (PromptRecord(1.0, "Здесь вводят: кто и в кого"), True, ("prompt", "Здесь вводят: кто и в кого", True)),
    (PromptRecord(1.0, "Выстрел в своего", secret=True), False, ("prompt", "Выстрел в своего", True)),
]


@pytest.mark.parametrize(("record", "dark", "told"), LINES)
def test_the_log(record: Record, dark: bool, told: tuple[str, str, bool] | None) -> None:
    line = log_line(record, dark=dark)
    assert (line and (line.kind, line.text, line.secret)) == told


def test_a_whole_games_records_are_worded() -> None:
    live = Live()
    live.type("/start", "1 2 3 4", "/next")
    live.wait(60.0)
    live.type("/next", "/nominate 5", "/next", "/end red причина")
    lines = [line for record in live.records if (line := log_line(record, dark=False))]
    assert len(lines) > 15
    assert all(isinstance(line, LogLine) and line.text and not line.text.startswith(" ") for line in lines)
    for view in live.screen.views:
        told = judge_view(view, [])
        assert json.loads(told.model_dump_json())["stage"]
