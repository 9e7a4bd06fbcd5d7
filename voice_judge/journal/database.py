"""The journal's file: made whole or not at all, opened for reading or for writing, and its errors in plain words."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.journal.schema import PAGE_SIZE, migrate, version

BUSY_SECONDS = 5.0
"""How long a write waits for another process's; each takes milliseconds."""


SYNC = "FULL"
"""COMMIT returns when the disk has it (https://www.sqlite.org/pragma.html#pragma_synchronous)."""


def connect(path: Path, *, write: bool) -> sqlite3.Connection:
    """Open an existing file, in no transaction. Writing is durable when COMMIT returns (WAL, full sync).

    Raises:
        sqlite3.Error: it cannot be opened.
    """
    if write:
        connection = _open(path, "mode=rw")
        try:
            for setting in (
                "journal_mode = WAL",  # a second process may read meanwhile, https://www.sqlite.org/wal.html
                f"synchronous = {SYNC}",
                "fullfsync = ON",  # macOS: through the drive's own cache
                "checkpoint_fullfsync = ON",
                "foreign_keys = ON",
                "secure_delete = ON",  # what was deleted is gone, and not salvaged later
            ):
                connection.execute(f"PRAGMA {setting}")
        except BaseException:
            connection.close()
            raise
        return connection
    try:
        connection = _open(path, "mode=ro")
        version(connection)
    except sqlite3.OperationalError:
        if beside(path, "-wal").exists() or os.access(path.parent, os.W_OK):
            raise
        connection = _open(path, "immutable=1")  # a read-only folder: nobody can be writing there
    return connection


def create(path: Path) -> None:
    """Make an empty journal. It appears under its name when it is complete; one that is there already stays.

    Raises:
        OSError, sqlite3.Error: it cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = beside(path, f".new-{os.getpid()}")
    partial.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(partial, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
            connection.execute(f"PRAGMA synchronous = {SYNC}")
            migrate(connection)
            connection.execute("PRAGMA journal_mode = WAL")
        _name(partial, path)
        sync_folder(path.parent)
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def beside(path: Path, ending: str) -> Path:
    """The file whose name is that of `path` with `ending` after it, such as SQLite's "-wal"."""
    return path.with_name(path.name + ending)


def sync_folder(folder: Path) -> None:
    """Make new names in `folder` durable, where the system can."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            with suppress(OSError):  # some file systems cannot
                os.fsync(descriptor)
        finally:
            os.close(descriptor)


def explain(error: Exception) -> str:
    """What went wrong and what to do, in Russian, of an error of SQLite or of the system."""
    if isinstance(error, OSError):
        return f"{error.strerror or error}; проверьте диск и права на папку"
    name = getattr(error, "sqlite_errorname", "") or ""
    text = str(error).lower()
    for code, words, advice in _ADVICE:
        if name.startswith(code) or any(word in text for word in words):
            return advice
    return f"{error}; проверьте диск"


def unreadable(path: Path, error: Exception) -> UserError:
    """The message of a journal that cannot be opened or read."""
    return UserError(f"{path}: журнал не читается: {explain(error)}")


_ADVICE = (
    ("SQLITE_FULL", ("is full",), "на диске нет места; освободите место и повторите"),
    ("SQLITE_READONLY", ("readonly", "read-only"), "запись запрещена; проверьте права на файл и папку, защиту диска"),
    ("SQLITE_BUSY", ("locked",), "файл занят другой программой; закройте её и повторите"),
    ("SQLITE_IOERR", ("disk i/o",), "ошибка диска; проверьте диск и место на нём"),
    ("SQLITE_CANTOPEN", ("unable to open",), "файл не открывается; проверьте права на него и на папку"),
    ("SQLITE_CORRUPT", ("malformed",), "файл повреждён; `voice-judge games repair` спасёт то, что читается"),
    ("SQLITE_NOTADB", ("not a database",), "это не файл журнала"),
)


def _open(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,  # whoever shares a connection guards it
    )
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")  # damaged letters are the checksum's to find
    return connection


def _name(partial: Path, path: Path) -> None:
    """Give a complete file its name, unless that is taken."""
    try:
        os.link(partial, path)
    except FileExistsError:
        return
    except OSError:  # a file system without links, such as a USB stick's
        if not path.exists():
            partial.rename(path)
