"""The process is killed at any moment: every answer that the table heard is in the journal, and the game goes on."""

import multiprocessing
import random
import time
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerContext
from pathlib import Path

from tests.journal import crash_child
from tests.journal.kept import course, undisturbed
from voice_judge.journal import Entry
from voice_judge.journal.library import StoredGame
from voice_judge.journal.opening import open_library
from voice_judge.rules import Game

KILLS = 200
LONGEST_LIFE = 0.15  # seconds; a whole game takes several lives
AT_START = 0.2  # the share of kills that may come while the journal is still being opened

Heard = tuple[int, dict[str, object], int]
"""An answer as the table heard it: the game's number, the line of `--json`, and how many events there were by then."""


@dataclass
class Figures:
    """What the test has seen."""

    kills: int = 0
    answers: int = 0
    finished: int = 0
    at_work: int = 0  # kills of a process that had already spoken
    moments: set[int] = field(default_factory=set)  # after how many events of a game

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.at_work} of them after an answer, at {len(self.moments)} places of the game; "
            f"{self.finished} games played to their end, {self.answers} answers heard by the table: all in the journal"
        )


def live(context: ForkServerContext, path: Path, rng: random.Random | None) -> tuple[list[Heard], bool]:
    """Let a process play for a while, without `rng` to the end; what the table heard, and whether it was killed."""
    heard: list[Heard] = []
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=crash_child.play_on, args=(path, there))
    child.start()
    there.close()
    if rng is None or rng.random() > AT_START:
        here.poll(60)  # until the table hears something
    child.join(rng.uniform(0, LONGEST_LIFE) if rng else 120)
    killed = child.is_alive()
    child.kill()
    child.join()
    try:
        while True:
            heard.append(here.recv())
    except (EOFError, OSError):
        here.close()
    assert killed or child.exitcode == 0
    return heard, killed


def check(heard: list[Heard], stored: StoredGame, before: tuple[Entry, ...]) -> None:
    """Nothing that the table heard is missing, and nothing kept has changed."""
    assert stored.warning == ""
    assert stored.entries[: len(before)] == before
    said = [note.body for note in stored.notes if note.kind == "said"]
    for _game, line, events in heard:
        assert line in said
        assert events <= len(stored.entries)
    Game.rebuild([entry.record for entry in stored.entries])


def test_killed_at_random_moments(tmp_path: Path) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", "tests.journal.crash_child"])
    path, rng, figures, wanted = tmp_path / "journal.sqlite", random.Random(200), Figures(), undisturbed()
    before: dict[int, tuple[Entry, ...]] = {}
    began = time.monotonic()
    killed = True
    while killed or figures.kills < KILLS:
        heard, killed = live(context, path, rng if figures.kills < KILLS else None)
        library = open_library(path)
        for game in {game for game, _line, _events in heard}:
            stored = library.load(game)
            check(heard, stored, before.get(game, ()))
            before[game] = stored.entries
            figures.moments.add(len(stored.entries))
        figures.kills += killed
        figures.at_work += killed and bool(heard)
        figures.answers += len(heard)
    finished = [game.number for game in open_library(path).games() if game.finished]
    for game in finished:
        assert course(open_library(path).load(game).entries) == wanted
    figures.finished = len(finished)
    print(f"\n{figures}; {time.monotonic() - began:.0f} s")
    assert figures.finished > 0
    assert figures.at_work > KILLS // 2
