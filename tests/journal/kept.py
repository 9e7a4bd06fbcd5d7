"""Games to be kept, and how they look when they are."""

import random
from collections.abc import Iterable, Sequence
from functools import cache

from tests.journal.crash_child import announcer
from tests.journal.script import step
from tests.rules.random_play import legal
from voice_judge.journal import Entry, MemoryJournal, Origin
from voice_judge.rules import FEDERATION, ClockStarted, ClockStopped, Event, Game, Recorded, StartGame
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.moderator import Moderator

PLACE = Origin("voice", "я выставляю игрока номер пять", 0.87, 1.25, 2.5)


def played(seed: int, commands: int = 60) -> Game:
    """A game of random commands, each some seconds after the one before."""
    rng, game, at = random.Random(seed), Game(FEDERATION), 0.0
    game.handle(StartGame(names=tuple(f"Игрок {seat}" for seat in range(1, 11))))
    for _ in range(commands):
        at += rng.random() * 5
        game.handle(legal(rng, game.state, game.profile), at)
    return game


def entries_of(game: Game, origin: Origin = PLACE) -> list[Entry]:
    """The game's log, all from one origin."""
    return [Entry(record, origin) for record in game.events]


def commands_of(entries: Sequence[Entry]) -> list[list[Entry]]:
    """The entries, command by command."""
    found: dict[int, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry.record.command, []).append(entry)
    return list(found.values())


def records(entries: Iterable[Entry]) -> list[Recorded]:
    return [entry.record for entry in entries]


def course(entries: Iterable[Entry]) -> list[Event]:
    """The game as the protocol tells it: everything but when the speech clock ran, for that stands after a crash."""
    return [record.event for record in records(entries) if not isinstance(record.event, ClockStarted | ClockStopped)]


@cache
def undisturbed() -> list[Event]:
    """The course of the scripted game when nothing happens to it."""
    journal = MemoryJournal()
    moderator = Moderator(Game(FEDERATION), announcer(), SilentVoice(), journal, lambda _record: None)
    while step(moderator):
        pass
    return course(journal.entries)
