"""Which phrases can be meant now: who has the floor, what the rules wait for."""

import pytest

from voice_judge.grammar.intent import Intent, SlotValue
from voice_judge.rules import CountVotes, EndSpeech, Game, Nominate, Proceed, RulesProfile, Stage, StartGame
from voice_judge.table.gating import Gate, everything, gate

JUDGE = ("undo", "confirm", "repeat", "pause", "resume", "time_left", "who_speaks", "night_falls", "call_candidate")
PLAYER = ("nominate", "withdraw", "ask_nominated", "end_speech", "pass")
COUNTING = ("votes", "thanks")


def phrase(name: str, **slots: SlotValue) -> Intent:
    return Intent(name, name, 0, 1, slots)


def at(stage: Stage) -> Gate:
    """The gate of the first day at this stage: two players are nominated."""
    game = Game(RulesProfile())
    game.handle(StartGame(first_day=True), 0.0)
    nominations = {1: 5, 2: 6}
    while game.table.stage is not stage:
        floor = game.table.floor
        if floor is None:
            game.handle(Proceed() if game.table.stage is not Stage.CANDIDATE else CountVotes(2), 0.0)
            continue
        if floor.seat in nominations:
            game.handle(Nominate(floor.seat, (nominations.pop(floor.seat),)), 0.0)
        game.handle(EndSpeech(floor.seat), 0.0)
    return gate(game.table, game.expected())


@pytest.mark.parametrize(
    ("stage", "allowed", "kept_out"),
    [
        (Stage.SPEECH, PLAYER, COUNTING),
        (Stage.SPEECHES_OVER, (), (*PLAYER, *COUNTING)),
        (Stage.CANDIDATE, COUNTING, PLAYER),
        (Stage.LAST_CANDIDATE, COUNTING, PLAYER),
    ],
)
def test_what_has_room(stage: Stage, allowed: tuple[str, ...], kept_out: tuple[str, ...]) -> None:
    may = at(stage)
    assert {name for name in (*PLAYER, *COUNTING) if may(phrase(name))} == set(allowed)
    assert {name for name in (*PLAYER, *COUNTING) if not may(phrase(name))} == set(kept_out)


@pytest.mark.parametrize("stage", [Stage.SPEECH, Stage.SPEECHES_OVER, Stage.CANDIDATE])
def test_the_judges_own_phrases_always_pass(stage: Stage) -> None:
    assert all(map(at(stage), map(phrase, JUDGE)))


@pytest.mark.parametrize("slots", [{"seat": 5}, {"seat": 1}, {"seat": 2, "also": (3, 4)}])
def test_a_breach_goes_on_to_the_rules_which_refuse_it_visibly(slots: dict[str, SlotValue]) -> None:
    assert at(Stage.SPEECH)(phrase("nominate", **slots))


def test_votes_for_another_candidate_go_on_too() -> None:
    assert at(Stage.CANDIDATE)(phrase("votes", seat=9, votes=3))


def test_before_the_game_no_player_speaks() -> None:
    game = Game(RulesProfile())
    may = gate(game.table, game.expected())
    assert not any(map(may, map(phrase, (*PLAYER, *COUNTING))))
    assert all(map(may, map(phrase, JUDGE)))


def test_without_a_gate_everything_passes() -> None:
    assert all(map(everything, map(phrase, (*PLAYER, *COUNTING, *JUDGE))))
