"""The terminal belongs to the screen alone: what everyone else prints meanwhile goes into a file."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import TextIO


@contextmanager
def own_terminal(log: Path) -> Iterator[None]:
    """Keep the error stream for the screen, which draws through it, and send everyone else's words to `log`.

    ALSA, PortAudio and Vosk write to the descriptor itself, in the midst of the picture; and a traceback of the screen
    would show its variables, the roles among them.
    """
    with open(_usable(log), "a", encoding="utf-8", errors="replace") as file, redirect_stderr(file):
        if sys.platform == "win32" or sys.__stderr__ is None:  # there the screen draws through the standard output
            yield
        else:
            with _lent(sys.__stderr__, file):
                yield


@contextmanager
def _lent(terminal: TextIO, file: TextIO) -> Iterator[None]:
    """Python's `__stderr__` stays the terminal, its descriptor becomes the file."""
    terminal.flush()
    descriptor = terminal.fileno()
    kept = os.dup(descriptor)
    try:
        os.dup2(file.fileno(), descriptor)
        with open(kept, "w", encoding="utf-8", errors="replace", closefd=False) as stream:
            vars(sys)["__stderr__"] = stream
            yield
    finally:
        vars(sys)["__stderr__"] = terminal
        os.dup2(kept, descriptor)
        os.close(kept)


def _usable(log: Path) -> Path:
    """The file if it can be written, for the user alone; else nowhere."""
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        log.touch(0o600)
        with log.open("a"):
            return log
    except OSError:
        return Path(os.devnull)
