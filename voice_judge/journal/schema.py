"""The journal's tables (SQLite) and how older files become newer ones.

Append-only: entries and notes can be neither changed nor deleted, except with their whole game. A fresh file is made
by the same steps that bring an old one up, so every step is taken all the time.
"""

import sqlite3
from functools import cache

APPLICATION_ID = 0x564A5547  # "VJUG", https://www.sqlite.org/pragma.html#pragma_application_id
PAGE_SIZE = 4096
"""Of new files, in bytes; fixed so that a file that has lost its first page can still be read page by page."""

_FIRST = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- never used again, not even after a deletion
    began TEXT NOT NULL,
    crc INTEGER NOT NULL
);
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    command INTEGER NOT NULL,
    remaining INTEGER NOT NULL,  -- events of the same command still to come; 0 ends a whole command
    at REAL NOT NULL,
    wall TEXT,
    source TEXT NOT NULL,
    text TEXT NOT NULL,
    confidence REAL,
    heard_from REAL,
    heard_to REAL,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    schema INTEGER NOT NULL,
    secret INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    UNIQUE (game, number)
);
CREATE TABLE notes (
    game INTEGER NOT NULL REFERENCES games (number) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    wall TEXT,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    secret INTEGER NOT NULL,
    crc INTEGER NOT NULL,
    UNIQUE (game, number)
);
CREATE TABLE pulses (  -- the last known second of a game's audio clock, and who leads it
    game INTEGER PRIMARY KEY REFERENCES games (number) ON DELETE CASCADE,
    at REAL NOT NULL,
    process INTEGER NOT NULL,
    since TEXT NOT NULL,
    crc INTEGER NOT NULL
);
CREATE TABLE summaries (  -- what the first `events` entries come to; folded anew if there are more
    game INTEGER PRIMARY KEY REFERENCES games (number) ON DELETE CASCADE,
    events INTEGER NOT NULL,
    names TEXT NOT NULL,
    finished INTEGER NOT NULL,
    winner TEXT,
    crc INTEGER NOT NULL
);
CREATE TRIGGER entries_in_order BEFORE INSERT ON entries
WHEN NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM entries WHERE game = NEW.game)
BEGIN SELECT RAISE(ABORT, 'entries are numbered without gaps'); END;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries
WHEN EXISTS (SELECT 1 FROM games WHERE number = OLD.game)
BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END;
CREATE TRIGGER notes_in_order BEFORE INSERT ON notes
WHEN NEW.number <> 1 + (SELECT coalesce(max(number), 0) FROM notes WHERE game = NEW.game)
BEGIN SELECT RAISE(ABORT, 'notes are numbered without gaps'); END;
CREATE TRIGGER notes_never_change BEFORE UPDATE ON notes
BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;
CREATE TRIGGER notes_never_go BEFORE DELETE ON notes
WHEN EXISTS (SELECT 1 FROM games WHERE number = OLD.game)
BEGIN SELECT RAISE(ABORT, 'notes are append-only'); END;
"""

_PROGRAM = """
ALTER TABLE games ADD COLUMN program TEXT NOT NULL DEFAULT '';  -- the version that began the game
"""

STEPS = (_FIRST, _PROGRAM)
"""Step n makes a file of version n (from 1) out of one of version n - 1."""

VERSION = len(STEPS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring an open file up to `VERSION`, in one transaction: afterwards it is wholly new or as it was.

    Raises:
        sqlite3.Error: it could not be done.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[version(connection) :]:
            for statement in _statements(step):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def version(connection: sqlite3.Connection) -> int:
    """The version of an open file; 0 for a fresh one."""
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    return int(found)


def shape(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    """Every table with its columns, every trigger: names only, for SQLite's versions word the rest differently."""
    made = connection.execute("SELECT type, name FROM sqlite_master WHERE type <> 'index' ORDER BY name").fetchall()
    columns = "SELECT name FROM pragma_table_info(?)"
    return [(kind, name, *(column for (column,) in connection.execute(columns, (name,)))) for kind, name in made]


@cache
def own_shape(of: int = VERSION) -> list[tuple[str, ...]]:
    """What `shape` says of a sound file of the version `of`."""
    fresh = sqlite3.connect(":memory:", isolation_level=None)
    try:
        for step in STEPS[:of]:
            fresh.executescript(step)
        return shape(fresh)
    finally:
        fresh.close()


def _statements(script: str) -> list[str]:
    """The statements of a script, one by one: executescript would commit in between."""
    found, statement = [], ""
    for line in script.splitlines(keepends=True):
        statement += line
        if statement.strip() and sqlite3.complete_statement(statement):
            found.append(statement.strip())
            statement = ""
    return found
