"""`voice-judge evidence` as a user meets it."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.evidence.sounds import record
from tests.protocol.stories import TWO_DAYS, VOTED_OUT, story
from voice_judge.cli import main
from voice_judge.evidence.recorder import Recorder
from voice_judge.evidence.storage import kept_games, sound_folder
from voice_judge.evidence.turn_writer import Limits
from voice_judge.journal.opening import open_library
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.recording import RecordingSource, read_recording

Output = pytest.CaptureFixture[str]
SPOKEN = Path(__file__).parents[2] / "audio_fixtures/rhvoice/aleksandr/ya-vystavlyayu-igroka-nomer-pyat.opus"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Game 1 with its first forty seconds of sound, game 2 (not over) without any."""
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    library = open_library()
    library.add(story(f"{VOTED_OUT}; end red решение"))
    library.add(story(TWO_DAYS))
    recorder = Recorder(sound_folder(1), Limits(free_bytes=0))
    record(recorder, 0.0, 40.0, 10.0, 20.0)
    recorder.close()


def test_which_games_have_sound(capsys: Output) -> None:
    assert main(["evidence"]) == 0
    printed = capsys.readouterr().out
    assert "игра    1" in printed
    assert "0:40" in printed
    assert "игра    2" not in printed


def test_the_commands_of_a_game_with_their_seconds(capsys: Output) -> None:
    assert main(["evidence", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (nomination,) = [line for line in lines if "игрок 1 выставил 5" in line]
    number, second, *_ = nomination.split()
    assert (second, "голос" in nomination, "«фраза Nominate»" in nomination) == ("0:49", True, True)
    assert int(number) > 1
    assert any("0:04  звук" in line for line in lines)  # the game's start is on the recording
    assert "звук" not in nomination  # this is not


@pytest.mark.parametrize("name", ["спор.wav", "спор.flac"])
def test_a_clip_with_some_seconds_around(name: str, tmp_path: Path, capsys: Output) -> None:
    out = tmp_path / name
    assert main(["evidence", "1", "3", "--out", str(out)]) == 0
    assert "Записано" in capsys.readouterr().err
    assert soundfile.info(out).duration == pytest.approx(8.0)  # four before, the phrase's one, three after


def test_a_clip_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    monkeypatch.setattr("sounddevice.play", lambda clip, rate: played.append(len(clip) // rate))
    monkeypatch.setattr("sounddevice.wait", lambda: None)
    assert main(["evidence", "1", "3"]) == 0
    assert played == [8]


def test_no_loudspeaker_is_one_message(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    def fail(*_: object) -> None:
        raise OSError("Error querying device -1")

    monkeypatch.setattr("sounddevice.play", fail)
    assert main(["evidence", "1", "3", "--play"]) == 2
    assert "--out спор.wav" in capsys.readouterr().err


def test_secret_entries_of_an_unfinished_game_are_not_listed(capsys: Output) -> None:
    assert main(["evidence", "2"]) == 0
    printed = capsys.readouterr().out
    assert "Звук этой игры не записывался." in printed
    assert "выстрел" not in printed
    assert "тайный" not in printed
    assert main(["evidence", "2", "--secrets"]) == 0
    assert "выстрел" in capsys.readouterr().out


MISTAKES = [
    (["evidence", "2", "3", "--out", "a.wav"], "звук игры 2 не записывался"),
    (["evidence", "1", "9999", "--out", "a.wav"], "команды 9999 в списке нет"),
    (["evidence", "1", "3", "--out", "a.mp3"], "кончаться на"),
    (["evidence", "7"], "игры 7"),
    (["evidence", "2", "--replay"], "звук игры 2 не записывался"),
    (["evidence", "2", "--delete"], "у игры 2 нет звука"),
    (["evidence", "²", "--delete"], "нужен номер игры"),
    (["evidence", "--delete"], "какой игры"),
    (["evidence", "--older", "0"], "больше нуля"),
    (["evidence", "--older", "nan"], "больше нуля"),
]


@pytest.mark.parametrize(("arguments", "message"), MISTAKES, ids=[" ".join(case[0]) for case in MISTAKES])
def test_mistakes_get_one_line(arguments: list[str], message: str, capsys: Output) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert message in error
    assert len(error.splitlines()) == 1


def test_a_command_whose_sound_has_made_room(capsys: Output) -> None:
    last = max(entry.record.command for entry in open_library().load(1).entries)
    assert main(["evidence", "1", str(last), "--out", "a.wav"]) == 2
    assert "уступил место" in capsys.readouterr().err


def test_forgetting(capsys: Output) -> None:
    assert main(["evidence", "--older", "30"]) == 0
    assert "Такого старого звука нет" in capsys.readouterr().out
    assert main(["evidence", "1", "--delete"]) == 0
    assert kept_games() == ()
    assert main(["protocol", "1"]) == 0  # the game itself stays


def test_a_game_is_judged_again_by_its_sound(tmp_path: Path, capsys: Output) -> None:
    """Through Vosk: the same recording, kept by the recorder, gives the same game; without its phrase it does not."""
    phrase, protocol = tmp_path / "table.wav", tmp_path / "game.json"
    quiet = np.zeros(3 * SAMPLE_RATE, np.int16)  # the judge gives the floor meanwhile
    soundfile.write(phrase, np.concatenate([quiet, read_recording(SPOKEN), quiet]), SAMPLE_RATE)
    assert main(["replay", str(phrase), "--protocol", str(protocol), "--secrets"]) == 0
    assert main(["games", "import", str(protocol)]) == 0
    recorder = Recorder(sound_folder(3), Limits(free_bytes=0))
    for chunk in RecordingSource(phrase).chunks():
        recorder.take(chunk)
    recorder.close()
    capsys.readouterr()
    assert main(["evidence", "3", "--replay"]) == 0
    assert "Расхождений нет" in capsys.readouterr().out

    assert main(["evidence", "3", "--delete"]) == 0
    recorder = Recorder(sound_folder(3), Limits(free_bytes=0))
    record(recorder, 0.0, 2.0)
    recorder.close()
    assert main(["evidence", "3", "--replay"]) == 0
    assert "было: игрок 1 выставил 5" in capsys.readouterr().out
