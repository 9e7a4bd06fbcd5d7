"""docs/rules.md tells what the code does: its generated parts are up to date."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from voice_judge.rules import MESSAGES, Refused, Stage
from voice_judge.rules.profile import switch_fields

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "rules.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def tables() -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "rules_tables.py"))


def test_the_page_is_up_to_date(tables: dict[str, Any]) -> None:
    assert tables["page"](TEXT) == TEXT, "run: python docs/rules_tables.py"


def test_a_stale_page_is_noticed(tables: dict[str, Any]) -> None:
    stale = TEXT.replace("candidate --> candidate", "candidate --> over")
    assert tables["page"](stale) == TEXT
    assert stale != TEXT


def test_the_page_names_everything() -> None:
    for name in (*MESSAGES, *(switch.name for switch in switch_fields())):
        assert f"`{name}`" in TEXT, name


def test_the_diagram_shows_every_stage_of_the_official_game() -> None:
    diagram = TEXT.split("```mermaid")[1].split("```")[0]
    assert all(f" {stage.value}" in diagram for stage in Stage if stage not in (Stage.CONFIRM, Stage.PAUSED))


def test_the_example_of_the_page_is_true() -> None:
    names: dict[str, Any] = {}
    shown = []
    for line in TEXT.split("```python\n")[1].split("```")[0].splitlines():
        code, _, comment = line.partition("  # ")
        if comment.startswith(("Accepted", "Refused")):
            outcome = eval(code, names)
            detail = outcome.reason if isinstance(outcome, Refused) else outcome.events[0]
            shown.append((comment, f"{type(outcome).__name__}: {detail}"))
        else:
            exec(code, names)
    assert len(shown) == 2
    assert all(comment == told for comment, told in shown), shown
