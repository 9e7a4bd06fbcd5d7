"""Games imported and deleted, and files that are no journal."""

import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.journal.kept import played, records
from tests.journal.shelf import NOTES, keep
from voice_judge.errors import UserError
from voice_judge.journal import Note
from voice_judge.journal.library import StoredGame
from voice_judge.journal.opening import open_library, open_or_save
from voice_judge.journal.sqlite_library import SqliteLibrary

# --- importing and deleting ------------------------------------------------------------------------------------


def test_an_imported_game_is_the_same_under_a_new_number(library: SqliteLibrary) -> None:
    keep(library, played(1), *NOTES)
    stored = library.load(1)
    number = library.add(stored)
    again = library.load(number)
    assert number == 2
    assert (again.entries, again.notes, again.clock) == (stored.entries, stored.notes, stored.clock)
    assert again.summary.began == stored.summary.began
    library.resume(number)[1].close()


def test_an_import_that_is_no_log_is_refused(library: SqliteLibrary) -> None:
    keep(library, played(1))
    stored = library.load(1)
    huge = tuple(replace(entry, record=replace(entry.record, command=1 << 70)) for entry in stored.entries)
    gap = stored.entries[:3] + stored.entries[4:]
    for entries in (stored.entries[1:], gap, tuple(reversed(stored.entries)), huge):
        with pytest.raises(UserError, match="пронумерованы не по порядку"):
            library.add(StoredGame(stored.summary, entries, stored.notes, stored.clock))
    assert len(library.games()) == 1


def test_a_deleted_game_is_gone_from_the_file_and_its_number_is_not_used_again(library: SqliteLibrary) -> None:
    for seed in (1, 2, 3):
        keep(library, played(seed), Note(1.0, "heard", {"text": f"тайное слово {seed}"}))
    library.delete(3)
    library.delete(1)
    assert [game.number for game in library.games()] == [2]
    left = b"".join(file.read_bytes() for file in library.path.parent.iterdir() if file.is_file())
    assert ["тайное слово 2".encode() in left, "тайное слово 1".encode() in left] == [True, False]
    assert keep(library, played(4)) == 4


# --- files that cannot be used ---------------------------------------------------------------------------------


def a_folder(path: Path) -> None:
    path.mkdir()


def a_pipe(path: Path) -> None:
    os.mkfifo(path)


def a_link_to_itself(path: Path) -> None:
    path.symlink_to(path)


def a_folder_in_a_file(path: Path) -> None:
    path.parent.rmdir()
    path.parent.write_text("не папка")


UNUSABLE = [
    (a_folder, "это папка, а должен быть файл журнала; переименуйте её"),
    (a_pipe, "это не файл, а должен быть файл журнала; переименуйте его"),
    (a_link_to_itself, "новая игра не записана: файл не открывается"),
    (a_folder_in_a_file, "новая игра не записана: "),
]


@pytest.mark.parametrize(("make", "told"), UNUSABLE, ids=[make.__name__ for make, _ in UNUSABLE])
def test_a_file_that_cannot_be_used(make: Callable[[Path], None], told: str, tmp_path: Path) -> None:
    path = tmp_path / "data" / "journal.sqlite"
    path.parent.mkdir()
    make(path)
    with pytest.raises(UserError, match=told):
        open_or_save(path)[0].begin()


def test_a_journal_of_a_read_only_folder_is_read(library: SqliteLibrary) -> None:
    keep(library, played(1))
    for place in (library.path, library.path.parent):
        place.chmod(place.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    try:
        assert records(open_library(library.path).load(1).entries) == list(played(1).events)
    finally:
        library.path.parent.chmod(0o755)
