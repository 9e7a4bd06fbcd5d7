"""The game as lines of text: what is printed, what is read, and what no stream can break."""

import io
import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from tests.live.shown import VIEWS, with_other_secrets
from voice_judge.live import plain
from voice_judge.live.inbox import BackKey, Inbox, Message, NextKey, PushToTalk, Quit, Typed
from voice_judge.live.plain import PlainScreen
from voice_judge.live.view import Listening, Sound, View

DAY, NIGHT, VOTE = VIEWS["day"], VIEWS["night"], VIEWS["vote"]
PATIENCE = 10.0  # seconds: for threads on a busy machine, not a matter of speed


def printed(*views: View) -> list[str]:
    output = io.StringIO()
    screen = PlainScreen(output, None)
    for view in views:
        screen.show(view)
    return output.getvalue().splitlines()


def told(text: str, *, quit_at_end: bool = False) -> list[Message]:
    """What the game is told when these lines are typed and the input ends."""
    inbox, screen = Inbox(), PlainScreen(io.StringIO(), io.StringIO(text), quit_at_end=quit_at_end)
    running = threading.Thread(target=screen.run, args=(inbox,))
    running.start()
    messages: list[Message] = []
    wanted = len(text.splitlines()) + quit_at_end
    deadline = time.monotonic() + PATIENCE
    while len(messages) < wanted and time.monotonic() < deadline:
        messages += inbox.take()
        time.sleep(0.005)
    assert running.is_alive()  # the end of the input ends nothing
    screen.stop()
    running.join(PATIENCE)
    assert not running.is_alive()
    return [*messages, *inbox.take()]


def test_the_lines_of_a_day() -> None:
    assert printed(DAY) == [
        "    18.4 игра: Игра 12 · День 1",
        "    18.4 сейчас: Слово: 4 Глеб — речь",
        "    18.4 за столом: 1 2 3 4 5 6 7 8 9 10",
        "    18.4 фолы: 2!, 6!!",
        "    18.4 выставлены: 7 → 4 → 1",
        "    18.4 часы: 1:00",
        "    18.4 услышано: выставляю игрока номер один",
        "    18.4 судья: Принято",
        "    18.4 дальше: закончить речь игрока 4",
        "    18.4 микрофон: слушает · USB PnP Sound Device",
    ]


def test_the_lines_of_a_vote() -> None:
    lines = printed(VOTE)
    assert "     0.0 сейчас: Кто за уход: 4 Глеб" in lines
    assert "     0.0 голоса: 7: 4   4: …   1: –" in lines
    assert "     0.0 ввод: сколько голосов: 4" in lines


def test_only_changes_are_printed() -> None:
    later = replace(DAY, now=19.0, answer="Отозвано")
    lines = printed(DAY, DAY, replace(DAY, now=18.5), later, replace(later, now=19.1))
    assert lines[len(printed(DAY)) :] == ["    19.0 судья: Отозвано"]


def test_the_clock_is_told_at_its_marks_only() -> None:
    views = (replace(DAY, now=tenth / 10) for tenth in range(700))
    clocks = [line for line in printed(*views) if " часы: " in line]
    assert clocks == ["     0.0 часы: 1:00", "    30.0 часы: 0:30", "    50.0 часы: 0:10", "    60.0 часы: 0:00"]


def test_what_ends_is_told_where_it_matters() -> None:
    loud = replace(DAY, recording=True, music=True, paused=True)
    lines = printed(loud, replace(DAY, notice="Номер?", trouble="Диск полон."), DAY)
    assert [line.strip() for line in lines[-6:]] == [
        "18.4 пауза: —",
        "18.4 внимание: Номер?",
        "18.4 неполадка: Диск полон.",
        "18.4 музыка: —",
        "18.4 запись: —",
        "18.4 неполадка: —",
    ]


def test_the_level_of_the_microphone_makes_no_lines() -> None:
    views = [replace(DAY, sound=Sound(Listening.ON, "USB", level=float(level))) for level in range(-90, 0)]
    assert printed(*views) == printed(views[0])


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_secrets_are_never_printed(name: str) -> None:
    view = VIEWS[name]
    assert printed(view) == printed(with_other_secrets(view))


