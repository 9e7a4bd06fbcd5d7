"""One process leads a game, others read; whoever resumes it finds it as it was."""

import multiprocessing
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.journal.kept import commands_of, entries_of, played, records
from tests.journal.shelf import finished, keep
from voice_judge.errors import UserError
from voice_judge.journal import Note
from voice_judge.journal.opening import open_library
from voice_judge.journal.sqlite_library import SqliteLibrary, at_path
from voice_judge.rules import EndGame, Game, StartClock, StartGame, Team, Undo

FORKS = multiprocessing.get_context("forkserver")


# --- one process leads, others read ----------------------------------------------------------------------------


def hold(path: Path, number: int, parent: Connection) -> None:
    """Another process: leads a game until it is killed."""
    library = at_path(path)
    journal = library.resume(number)[1] if number else library.begin()
    if not number:
        journal.append(entries_of(played(2)))
    journal.pulse(500.0)
    parent.send((journal.number, os.getpid()))
    signal.pause()


def other_process(path: Path, number: int = 0) -> tuple["multiprocessing.context.ForkServerProcess", int, int]:
    here, there = FORKS.Pipe(duplex=False)
    process = FORKS.Process(target=hold, args=(path, number, there))
    process.start()
    return process, *here.recv()


def test_two_processes_never_lead_one_game(library: SqliteLibrary) -> None:
    keep(library, played(1))
    process, _number, pid = other_process(library.path, 1)
    try:
        told = rf"игру 1 ведёт другой процесс \(voice-judge, номер процесса {pid}, с \d\d:\d\d\); закончите там"
        with pytest.raises(UserError, match=told):
            library.resume(1)
        with pytest.raises(UserError, match=told):
            library.delete(1)
        assert library.unfinished() is None  # it is not offered either
    finally:
        process.kill()
        process.join()
    stored, journal = library.resume(1)  # a killed process lets go at once
    journal.close()
    assert stored.clock == 500.0


def test_a_second_process_reads_and_leads_its_own_game_meanwhile(library: SqliteLibrary) -> None:
    with library.begin() as mine:
        mine.append(entries_of(played(1)))
        process, number, _pid = other_process(library.path)
        try:
            assert [game.number for game in open_library(library.path).games()] == [2, 1]
            assert records(library.load(number).entries) == list(played(2).events)
            mine.note(Note(9.0, "said", {"text": "Принято"}))
            assert library.load(1).notes[0].body == {"text": "Принято"}
        finally:
            process.kill()
            process.join()


def test_one_process_does_not_lead_a_game_twice_either(library: SqliteLibrary) -> None:
    with library.begin() as journal:
        journal.append(entries_of(played(1)))
        with pytest.raises(UserError, match="игру 1 ведёт другой процесс"):
            library.resume(1)
    library.resume(1)[1].close()


# --- resuming --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_any_game_goes_on_in_the_same_state(seed: int, library: SqliteLibrary) -> None:
    game = played(seed, commands=seed * 15)
    keep(library, game)
    stored, journal = library.resume(1)
    again = Game.rebuild(records(stored.entries))
    assert (again.state, again.profile) == (game.state, game.profile)
    for both in (game, again):
        both.handle(Undo(), 900.0)
        both.handle(EndGame(Team.BLACK, "решение судьи"), 901.0)
    with journal:
        for command in commands_of(entries_of(again))[len(commands_of(stored.entries)) :]:
            journal.append(command)
    assert records(library.load(1).entries) == list(game.events)


def test_the_remaining_seconds_go_on(library: SqliteLibrary) -> None:
    game = Game()
    game.handle(StartGame(first_day=True), 1.0)
    game.handle(StartClock(), 3.0)
    with library.begin() as journal:
        for command in commands_of(entries_of(game)):
            journal.append(command)
        for second in range(4, 25):
            journal.pulse(float(second))
    stored = library.load(1)
    clock = Game.rebuild(records(stored.entries)).table.clock
    assert stored.clock == 24.0
    assert clock is not None
    assert clock.remaining(stored.clock) == 39.0


CLOCKS = [
    (None, (), 0.5),  # the last event
    (None, (Note(7.0, "said"),), 7.0),
    (9.0, (Note(7.0, "said"),), 9.0),
    (0.25, (), 0.5),  # a pulse from before the last event
]


@pytest.mark.parametrize(("pulse", "notes", "clock"), CLOCKS)
def test_the_clock_is_the_last_known_second(
    pulse: float | None, notes: tuple[Note, ...], clock: float, library: SqliteLibrary
) -> None:
    game = Game()
    game.handle(StartGame(), 0.5)
    with library.begin() as journal:
        journal.append(entries_of(game))
        for note in notes:
            journal.note(note)
        if pulse is not None:
            journal.pulse(pulse)
    assert library.load(1).clock == clock


OFFERED = [
    ([], None),
    ([finished()], None),
    ([played(1)], 1),
    ([played(1), played(2)], 2),
    ([finished(), played(2)], 2),
    ([played(1), finished()], None),  # an old one, given up; it can still be resumed by its number
]


@pytest.mark.parametrize(("games", "offered"), OFFERED)
def test_the_newest_unfinished_game_is_offered(games: list[Game], offered: int | None, library: SqliteLibrary) -> None:
    for game in games:
        keep(library, game)
    left = library.unfinished()
    assert (left and left.number) == offered


def test_no_such_game(library: SqliteLibrary) -> None:
    keep(library, played(1))
    for number in (0, -1, 2, 1 << 70):
        for action in (library.load, library.resume, library.delete):
            with pytest.raises(UserError, match=f"игры {number} в журнале нет; последние: 1"):
                action(number)
