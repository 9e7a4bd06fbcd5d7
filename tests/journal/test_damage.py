"""Damaged journals: one clear message each, nothing overwritten, and whatever can be read is saved."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

import pytest

from tests.journal.kept import commands_of, entries_of, played, records
from voice_judge.errors import UserError
from voice_judge.journal import Note
from voice_judge.journal.library import StoredGame
from voice_judge.journal.opening import open_library, open_or_save, repair
from voice_judge.journal.replacing import replace, save, saved_name
from voice_judge.journal.schema import PAGE_SIZE, STEPS, VERSION
from voice_judge.journal.sqlite_library import SqliteLibrary, at_path, now
from voice_judge.rules import Game

GAMES = (1, 2, 3)


def fill(library: SqliteLibrary) -> None:
    """Three games, so that every kind of page is there; a long note, so that a row goes on in other pages."""
    for game in GAMES:
        with library.begin() as journal:
            for place, command in enumerate(commands_of(entries_of(played(game, commands=50)))):
                journal.append(command)
                journal.note(Note(float(place), "heard", {"text": "слово " * (2000 if place == 20 else 3)}))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "journal.sqlite"
    fill(at_path(path))
    return path


@cache
def stored(path: Path, game: int) -> StoredGame:
    return at_path(path).load(game)


def messages(path: Path) -> tuple[str, str, str]:
    """What who reads, who plays and who repairs is told; empty where all is well. The damaged file is never changed."""
    before = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    told = ""
    try:
        open_library(path).games()
    except UserError as error:
        told = str(error)
    assert {name: (path.parent / name).read_bytes() for name in before} == before
    _, at_play = open_or_save(path)
    at_repair = repair(path)
    if at_play or "журнал цел" not in at_repair:
        kept = [file.read_bytes() for file in path.parent.glob("journal-damaged-*") if file.suffix == ".sqlite"]
        assert before[path.name] in kept
    for message in (told, at_play, at_repair):
        assert "\n" not in message
        assert message.count(str(path)) <= 1
    return told, at_play, "" if "журнал цел" in at_repair else at_repair


def check_what_is_left(path: Path, sound: Path) -> int:
    """Every game is the true one up to some whole command; how many events are left."""
    left = 0
    library = at_path(path)
    for game in library.games():
        if game.number not in GAMES:
            continue
        found, true = library.load(game.number), stored(sound, game.number)
        assert found.entries == true.entries[: len(found.entries)]
        assert found.warning == ""
        commands = {entry.record.command for entry in found.entries}
        assert len(found.entries) == sum(entry.record.command in commands for entry in true.entries)
        assert all(note in true.notes for note in found.notes)
        Game.rebuild(records(found.entries))
        left += len(found.entries)
    return left


def test_page_by_page_nothing_is_overlooked(sound: Path, tmp_path: Path) -> None:
    """Rows longer than a page, whole numbers kept as such, every table."""
    found = save(sound, tmp_path / "saved.sqlite")
    games = [stored(sound, game) for game in GAMES]
    assert (found.games, found.cut) == (len(GAMES), ())
    assert found.events == sum(len(game.entries) for game in games)
    assert found.notes == sum(len(game.notes) for game in games)
    assert [at_path(tmp_path / "saved.sqlite").load(game) for game in GAMES] == games


def test_a_deleted_game_is_not_saved(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    fill(at_path(path))
    at_path(path).delete(2)
    save(path, tmp_path / "saved.sqlite")
    assert [game.number for game in at_path(tmp_path / "saved.sqlite").games()] == [3, 1]
    with at_path(tmp_path / "saved.sqlite").begin() as journal:
        assert journal.number == 4


def test_truncated_at_every_page(sound: Path, tmp_path: Path) -> None:
    content, left = sound.read_bytes(), []
    pages = len(content) // PAGE_SIZE
    for page in range(pages):
        path = tmp_path / str(page) / "journal.sqlite"
        path.parent.mkdir()
        path.write_bytes(content[: page * PAGE_SIZE])
        told, at_play, _ = messages(path)
        with open_or_save(path)[0].begin() as journal:  # and the next game is played
            assert journal.number > 0
        assert "файл журнала пуст" in told if page == 0 else "журнал повреждён" in told
        assert "спас" in told
        assert "прежний файл сохранён как" in at_play
        left.append(check_what_is_left(path, sound))
    print(f"\n{pages} truncated files: saved events {left}")
    assert left == sorted(left)  # a longer file never gives less
    assert left[-1] > 0.8 * sum(len(stored(sound, game).entries) for game in GAMES)


def test_a_flipped_byte_anywhere(sound: Path, tmp_path: Path) -> None:
    content, rng = sound.read_bytes(), random.Random(6)
    places = [*rng.sample(range(100), 40), *(rng.randrange(len(content)) for _ in range(40))]  # the header, anywhere
    everything = sum(len(stored(sound, game).entries) for game in GAMES)
    noticed = partly = 0
    for number, place in enumerate(places):
        path = tmp_path / str(number) / "journal.sqlite"
        path.parent.mkdir()
        flipped = bytearray(content)
        flipped[place] ^= 1 << rng.randrange(8)
        path.write_bytes(bytes(flipped))
        told = messages(path)
        left = check_what_is_left(path, sound)
        assert left == everything or any(told), f"byte {place}: silent loss"
        noticed += any(told)
        partly += left < everything
        shutil.rmtree(path.parent)
    print(f"\n{len(places)} files with one flipped bit: {noticed} noticed, {partly} of them not saved whole")
    assert noticed > 30


def empty(path: Path) -> None:
    path.write_bytes(b"")


def a_text(path: Path) -> None:
    path.write_text("это не журнал, а заметки судьи", encoding="utf-8")


def noise(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(50_000))


def another_programs(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE games (number INTEGER, who TEXT)")
        connection.execute("INSERT INTO games VALUES (1, 'не наш')")


def without_a_table(path: Path) -> None:
    fill(at_path(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE summaries")


def only_the_log(path: Path) -> None:
    library = at_path(path)
    journal = library.begin()
    journal.append(entries_of(played(1)))
    log = path.with_name(path.name + "-wal").read_bytes()
    journal.close()
    path.unlink()
    path.with_name(path.name + "-wal").write_bytes(log)


REPLACED = [
    (empty, "файл журнала пуст", 0),
    (a_text, "это не журнал voice-judge", 0),
    (noise, "это не журнал voice-judge", 0),
    (another_programs, "это не журнал voice-judge", 0),
    (without_a_table, "таблицы не те, что у версии 2", 3),
    (only_the_log, "файла журнала нет, остался только journal.sqlite-wal", 1),
]


@pytest.mark.parametrize(("make", "told", "saved"), REPLACED, ids=[make.__name__ for make, _, _ in REPLACED])
def test_files_that_are_no_sound_journal(make: Callable[[Path], None], told: str, saved: int, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    make(path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    with pytest.raises(UserError, match=told):
        open_library(path)
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    library, message = open_or_save(path)
    assert told in message
    assert len(library.games()) == saved
    aside = [file.read_bytes() for file in tmp_path.glob("journal-damaged-*")]
    assert all(content in aside for name, content in before.items() if name in ("journal.sqlite", "journal.sqlite-wal"))
    with library.begin() as journal:
        journal.append(entries_of(played(5)))
    assert open_or_save(path)[1] == ""


def test_a_lone_shared_memory_file_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite-shm").write_bytes(b"\x00" * 32768)
    library, message = open_or_save(tmp_path / "journal.sqlite")
    assert (library.games(), message) == ([], "")
    with library.begin() as journal:
        journal.append(entries_of(played(1)))
    assert len(library.games()) == 1


def test_a_newer_journal_is_left_alone(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    shutil.copy(sound, path)
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE games ADD COLUMN club TEXT")
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = path.read_bytes()
    for action in (open_library, open_or_save, repair):
        with pytest.raises(UserError, match=r"журнал сделан более новой программой .*; обновите программу"):
            action(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path] or not list(tmp_path.glob("*.sqlite.*"))


def older(path: Path, sound: Path) -> None:
    """A file of version 1 with the same games."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(STEPS[0])
    connection.execute("ATTACH ? AS newer", (str(sound),))
    for table in ("entries", "notes", "pulses", "summaries"):
        connection.execute(
            f"INSERT INTO {table} SELECT * FROM newer.{table} ORDER BY game"
            + ", number" * (table in ("entries", "notes"))
        )
    connection.execute("INSERT INTO games SELECT number, began, crc FROM newer.games")
    connection.execute("PRAGMA application_id = 1447712071")
    connection.execute("PRAGMA user_version = 1")
    connection.close()


