"""All games of this user in one SQLite file: listed and loaded by anyone, led by one process each."""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from voice_judge.errors import UserError
from voice_judge.journal.database import connect, create, explain
from voice_judge.journal.health import DamagedJournalError, check, exists, fault
from voice_judge.journal.keeper import Clock, SqliteJournal
from voice_judge.journal.library import GameSummary, StoredGame
from voice_judge.journal.lock import GameLock, is_played
from voice_judge.journal.reading import load, pulse, summaries
from voice_judge.journal.schema import VERSION, migrate
from voice_judge.journal.session import Opener
from voice_judge.journal.store import JournalError
from voice_judge.journal.writing import new_game, put_content, put_pulse

T = TypeVar("T")
_LARGEST = 1 << 63  # a whole number that SQLite can hold is smaller


def now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)


def at_path(path: Path, clock: Clock = now, opener: Opener | None = None) -> "SqliteLibrary":
    """The library in the file at `path`, which need not be there yet; an older file is brought up to date.

    Raises:
        DamagedJournalError, ForeignFileError, NewerJournalError: it is no sound journal of this program.
        UserError: it cannot be read.
    """
    if exists(path) and check(path) < VERSION:
        try:
            with closing(connect(path, write=True)) as connection:
                migrate(connection)
        except (sqlite3.Error, OSError) as error:
            raise UserError(f"{path}: журнал старой версии не обновлён, он цел: {explain(error)}") from None
    return SqliteLibrary(path, clock, opener or partial(connect, write=True))


class SqliteLibrary:
    """A `Library` on disk. `games`, `load` and `unfinished` only read, also while another process plays."""

    def __init__(self, path: Path, clock: Clock, opener: Opener) -> None:
        self._path = path
        self._clock = clock
        self._opener = opener

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def games(self) -> Sequence[GameSummary]:
        """Every game in which something has happened, the newest first.

        Raises:
            UserError: the file cannot be read.
        """
        return self._read(summaries, [])

    def load(self, number: int) -> StoredGame:
        """One game, up to its last whole command; `warning` says what is missing.

        Raises:
            UserError: there is no such game, or the file cannot be read.
        """
        found = self._read(partial(load, game=number), None) if 0 < number < _LARGEST else None
        if found is None:
            raise self._no_such(number)
        return found

    def unfinished(self) -> GameSummary | None:
        """The newest game that can be resumed: not finished, not being played, and none finished since.

        Raises:
            UserError: the file cannot be read.
        """
        latest = self._latest(lambda game: game.finished)
        return next((game for game in latest if not game.finished and not self._is_played(game.number)), None)

    def newest(self) -> StoredGame | None:
        """The last game in which something has happened.

        Raises:
            UserError: the file cannot be read.
        """
        latest = self._latest(lambda _game: True)
        return self.load(latest[0].number) if latest else None

    def begin(self) -> SqliteJournal:
        """A new game, led by this process until the journal is closed.

        Raises:
            JournalError: nothing can be written.
        """
        with self._writing("новая игра не записана"):
            if not exists(self._path):
                create(self._path)
            with closing(self._opener(self._path)) as connection, _transaction(connection):
                number = new_game(connection, self._clock())
                lock = self._lock(number)
                put_pulse(connection, number, 0.0, os.getpid(), self._clock())
        return self._lead(number, lock)

    def resume(self, number: int) -> tuple[StoredGame, SqliteJournal]:
        """An unfinished game as it was left, led by this process from now on.

        Raises:
            UserError: there is no such game, it is being played, or its end is damaged.
            JournalError: nothing can be written.
        """
        self.load(number)
        with self._writing("игра не продолжена"):
            lock = self._lock(number)
        try:
            stored = self.load(number)  # anew: until now another process may have led it
            if stored.warning:
                raise UserError(f"{self._path}: {stored.warning}; сначала `voice-judge games repair`")
            journal = self._lead(number, lock)
            journal.pulse(stored.clock)
        except BaseException:
            lock.release()
            raise
        return stored, journal

    def add(self, game: StoredGame) -> int:
        """Keep an imported game under a new number.

        Raises:
            UserError: its entries are not numbered as a game's are.
            JournalError: it could not be kept.
        """
        records = [entry.record for entry in game.entries]
        gaps = any(record.number != place for place, record in enumerate(records, start=1))
        strange = any(not (0 < record.command < _LARGEST and 0 < record.schema < _LARGEST) for record in records)
        if gaps or strange or any(after.command < before.command for before, after in pairwise(records)):
            raise UserError("события игры пронумерованы не по порядку; файл испорчен или собран вручную")
        with self._writing("игра не записана"):
            if not exists(self._path):
                create(self._path)
            with closing(self._opener(self._path)) as connection, _transaction(connection):
                number = new_game(connection, game.summary.began)
                put_content(connection, number, game.entries, game.notes, None)
                put_pulse(connection, number, game.clock, 0, self._clock())
        return number

    def delete(self, number: int) -> None:
        """Forget a game for good.

        Raises:
            UserError: there is no such game, or it is being played.
            JournalError: it could not be deleted.
        """
        self.load(number)
        with self._writing("игра не удалена"):
            lock = self._lock(number)
            try:
                with closing(self._opener(self._path)) as connection:
                    connection.execute("DELETE FROM games WHERE number = ?", (number,))
                    with suppress(sqlite3.Error):  # out of the log beside the file too, unless somebody reads it now
                        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            finally:
                lock.release()

    # --- how -----------------------------------------------------------------------------------------------------

    def _latest(self, until: Callable[[GameSummary], bool]) -> list[GameSummary]:
        return self._read(lambda connection: summaries(connection, until), [])

    def _lead(self, number: int, lock: GameLock) -> SqliteJournal:
        return SqliteJournal(self._path, number, lock, self._clock, self._opener)

    def _read(self, action: Callable[[sqlite3.Connection], T], empty: T) -> T:
        if not exists(self._path):
            return empty
        try:
            with closing(connect(self._path, write=False)) as connection:
                return action(connection)
        except (sqlite3.Error, OSError) as error:
            found = fault(self._path, error)
            if isinstance(found, DamagedJournalError):
                found = DamagedJournalError(f"{found}; «voice-judge games repair» спасёт то, что читается")
            raise found from None

    def _lock(self, number: int) -> GameLock:
        lock = GameLock(self._path, number)
        if not lock.take():
            raise UserError(f"{self._path}: игру {number} ведёт другой процесс{self._who(number)}; закончите там")
        return lock

    def _who(self, number: int) -> str:
        with suppress(UserError):
            found = self._read(partial(pulse, game=number), None)
            if found and found.process:
                since = f", с {found.since.astimezone():%H:%M}" if found.since else ""
                return f" (voice-judge, номер процесса {found.process}{since})"
        return ""

    def _is_played(self, number: int) -> bool:
        try:
            return is_played(self._path, number)
        except OSError:  # a read-only folder: nobody can be writing there
            return False

    def _no_such(self, number: int) -> UserError:
        known = [str(game.number) for game in self.games()[:5]]
        which = f"последние: {', '.join(known)}" if known else "он пуст"
        return UserError(f"{self._path}: игры {number} в журнале нет; {which}")

    @contextmanager
    def _writing(self, what: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"{self._path}: {what}: {explain(error)}") from None


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or none, durable at its end."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
