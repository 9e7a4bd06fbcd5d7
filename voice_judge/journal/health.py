"""Is this file a sound journal? One clear answer, and nothing written."""

import sqlite3
from contextlib import closing
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.journal.database import beside, connect, unreadable
from voice_judge.journal.lock import anyone_plays
from voice_judge.journal.pages import page_size
from voice_judge.journal.salvage import anything_of_ours
from voice_judge.journal.schema import APPLICATION_ID, VERSION, own_shape, shape, version
from voice_judge.journal.wal import read_log

WHOLE_CHECK_BYTES = 64 << 20
"""Files up to this size are checked page by page whenever they are opened (benchmarks/journal.py times it), larger
ones in their index of games only: a damaged game is found when it is read."""

_MAGIC = b"SQLite format 3\x00"
_APPLICATION = slice(68, 72)
_FORMAT = slice(18, 20)  # who may write and read: before WAL (1) or since (2); another number is read-only for SQLite
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")
_SMALL_TABLES = ("games", "pulses", "summaries")


class DamagedJournalError(UserError):
    """The file is a journal, but not as it was written; what is readable can be saved (journal/opening.py)."""


class ForeignFileError(UserError):
    """The file is no journal of this program."""


class NewerJournalError(UserError):
    """The journal is of a newer program; it is left alone."""


def exists(path: Path) -> bool:
    """Whether there is anything of a journal here: the file itself, or the log that a crash left of it."""
    log = beside(path, "-wal")
    return path.exists() or (log.exists() and log.stat().st_size > 0)


def check(path: Path) -> int:
    """The version of the journal at `path`, 1 to VERSION; it is sound as far as looked at.

    Raises:
        DamagedJournalError, ForeignFileError, NewerJournalError: it is not.
        UserError: it cannot be read at all.
    """
    try:
        _check_file(path)
        with closing(connect(path, write=False)) as connection:
            found = _check_content(path, connection)
        if not anyone_plays(path) and read_log(beside(path, "-wal"), page_size(path)).lost:
            raise DamagedJournalError(f"{path}: повреждён хвост журнала (файл {beside(path, '-wal').name})")
    except (sqlite3.Error, OSError) as error:
        raise fault(path, error) from None
    return found


def fault(path: Path, error: Exception) -> UserError:
    """What an error of SQLite or of the system says about the file."""
    try:
        if getattr(error, "sqlite_errorname", "").startswith(_DAMAGED):
            return _damaged_or_foreign(path, "структура файла не читается")
    except OSError as also:
        return unreadable(path, also)
    return unreadable(path, error)


# --- how -------------------------------------------------------------------------------------------------------


def _check_file(path: Path) -> None:
    if path.is_dir():
        raise UserError(f"{path}: это папка, а должен быть файл журнала; переименуйте её")
    if path.exists() and not path.is_file():  # a pipe or a device would be waited for
        raise UserError(f"{path}: это не файл, а должен быть файл журнала; переименуйте его")
    if not path.exists():
        raise DamagedJournalError(f"{path}: файла журнала нет, остался только {beside(path, '-wal').name}")
    with path.open("rb") as file:
        head = file.read(_FORMAT.stop)
    if not head:
        raise DamagedJournalError(f"{path}: файл журнала пуст")
    if not head.startswith(_MAGIC) or head[_FORMAT] not in (b"\x01\x01", b"\x02\x02"):
        raise _damaged_or_foreign(path, "начало файла испорчено")


def _damaged_or_foreign(path: Path, what: str) -> UserError:
    with path.open("rb") as file:
        head = file.read(_APPLICATION.stop)
    if head[_APPLICATION] == APPLICATION_ID.to_bytes(4, "big") or anything_of_ours(path):
        return DamagedJournalError(f"{path}: журнал повреждён: {what}")
    return ForeignFileError(
        f"{path}: это не журнал voice-judge; уберите файл или назовите другую папку (VOICE_JUDGE_HOME)"
    )


def _check_content(path: Path, connection: sqlite3.Connection) -> int:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    found, tables = version(connection), shape(connection)
    if application != APPLICATION_ID:
        raise _damaged_or_foreign(path, "метка программы испорчена")
    if found > VERSION and tables != own_shape():  # else the number itself is damaged
        raise NewerJournalError(
            f"{path}: журнал сделан более новой программой (версия {found}, эта знает {VERSION}); обновите программу"
        )
    if not 1 <= found <= VERSION or tables != own_shape(found):
        raise DamagedJournalError(f"{path}: журнал повреждён: таблицы не те, что у версии {found}")
    small = path.stat().st_size <= WHOLE_CHECK_BYTES
    for checked in ("",) if small else (f"({table})" for table in _SMALL_TABLES):
        (answer, *_more) = connection.execute(f"PRAGMA quick_check{checked}").fetchone()
        if answer != "ok":
            raise DamagedJournalError(f"{path}: журнал повреждён: {' '.join(str(answer).split())}")
    return found
