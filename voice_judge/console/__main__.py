"""The console as the game's child (`console/child.py`): it serves until its input ends, and tells the game where."""

import argparse
import sys

from voice_judge.console.console import Console, Wanted
from voice_judge.errors import UserError


def _nothing(_told: object) -> None:
    """The game's own terminal shows it."""


def main() -> int:
    """Serve; the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--lan", action="store_true")
    parser.add_argument("--port", type=int)
    options = parser.parse_args()
    try:
        Console(Wanted(options.lan, options.port), _nothing, _nothing).run(sys.stdin, until_end=True)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
