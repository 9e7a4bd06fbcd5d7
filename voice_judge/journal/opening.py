"""The library in the user's data folder; a damaged file is reported with what could be saved, and saved.

Whoever only reads is told, and finds what could be saved in a file beside the damaged one. Whoever is about to play
gets a working journal: the damaged file is set aside under another name, never overwritten, and what was saved takes
its place.
"""

import sqlite3
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.journal.database import explain
from voice_judge.journal.health import DamagedJournalError, ForeignFileError
from voice_judge.journal.keeper import Clock
from voice_judge.journal.lock import anyone_plays
from voice_judge.journal.replacing import finish_replacement, replace, save, saved_name
from voice_judge.journal.sqlite_library import SqliteLibrary, at_path, now
from voice_judge.places import data_folder

FILE_NAME = "journal.sqlite"


def journal_path() -> Path:
    """Where this user's games are."""
    return data_folder() / FILE_NAME


def open_library(path: Path | None = None, clock: Clock = now) -> SqliteLibrary:
    """The user's games, for reading, importing and deleting; the file need not be there yet.

    Raises:
        UserError: the file is damaged (the message says what could be saved, and where it was), not a journal, of a
            newer program, or unreadable. It is left as it was.
    """
    path = path or journal_path()
    try:
        return at_path(path, clock)
    except DamagedJournalError as damage:
        raise UserError(f"{damage}; {_save_beside(path)}") from None


def open_or_save(path: Path | None = None, clock: Clock = now) -> tuple[SqliteLibrary, str]:
    """The user's games, for playing: always a journal that can be written, and what the user should know (or nothing).

    A damaged file, or one whose newest game cannot be read whole, is set aside and replaced by what could be saved; a
    file that is no journal is set aside.

    Raises:
        UserError: the file is of a newer program, cannot be read, or cannot be replaced now.
    """
    path = path or journal_path()
    try:
        finish_replacement(path)
        library = at_path(path, clock)
        newest = library.newest()
        if newest and newest.warning:
            raise DamagedJournalError(f"{path}: {newest.warning}")
        return library, ""
    except (DamagedJournalError, ForeignFileError) as problem:
        return _replaced(path, clock, problem)


def repair(path: Path | None = None, clock: Clock = now) -> str:
    """Check every game; replace a damaged journal by what can be saved. What was done, in Russian.

    Raises:
        UserError: as `open_or_save`.
    """
    path = path or journal_path()
    library, message = open_or_save(path, clock)
    if message:
        return message
    try:
        warnings = [stored.warning for game in library.games() if (stored := library.load(game.number)).warning]
        if warnings:
            raise DamagedJournalError(f"{path}: {'; '.join(warnings)}")
    except DamagedJournalError as problem:
        return _replaced(path, clock, problem)[1]
    return f"{path}: журнал цел, игр: {len(library.games())}"


# --- how -------------------------------------------------------------------------------------------------------


def _save_beside(path: Path) -> str:
    """Save what can be saved, once for each damaged content; where it is."""
    saved = saved_name(path)
    try:
        if saved.exists():
            what = f"спасённое раньше лежит в {saved}"
        else:
            found = save(path, saved)
            if not found.games:
                saved.unlink()
                return f"{found}; исходный файл не тронут"
            what = f"{found}; спасённое записано в {saved}"
    except (sqlite3.Error, OSError) as error:
        return f"спасённое не записано: {explain(error)}"
    return f"{what}; исходный файл не тронут: «voice-judge games repair» заменит его спасённым"


def _replaced(path: Path, clock: Clock, problem: UserError) -> tuple[SqliteLibrary, str]:
    """A working journal in place of one that is not."""
    try:
        if anyone_plays(path):
            raise UserError(f"{problem}; сейчас его пишет другой процесс voice-judge: сначала закончите там")
        saved = saved_name(path)
        saved.unlink(missing_ok=True)  # what a reader saved before may be cut off
        found = save(path, saved)
        what = f"{found}; " if isinstance(problem, DamagedJournalError) else ""
        aside = replace(path, saved, clock())
    except (sqlite3.Error, OSError) as error:
        raise UserError(f"{problem}; заменить его не удалось: {explain(error)}") from None
    return at_path(path, clock), f"{problem}; {what}прежний файл сохранён как {aside}, игра пишется в новый"
