"""Figures of experiments kept in a work folder: written whole, and read only where they are as expected."""

import json
import os
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from training.acoustic.experiments import EXPERIMENTS
from training.pipeline.results import keep_result, kept_results

FIGURES: dict[str, Any] = {
    "words": [
        {"voice": "v1", "kind": "human", "seen": False, "condition": "clean", "total": 4, "exact": 3}
        | {"words": 10, "errors": 1}
    ],
    "commands": [{"kind": "human", "seen": False, "condition": "10 dB", "total": 8, "right": 6}],
    "alarms": {"per_hour": 0.5, "hours": 2.0},
    "cost": {"stock": 0.01},
}


def test_what_is_kept_is_read_while_its_settings_are_those_of_today(tmp_path: Path) -> None:
    one, other = EXPERIMENTS["standard"], EXPERIMENTS["trigram"]
    keep_result(tmp_path / "results", one, FIGURES)
    keep_result(tmp_path / "results", replace(other, width=64), FIGURES)
    assert dict(kept_results(tmp_path / "results")) == {"standard": FIGURES}
    assert dict(kept_results(tmp_path / "nowhere")) == {}


def test_a_cut_while_writing_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_result(tmp_path, EXPERIMENTS["standard"], FIGURES)

    def cut(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", cut)
    with pytest.raises(KeyboardInterrupt):
        keep_result(tmp_path, EXPERIMENTS["standard"], {})
    assert dict(kept_results(tmp_path)) == {"standard": FIGURES}


def written(figures: object) -> str:
    return json.dumps({"settings": asdict(EXPERIMENTS["trigram"]), "figures": figures})


@pytest.mark.parametrize(
    "text",
    [
        "",
        written(FIGURES)[:-9],
        "[1]",
        "null",
        json.dumps(FIGURES),
        json.dumps({"settings": asdict(EXPERIMENTS["trigram"])}),
        written(None),
        written([FIGURES]),
        written(FIGURES | {"words": [{"voice": "v1"}]}),
        written(FIGURES | {"words": [1]}),
        written(FIGURES | {"commands": None}),
        written(FIGURES | {"alarms": {"per_hour": 0.5}}),
        written(FIGURES | {"cost": 1}),
    ],
)
def test_what_cannot_be_read_is_told_and_passed_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    keep_result(tmp_path, EXPERIMENTS["standard"], FIGURES)
    (tmp_path / "trigram.json").write_text(text)
    assert dict(kept_results(tmp_path)) == {"standard": FIGURES}
    assert f"{tmp_path / 'trigram.json'}: не читается" in capsys.readouterr().err
