"""`voice-judge evaluate`: measure recognition on the recordings of manifests."""

import argparse
import json
from argparse import Namespace
from pathlib import Path

from voice_judge.commands.options import Commands, add_sources, grammar_directory
from voice_judge.evaluation import Setup
from voice_judge.evaluation import evaluate as measure
from voice_judge.progress import progress


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("evaluate", help="проверить распознавание на записях из манифеста")
    parser.add_argument(
        "manifests", nargs="+", type=Path, metavar="MANIFEST", help="например audio_fixtures/manifest.tsv"
    )
    parser.add_argument("--json", action="store_true", help="печатать JSON")
    add_sources(parser)
    parser.set_defaults(run=_evaluate)


def _evaluate(options: Namespace) -> None:
    """Measure recognition on the recordings of manifests."""
    setup = Setup(options.model, grammar_directory(options.grammars))
    with progress("Записи", 1.0) as bar:
        report = measure(options.manifests, setup, lambda done, total: bar(done / total))
    print(json.dumps(report.to_dict(), ensure_ascii=False, indent=1) if options.json else report.text())
