"""Which screen a terminal gets, and the full one in a terminal of its own."""

import io
import os
import pty
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TextIO

import pytest

from tests.live.shown import VIEWS
from voice_judge.live import screen as screens
from voice_judge.live import screen_app
from voice_judge.live.inbox import BackKey, Inbox, NextKey, Quit, Typed
from voice_judge.live.plain import PlainScreen
from voice_judge.live.screen import FullScreen, choose_screen
from voice_judge.live.screen_quiet import own_terminal
from voice_judge.live.view import View

PATIENCE = 20.0  # seconds: for a child process on a busy machine


class Stream(io.StringIO):
    """A stream that says it is a terminal, of an encoding."""

    def __init__(self, encoding: str | None = "utf-8", terminal: bool = True) -> None:
        super().__init__()
        self._encoding = encoding
        self._terminal = terminal

    @property
    def encoding(self) -> str | None:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


UTF8 = {"TERM": "xterm-256color", "LANG": "ru_RU.UTF-8"}

# mode, output's encoding, input and output are terminals, environment, whether the full screen is chosen
CHOICES: list[tuple[str, str | None, bool, bool, Mapping[str, str], bool]] = [
    ("auto", "utf-8", True, True, UTF8, True),
    ("full", "utf-8", True, True, UTF8, True),
    ("plain", "utf-8", True, True, UTF8, False),
    ("auto", "UTF8", True, True, UTF8, True),
    ("auto", "utf-8", False, True, UTF8, False),
    ("auto", "utf-8", True, False, UTF8, False),
    ("full", "utf-8", True, False, UTF8, False),
    ("auto", "koi8-r", True, True, {**UTF8, "LANG": "ru_RU.KOI8-R"}, False),
    ("full", "koi8-r", True, True, {**UTF8, "LANG": "ru_RU.KOI8-R"}, False),
    ("auto", "cp866", True, True, UTF8, False),
    ("auto", "ascii", True, True, UTF8, False),
    ("auto", None, True, True, UTF8, False),
    ("auto", "no-such-encoding", True, True, UTF8, False),
    ("auto", "utf-8", True, True, {**UTF8, "TERM": "dumb"}, False),
    ("full", "utf-8", True, True, {**UTF8, "TERM": "dumb"}, False),
    ("auto", "utf-8", True, True, {"LANG": "ru_RU.UTF-8"}, False),
    ("auto", "utf-8", True, True, {"TERM": "linux"}, True),
    ("auto", "utf-8", True, True, {**UTF8, "LANG": "C"}, False),
    ("auto", "utf-8", True, True, {**UTF8, "LC_ALL": "POSIX"}, False),
    ("auto", "utf-8", True, True, {**UTF8, "LANG": "C", "LC_CTYPE": "C.UTF-8"}, False),  # as Python makes of LANG=C
    ("auto", "utf-8", True, True, {**UTF8, "LANG": "C", "LC_CTYPE": "ru_RU.UTF-8"}, True),
    ("auto", "utf-8", True, True, {"TERM": "xterm", "LC_ALL": "C.UTF-8"}, True),
    ("full", "utf-8", True, True, {**UTF8, "LANG": "C"}, True),
]


@pytest.mark.parametrize(("mode", "encoding", "lines", "output", "environment", "full"), CHOICES)
def test_which_screen_a_terminal_gets(
    monkeypatch: pytest.MonkeyPatch,
    mode: str,
    encoding: str | None,
    lines: bool,
    output: bool,
    environment: Mapping[str, str],
    full: bool,
) -> None:
    monkeypatch.setattr(sys, "__stderr__", Stream())
    streams = {"stdin": Stream(terminal=lines), "stdout": Stream(encoding, terminal=output)}
    chosen = choose_screen(mode, environment=environment, **streams)
    assert type(chosen) is (FullScreen if full else PlainScreen)


def test_an_error_stream_that_is_a_file_leaves_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "__stderr__", Stream(terminal=False))  # the library would draw into it
    assert isinstance(choose_screen("auto", stdin=Stream(), stdout=Stream(), environment=UTF8), PlainScreen)


def test_without_streams_there_are_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert isinstance(choose_screen("auto", stdout=Stream(), environment=UTF8), PlainScreen)


class Spare:
    """Stands in for the lines."""

    def __init__(self) -> None:
        self.shown: list[View] = []
        self.ran = False

    def run(self, _inbox: Inbox) -> None:
        self.ran = True

    def show(self, view: View) -> None:
        self.shown.append(view)

    def stop(self) -> None:
        """Nothing runs."""


@pytest.mark.parametrize("fault", [RuntimeError("a driver's"), OSError(25, "Inappropriate ioctl"), None])
def test_a_screen_that_fails_leaves_the_game_to_the_lines(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: Exception | None
) -> None:
    class Failing:
        def __init__(self, *_: object) -> None:
            """Like the app."""

        def run(self, **_: object) -> None:
            if fault:
                raise fault

    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path))
    monkeypatch.setattr(screen_app, "TableApp", Failing)
    monkeypatch.setattr(screens, "own_terminal", lambda _log: nullcontext())
    spare = Spare()
    screen = FullScreen(spare)
    screen.show(VIEWS["day"])
    screen.run(Inbox())
    screen.show(VIEWS["night"])
    assert spare.ran
    assert spare.shown == [VIEWS["day"], VIEWS["night"]]


