"""Undo: what is a step, what comes back, and what the table hears of it."""

import pytest

from tests.rules.script import Told
from voice_judge.rules import FEDERATION, Clock, Game, Refused, SecretsUndone, Stage, Undone, fold

STEPS = [  # (script, what undo takes back: the state is the one after this script)
    ("day; 1+5", "day"),
    ("day; 1+5; 1-5", "day; 1+5"),
    ("day; pass", "day"),
    ("day; circle 1+5; go", "day; circle 1+5"),
    ("day; circle 1+5 2+6; go; votes 4", "day; circle 1+5 2+6; go"),
    ("day; circle 1+5 2+6; go; votes 5; go", "day; circle 1+5 2+6; go; votes 5"),
    ("day; roles", "day"),
    ("start; roles; go; go", "start; roles; go"),
    ("day; roles; dusk; kill 1", "day; roles; dusk; shot 8 1; shot 9 1; shot 10 1; go*6"),
    ("day; foul 3", "day"),
    ("day; pause; resume", "day; pause"),
    ("day; remove 3; yes", "day; remove 3"),
    ("day; end - сбой", "day"),
]


@pytest.mark.parametrize(("script", "before"), STEPS, ids=[script for script, _ in STEPS])
def test_undo_takes_back_the_last_step(script: str, before: str) -> None:
    told, wanted = Told(Game(FEDERATION)), Told(Game(FEDERATION))
    told.play(script + "; undo")
    wanted.play(before)
    assert told.game.state == wanted.game.state


NO_STEPS = ["clock", "halt", "1?", "1+11", "undo 99", "undo 0", "undo -1"]


@pytest.mark.parametrize("statement", NO_STEPS)
def test_these_are_no_steps(statement: str) -> None:
    told = Told(Game())
    told.play(f"day; clock; 1+5; {statement}")
    assert told.game.state.steps == 2
    told.play("undo")
    assert told.game.table.nominated == ()


def test_the_warning_of_missing_shots_is_no_step() -> None:
    told = Told(Game())
    told.play("day; roles; dusk; shot 8 1; go*6; go")
    assert isinstance(told.last, Refused)
    assert told.game.judge.warned
    told.play("undo")
    assert told.game.table.stage is Stage.NIGHT_STEP
    assert not told.game.judge.warned


def test_the_second_confirmation_passes_and_a_new_shot_asks_again() -> None:
    told = Told(Game())
    told.play("day; roles; dusk; go*6; go; shot 8 1; go")
    assert isinstance(told.last, Refused)
    assert told.last.reason == "shots_missing"
    assert "9, 10" in told.last.message
    told.play("go")
    assert told.game.table.day == 2


def test_the_clock_comes_back_stopped_with_its_seconds() -> None:
    told = Told(Game())
    told.play("day; clock; @12; pass; clock; @40; undo")
    assert told.game.table.clock == Clock(length=60.0, left=48.0)


def test_seconds_are_those_of_the_undone_command_not_of_the_undo() -> None:
    told = Told(Game())
    told.play("day; clock; @10; 1+5; @30; undo")
    assert told.game.table.clock == Clock(length=60.0, left=50.0)


def test_any_number_of_steps_back_to_the_empty_table() -> None:
    told = Told(Game())
    told.play("start; roles; go; dawn; circle 1+5 2+6; go; votes 10; go; pass; go; miss")
    told.play(f"undo {told.game.state.steps}")
    assert told.game.state == Game().state
    assert told.game.table.stage is Stage.NO_GAME


def test_undo_twice_goes_two_steps_back() -> None:
    once, twice = Told(Game()), Told(Game())
    once.play("day; pass; pass; pass; undo 2")
    twice.play("day; pass; pass; pass; undo; undo")
    assert once.game.state == twice.game.state


def test_more_steps_than_there_are() -> None:
    told = Told(Game())
    told.play("day; undo 2")
    assert isinstance(told.last, Refused)
    assert told.last.reason == "nothing_to_undo"


