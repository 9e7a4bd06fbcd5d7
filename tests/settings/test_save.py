"""One setting written: the rest of the file stays as the judge has left it."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from voice_judge.errors import UserError
from voice_judge.settings import (
    all_keys,
    create_settings,
    load_settings,
    reset_setting,
    save_setting,
    settings_file,
    value_of,
)
from voice_judge.settings.keys import Plain

OWN = "# мой файл\n[voice]   # голос\nname = 'Anna'  # хороша\n\n# громче!\nvolume = 90\n"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    return file


# what is set, as text from the command line or as a value, and what is then in force
SET: list[tuple[str, Plain, Plain]] = [
    ("voice.rate", "150", 150),
    ("voice.rate", 150, 150),
    ("pauses.masks", "7,5", 7.5),
    ("pauses.masks", "7", 7.0),
    ("music.on", "нет", False),
    ("music.on", "TRUE", True),
    ("game.auto_confirm", "да", True),
    ("game.lead", "judge", "judge"),
    ("voice.name", "Анна", "Анна"),
    ("microphone.device", 'Микрофон "USB" \\ №1 [x] # =', 'Микрофон "USB" \\ №1 [x] # ='),
    ("microphone.device", "tab\tnewline\nnull\x00\u2028", "tab\tnewline\nnull\x00\u2028"),
    ("microphone.device", "true", "true"),
    ("game.names", "/x/имена.txt", "/x/имена.txt"),
]


@pytest.mark.parametrize(("name", "given", "value"), SET)
@pytest.mark.parametrize("file", ["new", "own"])
def test_a_key_is_set_and_set_again(
    request: pytest.FixtureRequest, file: str, name: str, given: Plain, value: Plain
) -> None:
    path = request.getfixturevalue("own") if file == "own" else settings_file()
    for _ in range(2):
        save_setting(name, given, path)
        assert value_of(load_settings(path), all_keys()[name]) == value


def test_all_keys_can_be_set_one_after_another_and_reset() -> None:
    for name, key in all_keys().items():
        save_setting(name, key.choices[-1] if key.choices else key.default)
    assert all(f"\n{key.field} = " in settings_file().read_text(encoding="utf-8") for key in all_keys().values())
    for name in all_keys():
        reset_setting(name)
    assert settings_file().read_text(encoding="utf-8") == create_settings(Path(f"{settings_file()}.new")).read_text(
        "utf-8"
    )


def test_a_new_file_explains_the_key_that_it_sets() -> None:
    save_setting("voice.rate", 150)
    lines = settings_file().read_text(encoding="utf-8").splitlines()
    at = lines.index("rate = 150")
    assert lines[at - 1] == "# rate = 165"
    assert "Скорость речи" in lines[at - 2]


def test_own_lines_and_comments_stay(own: Path) -> None:
    save_setting("voice.volume", 80, own)
    assert own.read_text(encoding="utf-8") == OWN.replace("90", "80")
    save_setting("music.on", False, own)
    assert own.read_text(encoding="utf-8").startswith(OWN.replace("90", "80"))
    reset_setting("voice.name", own)
    assert "# мой файл" in own.read_text(encoding="utf-8")
    assert load_settings(own).voice.name == ""


def test_lines_of_windows_stay(own: Path) -> None:
    own.write_bytes(OWN.replace("\n", "\r\n").encode())
    save_setting("voice.volume", 80, own)
    assert own.read_bytes() == OWN.replace("90", "80").replace("\n", "\r\n").encode()


def test_a_relative_path_is_written_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    save_setting("music.folder", "музыка")
    save_setting("game.rules", "club.toml")
    assert load_settings().music.folder == tmp_path / "музыка"
    assert load_settings().game.rules == str(tmp_path / "club.toml")


# what is refused, and words of the message
REFUSED = [
    ("voice.rat", "1", "нет настройки voice.rat. Может быть, voice.rate?"),
    ("", "1", "нет настройки"),
    ("voice", "1", "нет настройки voice"),
    ("voice.rate", "9", "voice.rate: нужно: целое число от 80 до 300; здесь: 9"),
    ("voice.rate", "быстро", 'здесь: "быстро"'),
    ("voice.rate", "1e2", "целое число"),
    ("pauses.cue", "nan", "число от 0 до 120"),
    ("pauses.cue", "", 'здесь: ""'),
    ("music.on", "может быть", "true или false"),
    ("game.lead", "", "одно из"),
    ("microphone.device", "\udce9", "microphone.device: нужно"),
]


@pytest.mark.parametrize(("name", "value", "says"), REFUSED)
def test_what_a_key_may_not_be_leaves_the_file_alone(own: Path, name: str, value: str, says: str) -> None:
    with pytest.raises(UserError, match=re.escape(says)):
        save_setting(name, value, own)
    assert own.read_text(encoding="utf-8") == OWN


@pytest.mark.parametrize(
    "change", [lambda file: save_setting("voice.rate", 150, file), lambda file: reset_setting("voice.rate", file)]
)
def test_a_file_that_is_wrong_is_not_written_over(own: Path, change: Callable[[Path], None]) -> None:
    own.write_text("[voice]\nrate = 'x'\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"own\.toml:2: voice\.rate"):
        change(own)
    assert own.read_text(encoding="utf-8") == "[voice]\nrate = 'x'\n"


def test_resetting_what_was_never_set_is_nothing(own: Path) -> None:
    reset_setting("music.volume", own)
    assert own.read_text(encoding="utf-8") == OWN
    reset_setting("music.volume")
    assert not settings_file().exists()


def test_a_place_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UserError, match="не записать"):
        save_setting("voice.rate", 150, tmp_path / "file" / "settings.toml")


def test_nothing_is_left_behind_when_writing_fails(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(UserError, match="No space left"):
        save_setting("voice.rate", 150, own)
    assert own.read_text(encoding="utf-8") == OWN
    assert list(own.parent.iterdir()) == [own]


def test_a_link_stays_a_link(own: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(own)
    save_setting("voice.volume", 80, link)
    assert link.is_symlink()
    assert load_settings(own).voice.volume == 80
