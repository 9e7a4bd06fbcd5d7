"""`voice-judge play` and `resume` as a judge meets them: broken off, offered, taken up, asked about the recording."""

import io
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from tests.audio_devices.played import started
from voice_judge.cli import main
from voice_judge.commands import play
from voice_judge.settings import load_settings

KEYS_ONLY = ("--no-voice", "--no-ears")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def broken_off(home: Path) -> None:
    """A game on its first day, seat 5 nominated, killed."""
    with started({}, home, "play", *KEYS_ONLY) as played:
        played.wait("клавиши:")
        played.key("/start day")
        played.wait("судья: Слово игроку номер один")
        played.key("5")
        played.wait("выставлены: 5")
        played.kill()


def test_a_killed_game_goes_on_where_it_was(home: Path) -> None:
    broken_off(home)
    with started({}, home, "resume", *KEYS_ONLY) as played:
        played.wait("выставлены: 5")
        played.wait("пауза: да")
        played.key()
        played.wait("пауза: —")
        played.wait("судья: Слово игроку номер один")
        played.key("/next")
        played.wait("судья: Слово игроку номер два")
        assert played.leave() == 0
        played_lines = "\n".join(played.lines)
    assert "voice-judge resume 1" in played_lines


def test_where_nobody_can_be_asked_a_new_game_begins_and_the_old_one_is_told_of(home: Path) -> None:
    broken_off(home)
    with started({}, home, "play", *KEYS_ONLY) as played:
        played.wait("игра 1 не закончена")
        played.wait("voice-judge resume 1")
        played.wait("игра: Игра 2")
        assert played.leave() == 0


@pytest.mark.parametrize(("answer", "goes_on"), [("д", True), ("да", True), ("н", False), ("", False)])
def test_a_broken_off_game_is_offered(
    answer: str, goes_on: bool, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken_off(home)
    taken_up: list[int] = []
    monkeypatch.setattr(play, "_can_ask", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO(answer + "\n"))
    monkeypatch.setattr(play, "_go_on", lambda _options, _settings, _library, number: taken_up.append(number))
    monkeypatch.setattr(play, "_run", lambda *_arguments, **_named: None)
    assert main(["play", *KEYS_ONLY]) == 0
    assert "Продолжить её?" in capsys.readouterr().err
    assert taken_up == ([1] if goes_on else [])


def test_the_recording_is_asked_about_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = Namespace(record=None, settings=None)
    monkeypatch.setattr(play, "_can_ask", lambda: True)
    monkeypatch.setattr(sys, "stdin", io.StringIO("н\nд\n"))
    assert not play._records(options, load_settings())
    assert not play._records(options, load_settings())  # the second answer is not read
    assert sys.stdin.read() == "д\n"
    assert (home / "settings" / "settings.toml").exists()


@pytest.mark.parametrize(("option", "recorded"), [(True, True), (False, False)])
def test_an_option_needs_no_question(option: bool, recorded: bool, home: Path) -> None:
    assert play._records(Namespace(record=option, settings=None), load_settings()) is recorded
    assert not (home / "settings").exists()


def test_nothing_to_resume_is_one_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["resume"]) == 2
    assert "незаконченных игр нет" in capsys.readouterr().err
    assert not home.exists() or not list(home.rglob("*.toml"))