def test_a_notice_of_the_night_is_only_said_to_be_there() -> None:
    lines = printed(replace(NIGHT, notice="Выстрел в своего. Верно?"))
    assert [line for line in lines if line not in printed(NIGHT)] == [
        "     0.0 внимание: тайное сообщение, прочесть: ?"
    ]
    assert lines == printed(replace(NIGHT, notice="Нет такого места."))


class Terminal(io.StringIO):
    """An output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("output", "shown"), [(Terminal(), True), (io.StringIO(), False)], ids=["terminal", "file"])
def test_secrets_are_shown_when_asked_for_and_wiped(
    monkeypatch: pytest.MonkeyPatch, output: io.StringIO, shown: bool
) -> None:
    monkeypatch.setattr(plain, "_REVEALED_SECONDS", 0.05)
    view = replace(with_other_secrets(NIGHT), notice="Нет такого места.")
    inbox, screen = Inbox(), PlainScreen(output, io.StringIO("?\n1\n"))
    screen.show(view)
    before = output.getvalue()
    running = threading.Thread(target=screen.run, args=(inbox,))
    running.start()
    deadline = time.monotonic() + PATIENCE
    while not (messages := inbox.take()) and time.monotonic() < deadline:
        time.sleep(0.005)
    screen.stop()
    running.join(PATIENCE)
    assert messages == (Typed("1"),)
    written = output.getvalue()[len(before) :].split("\n", 1)[1]  # after the line about the keys
    if not shown:
        assert written == ""
        return
    secrets, wiped, rest = written.split("\r")
    assert secrets.startswith("! Нет такого места. · тайное: введено: шериф проверил 1: чёрный")
    assert wiped == " " * len(secrets)
    assert rest == ""


def test_the_game_does_not_wait_for_secrets_to_be_wiped() -> None:
    output = Terminal()
    screen = PlainScreen(output, io.StringIO("?\n"))
    screen.show(NIGHT)
    running = threading.Thread(target=screen.run, args=(Inbox(),))
    running.start()
    deadline = time.monotonic() + PATIENCE
    while "\r" not in output.getvalue() and time.monotonic() < deadline:
        time.sleep(0.005)
    screen.show(DAY)  # comes back at once
    assert output.getvalue().endswith("\r")
    screen.stop()
    running.join(PATIENCE)
    while "Слово: 4 Глеб" not in output.getvalue() and time.monotonic() < deadline:
        time.sleep(0.005)
    assert "Слово: 4 Глеб" in output.getvalue().split("\r")[-1]


# a line, and what the game is told
READ: list[tuple[str, Message]] = [
    ("", NextKey()),
    ("   ", NextKey()),
    ("дальше", NextKey()),
    ("<", BackKey()),
    (" Back ", BackKey()),
    ("НАЗАД", BackKey()),
    ("1 5", Typed("1 5")),
    ("  /roles don=1 mafia=2,3 sheriff=4 ", Typed("/roles don=1 mafia=2,3 sheriff=4")),
    ("что угодно", Typed("что угодно")),
    ("выход", Quit()),
    ("q", Quit()),
]


def test_what_lines_mean() -> None:
    assert told("\n".join(line for line, _ in READ) + "\n") == [message for _, message in READ]


def test_push_to_talk_is_switched_by_a_line() -> None:
    assert told("м\nm\n") == [PushToTalk(True), PushToTalk(False)]


def test_the_end_of_the_input_ends_the_game_only_where_it_shall() -> None:
    assert told("1\n") == [Typed("1")]
    assert told("1\n", quit_at_end=True) == [Typed("1"), Quit()]
    assert told("1 5", quit_at_end=True) == [Typed("1 5"), Quit()]


def test_a_game_without_an_input_runs_until_it_is_stopped() -> None:
    screen = PlainScreen(io.StringIO(), None)
    running = threading.Thread(target=screen.run, args=(Inbox(),))
    running.start()
    screen.stop()
    running.join(PATIENCE)
    assert not running.is_alive()
    screen.run(Inbox())  # stopped before: comes back at once


class Broken(io.StringIO):
    """A terminal that has gone away."""

    def write(self, _text: str) -> int:
        raise OSError(5, "Input/output error")

    def readline(self, *_: object) -> str:  # type: ignore[override]
        raise OSError(5, "Input/output error")


def test_a_terminal_that_goes_away_takes_nothing_with_it() -> None:
    inbox, screen = Inbox(), PlainScreen(Broken(), Broken())
    running = threading.Thread(target=screen.run, args=(inbox,))
    running.start()
    for view in VIEWS.values():
        screen.show(view)
    assert running.is_alive()
    screen.stop()
    running.join(PATIENCE)
    assert not running.is_alive()


def test_a_closed_stream_is_no_exception() -> None:
    output = io.StringIO()
    output.close()
    PlainScreen(output, None).show(DAY)


@pytest.mark.parametrize(
    ("encoding", "first"),
    [
        ("utf-8", "игра: Игра 12 · День 1"),
        ("koi8-r", "игра: Игра 12 · День 1"),
        ("cp866", "игра: Игра 12 · День 1"),
        ("cp1251", "игра: Игра 12 · День 1"),
        ("latin-1", "????: ???? 12 · ???? 1"),
        ("ascii", "????: ???? 12 ? ???? 1"),
    ],
)
def test_a_terminal_of_another_encoding_gets_what_it_can_show(encoding: str, first: str) -> None:
    raw = io.BytesIO()
    output = io.TextIOWrapper(raw, encoding=encoding, newline="\n")
    PlainScreen(output, None).show(DAY)
    lines = raw.getvalue().decode(encoding).splitlines()
    assert lines[0] == f"    18.4 {first}"
    assert len(lines) == len(printed(DAY))


@pytest.mark.parametrize("asked", [False, True], ids=["untouched", "a question was asked before"])
def test_input_that_is_no_text_is_read_all_the_same(asked: bool) -> None:
    answer = b"yes\n" if asked else b""
    raw = io.BufferedReader(OneLineAtATime([*([answer] if asked else []), b"1 5\n", b"\xff\xfe\n", b"\n"]))
    lines = io.TextIOWrapper(raw, encoding="utf-8")
    if asked:
        assert lines.readline() == "yes\n"
    inbox, screen = Inbox(), PlainScreen(io.StringIO(), lines)
    running = threading.Thread(target=screen.run, args=(inbox,))
    running.start()
    messages: list[Message] = []
    deadline = time.monotonic() + PATIENCE
    while len(messages) < 3 and time.monotonic() < deadline:
        messages += inbox.take()
        time.sleep(0.005)
    screen.stop()
    running.join(PATIENCE)
    assert [type(message) for message in messages] == [Typed, Typed, NextKey]


class OneLineAtATime(io.RawIOBase):
    """What is typed at a terminal: each read gives a line."""

    def __init__(self, lines: list[bytes]) -> None:
        super().__init__()
        self._lines = lines

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int:
        line = self._lines.pop(0) if self._lines else b""
        target[: len(line)] = line
        return len(line)


def test_no_line_can_steer_the_terminal() -> None:
    view = replace(DAY, heard="a\x1b[2Jb\nc\r\u202ed", notice="x\ty")
    lines = printed(view)
    assert "    18.4 услышано: a [2Jb c  d" in lines
    assert len(lines) == len(printed(replace(DAY, notice="x")))


def test_views_from_another_thread_do_not_mix_their_lines() -> None:
    output = io.StringIO()
    screen = PlainScreen(output, None)

    def show(views: Iterable[View]) -> None:
        for view in views:
            screen.show(view)

    threads = [
        threading.Thread(target=show, args=([replace(DAY, heard=f"{name}{n}") for n in range(200)],)) for name in "аб"
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert all(line.startswith("    18.4 ") for line in output.getvalue().splitlines())
