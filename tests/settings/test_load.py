"""settings.toml read: what it may hold, and what is said when it holds something else."""

from pathlib import Path

import pytest

from voice_judge.errors import UserError
from voice_judge.rules import Step
from voice_judge.settings import Settings, all_keys, load_settings, settings_file, value_of
from voice_judge.settings.load import parse_settings
from voice_judge.settings.template import template
from voice_judge.table.settings import Lead, TableSettings

FILE = Path("/дом/settings.toml")


def parsed(text: str) -> Settings:
    return parse_settings(text, FILE)


def error(text: str) -> str:
    with pytest.raises(UserError) as caught:
        parsed(text)
    return str(caught.value).removeprefix(f"{FILE}:")


def test_without_a_file_everything_is_as_the_program_has_it() -> None:
    assert load_settings() == Settings()
    assert not settings_file().exists()
    assert Settings().table == TableSettings()


def test_the_users_file_is_found(home: Path) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("[voice]\nrate = 120\n", encoding="utf-8")
    assert settings_file().is_relative_to(home)
    assert load_settings().voice.rate == 120


def test_a_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="не читается"):
        load_settings(tmp_path / "none.toml")


def test_the_template_sets_nothing_and_names_everything() -> None:
    assert parsed(template()) == Settings()
    for key in all_keys().values():
        assert f"\n# {key.field} = " in template()
        assert key.says.split(",")[0][:40] in template().replace("\n# ", " ")


# a file, the key that it sets, the value
GOOD = [
    ("[game]\nlead = 'judge'", "game.lead", "judge"),
    ("[game]\nauto_confirm = true", "game.auto_confirm", True),
    ("game.rules = 'federation'", "game.rules", "federation"),
    ("[game]\nrules = 'club.toml'", "game.rules", str(FILE.parent / "club.toml")),
    ("[game]\nnames = 'names.txt'", "game.names", str(FILE.parent / "names.txt")),
    ("[game]\nnames = '/x/y.txt'", "game.names", "/x/y.txt"),
    ("[pauses]\nmasks = 8", "pauses.masks", 8.0),
    ("[pauses]\nmasks = 0", "pauses.masks", 0.0),
    ("[pauses]\nmasks = 120.0", "pauses.masks", 120.0),
    ("microphone = {device = 'Микрофон (USB)'}", "microphone.device", "Микрофон (USB)"),
    ("[voice]\nrate = 300", "voice.rate", 300),
    ("[listening]\nmodel = 'vosk-model-ru-0.42'", "listening.model", "vosk-model-ru-0.42"),
    ("[listening]\nmodel = 'models/mine'", "listening.model", str(FILE.parent / "models/mine")),
    ("[music]\nfolder = ''", "music.folder", ""),
    ("\ufeff[music]\non = false", "music.on", False),
]


@pytest.mark.parametrize(("text", "name", "value"), GOOD)
def test_what_a_file_may_set(tmp_path: Path, text: str, name: str, value: object) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text, encoding="utf-8")
    expected = value.replace(str(FILE.parent), str(tmp_path)) if isinstance(value, str) else value
    assert value_of(load_settings(file), all_keys()[name]) == expected


# a file, its line that is wrong, words of the message
BAD = [
    ("[voice]\n\nrate = 79", 3, "voice.rate: нужно: целое число от 80 до 300; здесь: 79"),
    ("[voice]\nrate = 301", 2, "целое число от 80 до 300"),
    ("[voice]\nrate = 1.5", 2, "целое число"),
    ("[voice]\nrate = '120'", 2, 'здесь: "120"'),
    ("[voice]\nrate = true", 2, "здесь: true"),
    ("voice.rate = 1", 1, "voice.rate"),
    ("[voice]\n'rate' = 1", 2, "voice.rate"),
    ("voice = {name = 'x', rate = 1}", 1, "voice.rate"),
    ("[voice.rate]\nx = 1", 1, "voice.rate"),
    ("[music]\nvolume = 40\n[voice]\nvolume = 140", 4, "voice.volume: нужно: целое число от 0 до 100"),
    ("[pauses]\nmasks = -1", 2, "число от 0 до 120"),
    ("[pauses]\nmasks = nan", 2, "число от 0 до 120"),
    ("[pauses]\nmasks = inf", 2, "число от 0 до 120"),
    ("[pauses]\nmasks = true", 2, "число от 0 до 120"),
    ("[game]\nauto_confirm = 1", 2, "true или false"),
    ("[game]\nlead = 'both'", 2, 'одно из: "assistant", "judge"; здесь: "both"'),
    ("[game]\nrules = ''", 2, "непустая строка"),
    ("[game]\nnames = 3", 2, "строка в кавычках"),
    ("[voice]\n# rate = 5\nrat = 5", 3, "нет настройки voice.rat. Может быть, voice.rate?"),
    ("[voise]\nrate = 5", 1, "нет раздела [voise]. Может быть, voice?"),
    ("rate = 5", 1, "нет раздела [rate]"),
    ("[zzz]\nrate = 5", 1, "Есть: game, pauses, microphone"),
    ("voice = 5", 1, "это раздел"),
    ("\n[[voice]]\nrate = 100", 2, "это раздел"),
    ("[voice]\nrate 100", 2, "это не TOML"),
    ("[voice]\nname = Anna", 2, "слова — в кавычках"),
    ("[voice]\nrate = 100\nrate = 101", 3, "это не TOML"),
    ("[voice]\nrate", 2, "это не TOML"),
]


@pytest.mark.parametrize(("text", "line", "says"), BAD)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, says: str) -> None:
    message = error(text)
    assert message.startswith(f"{line}: "), message
    assert says in message
    assert "\n" not in message


def test_everything_that_is_wrong_is_said_at_once() -> None:
    message = error("[voice]\nrate = 1\nvolume = 101\nzzz = 1\n[music]\non = 2")
    assert [part.split(":")[0] for part in message.replace(f"{FILE}:", "").splitlines()] == ["2", "3", "4", "6"]


@pytest.mark.parametrize("text", ["x = " + "[" * 9_000, "x = " + "9" * 9_000], ids=["nested", "digits"])
def test_monstrous_files_are_one_line(text: str) -> None:
    with pytest.raises(UserError, match="не разбирается") as caught:
        parsed(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("content", [b"[voice]\nname = '\xff'", "[voice]\nname = 'Анна'".encode("utf-16")])
def test_another_encoding_is_said(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(content)
    with pytest.raises(UserError, match="UTF-8"):
        load_settings(file)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="не читается"):
        load_settings(tmp_path)


def test_the_table_gets_its_settings() -> None:
    text = "[game]\nlead = 'judge'\nauto_confirm = true\n[pauses]\nboundary = 1\ncue = 5\nmasks = 7\npointing = 8\n"
    text += "".join(f"{step.value} = {number + 20}\n" for number, step in enumerate(TableSettings().pauses))
    table = parsed(text).table
    assert (table.lead, table.auto_confirm) == (Lead.JUDGE, True)
    assert (table.boundary_pause, table.cue_before_end, table.masks_pause, table.pointing_pause) == (1, 5, 7, 8)
    assert table.pauses == {step: number + 20 for number, step in enumerate(TableSettings().pauses)}
    assert table.pauses[Step.DON_SEEKS] > 20
