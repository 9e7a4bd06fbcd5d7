"""Figures of the experiments done in a work folder, each with the settings it was done with: the card's table."""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from training.acoustic.experiments import EXPERIMENTS, Experiment
from training.pipeline.card import Figures
from training.pipeline.stages import write_whole

_GROUP = ("kind", "seen", "condition", "total")
_ROWS = {"words": {*_GROUP, "voice", "exact", "words", "errors"}, "commands": {*_GROUP, "right"}}
_ALARMS = {"per_hour", "hours"}


def keep_result(folder: Path, experiment: Experiment, figures: Figures) -> None:
    """Write the figures of an experiment to `folder`/NAME.json."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {"settings": _plain(experiment), "figures": figures}
    write_whole(folder / f"{experiment.name}.json", json.dumps(kept))


def kept_results(folder: Path) -> Iterator[tuple[str, Figures]]:
    """The figures of experiments that are still what they were when they were measured, by name.

    What cannot be read, or has not the form of today, is told and passed over.
    """
    for name, one in EXPERIMENTS.items():
        file = folder / f"{name}.json"
        if not file.exists():
            continue
        try:
            kept = json.loads(file.read_text("utf-8"))
            if kept["settings"] != _plain(one):
                continue
            figures = _checked(kept["figures"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            print(f"{file}: не читается, в таблице опытов его не будет.", file=sys.stderr)
            continue
        yield name, figures


def _checked(figures: Figures) -> Figures:
    """The same if the card can show them; else one of the errors caught above."""
    for name, needed in _ROWS.items():
        if missing := [row for row in figures.get(name, ()) if not needed <= row.keys()]:
            raise KeyError(name, missing)
    if "alarms" in figures and not figures["alarms"].keys() >= _ALARMS:
        raise KeyError("alarms")
    figures.get("cost", {}).keys()
    return figures


def _plain(experiment: Experiment) -> object:
    return json.loads(json.dumps(asdict(experiment)))
