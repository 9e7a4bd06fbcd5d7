"""Non-interference: games that differ only in roles, missed shots or checks look the same to the table.

At least 2,000 random pairs in a run. The same test finds every planted leak.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.rules.pairs import LeakError, Pair
from voice_judge.rules import (
    Accepted,
    Command,
    FloorGiven,
    GameState,
    NightResult,
    Nominated,
    Outcome,
    RulesProfile,
    ScriptStep,
    SecretsUndone,
    Step,
    Undone,
    decide,
)

SHARDS = 10
PAIRS_IN_SHARD = 200


@pytest.mark.parametrize("shard", range(SHARDS))
def test_pairs_look_the_same(shard: int) -> None:
    nights = kills = 0
    for number in range(PAIRS_IN_SHARD):
        pair = Pair(shard * PAIRS_IN_SHARD + number)
        pair.play()
        nights, kills = nights + pair.nights, kills + pair.kills
    assert nights >= PAIRS_IN_SHARD / 2  # the pairs do get as far as secrets go
    assert kills >= PAIRS_IN_SHARD / 10


# --- planted leaks ---------------------------------------------------------------------------------------------

Mutant = Callable[[GameState, Command, Outcome], Outcome]


def dead_don_is_hurried(state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    roles = state.judge.roles
    if roles is None or roles.don in state.table.alive:
        return outcome
    return _changed(outcome, lambda e: replace(e, seconds=3.0) if e == ScriptStep(Step.DON_SEEKS, None) else e)


def hunt_is_shorter_for_fewer(state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    roles = state.judge.roles
    black = len(set(roles.black) & set(state.table.alive)) if roles else 3
    hunt = Step.MAFIA_HUNTS
    return _changed(
        outcome, lambda e: replace(e, seconds=20.0 * black) if isinstance(e, ScriptStep) and e.step is hunt else e
    )


def sheriff_speaks_longer(state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    roles = state.judge.roles
    return _changed(
        outcome,
        lambda e: replace(e, seconds=61.0) if roles and isinstance(e, FloorGiven) and e.seat == roles.sheriff else e,
    )


def secret_undo_is_told(_state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    return _changed(outcome, lambda e: Undone(e.steps) if isinstance(e, SecretsUndone) else e)


def black_is_nominated_silently(state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    roles = state.judge.roles
    if roles is None or not isinstance(outcome, Accepted):
        return outcome
    kept = tuple(e for e in outcome.events if not (isinstance(e, Nominated) and e.seat in roles.black))
    return Accepted(kept)


def miss_without_shots_is_another_night(state: GameState, _command: Command, outcome: Outcome) -> Outcome:
    shots = len(state.judge.shots)
    return _changed(outcome, lambda e: replace(e, night=shots) if isinstance(e, NightResult) else e)


MUTANTS: list[Mutant] = [
    dead_don_is_hurried,
    hunt_is_shorter_for_fewer,
    sheriff_speaks_longer,
    secret_undo_is_told,
    black_is_nominated_silently,
    miss_without_shots_is_another_night,
]


def _changed(outcome: Outcome, change: Callable[..., object]) -> Outcome:
    if not isinstance(outcome, Accepted):
        return outcome
    return Accepted(tuple(change(event) for event in outcome.events))  # type: ignore[misc]


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant.__name__ for mutant in MUTANTS])
def test_a_planted_leak_is_found(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(state: GameState, command: Command, at: float, profile: RulesProfile) -> Outcome:
        return mutant(state, command, decide(state, command, at, profile))

    monkeypatch.setattr("voice_judge.rules.game.decide", leaking)
    with pytest.raises(LeakError):
        play_a_shard()


def play_a_shard() -> None:
    for seed in range(PAIRS_IN_SHARD):
        Pair(seed).play()
