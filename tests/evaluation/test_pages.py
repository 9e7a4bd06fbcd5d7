"""docs/recognition.md and the READMEs say what was measured: their blocks are made of docs/recognition.json."""

import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PROJECT / "benchmarks"))
    __import__("recognition_pages")
    return sys.modules["recognition_pages"]


def test_the_pages_are_made_of_the_figures(pages: ModuleType) -> None:
    figures = json.loads(pages.FIGURES.read_text("utf-8"))
    for page in pages.PAGES:
        text = page.read_text("utf-8")
        assert pages.with_blocks(text, figures) == text, f"{page.name}: ./run bench recognition --pages"


def test_every_block_stands_in_a_page_and_has_a_maker(pages: ModuleType) -> None:
    texts = [page.read_text("utf-8") for page in pages.PAGES]
    begun = [name for text in texts for name in re.findall(r"<!-- bench:([a-z-]+) -->", text)]
    ended = [name for text in texts for name in re.findall(r"<!-- /bench:([a-z-]+) -->", text)]
    assert begun == ended
    assert set(begun) == set(pages.BLOCKS)
    for text in texts:
        for picture in re.findall(r"\]\((img/[^)]+\.svg)\)", text):
            assert (pages.DOCS / picture).is_file(), picture


def test_a_block_without_figures_is_left_alone(pages: ModuleType) -> None:
    text = "before\n<!-- bench:cost -->\nas it was\n<!-- /bench:cost -->\nafter\n"
    assert pages.with_blocks(text, {}) == text
    cost = {"load_seconds": 0.5, "peak_mib": 150.0, "real_time_factor": 0.05}
    filled = pages.with_blocks(text, {"accuracy": {"real_time_factor": 0.04, "cost": cost}})
    assert filled.startswith("before\n<!-- bench:cost -->\nReal-time factor 0.04 of one core")
    assert filled.endswith("150.0 MiB at most.\n<!-- /bench:cost -->\nafter\n")
