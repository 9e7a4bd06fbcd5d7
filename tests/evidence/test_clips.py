"""The seconds of a command: which they are, and their sound."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.evidence.sounds import record, seconds_of
from tests.protocol.stories import STEP, TWO_DAYS, story
from voice_judge.errors import UserError
from voice_judge.evidence import storage
from voice_judge.evidence.clips import GameSound, write_clip
from voice_judge.evidence.moments import Moment, moments_of
from voice_judge.evidence.recorder import Recorder
from voice_judge.evidence.storage import forget_older, forget_sound, has_sound, kept_games, sound_folder
from voice_judge.evidence.turn_writer import Limits
from voice_judge.speech.audio import SAMPLE_RATE


@pytest.fixture
def sound(tmp_path: Path) -> GameSound:
    """Seconds 0 to 4 in two turns, and 8 to 10."""
    recorder = Recorder(tmp_path / "game", Limits(free_bytes=0))
    record(recorder, 0.0, 4.0, 2.0)
    record(recorder, 8.0, 10.0)
    recorder.close()
    return GameSound(tmp_path / "game")


@pytest.mark.parametrize(
    ("start", "end", "length", "seconds"),
    [
        (1.0, 3.0, 2.0, [1, 2]),  # over the border of two turns
        (-3.0, 1.0, 1.0, [0]),  # before the game
        (3.0, 9.0, 6.0, [0, 3, 8]),  # silence where nothing is kept
        (9.0, 99.0, 1.0, [9]),  # to the end of what is kept
        (2.5, 2.6, 0.1, [2]),
        (5.0, 7.0, 0.0, []),  # nothing is kept there
        (20.0, 30.0, 0.0, []),
    ],
)
def test_between(start: float, end: float, length: float, seconds: list[int], sound: GameSound) -> None:
    clip = sound.between(start, end)
    assert len(clip) == round(length * SAMPLE_RATE)
    assert seconds_of(clip) == seconds


def test_the_whole_game_is_a_source_on_its_clock(sound: GameSound) -> None:
    chunks = list(sound.chunks())
    assert sound.seconds == 10.0
    assert chunks[0].start == 0.0
    for before, after in pairwise(chunks):
        assert after.start == pytest.approx(before.end)
    whole = np.concatenate([chunk.samples for chunk in chunks])
    assert len(whole) == 10 * SAMPLE_RATE
    assert not whole[4 * SAMPLE_RATE : 8 * SAMPLE_RATE].any()


def test_a_folder_without_sound(tmp_path: Path) -> None:
    sound = GameSound(tmp_path / "none")
    assert (sound.seconds, list(sound.chunks()), len(sound.between(0.0, 9.0))) == (0.0, [], 0)


@pytest.mark.parametrize("ending", [".wav", ".flac", ".ogg", ".WAV"])
def test_a_clip_becomes_a_file(ending: str, tmp_path: Path, sound: GameSound) -> None:
    path = tmp_path / f"спор{ending}"
    write_clip(path, sound.between(1.0, 3.0))
    assert soundfile.info(path).duration == pytest.approx(2.0, abs=0.05)


@pytest.mark.parametrize(("name", "message"), [("a.mp3", "кончаться на"), ("none/a.wav", "не записывается")])
def test_a_clip_that_cannot_be_written(name: str, message: str, tmp_path: Path, sound: GameSound) -> None:
    with pytest.raises(UserError, match=message):
        write_clip(tmp_path / name, sound.between(1.0, 3.0))
    assert list(tmp_path.glob("*.partial")) == []


# --- moments ---------------------------------------------------------------------------------------------------


def moments(script: str, *, secrets: bool = False) -> tuple[Moment, ...]:
    return moments_of(story(script).entries, secrets=secrets)


def test_a_moment_points_to_the_seconds_of_its_phrase() -> None:
    entries = story("day; 1+5").entries
    moment = moments_of(entries, secrets=False)[-1]
    assert moment.what == "игрок 1 выставил 5"
    assert (moment.start, moment.end) == (2 * STEP - 1, 2 * STEP)  # the phrase's own seconds
    assert moment.number == entries[-1].record.command
    assert moment.origin.text == "фраза Nominate"


def test_undo_is_a_moment_too_and_what_it_undid_stays() -> None:
    assert [moment.what for moment in moments("day; 1+5; undo")][-2:] == ["игрок 1 выставил 5", "отмена шагов: 1"]


def test_the_clock_is_no_moment() -> None:
    assert len(moments("day; clock; halt; 1+5")) == len(moments("day; 1+5"))


def test_secret_entries_are_listed_only_with_the_flag() -> None:
    public, whole = moments(TWO_DAYS), moments(TWO_DAYS, secrets=True)
    assert {moment.number for moment in public} < {moment.number for moment in whole}
    assert any("выстрел" in moment.what for moment in whole)
    assert not any("выстрел" in moment.what or "тайный" in moment.origin.text for moment in public)


# --- keeping and forgetting --------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    for game, seconds in ((3, 2.0), (12, 1.0)):
        recorder = Recorder(sound_folder(game), Limits(free_bytes=0))
        record(recorder, 0.0, seconds)
        recorder.close()
    return tmp_path / "home"


def test_which_games_have_sound(home: Path) -> None:
    (home / "data" / "recordings" / "notes").mkdir()
    kept = kept_games()
    assert [(one.game, one.seconds) for one in kept] == [(3, 2.0), (12, 1.0)]
    assert all(one.size > 100 for one in kept)
    assert has_sound(3)
    assert not has_sound(4)


@pytest.mark.usefixtures("home")
def test_forgetting_one_game() -> None:
    assert forget_sound(3)
    assert not forget_sound(3)
    assert [one.game for one in kept_games()] == [12]


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("days", "later", "forgotten"), [(30, 31, (3, 12)), (30, 29, ()), (0, 9999, ())])
def test_forgetting_old_sound(days: float, later: float, forgotten: tuple[int, ...]) -> None:
    assert forget_older(days, datetime.now(UTC) + timedelta(days=later)) == forgotten


@pytest.mark.usefixtures("home")
def test_sound_that_cannot_be_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("shutil.rmtree", refuse)
    with pytest.raises(UserError, match="не удалён"):
        storage.forget_sound(3)


def test_nobody_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path))
    assert kept_games() == ()
