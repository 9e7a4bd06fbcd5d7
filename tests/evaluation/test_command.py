"""`voice-judge evaluate`, as a user meets it: options, tables, JSON, and what is wrong said in one line."""

import json
from pathlib import Path

import pytest

from tests.evaluation.sounds import FIXTURES, LINE, MANIFEST, manifest, some_recordings
from voice_judge.cli import main
from voice_judge.evaluation.sweep import sweep_values
from voice_judge.table.listening import DEFAULT_LISTENING, SWEEPS

TALK = FIXTURES / "human" / "talk" / "deepspeech_ru.opus"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--snr", "loud"], "отношение сигнала к шуму «loud»"),
        (["--snr", "nan"], "отношение сигнала к шуму «nan»"),
        (["--conditions", "clean,rain"], "условие «rain», а бывает"),
        (["--conditions", "clean", "--snr", "10"], "--snr и --reverb тогда не нужны"),
        (["--snr", "10", "--noise", "none.flac"], "none.flac: такой записи шума нет"),
        (["--noise", "none.flac"], "--noise: скажите, насколько шум тише речи"),
        (["--engine", "whisper"], "whisper"),
        (["--sweep", "loudness"], "настройки «loudness» нет; есть: stable_seconds"),
        (["--engine", "ears"], "нет движка «ears»; есть: vosk, whisper"),
        (["--engine", "vosk,ears"], "нет движка «ears»"),
        (["--engine", "vosk,whisper", "--model", "x"], "какому движку какая модель"),
        (["--model", "whisper=x"], "этот движок не проверяется; назовите его: --engine whisper"),
        (["--model", "no-such-folder"], "no-such-folder"),
        (["--every", "0"], "нужно целое число от 1"),
        (["--processes", "0"], "нужно целое число от 1"),
        (["--spotting", "--hours", "-1"], "--hours: нужно число часов"),
        (["--spotting", "--hours", "nan"], "--hours: нужно число часов"),
        (["--spotting", "--talk", "nowhere"], "nowhere: такой записи или папки с речью нет"),
        (["--grammars", "nowhere"], "nowhere"),
        (["--failures", __file__], "в эту папку записать нельзя"),
        (["--sweep", "peek_seconds", "--out", __file__], "в эту папку записать нельзя"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], says: str
) -> None:
    code = main(["evaluate", str(manifest(tmp_path, LINE)), *options])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "manifest.tsv:1: первая строка должна называть столбцы"),
        ("file\ttext\n", "manifest.tsv:1: первая строка"),
        (MANIFEST.read_text("utf-8").splitlines()[0] + "\n", "manifest.tsv:2: в списке нет ни одной записи"),
        (MANIFEST.read_text("utf-8").splitlines()[0] + "\na\tb\n", "manifest.tsv:2: столбцов 2, нужно 8"),
    ],
)
def test_a_manifest_that_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str) -> None:
    path = tmp_path / "manifest.tsv"
    path.write_text(text, "utf-8")
    assert main(["evaluate", str(path)]) == 2
    assert says in capsys.readouterr().err


def test_a_table_of_conditions_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = some_recordings(tmp_path, every=90)
    noise = str(FIXTURES / "noise" / "wind.flac")
    failures = tmp_path / "failures"
    options = ["--conditions", "clean,10", "--noise", noise, "--processes", "1", "--failures", str(failures)]
    assert main(["evaluate", str(path), *options]) == 0
    out, err = capsys.readouterr()
    for words in ("Движок vosk, модель ru-judge", "rhvoice-irina", "clean", "10 dB", "сказано", "Ошибки:", "медиана"):
        assert words in out
    assert "память процесса в пике" in out
    assert "звук ошибок" in err
    assert (failures / "failures.tsv").is_file()


def test_everything_as_json_with_spotting_and_its_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = some_recordings(tmp_path, every=90)
    options = ["--json", "--processes", "1", "--spotting", "--talk", str(TALK), "--out", str(tmp_path / "out")]
    assert main(["evaluate", str(path), *options]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert {"engine", "model", "positives", "voices", "negatives", "seats", "failures", "speed", "cost"} <= found.keys()
    assert found["cost"]["real_time_factor"] > 0.0
    assert found["speed"]["latency"]["clean"]["count"] >= 1
    assert found["spotting"]["missed_percent_at"].keys() == {"1", "0.1"}
    assert "картинка" in err
    assert (tmp_path / "out" / "spotting.svg").read_text("utf-8").startswith("<svg")


def test_every_setting_can_be_swept_over_values_of_its_kind() -> None:
    for name in SWEEPS:
        values = sweep_values(name)
        now = getattr(DEFAULT_LISTENING, name)
        assert {type(value) for value in values} == {type(now)}
        assert len(values) >= 2


def test_a_sweep_draws_the_curve_of_one_setting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = some_recordings(tmp_path, every=170)
    options = ["--sweep", "peek_seconds", "--processes", "1", "--out", str(tmp_path / "out")]
    assert main(["evaluate", str(path), *options]) == 0
    out = capsys.readouterr().out
    lines = [line.split()[0] for line in out.splitlines()[2:]]
    assert lines == [str(value) for value in sweep_values("peek_seconds")]
    assert (tmp_path / "out" / "sweep-peek_seconds.svg").is_file()
    options[1] = "second_pass"
    assert main(["evaluate", str(path), *options, "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    assert [step["value"] for step in steps] == [False, True]
