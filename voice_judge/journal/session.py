"""A connection that survives a failing disk: after an error it is opened anew, and the disk is asked what it holds."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
Opener = Callable[[Path], sqlite3.Connection]


class Session:
    """Writes to the journal at `path`, each all or none. `settle` is told every new connection.

    Not safe for several threads at once. Every method raises sqlite3.Error or OSError where the disk fails.
    """

    def __init__(self, path: Path, opener: Opener, settle: Callable[[sqlite3.Connection], None]) -> None:
        self._path = path
        self._opener = opener
        self._settle = settle
        self._connection: sqlite3.Connection | None = None
        self._failed = False

    def read(self, action: Callable[[sqlite3.Connection], T]) -> T:
        """What `action` finds."""
        try:
            return action(self._connected())
        except (sqlite3.Error, OSError):
            self._give_up()
            raise

    def write(
        self, action: Callable[[sqlite3.Connection], object], is_kept: Callable[[sqlite3.Connection], bool]
    ) -> None:
        """One transaction. A disk may fail while it says that it has succeeded: then `is_kept` has the last word."""
        try:
            connection = self._connected()
            connection.execute("BEGIN IMMEDIATE")
            action(connection)
            connection.execute("COMMIT")
        except (sqlite3.Error, OSError):
            self._give_up()
            with suppress(sqlite3.Error, OSError):
                if self.read(is_kept):
                    return
            self._give_up()
            raise
        except BaseException:  # interrupted: the transaction does not stay open
            self._give_up()
            raise

    def write_now(self, action: Callable[[sqlite3.Connection], object]) -> None:
        """One statement, without waiting for another process."""
        connection = self._connected()
        (waits,) = connection.execute("PRAGMA busy_timeout").fetchone()
        connection.execute("PRAGMA busy_timeout = 0")
        try:
            action(connection)
        finally:
            connection.execute(f"PRAGMA busy_timeout = {waits}")

    def close(self) -> None:
        """Let the file go; what was not committed is not kept. Never raises."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error, OSError):
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            with suppress(sqlite3.Error, OSError):
                connection.close()

    def _give_up(self) -> None:
        self.close()
        self._failed = True

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = self._opener(self._path)
            try:
                if self._failed:
                    _into_the_file(connection)
                self._settle(connection)
            except BaseException:
                connection.close()
                raise
            self._connection, self._failed = connection, False
        return self._connection


def _into_the_file(connection: sqlite3.Connection) -> None:
    """Move what a failed commit may have left in the log beside the file into the file itself, synced.

    A log page that could not be synced may be readable now and gone after a power cut
    (https://www.sqlite.org/wal.html#checkpointing; LWN, "PostgreSQL's fsync() surprise", https://lwn.net/Articles/752063/).
    """
    busy, in_log, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if busy or in_log != moved:
        raise sqlite3.OperationalError("database is locked")
