"""The program itself at a live table of null sinks: started as a judge starts it, its lines read, its keys typed."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.audio_devices.pulse import PulseServer
from voice_judge.journal.library import StoredGame
from voice_judge.journal.opening import open_library

_PATIENCE = 180.0  # seconds: the voice is rendered before the first game


class Played:
    """A running `voice-judge play --plain`."""

    def __init__(self, process: "subprocess.Popen[str]", home: Path) -> None:
        self._process = process
        self._home = home
        self._lines: list[str] = []
        self._news = threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def lines(self) -> Sequence[str]:
        """Everything printed so far."""
        with self._news:
            return tuple(self._lines)

    @property
    def pid(self) -> int:
        """The program's process."""
        return self._process.pid

    def key(self, line: str = "") -> None:
        """Type a line; an empty one is the key "next"."""
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def wait(self, words: str, patience: float = _PATIENCE, since: int = 0) -> str:
        """The first line (of those after `since`) with these words; fails with everything printed."""
        deadline = time.monotonic() + patience
        with self._news:
            while True:
                found = [line for line in self._lines[since:] if words in line]
                if found:
                    return found[0]
                left = deadline - time.monotonic()
                waits = left > 0 and self._process.poll() is None
                assert waits, "\n".join([f"no line with «{words}» came:", *self._lines])
                self._news.wait(min(left, 1.0))

    def kill(self) -> None:
        """End it as a power cut does."""
        self._process.kill()
        self._process.wait(30.0)

    def leave(self) -> int:
        """Type the key that ends; the exit code."""
        self.key("выход")
        return self._process.wait(30.0)

    def journal(self, number: int = 1) -> StoredGame:
        """What the program has kept."""
        return open_library(self._home / "data" / "journal.sqlite").load(number)

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            with self._news:
                self._lines.append(line.rstrip("\n"))
                self._news.notify_all()


@contextmanager
def playing(pulse: PulseServer, home: Path, *options: str, **environment: str) -> Iterator[Played]:
    """Start the program at the server's devices; ended at the end, whatever happened."""
    with started({**pulse.environment, **environment}, home, *options) as played:
        yield played


@contextmanager
def started(environment: Mapping[str, str], home: Path, *options: str) -> Iterator[Played]:
    """Start the program in this environment; ended at the end, whatever happened."""
    command = [sys.executable, "-m", "voice_judge", *(options or ("play",)), "--plain"]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        env={**os.environ, **environment, "VOICE_JUDGE_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
    )
    try:
        yield Played(process, home)
    finally:
        process.kill()
        process.wait()