def test_an_older_journal_is_brought_up_to_date(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    older(path, sound)
    library = open_library(path)
    for game in GAMES:
        assert library.load(game) == stored(sound, game)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        assert {program for (program,) in connection.execute("SELECT program FROM games")} == {""}
    with library.resume(2)[1] as journal:
        journal.note(Note(99.0, "said", {}))


def test_a_damaged_older_journal_is_saved_too(sound: Path, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    older(path, sound)
    path.write_bytes(path.read_bytes()[: -3 * PAGE_SIZE])
    library, message = open_or_save(path)
    assert "спасено игр" in message
    assert check_what_is_left(path, sound) > 0
    assert library.games()


# --- the log that a crash leaves beside the file ------------------------------------------------------------------


def crashed(path: Path) -> tuple[bytes, bytes, list[int]]:
    """A file and its log as a killed process leaves them, and the log's length after each command."""
    log, ends = path.with_name(path.name + "-wal"), []
    journal = at_path(path).begin()
    for command in commands_of(entries_of(played(1, commands=30))):
        journal.append(command)
        ends.append(log.stat().st_size)
    content = path.read_bytes(), log.read_bytes(), ends
    journal.close()
    return content


def test_a_power_cut_anywhere_in_the_log_leaves_whole_commands(tmp_path: Path) -> None:
    file, log, ends = crashed(tmp_path / "journal.sqlite")
    commands = commands_of(entries_of(played(1, commands=30)))
    rng = random.Random(1)
    for number, cut in enumerate([*ends, *(rng.randrange(ends[0], len(log)) for _ in range(40))]):
        path = tmp_path / str(number) / "journal.sqlite"
        path.parent.mkdir()
        path.write_bytes(file)
        path.with_name("journal.sqlite-wal").write_bytes(log[:cut])
        library, message = open_or_save(path)
        kept = commands[: sum(end <= cut for end in ends)]
        assert message == ""
        assert records(library.load(1).entries) == [entry.record for command in kept for entry in command]


def test_a_flipped_byte_in_the_log_is_noticed_and_what_follows_it_saved(tmp_path: Path) -> None:
    file, log, ends = crashed(tmp_path / "journal.sqlite")
    rng = random.Random(2)
    for number in range(40):
        place = rng.randrange(32) if number < 10 else rng.randrange(32, ends[-3])
        path = tmp_path / str(number) / "journal.sqlite"
        path.parent.mkdir()
        path.write_bytes(file)
        flipped = bytearray(log)
        flipped[place] ^= 1 << rng.randrange(8)
        path.with_name("journal.sqlite-wal").write_bytes(bytes(flipped))
        library, message = open_or_save(path)
        whole = played(1, commands=30).events
        found = records(library.load(1).entries) if library.games() else []
        assert found == list(whole[: len(found)])
        assert len(found) == len(whole) or "повреждён" in message


# --- the replacement itself ----------------------------------------------------------------------------------------


def test_a_replacement_cut_off_anywhere_is_finished(
    sound: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PowerCutError(Exception):
        """The machine stops here."""

    real = Path.rename
    for last in range(4):
        folder = tmp_path / str(last)
        folder.mkdir()
        path = folder / "journal.sqlite"
        path.write_bytes(sound.read_bytes()[: -4 * PAGE_SIZE])
        path.with_name(path.name + "-wal").write_bytes(b"log")
        before = path.read_bytes()
        saved = saved_name(path)
        save(path, saved)
        renames = 0

        def rename(self: Path, target: Path, stop: int = last) -> Path:
            nonlocal renames
            renames += 1
            if renames > stop:
                raise PowerCutError
            return real(self, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", rename)
            with suppress(PowerCutError):
                replace(path, saved, now())
        library, message = open_or_save(path)
        assert message == ""
        assert check_what_is_left(path, sound) > 0
        (aside,) = folder.glob("journal-damaged-*.sqlite")
        assert aside.read_bytes() == before
        assert not saved.exists()
        assert library.games()


def test_a_damaged_journal_that_somebody_writes_is_not_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    fill(at_path(path))
    with at_path(path).begin() as journal:
        journal.append(entries_of(played(5)))
        with path.open("r+b") as file:
            file.write(b"not SQLite any more")
        before = path.read_bytes()
        with pytest.raises(UserError, match="сейчас его пишет другой процесс voice-judge: сначала закончите там"):
            open_or_save(path)
        assert path.read_bytes() == before
