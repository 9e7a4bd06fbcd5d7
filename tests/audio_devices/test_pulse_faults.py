"""Devices that vanish, a disk that is full, music that is none: the game goes on, with one clear line each."""

import time
from pathlib import Path

import pytest

from tests.audio_devices.played import playing
from tests.audio_devices.pulse import LOUDSPEAKER, MICROPHONE, PulseServer
from voice_judge.settings import save_setting


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_the_microphone_is_pulled_out_and_put_back(pulse: PulseServer, home: Path) -> None:
    with playing(pulse, home, "play", "--no-voice") as played:
        played.wait("клавиши:")
        played.wait("микрофон: слушает")
        played.key("/start day")
        played.wait("часы: 1:00")
        pulse.remove_sink(MICROPHONE)
        played.wait("Микрофон пропал")
        played.wait("пауза: да")
        since = len(played.lines)
        pulse.add_sink(MICROPHONE)
        played.wait("микрофон: слушает", since=since)
        played.wait("пауза: —", since=since)
        assert played.leave() == 0


def test_the_loudspeaker_is_pulled_out_and_put_back(pulse: PulseServer, home: Path) -> None:
    with playing(pulse, home) as played:
        played.wait("клавиши:")
        pulse.remove_sink(LOUDSPEAKER)
        played.wait("Колонка")
        played.key("/start day")
        played.wait("судья: Слово игроку номер один")
        time.sleep(2.0)  # a key pressed as the stage changes means the stage before
        played.key()
        played.wait("судья: Слово игроку номер два")
        pulse.add_sink(LOUDSPEAKER)
        assert played.leave() == 0


def test_a_disk_without_room_for_the_cache_and_music_that_is_none(pulse: PulseServer, home: Path) -> None:
    music = home / "music"
    music.mkdir(parents=True)
    (music / "song.mp3").write_bytes(b"no music at all")
    save_setting("music.folder", str(music))
    (home / "cache").write_text("a file where the cache's folder should be")
    with playing(pulse, home) as played:
        played.wait("клавиши:")
        played.wait("song.mp3")
        played.key("/start")
        played.wait("судья: Добрый вечер")
        time.sleep(2.0)  # a key pressed as the stage changes means the stage before
        played.key()
        played.wait("музыка: играет")
        assert played.leave() == 0
