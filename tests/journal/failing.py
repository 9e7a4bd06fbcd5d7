"""A disk that fails: connections to the journal that raise what SQLite raises, where a plan says so."""

import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from voice_judge.journal.database import connect

NO_SPACE = "database or disk is full"  # ENOSPC
READ_ONLY = "attempt to write a readonly database"  # EROFS
IO_ERROR = "disk I/O error"  # EIO

_WRITES = ("BEGIN", "INSERT", "DELETE", "DROP", "CREATE", "COMMIT")


class Failing:
    """Makes connections whose writes ask `plan` first: it is told the statement and its values, and raises to fail it.

    A plan may be told again after the statement was carried out: `done` is true then.
    """

    def __init__(self, plan: Callable[[str, object, bool], None]) -> None:
        self._plan = plan

    def __call__(self, path: Path) -> sqlite3.Connection:
        """An opener for the library."""
        real = connect(path, write=True)
        real.execute("PRAGMA synchronous = OFF")  # what is tested is what happens on errors; the disk is in no danger
        return _Connection(real, self._plan)  # type: ignore[return-value]


class _Connection:
    """As much of a connection as the journal uses."""

    def __init__(self, real: sqlite3.Connection, plan: Callable[[str, object, bool], None]) -> None:
        self._real = real
        self._plan = plan

    @property
    def in_transaction(self) -> bool:
        return self._real.in_transaction

    def execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        writes = statement.startswith(_WRITES)
        if writes:
            self._plan(statement, values[0] if values else None, False)
        result = self._real.execute(statement, *values)
        if writes:
            self._plan(statement, values[0] if values else None, True)
        return result

    def close(self) -> None:
        self._real.close()


class EveryWriteInTurn:
    """A plan: each write fails once before it comes through; COMMIT also once after it has.

    Without `notes`, all but those of notes: an answer whose note fails is not said, and many are to be checked.
    """

    def __init__(self, error: str, *, notes: bool) -> None:
        self._error = error
        self._notes = notes
        self._tried: Counter[object] = Counter()
        self._commits = 0
        self._inserted: object = None
        self.failures = 0
        self.armed = False

    def __call__(self, statement: str, values: object, done: bool) -> None:
        if not self.armed:
            return
        write = self._name(statement, values)
        if not self._notes and (statement.startswith("BEGIN") or "notes" in str(write)):
            return
        if not done and self._tried[write] == 0:
            self._fail(write)
        if done and statement.startswith("COMMIT"):
            self._commits += 1
            if self._tried[write] == 1:
                self._fail(write)

    def _name(self, statement: str, values: object) -> object:
        """What tells this write from all others, and is the same when it is tried again."""
        if statement.startswith("BEGIN"):
            return ("BEGIN", self._commits)
        if statement.startswith("COMMIT"):
            return ("COMMIT", self._inserted)
        self._inserted = (statement, values[:2] if isinstance(values, tuple) else None)
        return self._inserted

    def _fail(self, write: object) -> None:
        self._tried[write] += 1
        self.failures += 1
        raise sqlite3.OperationalError(self._error)
