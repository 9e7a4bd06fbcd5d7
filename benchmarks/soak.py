"""Three hours of a synthetic table through one process: memory each ten minutes, the clock, sound that is lost.

    ./run bench soak [--hours 3]

Faster than real time; prints the marks as they come. docs/recognition.md has them from the stage `evening` of
benchmarks/recognition.py, which runs the same.
"""

import argparse
import os
import sys

from recognition import MANIFEST
from recognition_stages import Bench, evening

from voice_judge.errors import UserError


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--hours", type=float, default=3.0)
    options = parser.parse_args()
    bench = Bench(MANIFEST, (MANIFEST,), hours=1.0, every=1, processes=os.cpu_count() or 1, whisper=None)
    try:
        for name, value in evening(bench, options.hours).items():
            print(name, value)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
