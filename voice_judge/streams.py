"""Standard output and standard error of a command: closed, without Cyrillic, or left by their reader."""

import os
import sys
from contextlib import suppress
from typing import TextIO


def open_streams() -> None:
    """Make whatever the caller has given fit to print to: before anything else of a command."""
    # Closed by the caller (`>&-`): whatever is printed goes nowhere.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    # A terminal that has no Cyrillic shows question marks rather than stopping the game.
    reconfigure(sys.stdout, errors="replace")
    reconfigure(sys.stderr, errors="replace")


def abandon_output() -> None:
    """After standard output could not be written (its reader has left, the disk is full): nothing more goes there."""
    # What is still in the buffer cannot be written; without this Python would try again at its end, and complain.
    with suppress(OSError, ValueError):  # no real stream (under a test) or a closed one
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reconfigure(stream: TextIO, **how: str) -> None:
    """Change a stream's encoding or the like, if it is one that can."""
    change = getattr(stream, "reconfigure", None)
    if change:
        change(**how)
