"""On Windows the engines cannot open Cyrillic paths: a short one is used, or a copy with a Latin path."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from voice_judge.errors import UserError
from voice_judge.speech.ascii_path import engine_path, latin_path

SHORT = "C:\\Users\\5D30~1\\model"


def no_short(text: str) -> str:
    return text


@pytest.fixture
def cyrillic(tmp_path: Path) -> Path:
    model = tmp_path / "Антон" / "модель"
    (model / "am").mkdir(parents=True)
    (model / "am/final.mdl").write_bytes(b"model")
    return model


@pytest.fixture
def shelter(tmp_path: Path) -> Path:
    return tmp_path / "ProgramData" / "voice-judge"


def test_elsewhere_than_on_windows_a_path_stays_as_it_is() -> None:
    assert engine_path(Path("/дом/модель")) == "/дом/модель"


@pytest.mark.parametrize(
    ("path", "short_path", "expected"),
    [
        ("/opt/model", no_short, "/opt/model"),
        ("/Users/Антон/model", lambda _: SHORT, SHORT),
    ],
    ids=["ascii", "short name"],
)
def test_what_can_be_opened_is_not_copied(
    path: str, short_path: Callable[[str], str], expected: str, shelter: Path
) -> None:
    assert latin_path(Path(path), short_path, shelter) == expected
    assert not shelter.exists()


def test_without_short_names_the_model_is_copied_once(cyrillic: Path, shelter: Path) -> None:
    copy = Path(latin_path(cyrillic, no_short, shelter))
    assert str(copy).isascii()
    assert (copy / "am/final.mdl").read_bytes() == b"model"
    (copy / "mark").touch()
    assert Path(latin_path(cyrillic, no_short, shelter)) == copy
    assert (copy / "mark").exists()
    assert list(shelter.iterdir()) == [copy]


def test_a_model_that_moves_keeps_its_copy_and_one_that_changes_gets_another(cyrillic: Path, shelter: Path) -> None:
    copy = latin_path(cyrillic, no_short, shelter)
    moved = cyrillic.rename(cyrillic.with_name("другая"))
    assert latin_path(moved, no_short, shelter) == copy
    (moved / "am/final.mdl").write_bytes(b"newer model")
    other = Path(latin_path(moved, no_short, shelter))
    assert str(other) != copy
    assert (other / "am/final.mdl").read_bytes() == b"newer model"


def test_a_copy_that_broke_off_is_not_taken_for_a_model(
    cyrillic: Path, shelter: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copytree", full)
    with pytest.raises(UserError, match=r"латинским путём.*No space left"):
        latin_path(cyrillic, no_short, shelter)
    assert list(shelter.iterdir()) == []


def test_without_a_latin_place_the_judge_is_asked_to_move_the_model(cyrillic: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="переложите модель"):
        latin_path(cyrillic, no_short, tmp_path / "Данные")
    assert not os.path.exists(tmp_path / "Данные")
