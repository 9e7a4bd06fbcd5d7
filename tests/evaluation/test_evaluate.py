"""Reading manifests, mixing noise, counting: the figures are worth what this is worth."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.evaluation.sounds import LINE, NOMINATE, OTHER, manifest, some_recordings
from tests.speech.sounds import tone, write
from voice_judge.errors import UserError
from voice_judge.evaluation import Clip, Expected, Noise, Report, Setup, evaluate, read_manifest
from voice_judge.evaluation.manifest import parse_condition, parse_expected
from voice_judge.evaluation.outcome import Outcome
from voice_judge.evaluation.sound import MARGIN, active_level, clip_sound, speech_end
from voice_judge.speech.audio import SAMPLE_RATE


def test_a_line_is_a_clip(tmp_path: Path) -> None:
    noisy = LINE.replace("clean", "noise:hum.wav@10")
    quiet, loud = read_manifest(manifest(tmp_path, LINE, "", noisy))
    assert quiet == Clip(tmp_path / "a.wav", "я пас", "irina", "synthetic", "CC0-1.0", "day", None, (Expected("pass"),))
    assert loud.noise == Noise(tmp_path / "noise" / "hum.wav", 10.0)
    assert (quiet.condition, loud.condition) == ("clean", "hum 10 dB")
    assert read_manifest(tmp_path) == (quiet, loud)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nothing", ()),
        ("pass", (Expected("pass"),)),
        ("nominate seat=5", (Expected("nominate", {"seat": 5}),)),
        ("votes seat=5 votes=0", (Expected("votes", {"seat": 5, "votes": 0}),)),
        ("nominate seat=2 also=3,4", (Expected("nominate", {"seat": 2, "also": (3, 4)}),)),
        ("nominate seat=2 also=3", (Expected("nominate", {"seat": 2, "also": (3,)}),)),
        ("withdraw seat=1; nominate seat=9", (Expected("withdraw", {"seat": 1}), Expected("nominate", {"seat": 9}))),
    ],
)
def test_expectations(text: str, expected: tuple[Expected, ...]) -> None:
    assert parse_expected(text) == expected
    if expected:
        assert parse_expected("; ".join(map(str, expected))) == expected


@pytest.mark.parametrize(
    "text", ["", "Nominate", "nominate seat=", "nominate seat=five", "nominate;", "nominate  seat=5"]
)
def test_bad_expectations(text: str) -> None:
    with pytest.raises(ValueError, match="ожидание"):
        parse_expected(text)


@pytest.mark.parametrize("text", ["", "noise", "noise:a.wav", "noise:@10", "noise:a.wav@loud", "dirty"])
def test_bad_conditions(text: str) -> None:
    with pytest.raises(ValueError, match="условие"):
        parse_condition(text, Path())


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("a.wav\tпас", "столбцов 2, нужно 8"),
        (LINE.replace("synthetic", "robot"), "вид голоса «robot»"),
        (LINE.replace("clean", "dirty"), "условие «dirty»"),
        (LINE.replace("day", "evening"), "фаза «evening», а бывает: "),
        (LINE.replace("a.wav", "b.wav"), r"нет файла .*b\.wav"),
        (LINE.replace("clean", "noise:sea.wav@5"), r"нет файла .*sea\.wav"),
        (LINE.replace("\tpass", "\tPASS"), "ожидание «PASS»"),
    ],
)
def test_a_bad_line_is_named_with_its_number(tmp_path: Path, line: str, says: str) -> None:
    with pytest.raises(UserError, match=says) as error:
        read_manifest(manifest(tmp_path, LINE, line))
    assert "manifest.tsv:3:" in str(error.value)


def test_a_bad_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="не читается"):
        read_manifest(tmp_path / "none.tsv")
    with pytest.raises(UserError, match=r"manifest\.tsv:1: первая строка"):
        read_manifest(manifest(tmp_path, LINE, head="file\ttext"))
    with pytest.raises(UserError, match=r"manifest\.tsv:2: .* нет ни одной записи"):
        read_manifest(manifest(tmp_path))


def _clip(folder: Path, snr: float | None = None) -> Clip:
    condition = "clean" if snr is None else f"noise:hum.wav@{snr:g}"
    return read_manifest(manifest(folder, LINE.replace("clean", condition)))[0]


@pytest.mark.parametrize("snr", [20.0, 10.0, 0.0, -5.0])
def test_noise_is_as_loud_as_asked(tmp_path: Path, snr: float) -> None:
    write(tmp_path / "a.wav", tone(0.3))
    noise = clip_sound(_clip(tmp_path, snr)).astype(float) - clip_sound(_clip(tmp_path)).astype(float)
    speech = active_level(tone(0.3) * 32768)
    assert 20 * np.log10(speech / np.sqrt((noise**2).mean())) == pytest.approx(snr, abs=0.2)


def test_the_same_clip_is_the_same_sound_with_room_around_it(tmp_path: Path) -> None:
    clip = _clip(tmp_path, 10.0)
    assert np.array_equal(clip_sound(clip), clip_sound(clip))
    assert len(clip_sound(clip)) == round((0.3 + 2 * MARGIN) * SAMPLE_RATE)
    assert np.array_equal(clip_sound(clip), clip_sound(clip, after=2.0)[: len(clip_sound(clip))])
    assert len(clip_sound(clip, after=2.0)) == round((0.3 + MARGIN + 2.0) * SAMPLE_RATE)


def test_silence_in_noise_stays_finite(tmp_path: Path) -> None:
    clip = _clip(tmp_path, 10.0)
    write(tmp_path / "a.wav", np.zeros(8_000))
    assert np.abs(clip_sound(clip)).max() < 50


def test_the_level_of_speech_leaves_out_its_pauses() -> None:
    speech = np.concatenate((tone(1), np.zeros(3 * SAMPLE_RATE))) * 32768
    assert active_level(speech) == pytest.approx(active_level(tone(1) * 32768), rel=0.05)
    assert speech_end(speech.astype(np.int16)) == pytest.approx(1.0, abs=0.02)
    assert active_level(np.zeros(0)) == 0.0


def outcome(
    expected: Sequence[Expected], got: Sequence[Expected], retracted: int = 0, kind: str = "human", noisy: bool = False
) -> Outcome:
    noise = Noise(Path("hum.wav"), 10) if noisy else None
    clip = Clip(Path("x.opus"), "текст", "кто-то", kind, "CC0-1.0", "day", noise, tuple(expected))
    return Outcome(clip, tuple(got), retracted, ("я думаю",), 1.0, 0.1)


@pytest.mark.parametrize(
    ("expected", "got", "retracted", "right"),
    [
        ([NOMINATE], [NOMINATE], 0, True),
        ([NOMINATE], [OTHER], 0, False),
        ([NOMINATE], [], 0, False),
        ([NOMINATE], [NOMINATE, NOMINATE], 0, False),
        ([NOMINATE], [NOMINATE, Expected("pass")], 0, False),
        ([NOMINATE], [Expected("nominate", {"seat": 5, "also": (6,)})], 0, False),
        ([NOMINATE, OTHER], [OTHER, NOMINATE], 0, False),
        ([NOMINATE], [NOMINATE], 1, False),
        ([], [], 0, True),
        ([], [NOMINATE], 0, False),
        ([], [], 1, False),
    ],
)
def test_what_counts_as_right(expected: list[Expected], got: list[Expected], retracted: int, right: bool) -> None:
    assert outcome(expected, got, retracted).right is right


def test_the_report_keeps_kinds_conditions_and_negatives_apart() -> None:
    report = Report(
        (
            outcome([NOMINATE], [NOMINATE]),
            outcome([NOMINATE], [OTHER], noisy=True),
            outcome([NOMINATE], [NOMINATE], kind="synthetic"),
            outcome([], []),
            outcome([], [NOMINATE], kind="synthetic"),
        )
    )
    totals = {(row.kind, row.condition): (row.right, row.total) for row in report.totals()}
    assert totals == {("human", "clean"): (1, 1), ("human", "noise"): (0, 1), ("synthetic", "clean"): (1, 1)}
    silent = {(row.kind, row.condition): (row.right, row.total) for row in report.reactions()}
    assert silent == {("human", "clean"): (1, 1), ("synthetic", "clean"): (0, 1)}
    text = report.text()
    assert "Ошибки: 2 из 5" in text
    assert "x.opus (hum 10 dB, кто-то) с 0.00 с: «текст» | нужно: nominate seat=5 | получено: nominate seat=6" in text
    assert "нужно: nothing | получено: nominate seat=5" in text
    assert "чужой номер: 1" in text
    assert len(json.loads(json.dumps(report.to_dict()))["failures"]) == 2


@pytest.mark.parametrize(
    ("expected", "got", "spans", "offset"),
    [
        ([NOMINATE], [], [], 0.0),
        ([NOMINATE], [OTHER], [(1.5, 2.0)], 1.5),
        ([NOMINATE], [NOMINATE, OTHER], [(0.2, 1.0), (2.5, 3.0)], 2.5),
        ([], [NOMINATE], [(4.0, 5.0)], 4.0),
        ([], [NOMINATE], [(-0.2, 1.0)], 0.0),
    ],
)
def test_a_failure_says_where_to_listen(
    expected: list[Expected], got: list[Expected], spans: list[tuple[float, float]], offset: float
) -> None:
    failure = replace(outcome(expected, got), spans=tuple(spans))
    assert failure.offset == offset
    assert failure.to_dict()["offset"] == offset


def test_latency_is_of_phrases_heard_right_and_per_setting() -> None:
    right = [replace(outcome([NOMINATE], [NOMINATE]), latency=seconds) for seconds in (0.1, 0.2, 0.3)]
    wrong = replace(outcome([NOMINATE], [NOMINATE, OTHER]), latency=9.0)
    noisy = replace(outcome([NOMINATE], [NOMINATE], noisy=True), latency=0.5)
    spreads = Report((*right, wrong, noisy)).latencies()
    assert {name: (one.count, round(one.median, 3)) for name, one in spreads.items()} == {
        "clean": (3, 0.2),
        "noise": (1, 0.5),
    }
    assert "медиана 0.200 с" in Report(tuple(right)).speed_text()


def test_an_empty_report_says_so() -> None:
    assert "Ошибки: 0 из 0" in Report(()).text()


def test_the_figures_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    path = some_recordings(tmp_path)
    told: list[tuple[int, int]] = []
    one = evaluate([path], progress=lambda done, total: told.append((done, total)), processes=1)
    two = evaluate([path], processes=2)
    assert len(one.outcomes) >= 4
    assert all(outcome.latency is not None for outcome in one.positives if outcome.right)
    assert one.to_dict() == two.to_dict()
    assert one.text() == two.text()
    assert told == [(number, len(one.outcomes)) for number in range(1, len(one.outcomes) + 1)]


def test_a_wrong_model_is_said_once_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="такой папки нет"):
        evaluate([some_recordings(tmp_path)], Setup(model=tmp_path / "none"), processes=2)
