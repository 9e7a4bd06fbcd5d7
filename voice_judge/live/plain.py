"""The game as lines of text: for terminals that cannot do more, for logs, and for programs that play.

A line is `seconds name: words`, printed when the words of that name have changed; see docs/screens/README.md. Lines are
read from the input: an empty one is the key "next". Secrets are shown on a terminal only, when asked for, and wiped.
"""

import shutil
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import TextIO

from voice_judge.live import view_text as text
from voice_judge.live.echo import without_echo
from voice_judge.live.inbox import BackKey, Inbox, Message, NextKey, PushToTalk, Quit, Typed
from voice_judge.live.view import View
from voice_judge.live.view_seats import seat_lines
from voice_judge.live.view_secrets import secret_text
from voice_judge.live.view_sound import microphone_text

HELP = "пустая строка — дальше, < — назад, числа или /... — тайный ввод, ? — тайное, м — микрофон ночью, выход"

_NEXT = frozenset({"", ">", "next", "далее", "дальше"})
_BACK = frozenset({"<", "back", "назад"})
_QUIT = frozenset({"quit", "exit", "выход", "q", "й"})
_TALK = frozenset({"m", "м", "talk", "микрофон"})
_SECRETS = frozenset({"?", "тайное"})
_REVEALED_SECONDS = 3.0
_CLOCK_MARKS = (30, 10, 0)  # seconds of a speech at which its clock is worth a line


class PlainScreen:
    """Prints what changes to `output`, reads lines from `lines`.

    The end of the input ends nothing: a game that is led by voice goes on; with `quit_at_end` it quits the game.
    """

    def __init__(self, output: TextIO, lines: TextIO | None, *, quit_at_end: bool = False) -> None:
        self._output = output
        self._lines = lines
        self._quit_at_end = quit_at_end
        self._writing = threading.Lock()
        self._stopped = threading.Event()
        self._shown: dict[str, str] = {}
        self._latest: View | None = None
        self._held: list[str] | None = None  # lines that wait for secrets to be wiped
        self._talking = False

    def run(self, inbox: Inbox) -> None:
        """Read lines until `stop`."""
        if self._stopped.is_set():
            return
        self._print(f"клавиши: {HELP}")
        with without_echo(self._lines):
            if self._lines is not None:
                # Reading cannot be interrupted, so it has a thread of its own that dies with the program.
                threading.Thread(target=self._read, args=(self._lines, inbox), name="keys", daemon=True).start()
            self._stopped.wait()

    def show(self, view: View) -> None:
        """Print what has changed."""
        self._latest = view
        for name, words in facts(view, talking=self._talking):
            if self._shown.get(name, "") != words:
                self._shown[name] = words
                if words or name in _TOLD_WHEN_GONE:
                    self._print(f"{view.now:8.1f} {name}: {words or '—'}")

    def stop(self) -> None:
        """Leave `run`."""
        self._stopped.set()

    def _read(self, lines: TextIO, inbox: Inbox) -> None:
        with suppress(OSError, ValueError):  # the input has gone away, or was closed
            for line in _decodable(lines):
                if line.strip().lower() in _SECRETS:
                    self._reveal()
                else:
                    inbox.put(self._message(line.strip()))
        if self._quit_at_end:
            inbox.put(Quit())

    def _message(self, line: str) -> Message:
        word = line.lower()
        if word in _NEXT:
            return NextKey()
        if word in _BACK:
            return BackKey()
        if word in _QUIT:
            return Quit()
        if word in _TALK:
            self._talking = not self._talking
            return PushToTalk(self._talking)
        return Typed(line)

    def _reveal(self) -> None:
        """Secrets in one line for a few seconds; the lines of the game wait. A file is shown none."""
        view = self._latest
        with suppress(ValueError):
            if view is None or not self._output.isatty():
                return
            words = f"тайное: {secret_text(view)}"
            if text.is_dark(view) and view.notice:
                words = f"! {view.notice} · {words}"
            words = words[: shutil.get_terminal_size().columns - 1]
            with self._writing:
                self._held = []
                self._write(words, "\r")
            self._stopped.wait(_REVEALED_SECONDS)
            with self._writing:
                self._write(" " * len(words), "\r")
                waiting, self._held = self._held, None
                for line in waiting:
                    self._write(line, "\n")

    def _print(self, line: str) -> None:
        with self._writing:
            if self._held is None:
                self._write(line, "\n")
            else:
                self._held.append(line)

    def _write(self, line: str, end: str) -> None:
        encoding = getattr(self._output, "encoding", None) or "utf-8"
        with suppress(OSError, ValueError):  # nobody reads any more: the game goes on
            self._output.write(_fit(line, encoding) + end)
            self._output.flush()


_TOLD_WHEN_GONE = frozenset({"выставлены", "пауза", "неполадка", "музыка", "запись"})
"""Facts whose end is news too; of the others a new value tells it."""


def facts(view: View, *, talking: bool = False) -> Iterator[tuple[str, str]]:
    """Everything public in a view as (name, words), in the order of printing."""
    dark = text.is_dark(view)
    yield "игра", text.title(view)
    yield "сейчас", text.moment(view)
    yield "пауза", "да" if text.is_paused(view) else ""
    yield "за столом", " ".join(str(seat) for seat in view.table.alive)
    yield "фолы", ", ".join(f"{line.seat}{line.fouls}" for line in seat_lines(view) if line.fouls)
    yield "выставлены", text.nominees_text(view)
    yield "голоса", text.votes_text(view)
    yield "часы", _clock(view)
    yield "услышано", view.heard
    yield "судья", view.answer
    yield "внимание", "тайное сообщение, прочесть: ?" if dark and view.notice else view.notice
    yield "неполадка", view.trouble
    yield "дальше", view.next_step
    yield "ввод", view.entry_hint
    yield "микрофон", microphone_text(view.sound, talking=talking)
    yield "музыка", "играет" if view.music else ""
    yield "запись", "идёт" if view.recording else ""


def _clock(view: View) -> str:
    """The clock's length when it starts, then only at the marks: a line each second would drown the rest."""
    clock = view.table.clock
    if not text.countdown(view) or clock is None:
        return ""
    left = clock.remaining(view.now)
    passed = [mark for mark in _CLOCK_MARKS if left <= mark]
    shown = min(passed, default=clock.length)
    return f"{int(shown) // 60}:{int(shown) % 60:02}"


def _decodable(lines: TextIO) -> Iterator[str]:
    """Lines up to the end of the input; what is no text of its encoding comes with question marks.

    Read as bytes: a stream that has been read from before (a question was asked) can no longer be told to replace.
    """
    raw = getattr(lines, "buffer", None)
    if raw is None:
        yield from iter(lines.readline, "")
        return
    for line in iter(raw.readline, b""):
        yield line.decode(lines.encoding, "replace")


def _fit(line: str, encoding: str) -> str:
    """The line in what this encoding has."""
    with suppress(LookupError):
        return text.printable(line).encode(encoding, "replace").decode(encoding)
    return text.printable(line).encode("ascii", "replace").decode("ascii")
