"""The judge's screen: the full one where the terminal can show it, lines of text elsewhere."""

import codecs
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from threading import Event
from typing import TextIO

from voice_judge.live.inbox import Inbox
from voice_judge.live.keys import Hands
from voice_judge.live.plain import PlainScreen
from voice_judge.live.screen_quiet import own_terminal
from voice_judge.live.view import Screen, View
from voice_judge.places import cache_folder

_ATTEMPTS = 5
"""The library ends its screen at half a character of UTF-8 from the keyboard: it is then put up again."""

_SIMPLE_TERMINALS = frozenset({"", "dumb", "unknown", "emacs"})


class FullScreen:
    """Textual in the main thread; if it fails again and again, the game goes on in `spare`."""

    def __init__(self, spare: Screen) -> None:
        self._spare = spare
        self._latest: View | None = None
        self._stopped = Event()
        self._on_spare = False

    def run(self, inbox: Inbox) -> None:
        """Show and read keys until `stop`."""
        from voice_judge.live.screen_app import TableApp  # noqa: PLC0415  (slow, and only needed here)

        hands, log = Hands(inbox, time.monotonic), cache_folder() / "screen.log"
        with suppress(OSError):
            log.unlink(missing_ok=True)
        for _ in range(_ATTEMPTS):
            with suppress(Exception), own_terminal(log):  # whatever a terminal's driver raises
                TableApp(hands, lambda: self._latest, self._stopped.is_set).run(mouse=False)
            if self._stopped.is_set():
                return
        self._on_spare = True
        if self._latest is not None:
            self._spare.show(self._latest)
        self._spare.run(inbox)

    def show(self, view: View) -> None:
        """Show this at the next look."""
        self._latest = view
        if self._on_spare:
            self._spare.show(view)

    def stop(self) -> None:
        """Leave `run`."""
        self._stopped.set()
        self._spare.stop()


def choose_screen(
    mode: str = "auto",
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    environment: Mapping[str, str] | None = None,
) -> Screen:
    """The screen for `mode` (auto, full, plain) on these streams, else on the program's own.

    Where a terminal cannot show the full one, lines of text are chosen whatever the mode: a game never fails for that.
    `full` differs from `auto` only in believing that a terminal of the locale C takes UTF-8.
    """
    lines, output = stdin or sys.stdin, stdout or sys.stdout
    environment = os.environ if environment is None else environment
    plain = PlainScreen(output, lines)
    if mode == "plain" or not can_be_full(lines, output, environment):
        return plain
    if mode == "auto" and _is_c_locale(environment):
        return plain
    return FullScreen(plain)


def can_be_full(lines: TextIO | None, output: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether there is a terminal at both ends that can place text, in UTF-8."""
    streams = [lines, output]
    if sys.platform != "win32":
        streams.append(sys.__stderr__)  # the screen draws through it
        if environment.get("TERM", "") in _SIMPLE_TERMINALS:
            return False
    return all(stream is not None and stream.isatty() for stream in streams) and _is_utf8(output)


def _is_utf8(output: TextIO) -> bool:
    try:
        return codecs.lookup(output.encoding).name == "utf-8"
    except (LookupError, TypeError):
        return False


def _is_c_locale(environment: Mapping[str, str]) -> bool:
    """Whether the locale was set to C or POSIX; Python itself then adds LC_CTYPE=C.UTF-8 (PEP 538)."""
    ctype = environment.get("LC_CTYPE", "")
    names = (environment.get("LC_ALL", ""), "" if ctype == "C.UTF-8" else ctype, environment.get("LANG", ""))
    return next((name for name in names if name), "") in ("C", "POSIX")
