"""Random games with random legal and illegal commands: at least 5,000 in a run, shared out in shards.

Hypothesis draws the profile, the moves between bursts, and the seeds of the bursts; inside a burst a seeded generator
chooses commands, since drawing every slot would make a game ten times as slow. What must hold is in invariants.py.
"""

import random
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tests.rules.invariants import Watched
from tests.rules.random_play import legal, random_profile, wild
from voice_judge.rules import DealRoles, Stage, StartGame, Undo

SHARDS = 10
GAMES_IN_SHARD = 500
seeds = st.integers(0, 2**32 - 1)


class RandomGame(RuleBasedStateMachine):
    """One game. Every command goes through `Watched`, which checks all invariants."""

    played: ClassVar[int] = 0

    @initialize(seed=seeds, first_day=st.booleans(), with_roles=st.booleans())
    def start(self, seed: int, first_day: bool, with_roles: bool) -> None:
        RandomGame.played += 1
        self.at = 0.0
        self.watched = Watched(random_profile(random.Random(seed)))
        self._handle_start(first_day, with_roles, seed)

    def _handle_start(self, first_day: bool, with_roles: bool, seed: int) -> None:
        self.watched.handle(StartGame(first_day=first_day), self.at)
        if with_roles:
            self.watched.handle(DealRoles(seed), self.at)

    @rule(seed=seeds)
    def players_and_judge_go_on(self, seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(35):
            if self.watched.game.table.stage is Stage.OVER:
                return
            self.at += rng.choice((0.0, 1.0, 7.5, 40.0))
            self.watched.handle(legal(rng, self.watched.game.state, self.watched.game.profile), self.at)

    @rule(seed=seeds)
    def anybody_says_anything(self, seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(6):
            self.watched.handle(wild(rng), self.at)

    @rule(steps=st.integers(-1, 30))
    def judge_takes_back(self, steps: int) -> None:
        self.watched.handle(Undo(steps), self.at)

    def teardown(self) -> None:
        self.watched.check_log()


@pytest.mark.parametrize("shard", range(SHARDS))
def test_random_games(shard: int) -> None:
    before = RandomGame.played
    run_state_machine_as_test(
        RandomGame,
        settings=settings(
            max_examples=GAMES_IN_SHARD,
            stateful_step_count=12,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert RandomGame.played - before >= GAMES_IN_SHARD, shard
