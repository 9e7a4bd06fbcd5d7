"""A moderator whose journal and listener are one list: everything in the order in which it happened."""

from collections.abc import Sequence

from tests.table.judged import grammars
from voice_judge.grammar.intent import Intent
from voice_judge.journal import Entry, Note
from voice_judge.rules import Game, StartGame
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.reactions import Do
from voice_judge.table.records import Record
from voice_judge.table.spotting import Heard


class Log:
    """A journal and a listener in one: everything in the order in which it happened."""

    def __init__(self) -> None:
        self.order: list[object] = []

    def append(self, entries: Sequence[Entry]) -> None:
        self.order.extend(entry.record.event for entry in entries)

    def note(self, note: Note) -> None:
        self.order.append(note)

    def pulse(self, at: float) -> None:
        pass

    def emit(self, record: Record) -> None:
        self.order.append(record)


def first_day(log: Log) -> Moderator:
    """A game that has just begun with a day."""
    judge = Moderator(Game(), Announcer(grammars().answers), SilentVoice(), log, log.emit)
    judge.silent(Do(StartGame(first_day=True)), "/start day")
    judge.settle()
    return judge


def heard(text: str, name: str, at: float, **slots: int) -> Heard:
    return Heard(Intent(name, text, 0, len(text.split()), slots), 0.9, at - 1.0, at, at)