def test_a_screen_that_fails_once_is_put_up_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    runs: list[object] = []

    class FailingOnce:
        def __init__(self, hands: object, *_: object) -> None:
            runs.append(hands)

        def run(self, **_: object) -> None:
            if len(runs) == 1:
                raise UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
            screen.stop()

    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path))
    monkeypatch.setattr(screen_app, "TableApp", FailingOnce)
    monkeypatch.setattr(screens, "own_terminal", lambda _log: nullcontext())
    spare = Spare()
    screen = FullScreen(spare)
    screen.run(Inbox())
    assert not spare.ran
    assert len(runs) == 2
    assert runs[0] is runs[1]  # an open entry is still open


# --- in a terminal -----------------------------------------------------------------------------------------------

PROGRAM = """
import os, sys, threading, time
from tests.live.shown import VIEWS
from voice_judge.live.inbox import Inbox, Quit
from voice_judge.live.screen import choose_screen

inbox, screen = Inbox(), choose_screen("auto")

def game():
    told = []
    while not any(isinstance(message, Quit) for message in told):
        screen.show(VIEWS["day"])
        os.write(2, b"ALSA lib pcm.c: underrun occurred\\n")
        told += inbox.take()
        time.sleep(0.02)
    with open(sys.argv[1], "w") as file:
        file.write(repr(told))
    screen.stop()

threading.Thread(target=game, daemon=True).start()
screen.run(inbox)
print("that was all", type(screen).__name__)
"""


class Terminal:
    """A program in a terminal of 80 x 24."""

    def __init__(self, told: Path, environment: Mapping[str, str]) -> None:
        process, self._master = pty.fork()
        if process == 0:
            os.chdir(Path(__file__).parents[2])
            os.environ.update(environment)
            os.execv(sys.executable, [sys.executable, "-c", PROGRAM, str(told)])
        self._process = process
        self.output = b""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        with suppress(OSError):  # the program has left
            while read := os.read(self._master, 65_536):
                self.output += read

    def wait_for(self, sign: bytes, since: int = 0) -> None:
        deadline = time.monotonic() + PATIENCE
        while sign not in self.output[since:] and time.monotonic() < deadline:
            time.sleep(0.02)
        assert sign in self.output[since:]

    def type(self, *keys: bytes) -> None:
        for key in keys:
            os.write(self._master, key)
            time.sleep(0.3)

    def close(self) -> int:
        _, status = os.waitpid(self._process, 0)
        self._reader.join(PATIENCE)
        os.close(self._master)
        return os.waitstatus_to_exitcode(status)


def environment(home: Path, **more: str) -> Mapping[str, str]:
    return {"VOICE_JUDGE_HOME": str(home), "TERM": "xterm-256color", **more}


def test_the_full_screen_in_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "told", environment(tmp_path, LC_ALL="C.UTF-8"))
    terminal.wait_for("Слово".encode())
    terminal.type(b"\r", b"\x7f", b"\t", b"7", b"\xff")
    terminal.wait_for(b"\x1b[?1049l")  # half a character ends the library's screen
    terminal.wait_for("Слово".encode(), since=terminal.output.index(b"\x1b[?1049l"))
    terminal.type(b"3", b"\r", "й".encode(), "Й".encode())
    terminal.wait_for(b"that was all FullScreen")
    assert terminal.close() == 0
    assert (tmp_path / "told").read_text() == repr([NextKey(), BackKey(), Typed("73"), Quit()])
    assert b"73" not in terminal.output
    pictures = [part.split(b"\x1b[?1049l")[0] for part in terminal.output.split(b"\x1b[?1049h")[1:]]
    assert not [picture for picture in pictures if b"ALSA" in picture]  # while the screen had the terminal
    assert b"ALSA lib" in (tmp_path / "cache" / "screen.log").read_bytes()
    assert terminal.output.count(b"\x1b[?1049h") == terminal.output.count(b"\x1b[?1049l") == 2  # given back


def test_lines_in_a_terminal_do_not_show_what_is_typed(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "told", environment(tmp_path, LC_ALL="C"))
    terminal.wait_for("клавиши".encode())
    terminal.type(b"\n", b"<\n", b"7 3\n", b"q\n")
    terminal.wait_for(b"that was all PlainScreen")
    assert terminal.close() == 0
    assert (tmp_path / "told").read_text() == repr([NextKey(), BackKey(), Typed("7 3"), Quit()])
    assert b"7 3" not in terminal.output
    assert b"\x1b" not in terminal.output


def test_a_log_that_cannot_be_written_is_nowhere(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    before: TextIO | None = sys.__stderr__
    with own_terminal(tmp_path / "file" / "log"):
        os.write(2, b"somebody's words\n")
    assert sys.__stderr__ is before
    assert (tmp_path / "file").read_text() == "in the way"
