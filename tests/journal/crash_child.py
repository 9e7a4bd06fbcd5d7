"""What the killed process does: plays the script on the journal, and tells its parent what the table hears."""

from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path

from tests.journal.script import step
from tests.table.judged import grammars
from voice_judge.journal.opening import open_or_save
from voice_judge.rules import FEDERATION, Game
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.records import Record, SaidRecord, to_json
from voice_judge.table.silent import parse


@cache
def announcer() -> Announcer:
    return Announcer(grammars().answers)


announcer()  # loaded once, in the process that all the others are forked from


def play_on(path: Path, parent: Connection) -> None:
    """Go on with the unfinished game of this journal, or begin one; returns when it is over."""

    def emit(record: Record) -> None:
        if isinstance(record, SaidRecord):
            parent.send((journal.number, to_json(record), len(moderator.game.events)))

    library, message = open_or_save(path)
    if message:
        raise AssertionError(message)
    left = library.unfinished()
    if left is None:
        journal = library.begin()
        moderator = Moderator(Game(FEDERATION), announcer(), SilentVoice(), journal, emit)
    else:
        stored, journal = library.resume(left.number)
        game = Game.rebuild([entry.record for entry in stored.entries])
        moderator = Moderator(game, announcer(), SilentVoice(), journal, emit)
        moderator.take_up(stored.clock, stored.entries, stored.notes)
        moderator.silent(parse("/resume"), "/resume")
    while step(moderator):
        journal.pulse(moderator.now)
    journal.close()