HEARD = [  # (script, what the log says of the undo)
    ("day; 1+5; undo", (Undone(1),)),
    ("day; roles; dusk; shot 8 1; undo", (SecretsUndone(1),)),
    ("day; roles; dusk; shot 8 1; check don 7; undo 2", (SecretsUndone(2),)),
    ("day; roles; dusk; shot 8 1; go; undo", (Undone(1),)),
    ("day; roles; dusk; shot 8 1; go; undo 2", (Undone(1), SecretsUndone(1))),
    ("day; roles; dusk; go; shot 8 1; undo 2", (Undone(1),)),
    ("day; roles; dusk; go; shot 8 1; shot 9 1; go; undo 4", (Undone(2),)),
]


@pytest.mark.parametrize(("script", "heard"), HEARD, ids=[script for script, _ in HEARD])
def test_the_table_does_not_hear_how_many_secrets_were_undone(script: str, heard: tuple[object, ...]) -> None:
    told = Told(Game())
    told.play(script.rpartition(";")[0])
    assert told.play(script.rpartition(";")[2]) == heard
    assert fold(told.game.events) == told.game.state


BENEATH = [  # (script, the same without the entry: undo takes it from under the script's steps)
    ("day; roles; dusk; shot 8 1; go; undo 1 1", "day; roles; dusk; go"),
    ("day; roles; dusk; shot 8 1; go; go; undo 1 2", "day; roles; dusk; go; go"),
    ("day; roles; dusk; shot 8 1; shot 9 1; go; undo 2 1", "day; roles; dusk; go"),
    ("day; roles; dusk; shot 8 1; shot 9 1; go; undo 1 1", "day; roles; dusk; shot 8 1; go"),
    ("day; roles; dusk; go; check don 7; go; undo 1 1; undo", "day; roles; dusk; go"),
    ("start; go; roles; go; undo 1 1", None),
    ("day; roles; dusk; shot 8 1; go; undo 1 1; shot 8 2", "day; roles; dusk; go; shot 8 2"),
]


@pytest.mark.parametrize(("script", "without"), BENEATH, ids=[script for script, _ in BENEATH])
def test_a_mistyped_entry_is_taken_back_from_under_the_script(script: str, without: str | None) -> None:
    told = Told(Game())
    told.play(script)
    assert fold(told.game.events) == told.game.state
    if without is None:
        assert told.game.judge.roles is None
        assert told.game.table.stage is Stage.NIGHT_STEP
        return
    wanted = Told(Game())
    wanted.play(without)
    assert (told.game.state, told.game.state.steps) == (wanted.game.state, wanted.game.state.steps)
    past, other = told.game.state.past, wanted.game.state.past
    while past and other:  # and every way back is the same
        assert (past.secret, past.state) == (other.secret, other.state)
        past, other = past.state.past, other.state.past
    assert past is other is None


NOT_BENEATH = [  # nothing public may be taken back this way, nor anything of another night
    "day; roles; dusk; go; go; undo 1 1",
    "day; roles; dusk; shot 8 1; go; undo 2 1",
    "day; roles; dusk; shot 8 1; undo 1 1",
    "day; roles; dusk; undo 1 1",
    "day; roles; pass; undo 1 1",
    "day; roles; dusk; shot 8 1; go; undo 1 -1",
    "day; roles; dusk; kill 1; undo 1 1",
]


@pytest.mark.parametrize("script", NOT_BENEATH)
def test_only_entries_of_this_night_lie_beneath_the_script(script: str) -> None:
    told = Told(Game())
    told.play(script)
    assert isinstance(told.last, Refused)
    assert told.last.reason == "nothing_to_undo"


def test_the_log_only_grows() -> None:
    told = Told(Game())
    told.play("day; 1+5; undo; 1+6")
    assert [type(record.event).__name__ for record in told.game.events][-3:] == ["Nominated", "Undone", "Nominated"]


def test_a_rebuilt_game_undoes_as_the_first_one() -> None:
    told = Told(Game())
    told.play("day; clock; @20; 1+5; pass; 2+6; undo; pass")
    rebuilt = Told(Game.rebuild(told.game.events))
    told.play("undo 2")
    rebuilt.play("undo 2")
    assert rebuilt.game.state == told.game.state
    assert rebuilt.game.events[-1].event == told.game.events[-1].event
