"""The night's music: what is music, how loud it is, and that it never stops."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.audio_devices.hearing import tone, until
from voice_judge.speech import pad
from voice_judge.speech.mixer import Sound
from voice_judge.speech.music import Music
from voice_judge.speech.music_player import LEVEL, EndlessMusic

RATE = 16_000

Player = Callable[..., EndlessMusic]


def write(folder: Path, name: str, seconds: float = 4.0, amplitude: float = 8000.0, frequency: float = 500.0) -> None:
    soundfile.write(folder / name, tone(seconds, frequency, amplitude), RATE)


def take(music: EndlessMusic, seconds: float) -> Sound:
    """Read as the callback does, but waiting for the disk."""
    blocks = []
    for _ in range(round(seconds * 10)):
        until(lambda: music._blocks.qsize() > 1)
        blocks.append(music.read(RATE // 10))
    return np.concatenate(blocks)


def levels(sound: Sound) -> "np.typing.NDArray[np.float64]":
    frames = sound[: len(sound) // 1600 * 1600, 0].reshape(-1, 1600).astype(np.float64)
    return np.asarray(np.sqrt((frames**2).mean(axis=1)))


@pytest.fixture
def player() -> Iterator[Player]:
    made: list[EndlessMusic] = []

    def make(*tracks: Path, rate: int = RATE, first: int = 0) -> EndlessMusic:
        made.append(EndlessMusic(tracks, rate, first))
        return made[-1]

    yield make
    for music in made:
        music.stop()


@pytest.mark.parametrize("name", ["a.wav", "a.flac", "a.ogg", "a.mp3", "A.WAV"])
def test_these_are_music(name: str, tmp_path: Path) -> None:
    write(tmp_path, name)
    assert Music(tmp_path).tracks() == (tmp_path / name,)
    assert Music(tmp_path).problem() is None


def test_one_file_will_do(tmp_path: Path) -> None:
    write(tmp_path, "night.flac")
    assert Music(tmp_path / "night.flac").tracks() == (tmp_path / "night.flac",)


PROBLEMS = [
    ({}, "нет файлов WAV, FLAC, OGG или MP3. Играет встроенная."),
    ({"cover.jpg": b"\xff\xd8"}, "нет файлов WAV"),
    ({"night.mp3": b"not music"}, "не читается ни один файл (night.mp3). Играет встроенная."),
    ({"a.mp3": b"", "b.ogg": b"OggS", "c.wav": b"RIFF", "d.flac": b"x"}, "(a.mp3, b.ogg, c.wav и ещё 1)"),
    ({"a.mp3": b"", "ok.wav": None}, "не читаются и пропущены: a.mp3."),
]


@pytest.mark.parametrize(("files", "says"), PROBLEMS)
def test_what_is_no_music_is_one_clear_line(files: dict[str, bytes | None], says: str, tmp_path: Path) -> None:
    for name, content in files.items():
        if content is None:
            write(tmp_path, name)
        else:
            (tmp_path / name).write_bytes(content)
    problem = Music(tmp_path).problem()
    assert says in str(problem)
    assert "\n" not in str(problem)


@pytest.mark.parametrize("name", ["gone", "x" * 5000, "a/b/c"])
def test_a_folder_that_is_not_there(name: str, tmp_path: Path) -> None:
    assert "такой папки нет" in str(Music(tmp_path / name).problem())
    assert Music(tmp_path / name).tracks() == ()


def test_a_knock_is_no_music(tmp_path: Path) -> None:
    write(tmp_path, "knock.wav", seconds=0.3)
    assert Music(tmp_path).tracks() == ()


@pytest.mark.parametrize("amplitude", [600.0, 8000.0, 32000.0])
def test_every_track_is_equally_quiet(amplitude: float, player: Player, tmp_path: Path) -> None:
    write(tmp_path, "a.wav", amplitude=amplitude)
    assert np.median(levels(take(player(tmp_path / "a.wav"), 2.0))) == pytest.approx(LEVEL, rel=0.05)


def test_a_very_quiet_recording_is_not_pulled_up_to_its_noise(player: Player, tmp_path: Path) -> None:
    write(tmp_path, "a.wav", amplitude=150.0)
    assert np.median(levels(take(player(tmp_path / "a.wav"), 2.0))) < LEVEL / 2


def test_tracks_run_into_one_another_without_a_gap(player: Player, tmp_path: Path) -> None:
    silence = np.zeros(2 * RATE, np.int16)
    for name, frequency in (("a.wav", 300.0), ("b.wav", 700.0)):
        soundfile.write(tmp_path / name, np.concatenate((silence, tone(5.0, frequency), silence)), RATE)
    music = player(tmp_path / "a.wav", tmp_path / "b.wav")
    sound = take(music, 20.0)
    assert levels(sound).min() > 0.5 * LEVEL
    assert {round(float(np.abs(np.fft.rfft(piece[:, 0])).argmax()) * 10, -2) for piece in np.split(sound, 200)} == {
        300.0,
        700.0,
    }


def test_a_short_track_goes_on_and_on(player: Player, tmp_path: Path) -> None:
    write(tmp_path, "a.wav", seconds=1.2)
    assert levels(take(player(tmp_path / "a.wav"), 8.0)).min() > 0.5 * LEVEL


def test_a_long_silence_in_the_middle_is_shortened(player: Player, tmp_path: Path) -> None:
    piece = np.concatenate((tone(3.0), np.zeros(30 * RATE, np.int16), tone(3.0)))
    soundfile.write(tmp_path / "a.wav", piece, RATE)
    assert (levels(take(player(tmp_path / "a.wav"), 10.0)) < 0.01).sum() <= 35


NO_MUSIC = ["gone", "silent", "cut"]


@pytest.mark.parametrize("kind", NO_MUSIC)
def test_the_embedded_track_plays_where_no_other_can(kind: str, player: Player, tmp_path: Path) -> None:
    file = tmp_path / "a.wav"
    if kind == "silent":
        soundfile.write(file, np.zeros(3 * RATE, np.int16), RATE)
    if kind == "cut":
        file.write_bytes(b"RIFF\x24\0\0\0WAVEfmt ")
    assert levels(take(player(file), 3.0)).min() > 0.2 * LEVEL


def test_the_next_night_goes_on_with_the_next_track(player: Player, tmp_path: Path) -> None:
    write(tmp_path, "a.wav", seconds=6.0, frequency=300.0)
    write(tmp_path, "b.wav", seconds=6.0, frequency=700.0)
    sound = take(player(tmp_path / "a.wav", tmp_path / "b.wav", first=1), 1.0)
    assert np.abs(np.fft.rfft(sound[:RATE, 0])).argmax() == 700


def test_another_rate(player: Player, tmp_path: Path) -> None:
    write(tmp_path, "a.wav", frequency=440.0)
    music = player(tmp_path / "a.wav", rate=48_000)
    sound = take(music, 3.0)[-48_000 // 10 * 3 :]
    assert np.abs(np.fft.rfft(sound[:4800, 0])).argmax() == 44


def test_the_embedded_track_is_calm_and_meets_its_own_end() -> None:
    sound = np.concatenate([pad.pad(second * pad.RATE, pad.RATE) for second in range(pad.SECONDS)])
    seconds = np.sqrt((sound.reshape(pad.SECONDS, -1) ** 2).mean(axis=1))
    assert seconds.max() == pytest.approx(pad.LOUDEST, rel=0.02)
    assert np.abs(sound).max() < 0.4
    assert seconds.min() > 0.3 * seconds.max()  # no gap
    assert np.abs(np.diff(seconds)).max() < 0.25 * seconds.max()  # nothing sudden
    assert np.abs(sound[0] - sound[-1]).max() <= np.abs(np.diff(sound, axis=0)).max()


def test_the_embedded_track_is_the_same_however_it_is_taken() -> None:
    last = pad.SECONDS * pad.RATE - 100
    np.testing.assert_allclose(pad.pad(last, 300), np.concatenate((pad.pad(last, 100), pad.pad(0, 200))), atol=1e-6)
