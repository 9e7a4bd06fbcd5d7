"""Other conditions than the manifest's own: noise at a ratio, a hall."""

from pathlib import Path

import numpy as np
import pytest

from tests.evaluation.sounds import LINE, manifest
from tests.speech.sounds import tone, write
from voice_judge.errors import UserError
from voice_judge.evaluation import read_manifest
from voice_judge.evaluation.conditions import (
    WHOLE_TABLE,
    Condition,
    in_conditions,
    noise_files,
    parse_conditions,
    parse_snr,
)
from voice_judge.evaluation.reverb import DECAY, hall_response, in_hall
from voice_judge.evaluation.sound import MARGIN, active_level, clip_sound
from voice_judge.speech.audio import SAMPLE_RATE


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("clean", ["clean"]),
        ("10", ["10 dB"]),
        ("-5, 2.5", ["-5 dB", "2.5 dB"]),
        ("hall", ["hall"]),
        ("hall+10", ["hall 10 dB"]),
        (WHOLE_TABLE, ["clean", "20 dB", "10 dB", "5 dB", "hall"]),
    ],
)
def test_conditions_by_name(text: str, names: list[str]) -> None:
    assert [condition.name for condition in parse_conditions(text)] == names


@pytest.mark.parametrize(
    "text", ["", "loud", "clean+10", "hall+", "hall+loud", "10,", "--10", "1e9", "nan", "inf", "99"]
)
def test_conditions_that_are_none(text: str) -> None:
    with pytest.raises(UserError):
        parse_conditions(text)


@pytest.mark.parametrize("text", ["", "loud", "10dB", "nan", "inf", "-31", "61"])
def test_a_ratio_is_a_number_of_decibels(text: str) -> None:
    with pytest.raises(UserError, match="отношение сигнала к шуму"):
        parse_snr(text)


def test_noise_lies_beside_the_manifest_unless_it_is_given(tmp_path: Path) -> None:
    path = manifest(tmp_path, LINE)
    write(tmp_path / "noise" / "silence.wav", np.zeros(1600))
    (tmp_path / "noise" / "notes.txt").write_text("no sound", "utf-8")
    hum, other = tmp_path / "noise" / "hum.wav", write(tmp_path / "other.wav", tone(1))
    assert noise_files([], [path]) == noise_files([], [tmp_path]) == (hum,)
    assert noise_files([other], [path]) == (other,)
    with pytest.raises(UserError, match=r"none\.wav: такой записи шума нет"):
        noise_files([tmp_path / "none.wav"], [path])
    with pytest.raises(UserError, match="нет записей шума"):
        noise_files([], [tmp_path / "elsewhere" / "manifest.tsv"])


def test_every_recording_is_put_once_into_every_condition(tmp_path: Path) -> None:
    path = manifest(tmp_path, LINE, LINE.replace("clean", "noise:hum.wav@10"), LINE.replace("\tpass", "\tnothing"))
    conditions = parse_conditions("clean,10,hall")
    clips = in_conditions(read_manifest(path), conditions, noise_files([], [path]))
    assert [(clip.condition, bool(clip.expected)) for clip in clips] == [
        (name, expected) for name in ("clean", "10 dB", "hall") for expected in (True, False)
    ]
    assert [clip.noise.snr if clip.noise else None for clip in clips] == [None, None, 10.0, 10.0, None, None]
    assert {clip.setting for clip in clips} == {"clean", "10 dB", "hall"}


@pytest.mark.parametrize("condition", [Condition(), Condition(5.0), Condition(hall=True), Condition(10.0, hall=True)])
def test_a_condition_sounds_the_same_every_time_and_as_long_and_as_loud(tmp_path: Path, condition: Condition) -> None:
    path = manifest(tmp_path, LINE)
    (plain,) = in_conditions(read_manifest(path), [Condition()], ())
    (clip,) = in_conditions(read_manifest(path), [condition], noise_files([], [path]))
    assert np.array_equal(clip_sound(clip), clip_sound(clip))
    assert len(clip_sound(clip)) == len(clip_sound(plain))
    if condition.snr is None:
        assert active_level(clip_sound(clip).astype(float)) == pytest.approx(
            active_level(clip_sound(plain).astype(float)), rel=0.05
        )


def test_a_hall_rings_after_the_sound_and_not_before() -> None:
    click = np.zeros(SAMPLE_RATE)
    click[4_000] = 1.0
    heard = in_hall(click)
    assert len(heard) == len(click)
    assert np.abs(heard[:4_000]).max() < 1e-9
    assert heard[4_000] == pytest.approx(1.0)
    left = np.cumsum(heard[::-1] ** 2)[::-1]
    decibels = 10 * np.log10(left[4_000:] / left[4_000] + 1e-12)
    sixty = 2.0 * (np.argmax(decibels < -35) - np.argmax(decibels < -5)) / SAMPLE_RATE
    assert sixty == pytest.approx(DECAY, rel=0.1)  # Schroeder's backward integral, from -5 to -35 dB, doubled
    assert hall_response() is hall_response()


def test_reverberation_fills_the_margin_behind_a_phrase(tmp_path: Path) -> None:
    path = manifest(tmp_path, LINE)
    clean, hall = in_conditions(read_manifest(path), parse_conditions("clean,hall"), ())
    behind = slice(round((MARGIN + 0.35) * SAMPLE_RATE), round((MARGIN + 0.5) * SAMPLE_RATE))
    assert np.abs(clip_sound(hall)[behind]).mean() > 20 * np.abs(clip_sound(clean)[behind]).mean()
