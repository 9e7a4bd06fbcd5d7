"""docs/screens: a picture of every phase, and nothing in it that the table must not see."""

import asyncio
import xml.etree.ElementTree as ET

import pytest

from tests.live.shown import FOLDER, SHOWN, VIEWS, draw

PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")


def text_of(svg: str) -> str:
    """The words of a picture, a row per line."""
    words = (element.text or "" for element in ET.fromstring(svg).iter() if element.tag.endswith("}text"))
    return "\n".join(words).replace("\u00a0", " ")


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_each_picture_shows_its_phase(name: str) -> None:
    svg = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    words = text_of(svg)
    for fact in SHOWN[name].facts:
        assert all(word in words for word in fact.split()), fact
    assert "http" not in svg.replace("http://www.w3.org/", "")  # nothing is fetched
    assert f"({name}.svg)" in PAGE


@pytest.mark.parametrize("name", sorted(set(SHOWN) - {"judge_looks"}))
def test_no_picture_shows_a_role(name: str) -> None:
    words = text_of((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    assert not [word for word in ("мирный", "3→2", "9→2") if word in words]
    assert "······" in words


def test_a_picture_with_the_key_held_does_show_them() -> None:
    words = text_of((FOLDER / "judge_looks.svg").read_text(encoding="utf-8"))
    assert all(word in words for word in ("мирный", "3→2,", "9→2"))


def test_there_is_no_picture_without_a_phase() -> None:
    assert {file.stem for file in FOLDER.glob("*.svg")} == set(SHOWN)


async def drawn() -> str:
    return await draw(VIEWS["day"])


def test_pictures_are_drawn_by_the_program_as_it_is() -> None:
    words = text_of(asyncio.run(drawn()))
    assert words == text_of((FOLDER / "day.svg").read_text(encoding="utf-8")), "run: python docs/screens.py"
