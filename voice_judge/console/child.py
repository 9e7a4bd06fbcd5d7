"""A console as a child process of the game: it ends with the game, and the game does not end with it."""

import os
import subprocess
import sys
import threading
from contextlib import suppress

from voice_judge.live.link import Pairing

_START_SECONDS = 30.0
_END_SECONDS = 5.0


class ConsoleChild:
    """Started after the game's link listens; `hear` is told by the link where the pages are."""

    def __init__(self, *, lan: bool, port: int | None) -> None:
        self._arguments = [*(["--lan"] if lan else []), *(["--port", str(port)] if port is not None else [])]
        self._child: subprocess.Popen[bytes] | None = None
        self._heard = threading.Event()
        self._pairing: Pairing | None = None
        self._problem = ""

    def hear(self, pairing: Pairing) -> None:
        """Where the pages are."""
        self._pairing = pairing
        self._heard.set()

    def start(self) -> Pairing | str:
        """Start it and wait until it serves; where it does not, why, in one Russian line."""
        command = [sys.executable, "-m", "voice_judge.console", *self._arguments]
        # A session of its own: Ctrl+C at the terminal is the game's. The console ends with its input.
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, "PYTHONUTF8": "1"},
        )
        threading.Thread(target=self._watch, args=(self._child,), name="console", daemon=True).start()
        self._heard.wait(_START_SECONDS)
        return self._pairing or self._problem or "страница судьи не запустилась"

    def _watch(self, child: "subprocess.Popen[bytes]") -> None:
        """Read what it complains of, so that it can never hang for that."""
        with suppress(OSError, ValueError):
            for text in child.stderr or ():
                self._problem = text.decode("utf-8", "replace").strip() or self._problem
        self._heard.set()

    def close(self) -> None:
        """End it."""
        child = self._child
        if child is None:
            return
        with suppress(OSError):
            if child.stdin is not None:
                child.stdin.close()
        try:
            child.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            child.kill()
