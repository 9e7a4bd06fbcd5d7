"""A library of games for tests: the time of day it is given, and a game put into it."""

from datetime import UTC, datetime, timedelta

from tests.journal.kept import commands_of, entries_of
from voice_judge.journal import Note
from voice_judge.journal.sqlite_library import SqliteLibrary
from voice_judge.rules import EndGame, Game, StartGame, Team

NOON = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)


class Watch:
    """The time of day, a second later whenever it is asked for."""

    def __init__(self) -> None:
        self.time = NOON - timedelta(seconds=1)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


def keep(library: SqliteLibrary, game: Game, *notes: Note) -> int:
    with library.begin() as journal:
        for command in commands_of(entries_of(game)):
            journal.append(command)
        for note in notes:
            journal.note(note)
        return journal.number


def finished() -> Game:
    game = Game()
    game.handle(StartGame(first_day=True))
    game.handle(EndGame(Team.RED, "решение судьи"))
    return game


NOTES = (
    Note(1.5, "heard", {"t": 1.5, "type": "heard", "text": "спасибо всё", "slots": {"seats": [1, 2]}}),
    Note(2.0, "input", {"type": "input", "text": "/shot 1 5"}, secret=True),
    Note(2.0, "said", {}),
)
