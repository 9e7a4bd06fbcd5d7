"""Stored games: told by a script (tests/rules/script.py), or played at random."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime

from tests.rules.random_play import legal
from tests.rules.script import NAMES, Told
from voice_judge.journal import Entry, Note, Origin
from voice_judge.journal.library import StoredGame
from voice_judge.journal.protocol import GameProtocol, as_stored, protocol_of
from voice_judge.rules import (
    FEDERATION,
    Command,
    DealRoles,
    DeclareTeamLoss,
    EndGame,
    Game,
    JudgeEvent,
    Outcome,
    Phase,
    RulesProfile,
    StartClock,
    StartGame,
)

BEGAN = datetime(2026, 11, 30, 16, 5, tzinfo=UTC)
STEP = 5.0
"""Seconds of the audio clock between the commands of a story."""

VOTED_OUT = "start; roles; go; dawn; circle 1+5 2+6; go; votes 8; go"
"""Seat 5 is voted out on the first day, and speaks the last word."""

TWO_DAYS = f"{VOTED_OUT}; stop; go; kill 6; stop; foul 3; circle 3+7 4+8; go; hands 1,2,3; go; stop"
"""Then seat 6 is shot, seat 3 gets a foul, and seat 8 is voted out; with roles 8 (don), 9, 10, 7 (sheriff)."""


class KeptGame(Game):
    """A game that keeps every entry with its origin, and lets the clock run by itself."""

    def __init__(self, profile: RulesProfile, names: Sequence[str] | None) -> None:
        super().__init__(profile)
        self.entries: list[Entry] = []
        self.clock = 0.0
        self._given = names

    def handle(self, command: Command, at: float = 0.0) -> Outcome:
        if isinstance(command, StartGame) and self._given is not None:
            command = StartGame(tuple(self._given), None, command.first_day)
        self.clock = max(at, self.clock + STEP)
        return self.keep(command, self._origin(command))

    def keep(self, command: Command, origin: Origin) -> Outcome:
        known = len(self.events)
        outcome = super().handle(command, self.clock)
        secret = any(isinstance(record.event, JudgeEvent) for record in self.events_since(known))
        kept = Origin("silent", f"тайный ввод {command}") if secret else origin
        self.entries += [Entry(record, kept) for record in self.events_since(known)]
        return outcome

    def _origin(self, command: Command) -> Origin:
        return Origin("voice", f"фраза {type(command).__name__}", 0.9, self.clock - 1, self.clock)


def story(
    script: str,
    *,
    names: Sequence[str] | None = None,
    profile: RulesProfile = FEDERATION,
    notes: Sequence[Note] = (),
) -> StoredGame:
    """The stored game of a script."""
    game = KeptGame(profile, names)
    told = Told(game)
    told.play(script)
    assert not told.refused, told.refused
    return as_stored(game.entries, notes, BEGAN, game.clock)


def protocol(script: str, *, secrets: bool = False) -> GameProtocol:
    """The protocol of a script."""
    return protocol_of(story(script), secrets=secrets)


def random_game(seed: int, *, steps: int = 600, names: Sequence[str] = NAMES[:10]) -> StoredGame:
    """A game of random commands, with its clock run in every speech; mostly whole, some broken off."""
    rng = random.Random(seed)
    game = KeptGame(FEDERATION, None)
    command: Command = StartGame(tuple(names))
    for number in range(steps):
        game.clock = round(game.clock + rng.uniform(0.5, 12), 2)
        game.keep(command, Origin(rng.choice(["voice", "silent", "page", "clock"]), "сказано"))
        if game.table.phase is Phase.OVER:
            break
        command = DealRoles(seed) if number == 0 else _next(rng, game)
    return as_stored(game.entries, (), BEGAN, game.clock)


def _next(rng: random.Random, game: Game) -> Command:
    clock = game.table.clock
    if clock and clock.since is None and clock.left == clock.length:
        return StartClock()
    while isinstance(command := legal(rng, game.state, game.profile), EndGame | DeclareTeamLoss):
        pass
    return command
