"""docs/console: a picture of every phase at both sizes."""

import re
import struct
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "docs" / "console"
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
PHASES = ("setup", "introduction", "night", "day", "vote", "last_word", "over")
SIZES = {"judge": (390, 844), "hall": (1920, 1080), "pairing": (390, 844), "overlay": (1920, 1080)}


def size(path: Path) -> tuple[int, int]:
    """Width and height, from the picture's header."""
    width, height = struct.unpack(">II", path.read_bytes()[16:24])
    return width, height


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.png")), ids=lambda path: path.stem)
def test_each_picture_is_shown_has_its_size_and_is_small(path: Path) -> None:
    assert f"({path.name})" in PAGE
    assert size(path) == SIZES[path.stem.split("_")[0]]
    assert path.stat().st_size < 100_000


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("page", ["judge", "hall"])
def test_there_is_a_picture_of_each_phase(page: str, phase: str) -> None:
    assert (FOLDER / f"{page}_{phase}.png").is_file()


def test_nothing_is_named_that_is_not_there() -> None:
    named = set(re.findall(r"\((\w+\.png)\)", PAGE))
    assert named == {path.name for path in FOLDER.glob("*.png")}
