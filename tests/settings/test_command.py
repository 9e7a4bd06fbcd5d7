"""`voice-judge settings`: what a judge types, and what he reads."""

import json
from pathlib import Path

import pytest

from voice_judge.cli import main
from voice_judge.settings import all_keys, load_settings, settings_file


def test_everything_is_shown_with_its_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings"]) == 0
    shown = capsys.readouterr().out
    assert "(его пока нет)" in shown
    for key in all_keys().values():
        assert f"  {key.name} = " in shown
        assert key.says[:40] in " ".join(shown.split())


def test_what_is_changed_is_shown_with_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "set", "voice.rate", "150"]) == 0
    assert main(["settings"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("voice.rate = 150\n")
    assert "  voice.rate = 150   (по умолчанию 165)\n" in shown
    assert "  voice.volume = 100\n" in shown
    assert main(["settings", "reset", "voice.rate"]) == 0
    assert capsys.readouterr().out == "voice.rate = 165\n"
    assert load_settings().voice.rate == 165


def test_programs_get_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert values == {key.name: key.default for key in all_keys().values()}


def test_the_path_is_that_of_a_file_to_edit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "path"]) == 0
    assert capsys.readouterr().out == f"{settings_file()}\n"
    assert "Скорость речи" in settings_file().read_text(encoding="utf-8")


def test_the_path_is_told_even_where_nothing_can_be_written(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home.write_text("in the way")
    assert main(["settings", "path"]) == 0
    shown = capsys.readouterr()
    assert shown.out == f"{settings_file()}\n"
    assert "не записать" in shown.err


def test_a_voice_that_is_not_there_is_set_with_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "set", "voice.name", "Никого"]) == 0
    shown = capsys.readouterr()
    assert shown.out == 'voice.name = "Никого"\n'
    assert "settings voices" in shown.err


def test_voices_are_listed_or_missed_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["settings", "voices"])
    shown = capsys.readouterr()
    if code == 0:
        assert shown.out.strip()
    else:
        assert code == 2
        assert "поставьте синтезатор" in shown.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["set", "voice.rat", "1"], "Может быть, voice.rate?"),
        (["set", "voice.rate", "1"], "целое число от 80 до 300"),
        (["reset", "voice"], "нет настройки voice"),
    ],
)
def test_a_mistake_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], says: str) -> None:
    assert main(["settings", *arguments]) == 2
    shown = capsys.readouterr()
    assert says in shown.err
    assert shown.err.count("\n") == 1
    assert not shown.out


def test_a_wrong_file_is_said_and_kept(capsys: pytest.CaptureFixture[str]) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("[voice]\nrate = 1\n", encoding="utf-8")
    for arguments in ([], ["set", "voice.volume", "50"], ["--json"]):
        assert main(["settings", *arguments]) == 2
        assert f"{settings_file()}:2: voice.rate" in capsys.readouterr().err
    assert settings_file().read_text(encoding="utf-8") == "[voice]\nrate = 1\n"
