"""What the journal costs as it grows: games in one file, listed, shown, appended to, opened.

    python benchmarks/journal.py [--games 1000 10000] [--folder DIR]

Fills a journal with whole games (each event with what was heard, two notes beside each command), and at each size plays
one more game as a table does: command by command, each durable before the next. Prints tables; asserts only that what
was written can be read, never anything about time. `--folder` says on which disk (default: a temporary folder). Filling
10,000 games takes some minutes.
"""

import argparse
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from pathlib import Path

from voice_judge.journal import Entry, Note, Origin
from voice_judge.journal.database import connect
from voice_judge.journal.health import WHOLE_CHECK_BYTES
from voice_judge.journal.library import GameSummary, StoredGame
from voice_judge.journal.opening import open_library, open_or_save
from voice_judge.journal.sqlite_library import SqliteLibrary, at_path
from voice_judge.rules import (
    Command,
    CountVotes,
    DealRoles,
    EndSpeech,
    Game,
    Nominate,
    Phase,
    Proceed,
    Shoot,
    Stage,
    StartClock,
    StartGame,
    StopClock,
)

DIFFERENT_GAMES = 20
REPEATS = 5
HEARD = "я выставляю игрока номер пять"
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


# --- what is kept ----------------------------------------------------------------------------------------------


def next_command(game: Game, rng: random.Random) -> Command:
    """How an ordinary game goes on: everyone speaks and most nominate, votes are counted, the black team shoots."""
    table, roles = game.table, game.judge.roles
    if table.floor is not None:
        wish = rng.random()
        if table.stage is Stage.SPEECH and wish < 0.8:
            return StartClock() if wish < 0.3 else StopClock() if wish < 0.6 else Nominate(table.floor.seat, (5,))
        return EndSpeech(table.floor.seat)
    if table.stage in (Stage.CANDIDATE, Stage.LIFT):
        used = sum(tally.votes for tally in table.vote.tallies) if table.vote else 0
        return CountVotes(rng.randint(0, len(table.alive) - used))
    if table.phase is Phase.NIGHT and table.night > 0 and roles is not None:
        fired = {shot.shooter for shot in game.judge.shots}
        waiting = [seat for seat in roles.black if seat in table.alive and seat not in fired]
        if waiting:
            return Shoot(waiting[0], table.alive[0])
    return Proceed()


def whole_game(seed: int) -> StoredGame:
    """A game from its start to its end, as the journal keeps it."""
    rng, game, at = random.Random(seed), Game(), 0.0
    game.handle(StartGame(names=tuple(f"Игрок {rng.randrange(1000)}" for _ in range(10))))
    game.handle(DealRoles(seed))
    while game.table.stage is not Stage.OVER:
        at += rng.uniform(1.0, 20.0)
        game.handle(next_command(game, rng), at)
    entries = tuple(Entry(record, Origin("voice", HEARD, 0.9, record.at, record.at)) for record in game.events)
    times = [record.at for record in game.events]
    notes = [Note(at, "heard", {"t": at, "type": "heard", "text": HEARD, "intent": "nominate"}) for at in times]
    said = [Note(at, "said", {"t": at, "type": "said", "text": "Принято", "seconds": 0.84}) for at in times]
    winner = game.table.winner.value if game.table.winner else None
    summary = GameSummary(0, BEGAN, game.table.names, len(entries), True, winner)
    return StoredGame(summary, entries, (*notes, *said), at)


# --- what is measured ------------------------------------------------------------------------------------------


def played(library: SqliteLibrary, game: StoredGame) -> tuple[list[float], list[float]]:
    """Seconds of every append of one game played at a table, and of every pulse."""
    appends, pulses = [], []
    with library.begin() as journal:
        for _, command in groupby(game.entries, key=lambda entry: entry.record.command):
            entries = list(command)
            appends.append(seconds(partial(journal.append, entries)))
            pulses.append(seconds(partial(journal.pulse, entries[0].record.at)))
        number = journal.number
    if library.load(number).entries[-1].record != game.entries[-1].record:
        raise AssertionError("what was kept reads otherwise")
    return appends, pulses


def seconds(action: Callable[[], object]) -> float:
    """How long `action` takes."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def best(action: Callable[[], object]) -> float:
    """The best of a few runs, in seconds."""
    return min(seconds(action) for _ in range(REPEATS))


def unsynced(path: Path) -> sqlite3.Connection:
    """A connection for filling the file, which does not wait for the disk; what is measured does."""
    connection = connect(path, write=True)
    connection.execute("PRAGMA synchronous = OFF")
    return connection


def plain_sync(folder: Path) -> float:
    """Seconds that this disk takes to sync 4 kB, the median: what any durable append costs at least."""
    spent = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(200):
            file.write(bytes(4096))
            spent.append(seconds(partial(os.fsync, file.fileno())))
    (folder / "sync").unlink()
    return statistics.median(spent)


def report(path: Path, sizes: Sequence[int]) -> None:
    """One line for each size of the file."""
    games = [whole_game(seed) for seed in range(DIFFERENT_GAMES)]
    events = statistics.mean(len(game.entries) for game in games)
    print(f"a game: {events:.0f} events, {statistics.mean(len(game.notes) for game in games):.0f} notes")
    print(f"this disk: {plain_sync(path.parent) * 1e3:.2f} ms to sync 4 kB")
    titles = ("games", "file", "append", "95th", "pulse", "list", "show", "open", "open to play")
    print(" | ".join(f"{title:>12}" for title in titles))
    kept = 0
    for size in sizes:
        library, filled = open_library(path), at_path(path, opener=unsynced)
        while kept < size - 1:
            filled.add(games[kept % DIFFERENT_GAMES])
            kept += 1
        appends, pulses = played(library, games[0])
        kept += 1
        appends.sort()
        cells = (
            f"{kept}",
            f"{path.stat().st_size / 2**20:.0f} MB",
            f"{statistics.median(appends) * 1e3:.2f} ms",
            f"{appends[int(len(appends) * 0.95)] * 1e3:.2f} ms",
            f"{statistics.median(pulses) * 1e3:.2f} ms",
            f"{best(library.games) * 1e3:.1f} ms",
            f"{best(partial(library.load, kept // 2 + 1)) * 1e3:.1f} ms",
            f"{best(partial(open_library, path)) * 1e3:.1f} ms",
            f"{best(partial(open_or_save, path)) * 1e3:.1f} ms",
        )
        print(" | ".join(f"{cell:>12}" for cell in cells), flush=True)
        if len(library.games()) != kept:
            raise AssertionError("games are missing")
    print(f"append, pulse: medians of one game's commands; files up to {WHOLE_CHECK_BYTES >> 20} MB are checked whole")


def main() -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, nargs="+", default=[10, 1_000, 10_000])
    parser.add_argument("--folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        report(Path(folder) / "journal.sqlite", sorted(max(2, size) for size in options.games))
    return 0


if __name__ == "__main__":
    sys.exit(main())
