"""A recording of any usual kind is the same sound; a bad file is one clear message that names it."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.speech.sounds import tone, write
from voice_judge.errors import UserError
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.recording import RecordingSource, read_recording

SECONDS = 1.5


def pitch(sound: np.ndarray) -> float:
    """The strongest frequency in Hz."""
    return float(np.argmax(np.abs(np.fft.rfft(sound)))) * SAMPLE_RATE / len(sound)


@pytest.mark.parametrize(
    ("name", "rate", "channels", "subtype"),
    [
        ("telephone.wav", 8_000, 1, "PCM_16"),
        ("usual.wav", 16_000, 1, "PCM_16"),
        ("cd.wav", 44_100, 2, "PCM_16"),
        ("studio.wav", 96_000, 2, "PCM_24"),
        ("wide.wav", 48_000, 1, "PCM_32"),
        ("float.wav", 48_000, 2, "FLOAT"),
        ("surround.wav", 48_000, 6, "PCM_24"),
        ("lossless.flac", 44_100, 2, "PCM_24"),
        ("surround.flac", 48_000, 6, "PCM_16"),
        ("vorbis.ogg", 44_100, 2, "VORBIS"),
        ("opus.ogg", 48_000, 1, "OPUS"),
        ("layer3.mp3", 44_100, 2, "MPEG_LAYER_III"),
    ],
)
def test_every_format_is_the_same_sound(tmp_path: Path, name: str, rate: int, channels: int, subtype: str) -> None:
    path = write(tmp_path / name, np.tile(tone(SECONDS, rate)[:, None], (1, channels)), rate, subtype)
    sound = read_recording(path)
    assert sound.dtype == np.int16
    assert len(sound) / SAMPLE_RATE == pytest.approx(SECONDS, abs=0.06)
    assert RecordingSource(path).seconds == pytest.approx(SECONDS, abs=0.06)
    assert pitch(sound) == pytest.approx(440, abs=2)
    assert np.abs(sound).max() / 32768 == pytest.approx(0.3, abs=0.05)


def test_chunks_follow_each_other_without_gaps_and_lose_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", tone(2.345, 44_100), 44_100)
    source = RecordingSource(path, chunk_seconds=0.1)
    chunks = list(source.chunks())
    assert [chunk.start for chunk in chunks[1:]] == [pytest.approx(chunk.end) for chunk in chunks[:-1]]
    assert {len(chunk.samples) for chunk in chunks[:-1]} == {1600}
    assert np.array_equal(np.concatenate([chunk.samples for chunk in source.chunks()]), read_recording(path))


def test_a_voice_in_the_centre_of_surround_sound_is_heard(tmp_path: Path) -> None:
    sound = np.zeros((48_000, 6))
    sound[:, 2] = tone(1, 48_000)
    assert pitch(read_recording(write(tmp_path / "centre.wav", sound, 48_000))) == pytest.approx(440, abs=2)


def test_values_that_are_no_numbers_are_silence(tmp_path: Path) -> None:
    sound = tone(1)
    sound[100:200] = np.nan
    sound[300:310] = np.inf
    heard = read_recording(write(tmp_path / "nan.wav", sound, subtype="FLOAT"))
    assert not heard[100:200].any()
    assert not heard[300:310].any()
    assert heard[400:].any()


def test_louder_than_full_scale_is_clipped_not_wrapped(tmp_path: Path) -> None:
    heard = read_recording(write(tmp_path / "loud.wav", tone(0.5, level=3.0), subtype="FLOAT"))
    positive = tone(0.5, level=3.0) > 0.1
    assert (heard[positive] > 0).all()
    assert heard.max() == 32767


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.wav", b"", "файл пуст"),
        ("notes.txt", "я выставляю игрока номер пять\n".encode(), "не звуковая запись"),
        ("picture.mp3", b"\x89PNG\r\n\x1a\n" + bytes(500), "не звуковая запись"),
        ("head.wav", b"RIFF\x24\x00\x00\x00WAVE", "не звуковая запись"),
    ],
)
def test_what_is_no_recording_is_named(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(UserError, match=says) as error:
        RecordingSource(path)
    assert str(path) in str(error.value)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nothing\.wav: такого файла нет"):
        RecordingSource(tmp_path / "nothing.wav")
    with pytest.raises(UserError, match="это папка"):
        RecordingSource(tmp_path)


def test_a_recording_of_no_length_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"silent\.wav: в записи нет звука"):
        RecordingSource(write(tmp_path / "silent.wav", np.zeros(0)))


@pytest.mark.parametrize(
    ("name", "subtype", "how_much"),
    [
        ("cut.wav", "PCM_16", r"читается 2\.0 с из 4\.0 с"),
        ("cut24.wav", "PCM_24", r"читается 2\.0 с из 4\.0 с"),
        ("cut.flac", "PCM_16", r"читается [012]\.\d с из 4\.0 с"),
        ("cut_vorbis.ogg", "VORBIS", r"читается [123]\.\d с\."),
        ("cut_opus.ogg", "OPUS", r"читается [123]\.\d с\."),
        ("cut.mp3", "MPEG_LAYER_III", r"читается [12]\.\d с из 4\.0 с"),
    ],
)
def test_a_cut_recording_is_an_error_that_says_how_much_is_there(
    tmp_path: Path, name: str, subtype: str, how_much: str
) -> None:
    # noise does not compress: half of the bytes is half of the time
    sound = np.random.default_rng(0).normal(0, 0.2, 4 * 48_000)
    path = write(tmp_path / name, sound, 48_000, subtype)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(UserError, match=how_much) as error:
        RecordingSource(path)
    assert name in str(error.value)


def test_a_wav_streamed_without_a_promised_length_is_whole(tmp_path: Path) -> None:
    path = write(tmp_path / "piped.wav", tone(1))
    data = bytearray(path.read_bytes())
    where = data.index(b"data") + 4
    data[where : where + 4] = b"\xff\xff\xff\xff"
    path.write_bytes(data)
    assert len(read_recording(path)) == SAMPLE_RATE


def test_an_mp3_behind_a_picture_tag_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "tagged.mp3", tone(1, 44_100), 44_100)
    size = 3000
    tag = b"ID3\x03\x00\x00" + bytes([size >> 21 & 127, size >> 14 & 127, size >> 7 & 127, size & 127]) + bytes(size)
    path.write_bytes(tag + path.read_bytes())
    assert pitch(read_recording(path)) == pytest.approx(440, abs=2)


def test_blocks_keep_a_long_recording_out_of_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.flac"
    with soundfile.SoundFile(path, "w", 8_000, 1) as file:
        for _ in range(600):
            file.write(np.zeros(8_000))
    source = RecordingSource(path)
    largest = max(len(chunk.samples) for chunk in source.chunks())
    assert source.seconds == 600
    assert largest == 1600
