"""The invariants of the random games do fail: each planted fault is found within a few hundred games."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.rules.invariants import Watched
from tests.rules.random_play import legal, random_profile, wild
from voice_judge.rules import (
    ALL_SEATS,
    Accepted,
    Check,
    Command,
    CountVotes,
    DealRoles,
    Event,
    FloorGiven,
    GameState,
    Nominated,
    Outcome,
    Refused,
    RulesProfile,
    ShotFired,
    SpeechKind,
    StartGame,
    VotesCounted,
    Withdraw,
    Withdrawn,
    decide,
)

GAMES = 400

Fault = Callable[[GameState, Command, Outcome], Outcome]


def each(outcome: Outcome, change: Callable[[Event], Event]) -> Outcome:
    return Accepted(tuple(change(event) for event in outcome.events)) if isinstance(outcome, Accepted) else outcome


def a_vote_is_lost(_state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    return each(outcome, lambda e: replace(e, votes=e.votes - 1) if isinstance(e, VotesCounted) and e.votes > 3 else e)


def the_dead_vote(_state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    return each(
        outcome, lambda e: replace(e, voters=ALL_SEATS[: e.votes]) if isinstance(e, VotesCounted) and e.voters else e
    )


def the_dead_speak(state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    dead = [seat for seat in ALL_SEATS if seat not in state.table.alive]
    return each(
        outcome,
        lambda e: replace(e, seat=dead[0]) if dead and isinstance(e, FloorGiven) and e.kind is SpeechKind.SPEECH else e,
    )


def the_dead_shoot(state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    dead = [seat for seat in ALL_SEATS if seat not in state.table.alive]
    return each(outcome, lambda e: replace(e, shooter=dead[0]) if dead and isinstance(e, ShotFired) else e)


def the_dead_are_checked(state: GameState, command: Command, outcome: Outcome) -> Outcome:
    if isinstance(command, Check) and isinstance(outcome, Refused) and outcome.reason == "not_alive":
        return decide(replace(state, table=replace(state.table, alive=ALL_SEATS)), command, 0.0, OPEN)
    return outcome


def the_unexpected_is_accepted(_state: GameState, command: Command, outcome: Outcome) -> Outcome:
    if isinstance(command, Withdraw) and isinstance(outcome, Refused):
        return Accepted((Withdrawn(command.by, command.seat),))
    return outcome


def a_refusal_moves_the_game(_state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    if isinstance(outcome, Refused) and outcome.reason == "already_nominated":
        return Accepted((Nominated(1, 1),))
    return outcome


def a_made_up_message(_state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    return replace(outcome, message="Нет") if isinstance(outcome, Refused) else outcome


def a_dead_end(_state: GameState, command: Command, outcome: Outcome) -> Outcome:
    return Accepted(outcome.events[:1]) if isinstance(command, CountVotes) and outcome.events else outcome


OPEN = RulesProfile()
FAULTS: list[Fault] = [
    a_vote_is_lost,
    the_dead_vote,
    the_dead_speak,
    the_dead_shoot,
    the_dead_are_checked,
    the_unexpected_is_accepted,
    a_refusal_moves_the_game,
    a_made_up_message,
    a_dead_end,
]


def play(seed: int) -> None:
    rng = random.Random(seed)
    watched = Watched(random_profile(rng))
    watched.handle(StartGame(first_day=True), 0.0)
    watched.handle(DealRoles(seed), 0.0)
    for at in range(150):
        state, profile = watched.game.state, watched.game.profile
        watched.handle(legal(rng, state, profile) if rng.random() < 0.85 else wild(rng), float(at))


def play_all() -> None:
    for seed in range(GAMES):
        play(seed)


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.__name__ for fault in FAULTS])
def test_a_planted_fault_is_found(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(state: GameState, command: Command, at: float, profile: RulesProfile) -> Outcome:
        return fault(state, command, decide(state, command, at, profile))

    monkeypatch.setattr("voice_judge.rules.game.decide", faulty)
    with pytest.raises(AssertionError):
        play_all()


def test_without_a_fault_the_same_games_pass() -> None:
    for seed in range(20):
        play(seed)
