"""The shell: it never raises, says why in Russian, tells what may come, and gives its log."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from tests.rules.case import Case
from tests.rules.cases_a_b import A, B
from tests.rules.cases_c_d import C, D
from tests.rules.cases_e import E
from tests.rules.cases_f_g import F, G
from tests.rules.cases_modules import MODULES
from tests.rules.cases_switches import SWITCHES
from tests.rules.random_play import ALL_KINDS
from tests.rules.script import Told
from voice_judge.rules import (
    FEDERATION,
    MESSAGES,
    OFFICIAL,
    AskNominated,
    Check,
    Command,
    CountVotes,
    EndSpeech,
    EnterRoles,
    Game,
    Nominate,
    Phase,
    Proceed,
    Refused,
    Shoot,
    Stage,
    StartClock,
    StartGame,
    StopClock,
    Undo,
    Withdraw,
)
from voice_judge.rules.codec import COMMANDS
from voice_judge.rules.decide import HANDLERS

OTHERS = [
    Case("-", "4.1", "nominating before the start", "", "1+5", "no_game"),
    Case("-", "4.1", "confirming before the start", "", "go", "nothing_to_confirm"),
    Case("-", "4.1", "starting twice", "day", "day", "already_started"),
    Case("-", "4.1", "starting a game that is over", "day; end - сбой", "day", "already_started"),
    Case("-", "-", "undo before the start", "", "undo", "nothing_to_undo"),
    Case("-", "4.1.1", "drawing seats without names", "", "draw 7", "bad_seed"),
    Case("-", "4.5.2", "roles are missing for a check", "day; dusk", "check don 1", "roles_missing"),
    Case("-", "-", "a seat a training game does not have", "train 8 day", "1+9", "no_such_seat"),
    Case("-", "-", "a clock where nobody speaks", "day; circle", "clock", "not_now"),
    Case("-", "-", "ending no speech", "day; circle", "stop", "not_now"),
    Case("-", "1.4", "roles entered after the game is over", "day; end - сбой", "roles", "game_over"),
    Case("-", "4.2.2", "an order of shots for seats that are not there", "start; go", "agree 1,11", "no_such_seat"),
]


@pytest.mark.parametrize("case", OTHERS, ids=[case.situation for case in OTHERS])
def test_other_refusals(case: Case) -> None:
    case.run()


def test_every_reason_has_a_case_and_every_case_a_known_reason() -> None:
    cases = [*A, *B, *C, *D, *E, *F, *G, *MODULES, *SWITCHES, *OTHERS]
    seen = {case.then for case in cases if isinstance(case.then, str)}
    assert seen | {"bad_command", "shots_missing"} == set(MESSAGES)  # these two: below, and in test_undo.py


def test_every_message_is_a_russian_sentence() -> None:
    for reason, message in MESSAGES.items():
        assert reason == reason.lower()
        assert message[0].isupper()
        assert message.endswith(".")
        assert not set("abcdefghijklmnopqrstuvwxyz") & set(message.lower())


WHICH_COUNT = [  # A2: the refusal says what is off
    ("roles 8 9 7", "Мафий названо: 1"),
    ("roles 8 9,10,1 7", "Мафий названо: 3"),
    ("roles 8 9,10 8", "Две роли у одного игрока: 8"),
    ("roles 0 9,11 7", "Нет такого места: 0, 11"),
]


@pytest.mark.parametrize(("script", "told"), WHICH_COUNT, ids=[script for script, _ in WHICH_COUNT])
def test_bad_roles_say_what_is_off(script: str, told: str) -> None:
    game = Told(Game())
    game.play(f"start; go; {script}")
    assert isinstance(game.last, Refused)
    assert told in game.last.message


MALFORMED: list[Any] = [
    Nominate(by=1, seats=cast(Any, None)),
    Nominate(by=cast(Any, "1"), seats=(5,)),
    Nominate(by=True, seats=(5,)),
    Nominate(by=1, seats=cast(Any, [5])),
    Nominate(by=1, seats=(cast(Any, 5.0),)),
    Withdraw(by=1, seat=cast(Any, None)),
    CountVotes(count=cast(Any, 2.5)),
    CountVotes(count=1, voters=cast(Any, 3)),
    EndSpeech(by=cast(Any, "первый")),
    Check(checker=cast(Any, "don"), seat=1),
    Shoot(shooter=cast(Any, None), target=1),
    EnterRoles(don=1, mafia=cast(Any, 2), sheriff=3),
    StartGame(names=cast(Any, "Анна")),
    StartGame(seed=cast(Any, "семь")),
    Undo(steps=cast(Any, "два")),
    Command(),
    None,
    "выставляю",
    42,
]


@pytest.mark.parametrize("command", MALFORMED, ids=repr)
def test_a_malformed_command_is_refused(command: Any) -> None:
    game = Game()
    if not isinstance(command, StartGame):
        game.handle(StartGame(first_day=True))
    outcome = game.handle(command)
    assert isinstance(outcome, Refused)
    assert outcome.reason == "bad_command"


@pytest.mark.parametrize("at", [-5.0, 0.0, 1e12, float("inf"), float("nan")])
def test_any_time_is_survived(at: float) -> None:
    told = Told(Game())
    told.play("day; clock")
    for command in (Nominate(1, (5,)), StopClock(), StartClock(), EndSpeech(1), Undo()):
        told.game.handle(command, at)
    assert told.game.table.stage is Stage.SPEECH


def test_every_command_has_a_handler() -> None:
    assert set(HANDLERS) == set(ALL_KINDS) == set(COMMANDS.values())


# --- what may come now -----------------------------------------------------------------------------------------

EXPECTED = [  # (script, what may come besides Undo, EndGame and the roles)
    ("", {"StartGame"}),
    ("start; roles", {"Proceed"}),
    ("start; roles; go", {"Proceed", "AgreeShots"}),
    ("start; roles; go; go", {"Proceed", "AgreeShots"}),
    ("day; roles", {"Nominate", "Withdraw", "AskNominated", "EndSpeech", "StartClock", "StopClock"}),
    ("day; roles; circle", {"Proceed"}),
    ("day; roles; dusk", {"Proceed", "Shoot", "Check", "AgreeShots"}),
    ("day; roles; dusk; kill 1", {"EndSpeech", "StartClock", "StopClock"}),
    ("day; roles; circle 1+5 2+6; go", {"CountVotes"}),
    ("day; roles; circle 1+5 2+6; go; votes 5", {"CountVotes", "Proceed"}),
    ("day; roles; circle 1+5 2+6; go; votes 5; go", {"EndSpeech", "StartClock", "StopClock"}),
    ("day; roles; circle 1+5 2+6; go; votes 5; go; pass*2", {"Proceed"}),
    ("day; roles; circle 1+5 2+6; go; votes 5; go; pass*2; go; votes 5; go", {"CountVotes"}),
    ("day; roles; circle 1+5 2+6; go; votes 10; go; pass", {"Proceed"}),
]


@pytest.mark.parametrize(("script", "names"), EXPECTED, ids=[script for script, _ in EXPECTED])
def test_expected(script: str, names: set[str]) -> None:
    told = Told(Game())
    told.play(script)
    assert {kind.__name__ for kind in told.game.expected().types} - {"Undo", "EndGame"} == names


def test_who_may_say_what() -> None:
    told = Told(Game())
    told.play("day; pass")
    expected = told.game.expected()
    assert expected.of_seat(2) == {Nominate, Withdraw, AskNominated, EndSpeech}
    assert expected.of_seat(1) == frozenset()
    assert Nominate not in expected.judge_only
    assert {Undo, StartClock, EnterRoles} <= expected.judge_only
    assert expected.allows(EndSpeech())
    assert expected.allows(EndSpeech(2))
    assert not expected.allows(EndSpeech(1))
    assert not expected.allows(Nominate(1, (5,)))
    assert not expected.allows(Proceed())


def test_what_is_secret() -> None:
    told = Told(Game())
    told.play("day; roles; dusk")
    secret = {item.command.__name__ for item in told.game.expected().items if item.secret}
    assert secret == {"AgreeShots", "Shoot", "Check"}
    assert Shoot not in told.game.expected().public.types


# --- the log ---------------------------------------------------------------------------------------------------


def test_events_since() -> None:
    told = Told(Game())
    told.play("day")
    known = len(told.game.events)
    told.play("1+5; pass")
    assert [record.number for record in told.game.events_since(known)] == [known + 1, known + 2, known + 3]
    assert told.game.events_since(0) == told.game.events


def test_a_refusal_leaves_no_trace() -> None:
    told = Told(Game())
    told.play("day")
    before = told.game.events
    told.play("2+5; go; votes 3")
    assert told.game.events == before


@pytest.mark.parametrize("profile", [OFFICIAL, FEDERATION, replace(OFFICIAL, name="клуб", tie_seconds=20.0)])
def test_rebuilding_finds_the_profile_in_the_log(profile: Any) -> None:
    told = Told(Game(profile))
    told.play("start; roles; go; dawn; circle 1+5 2+6; go; votes 5; go; pass*2")
    rebuilt = Game.rebuild(told.game.events)
    assert rebuilt.state == told.game.state
    assert rebuilt.profile == profile
    assert rebuilt.events == told.game.events


def test_rebuilding_nothing() -> None:
    assert Game.rebuild(()).state == Game().state


# --- roles that come late --------------------------------------------------------------------------------------


def test_late_roles_may_show_that_the_game_is_decided() -> None:
    told = Told(Game())
    told.play("day; voted 8; go; dawn; voted 9; go; dawn; voted 10; go; dawn")
    assert told.game.table.phase is Phase.DAY
    told.play("roles")
    assert told.game.table.winner == "red"


def test_late_roles_during_a_last_word_let_it_end_first() -> None:
    told = Told(Game())
    told.play("day; voted 8; go; dawn; voted 9; go; dawn; circle 3+10; go; go; roles")
    assert told.game.table.stage is Stage.LAST_WORD
    told.play("pass")
    assert told.game.table.winner == "red"


# --- the same everywhere ---------------------------------------------------------------------------------------


def test_seats_and_roles_of_a_seed_never_change() -> None:
    told = Told(Game())
    told.play("start seed 2026; deal 2026")
    assert told.game.table.names == tuple(f"Игрок {letter}" for letter in SEATED)
    roles = told.game.judge.roles
    assert roles is not None
    assert (roles.don, roles.mafia, roles.sheriff) == ROLES


SEATED = "ЕГЗВКАЖИДБ"
ROLES = (6, (4, 8), 3)


def test_rules_know_no_clock_no_files_and_no_network() -> None:
    package = Path(__file__).parents[2] / "voice_judge" / "rules"
    for path in package.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        for word in ("import time", "import datetime", "import socket", "import os", "open(", "random.random"):
            assert word not in text, (path.name, word)
