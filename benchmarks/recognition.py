"""Accuracy, false alarms and cost of recognition on the recordings of manifests; prints tables, asserts nothing."""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.evaluation import Report, Setup, evaluate
from voice_judge.grammar import load_grammars
from voice_judge.speech.models import load_model


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("manifest", type=Path, nargs="+")
    parser.add_argument("--model", type=Path, default=None)
    parser.add_argument("--processes", type=int, default=None)
    options = parser.parse_args(arguments)
    try:
        before, began = resident_mib(), time.perf_counter()
        load_model(options.model)
        loaded = time.perf_counter()
        load_grammars()
        print(f"model   {loaded - began:6.2f} s to load, {resident_mib() - before:6.1f} MiB")
        print(f"grammar {time.perf_counter() - loaded:6.2f} s to load and check")
        report = evaluate(options.manifest, Setup(options.model), progress, options.processes)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    print(report.text())
    print_cost(report)
    return 0


def print_cost(report: Report) -> None:
    """How much of one core listening takes."""
    spent = sum(outcome.spent for outcome in report.outcomes)
    seconds = sum(outcome.seconds for outcome in report.outcomes)
    if seconds:
        print(f"sound {seconds / 60:.1f} min, real-time factor {spent / seconds:.3f} of one core")


def progress(done: int, total: int) -> None:
    """One line that is overwritten."""
    if sys.stderr.isatty():
        print(f"\r{done}/{total}", end="" if done < total else "\n", file=sys.stderr, flush=True)


def resident_mib() -> float:
    """Memory this process holds, in MiB; 0 where the system does not tell (only Linux does this way)."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return 0.0


if __name__ == "__main__":
    sys.exit(main())
