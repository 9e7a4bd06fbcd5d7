"""The command line as a user meets it: what it prints, its exit codes, its one-line errors."""

import errno
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from voice_judge.cli import main
from voice_judge.resources import resource

Output = pytest.CaptureFixture[str]


def lines(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def transcript(folder: Path, *text: str) -> str:
    path = folder / "game.txt"
    path.write_text("\n".join(text), encoding="utf-8")
    return str(path)


# --- interpret -------------------------------------------------------------------------------------------------

INTERPRETED = [
    ("я выставляю игрока номер пять", "day", "nominate seat=5"),
    ("Я отзываю игрока № 5", "day", "withdraw seat=5"),
    ("Господин Судья, кто выставлен?", "day", "ask_nominated"),
    ("Спасибо, всё", "day", "end_speech"),
    ("четыре голоса", "vote", "votes votes=4"),
    ("Наступает ночь", "introduction", "night_falls"),
    ("я бы выставил игрока номер пять", "day", "not_recognized: conditional"),
    ("хорошая погода", "day", "not_recognized: no_match"),
    ("", "day", "not_recognized: no_match"),
]


@pytest.mark.parametrize(("text", "phase", "printed"), INTERPRETED)
def test_interpret(text: str, phase: str, printed: str, capsys: Output) -> None:
    assert main(["interpret", text, "--phase", phase]) == 0
    assert capsys.readouterr().out == printed + "\n"


def test_interpret_as_json(capsys: Output) -> None:
    assert main(["interpret", "я выставляю игрока номер пять", "--json"]) == 0
    (line,) = lines(capsys.readouterr().out)
    assert line == {
        "type": "heard",
        "text": "я выставляю игрока номер пять",
        "intent": "nominate",
        "slots": {"seat": 5},
    }


# --- replay of transcripts ---------------------------------------------------------------------------------------


def test_json_lines_are_documented(tmp_path: Path, capsys: Output) -> None:
    night = ["/next"] * 10 + ["/confirm", "/shot 1 5", "/check don 4", "/undo"]
    game = transcript(tmp_path, "/start day", "/roles don=1 mafia=2,3 sheriff=4", "выставляю пятого", "погода", *night)
    assert main(["replay", game, "--json"]) == 0
    printed = lines(capsys.readouterr().out)
    documented = (Path(__file__).parent.parent / "docs" / "events.md").read_text(encoding="utf-8")
    assert {str(line["type"]) for line in printed} >= {"heard", "not_recognized", "event", "said", "input", "result"}
    for line in printed:
        assert f"`{line['type']}`" in documented
        row = next(row for row in documented.splitlines() if row.startswith(f"| `{line['type']}`"))
        if line["type"] != "event":
            for field in set(line) - {"t", "type", "by", "seats"}:
                assert f"`{field}" in row, field


def test_the_same_file_gives_the_same_lines(tmp_path: Path, capsys: Output) -> None:
    game = transcript(tmp_path, "выставляю пятого", "12 пас", "выставляю шестого", "/undo", "пас")
    runs = []
    for _ in range(2):
        main(["replay", game, "--json"])
        runs.append(capsys.readouterr().out)
    assert runs[0] == runs[1]


def test_the_example_of_the_documentation_is_judged_as_it_says(tmp_path: Path, capsys: Output) -> None:
    documentation = (Path(__file__).parent.parent / "docs" / "transcripts.md").read_text(encoding="utf-8")
    example = [line.strip() for line in documentation.splitlines() if line.startswith("    ")]
    assert main(["replay", transcript(tmp_path, *example), "--json"]) == 0
    result = lines(capsys.readouterr().out)[-1]
    assert (result["speaker"], result["nominated"]) == (3, [5])


def test_secrets_stay_out_of_the_screen_and_the_protocol(tmp_path: Path, capsys: Output) -> None:
    game = transcript(tmp_path, "/start day", "/roles don=7 mafia=8,9 sheriff=10", "выставляю пятого")
    protocol = tmp_path / "protocol.json"
    assert main(["replay", game, "--protocol", str(protocol)]) == 0
    assert "don=7" not in capsys.readouterr().out
    told = json.loads(protocol.read_text(encoding="utf-8"))
    assert "RolesAssigned" not in {event["event"] for event in told["events"]}
    assert main(["replay", game, "--protocol", str(protocol), "--secrets"]) == 0
    told = json.loads(protocol.read_text(encoding="utf-8"))
    assert "RolesAssigned" in {event["event"] for event in told["events"]}


def test_several_files_are_one_game(tmp_path: Path, capsys: Output) -> None:
    first, second = tmp_path / "1.txt", tmp_path / "2.txt"
    first.write_text("выставляю пятого\n10 пас\n", encoding="utf-8")
    second.write_text("5 выставляю шестого\n", encoding="utf-8")
    assert main(["replay", str(first), str(second), "--json"]) == 0
    printed = lines(capsys.readouterr().out)
    assert printed[-1]["nominated"] == [5, 6]
    heard = [line["t"] for line in printed if line["type"] == "heard"]
    assert heard[2] > heard[1]  # type: ignore[operator]


SYNONYM = "я выставляю кандидатуру игрока номер 3"


@pytest.mark.parametrize(("switch", "nominated"), [("true", [3]), ("false", [])])
def test_a_club_decides_about_other_wordings(switch: str, nominated: list[int], tmp_path: Path, capsys: Output) -> None:
    rules = tmp_path / "club.toml"
    rules.write_text(f'base = "official"\nnomination_synonyms = {switch}\n', encoding="utf-8")
    assert main(["replay", transcript(tmp_path, SYNONYM), "--rules", str(rules), "--json"]) == 0
    assert lines(capsys.readouterr().out)[-1]["nominated"] == nominated


NIGHT = ["/start", "/roles don=1 mafia=2,3 sheriff=4", "/confirm", "/confirm", "день, все просыпаются"]


@pytest.mark.parametrize(("switch", "phase"), [("push_to_talk", "day"), ("off", "night")])
def test_a_club_may_switch_listening_off_at_night(switch: str, phase: str, tmp_path: Path, capsys: Output) -> None:
    rules = tmp_path / "club.toml"
    rules.write_text(f'night_listening = "{switch}"\n', encoding="utf-8")
    assert main(["replay", transcript(tmp_path, *NIGHT), "--rules", str(rules), "--json"]) == 0
    assert lines(capsys.readouterr().out)[-1]["phase"] == phase


# --- wrong input ---------------------------------------------------------------------------------------------------


def refused(arguments: list[str], capsys: Output) -> str:
    """The one message of a call that must fail with exit code 2, printing nothing else."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Traceback" not in captured.err
    assert captured.err.startswith("voice-judge: ")
    return captured.err


def tone(path: Path, rate: int, channels: int, subtype: str) -> str:
    times = np.arange(rate) / rate
    sound = np.repeat((0.1 * np.sin(2 * np.pi * 220 * times))[:, None], channels, axis=1)
    soundfile.write(path, sound, rate, subtype=subtype)
    return str(path)


ODD_BUT_GOOD = [(8_000, 1, "PCM_16"), (96_000, 2, "PCM_24"), (48_000, 6, "PCM_16"), (44_100, 2, "FLOAT")]


@pytest.mark.parametrize(("rate", "channels", "subtype"), ODD_BUT_GOOD)
def test_odd_recordings_are_judged(rate: int, channels: int, subtype: str, tmp_path: Path, capsys: Output) -> None:
    assert main(["replay", tone(tmp_path / "odd.wav", rate, channels, subtype), "--json"]) == 0
    assert lines(capsys.readouterr().out)[-1]["type"] == "result"


def test_bad_recordings(tmp_path: Path, capsys: Output) -> None:
    whole = Path(tone(tmp_path / "whole.wav", 16_000, 1, "PCM_16")).read_bytes()
    for name, content in [("empty.wav", b""), ("text.mp3", b"hello\n" * 9), ("cut.wav", whole[: len(whole) // 2])]:
        path = tmp_path / name
        path.write_bytes(content)
        assert str(path) in refused(["replay", str(path)], capsys)
    assert "nothing.flac" in refused(["replay", str(tmp_path / "nothing.flac")], capsys)
    assert str(tmp_path) in refused(["replay", str(tmp_path)], capsys)


def test_a_bad_file_among_good_ones_stops_before_the_first(tmp_path: Path, capsys: Output) -> None:
    good = transcript(tmp_path, "пас")
    assert "nothing.txt" in refused(["replay", good, str(tmp_path / "nothing.txt")], capsys)


def test_a_missing_model(tmp_path: Path, capsys: Output) -> None:
    recording = tone(tmp_path / "tone.wav", 16_000, 1, "PCM_16")
    assert "no-model" in refused(["replay", recording, "--model", str(tmp_path / "no-model")], capsys)


def test_an_unknown_rules_profile(tmp_path: Path, capsys: Output) -> None:
    assert "fedration" in refused(["replay", transcript(tmp_path, "пас"), "--rules", "fedration"], capsys)


def test_an_unknown_phase(capsys: Output) -> None:
    assert "evening" in refused(["interpret", "пас", "--phase", "evening"], capsys)


def test_an_unwritable_protocol(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "game.json" in refused(
        ["replay", transcript(tmp_path, "пас"), "--protocol", f"{tmp_path}/file/game.json"], capsys
    )


@pytest.fixture
def grammars(tmp_path: Path) -> Path:
    return Path(shutil.copytree(resource("grammars"), tmp_path / "grammars"))


# a file of grammars/, what to replace by what (a club's slip), what the message must name besides the file and line
SLIPS = [
    ("day.yaml", "intents:", "intnets:", "intnets"),
    ("day.yaml", "    trigger:", "    triger:", "trigger"),
    ("day.yaml", "intents:", "intents: [", "day.yaml"),
    ("day.yaml", '"[я] отзываю <whom>"', '"[я отзываю <whom>"', "[я отзываю"),
    ("day.yaml", '"[я] отзываю <whom>"', '"[я] отзываю <who_knows>"', "who_knows"),
    ("day.yaml", '"[я] отзываю <whom>"', '"[я] отзываю {seats:seat}"', "seats"),
    ("day.yaml", "  withdraw:", "  withdrawal:", "withdrawal"),
    ("common.yaml", '"отмена"', '"пауза"', "пауза"),
    ("answers.yaml", "  nominated:", "  nominatd:", "nominated"),
]


@pytest.mark.parametrize(("name", "old", "new", "named"), SLIPS)
def test_grammar_slips(name: str, old: str, new: str, named: str, grammars: Path, capsys: Output) -> None:
    path = grammars / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    message = refused(["interpret", "пас", "--grammars", str(grammars)], capsys)
    assert named in message
    assert f"{path}:" in message


def test_a_word_that_the_model_does_not_know(grammars: Path, tmp_path: Path, capsys: Output) -> None:
    path = grammars / "speech.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("спасибо", "спасибищще").replace("СПАСИБО", "СПАСИБИЩЩЕ"), encoding="utf-8")
    recording = tone(tmp_path / "tone.wav", 16_000, 1, "PCM_16")
    message = refused(["replay", recording, "--grammars", str(grammars)], capsys)
    assert "спасибищще" in message
    assert f"{path}:" in message


def test_check_finds_the_programs_own_grammars_sound(capsys: Output) -> None:
    assert main(["check"]) == 0
    assert "в порядке" in capsys.readouterr().out


OUTPUTS = [
    (["--protocol", "game.txt"], "входной файл"),
    (["--protocol", "x.json", "--wav", "x.json"], "разные файлы"),
    (["--wav", "x.mp3"], ".wav"),
    (["--protocol", "none/x.json"], "none"),
    (["--protocol", "."], "папка"),
]


@pytest.mark.parametrize(("options", "words"), OUTPUTS)
def test_outputs_are_checked_before_anything_is_judged(
    options: list[str], words: str, tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    transcript(tmp_path, "пас")
    assert words in refused(["replay", "game.txt", *options], capsys)
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == "пас"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.txt"]


def test_json_is_utf8_in_any_terminal(tmp_path: Path) -> None:
    game = transcript(tmp_path, "выставляю пятого")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    command = [sys.executable, "-m", "voice_judge", "replay", game, "--json"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert "Принято" in done.stdout.decode("utf-8")


class _Full(io.StringIO):
    """A disk without room."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_closed_output_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["replay", transcript(tmp_path, "выставляю пятого")]) == 0


def test_a_full_output_is_one_message(tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", _Full())
    assert main(["replay", transcript(tmp_path, "выставляю пятого")]) == 2
    assert capsys.readouterr().err == "voice-judge: вывод: No space left on device\n"
