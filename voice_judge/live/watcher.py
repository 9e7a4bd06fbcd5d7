"""Whoever looks on from outside the game's process: the judge's page and the hall's screen (live/link.py)."""

from typing import Protocol

from voice_judge.live.inbox import Answered
from voice_judge.live.view import View
from voice_judge.rules import Checked, JudgeEvent, TableState
from voice_judge.table.records import EventRecord, Record, RefusedRecord


class Watcher(Protocol):
    """Told by the game's thread; nothing here blocks or raises."""

    def table(self, table: TableState, now: float, *, paused: bool) -> None:
        """The public state at `now`."""

    def show(self, view: View) -> None:
        """Everything, for the judge."""

    def record(self, record: Record) -> None:
        """Something has happened."""

    def pair(self) -> None:
        """Another phone is to be the judge's."""

    def cut_off(self) -> None:
        """No phone is the judge's any more."""


class Outcome:
    """Collects what comes of one silent entry."""

    def __init__(self) -> None:
        self._records: list[Record] = []
        self._refusal = ""

    def record(self, record: Record) -> None:
        """Something has happened meanwhile."""
        self._records.append(record)

    def refuse(self, message: str) -> None:
        """It never came to the rules."""
        self._refusal = message

    def answered(self, words: str) -> Answered:
        """The answer; `words`: what a secret entry meant."""
        refused = [record.message for record in self._records if isinstance(record, RefusedRecord)]
        if self._refusal or refused:
            return Answered(False, self._refusal or refused[-1])
        events = [record.event for record in self._records if isinstance(record, EventRecord)]
        checks = [event for event in events if isinstance(event, Checked)]
        secret = any(isinstance(event, JudgeEvent) for event in events)
        return Answered(True, words if secret else "", checks[-1] if checks else None)
