"""Rules profiles: the two built-in ones, files, and what is wrong with a bad file."""

import re
from pathlib import Path
from typing import Any

import pytest

from voice_judge.rules import FEDERATION, OFFICIAL, Game, ProfileError, StartGame, load_profile, profile_from_switches
from voice_judge.rules.profile import switch_fields

FEDERATION_DIFFERS = {
    "free_seating_seconds": 20.0,
    "shooting": "numbers",
    "lift_three_of_nine": False,
    "draw_after_quiet_rounds": 3,
    "fouls": True,
    "technical_fouls": True,
    "removal": True,
    "team_loss": True,
    "best_move": True,
    "pause": True,
}


def test_what_the_federations_play_differently() -> None:
    official = dict(OFFICIAL.switches())
    differs = {name: value for name, value in FEDERATION.switches() if value != official[name]}
    assert differs == FEDERATION_DIFFERS


# rows of the table of cases where the official text is ambiguous, silent or contradicts itself
OPEN_ROWS = """
    A8 A10 A12 B5 B8 B9 B12 B14 B15 C6 C7 C9 C10 C13 C18 C21 C22 C23 D13 D14 D15 E5 E7 E8 E11 E13 E14 E15 E16
    E18 E19 E21 F1 F2 F4 F8 F9 F19 F21 F22 F23 F24 F26 F29 G4 G5 G6 G7 G8 G9 G10 G12 G14 H
"""


def test_every_open_row_has_a_switch() -> None:
    settled = {row for switch in switch_fields() for row in re.findall(r"[A-H]\d*", switch.metadata["rows"])}
    assert set(OPEN_ROWS.split()) <= settled


def test_every_switch_says_where_it_comes_from() -> None:
    for switch in switch_fields():
        assert switch.metadata["source"]
        assert switch.metadata["meaning"]
        assert switch.metadata["where"] in ("rules", "table")


def test_by_name() -> None:
    assert load_profile("official") is OFFICIAL
    assert load_profile("federation") is FEDERATION


def test_a_profile_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        OFFICIAL.fouls = True  # type: ignore[misc]


def test_a_file(tmp_path: Path) -> None:
    profile = load_profile(written(tmp_path, 'base = "federation"\ntie_seconds = 20\nlift_three_of_nine = true\n'))
    assert profile.name == "club"
    assert profile.tie_seconds == 20.0
    assert profile.lift_three_of_nine
    assert profile.fouls  # of the base


def test_a_file_with_a_name_and_a_mark_of_windows(tmp_path: Path) -> None:
    path = written(tmp_path, '\ufeffname = "Клуб «Весна»"\nfouls = true\n')
    assert load_profile(str(path)).name == "Клуб «Весна»"


def test_an_empty_file_is_the_official_rules_under_its_own_name(tmp_path: Path) -> None:
    assert load_profile(written(tmp_path, "")).switches() == OFFICIAL.switches()


def test_the_game_stores_the_whole_profile(tmp_path: Path) -> None:
    game = Game(load_profile(written(tmp_path, "fouls = true\n")))
    game.handle(StartGame())
    event = game.events[0].event
    assert dict(event.switches)["fouls"] is True  # type: ignore[attr-defined]
    assert event.profile == "club"  # type: ignore[attr-defined]


WRONG_FILES = [  # (contents, line named, what the message says)
    ("fouls = treu\n", 1, "TOML"),
    ("fouls = true\nfoul = true\n", 2, "«fouls»"),
    ("\n\nshooting = 'number'\n", 3, "«numbers»"),
    ("fouls = 1\n", 1, "true или false"),
    ("fouls_remove_at = true\n", 1, "целое число"),
    ("fouls_remove_at = 4.0\n", 1, "целое число"),
    ("withdrawals_per_day = -1\n", 1, "целое число"),
    ("speech_seconds = 'минута'\n", 1, "число секунд"),
    ("speech_seconds = true\n", 1, "число секунд"),
    ("speech_seconds = 0\n", 1, "от 1"),
    ("speech_seconds = nan\n", 1, "от 1"),
    ("speech_seconds = inf\n", 1, "от 1"),
    ("speech_seconds = 90000\n", 1, "3600"),
    ("# клуб\nbase = 'oficial'\n", 2, "«official»"),
    ("base = 3\n", 1, "base|профиля"),
    ("name = ''\n", 1, "name"),
    ("name = 7\n", 1, "name"),
    ("script_when_dead = 'skip'\n", 1, "same"),
    ("[fouls]\nsilence = 3\n", 1, "true или false"),
    ("fouls = true\nfouls = true\n", 2, "TOML"),
]


@pytest.mark.parametrize(("text", "line", "told"), WRONG_FILES, ids=[text for text, _, _ in WRONG_FILES])
def test_a_wrong_file_names_file_and_line(tmp_path: Path, text: str, line: int, told: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ProfileError, match=told) as error:
        load_profile(path)
    assert str(error.value).startswith(f"{path}:{line}: ")


WITHOUT_A_LINE = ["a = " + "[" * 5000, "tie_seconds = " + "9" * 5000]
TOO_LONG = ["tie_seconds = " + "9" * 400, 'name = "official"\nfouls = true']


@pytest.mark.parametrize("text", [*WITHOUT_A_LINE, *TOO_LONG], ids=["nesting", "digits", "too long", "a taken name"])
def test_hostile_files_are_one_clear_error(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ProfileError) as error:
        load_profile(path)
    assert str(error.value).startswith(str(path))


@pytest.mark.parametrize("text", ["fouls_silence_at = 4\n", "fouls_remove_at = 0\n", "technical_remove_at = 0\n"])
def test_switches_that_do_not_go_together(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(ProfileError, match="_at") as error:
        load_profile(path)
    assert str(path) in str(error.value)


def test_a_name_nearly_right() -> None:
    with pytest.raises(ProfileError, match="«federation»"):
        load_profile("federaton")


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"club\.toml"):
        load_profile(tmp_path / "club.toml")


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "club.toml").mkdir()
    with pytest.raises(ProfileError, match=r"club\.toml"):
        load_profile(tmp_path / "club.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_bytes(b"\xff\xfe\x00f")
    with pytest.raises(ProfileError, match="UTF-8"):
        load_profile(path)


def test_a_profile_of_a_newer_program() -> None:
    with pytest.raises(ProfileError, match="teleport"):
        profile_from_switches("club", [("teleport", True)])


def test_stored_switches_give_the_same_profile() -> None:
    for profile in (OFFICIAL, FEDERATION):
        assert profile_from_switches(profile.name, profile.switches()) == profile


def test_a_stored_name_alone_must_be_a_known_one() -> None:
    assert profile_from_switches("federation", ()) is FEDERATION
    with pytest.raises(ProfileError, match="club"):
        profile_from_switches("club", ())


def test_a_key_that_cannot_be_found_in_the_text_still_names_the_file(tmp_path: Path) -> None:
    path = written(tmp_path, '"\\u0066ouls" = 1\n')
    with pytest.raises(ProfileError, match="fouls") as error:
        load_profile(path)
    assert str(error.value).startswith(f"{path}: ")


def written(folder: Path, text: Any) -> Path:
    path = folder / "club.toml"
    path.write_text(text, encoding="utf-8")
    return path
