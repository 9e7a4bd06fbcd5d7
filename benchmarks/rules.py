"""How fast the rules are: commands per second, and what folding a log costs as it grows.

    python benchmarks/rules.py [--events 1000 10000 100000] [--games 200]

The log is a game that never ends (nobody leaves), with nominations, clocks, nights and an undo now and then. It is led
back to its state in three ways, which must agree: folding the events; reading them from JSON lines and folding, as
resuming does; and deciding every command anew, which needs no events at all but all of the rules.
Prints a table; asserts only that the three ways reach the same state, never anything about time.
"""

import argparse
import gc
import json
import random
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial

from voice_judge.rules import (
    AskNominated,
    Command,
    CountVotes,
    DealRoles,
    EndSpeech,
    Game,
    GameState,
    Nominate,
    Phase,
    Proceed,
    Recorded,
    Shoot,
    Stage,
    StartClock,
    StartGame,
    StopClock,
    Undo,
    Withdraw,
    fold,
    record_from_dict,
    record_to_dict,
)

REPEATS = 3

Timed = tuple[float, Command]


# --- what is played --------------------------------------------------------------------------------------------


def next_command(game: Game, rng: random.Random) -> Command:
    """How an ordinary game goes on: everyone speaks and most nominate, votes are counted, the black team shoots."""
    table = game.table
    if table.stage is Stage.SPEECH and table.floor is not None and rng.random() < 0.6:
        speaker = table.floor.seat
        return Nominate(speaker, (rng.choice(table.alive),))
    if table.floor is not None:
        return EndSpeech(table.floor.seat)
    if table.stage in (Stage.CANDIDATE, Stage.LIFT):
        used = sum(tally.votes for tally in table.vote.tallies) if table.vote else 0
        return CountVotes(rng.randint(0, len(table.alive) - used))
    roles = game.judge.roles
    if table.phase is Phase.NIGHT and table.night > 0 and roles is not None:
        fired = {shot.shooter for shot in game.judge.shots}
        waiting = [seat for seat in roles.black if seat in table.alive and seat not in fired]
        if waiting:
            return Shoot(waiting[0], table.alive[0])
    return Proceed()


def ordinary_games(games: int) -> list[float]:
    """Seconds of every command of so many whole games."""
    spent = []
    for seed in range(games):
        rng, game = random.Random(seed), Game()
        game.handle(StartGame())
        game.handle(DealRoles(seed))
        while game.table.stage is not Stage.OVER:
            command = next_command(game, rng)
            started = time.perf_counter()
            game.handle(command)
            spent.append(time.perf_counter() - started)
    return spent


def endless_game() -> Iterator[Command]:
    """A game without roles in which nobody leaves, for ever."""
    yield StartGame(first_day=True)
    opener = 1
    while True:
        for place in range(10):
            seat = (opener + place - 1) % 10 + 1
            yield StartClock()
            yield Nominate(seat, (seat % 10 + 1,))
            yield StopClock()
            yield AskNominated(seat)
            yield Withdraw(seat, seat % 10 + 1)
            if place == 5:
                yield Undo()
                yield Withdraw(seat, seat % 10 + 1)
            yield EndSpeech(seat)
        for _ in range(8):  # no vote, the night and its script, the morning
            yield Proceed()
        opener = opener % 10 + 1


def long_log(events: int) -> tuple[list[Timed], list[Recorded], GameState]:
    """The commands, the log and the state of an endless game of about so many events."""
    game, commands = Game(), []
    known = 0
    for number, command in enumerate(endless_game()):
        commands.append((number * 2.0, command))
        known += len(game.handle(command, number * 2.0).events)
        if known >= events:
            return commands, list(game.events), game.state
    raise AssertionError("an endless game has ended")


# --- three ways to the same state ------------------------------------------------------------------------------


def by_json(lines: list[str]) -> GameState:
    """As resuming does: read each line, then fold."""
    return fold(record_from_dict(json.loads(line)) for line in lines)


def by_commands(commands: list[Timed]) -> GameState:
    """Decide everything anew."""
    game = Game()
    for at, command in commands:
        game.handle(command, at)
    return game.state


def best(way: Callable[[], GameState], wanted: GameState) -> float:
    """The best of a few runs, in seconds, without the garbage collector (as timeit does)."""
    times = []
    for _ in range(REPEATS):
        gc.collect()
        gc.disable()
        started = time.perf_counter()
        found = way()
        times.append(time.perf_counter() - started)
        gc.enable()
        if found != wanted:
            raise AssertionError(f"{way} leads elsewhere")
    return min(times)


def peak_megabytes(way: Callable[[], GameState]) -> float:
    """The most memory the way holds at once, the state it leaves included."""
    tracemalloc.start()
    state = way()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del state
    return peak / 2**20


# --- the tables ------------------------------------------------------------------------------------------------


def report_commands(games: int) -> None:
    """Commands per second in ordinary games."""
    spent = sorted(ordinary_games(games))
    middle, late = statistics.median(spent) * 1e6, spent[int(len(spent) * 0.95)] * 1e6
    print(f"{games} whole games, {len(spent)} commands: {len(spent) / sum(spent):,.0f} commands per second")
    print(f"one command: median {middle:.0f} us, 95th percentile {late:.0f} us, slowest {spent[-1] * 1e3:.1f} ms")


def report_fold(sizes: list[int]) -> None:
    """The three ways side by side, per event, and how they grow."""
    titles = ("fold", "JSON and fold", "all commands")
    print(f"\n{'events':>8} {'commands':>9} | {' | '.join(f'{title:>17}' for title in titles)} | {'peak':>8}")
    for size in sizes:
        commands, records, state = long_log(size)
        lines = [json.dumps(record_to_dict(record)) for record in records]
        ways: list[Callable[[], GameState]] = [
            partial(fold, records),
            partial(by_json, lines),
            partial(by_commands, commands),
        ]
        times = [best(way, state) for way in ways]
        cells = [f"{seconds:7.3f} s {seconds / len(records) * 1e6:4.1f} us" for seconds in times]
        print(f"{len(records):>8} {len(commands):>9} | {' | '.join(cells)} | {peak_megabytes(ways[0]):5.1f} MB")
    print("us: per event. About the same from line to line means linear; undo is in the log and included")


def main() -> int:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--events", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    report_commands(max(1, options.games))
    report_fold([max(1, size) for size in options.events])
    return 0


if __name__ == "__main__":
    sys.exit(main())
