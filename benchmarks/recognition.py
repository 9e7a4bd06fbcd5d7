"""Everything that docs/recognition.md and the READMEs say in figures, measured and written there.

    ./run bench recognition                          all stages: one and a half hours on two idle cores
    ./run bench recognition spotting soak            some of them
    ./run bench recognition --every 10 --dry         a quick look: every tenth recording, nothing written
    ./run bench recognition engines --whisper DIR    the embedded model and Whisper side by side

The results are kept in docs/recognition.json, and the tables of the pages between `<!-- bench:NAME -->` are made of it;
`--pages` only makes them anew. Synthetic talk is made by espeak-ng (and festival) once and kept in the user's cache.
"""

import argparse
import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from recognition_pages import DOCS, FIGURES, write_pages
from recognition_stages import STAGES, Bench

from voice_judge.errors import UserError

MANIFEST = Path(__file__).resolve().parent.parent / "audio_fixtures" / "manifest.tsv"


def main(arguments: list[str] | None = None) -> int:
    """Measure stage after stage; each is written as soon as it is done."""
    options = _options(arguments)
    figures: dict[str, Any] = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}
    try:
        if not options.pages:
            bench = Bench(
                options.manifest, tuple(options.talk), options.hours, options.every, options.processes, options.whisper
            )
            for name in options.stages or STAGES:
                _stage(name, STAGES[name], bench, figures, options.dry)
        if not options.dry:
            write_pages(figures)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _stage(
    name: str, measure: Callable[[Bench], dict[str, Any] | None], bench: Bench, figures: dict[str, Any], dry: bool
) -> None:
    print(f"== {name}", file=sys.stderr, flush=True)
    found = measure(bench)
    if found is None:
        return
    print(json.dumps({name: found}, ensure_ascii=False, indent=1), flush=True)
    figures[name] = found
    if not dry:
        FIGURES.write_text(json.dumps(figures, ensure_ascii=False, indent=1, sort_keys=True) + "\n", "utf-8")
        write_pages(figures)


def _options(arguments: list[str] | None) -> Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stages", nargs="*", metavar="STAGE", help=f"of: {', '.join(STAGES)}")
    parser.add_argument("--manifest", type=Path, default=MANIFEST)
    parser.add_argument("--talk", type=Path, nargs="+", default=[MANIFEST], help="folders or tables of human talk")
    parser.add_argument("--hours", type=float, default=2.0, help="hours of synthetic talk")
    parser.add_argument("--every", type=int, default=1, help="take every n-th recording and stream: a sample")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--whisper", type=Path, default=None, metavar="DIR", help="a Whisper model, for `engines`")
    parser.add_argument("--dry", action="store_true", help="print only")
    parser.add_argument("--pages", action="store_true", help=f"measure nothing, write the pages of {DOCS.name}/ anew")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.stages if name not in STAGES]:
        parser.error(f"no stage {unknown[0]}; there are: {', '.join(STAGES)}")
    return options


if __name__ == "__main__":
    sys.exit(main())
