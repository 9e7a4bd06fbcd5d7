"""`voice-judge console` beside a running game, as a whole: both processes, real ports, phones that come and go."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest

from tests.console.linked import Linked, children, two_free_ports
from voice_judge.console.pairing import local_address
from voice_judge.live.inbox import CutOffKey

PATIENCE = 60.0
_PORTS = two_free_ports()


class Beside:
    """A game that goes on in a thread, and a console in processes of its own."""

    def __init__(self, home: Path) -> None:
        self.linked = Linked()
        self._over = threading.Event()
        self._game = threading.Thread(target=self._play, daemon=True)
        self._game.start()
        self._console = subprocess.Popen(
            [sys.executable, "-m", "voice_judge", "console", "--port", str(_PORTS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={**os.environ, "VOICE_JUDGE_HOME": str(home), "PYTHONUTF8": "1"},
        )
        self.judge = f"http://127.0.0.1:{_PORTS}"
        self.hall = f"http://127.0.0.1:{_PORTS + 1}"
        self.printed = ""
        self.code()
        self.linked.pairings.get(timeout=PATIENCE)  # it has found the game

    @property
    def process(self) -> int:
        """The console's."""
        return self._console.pid

    def _play(self) -> None:
        while not self._over.wait(0.005):
            self.linked.live.wait()

    def code(self) -> str:
        """The next code that the console prints."""
        assert self._console.stdout is not None
        for text in self._console.stdout:
            self.printed += text
            if found := re.search(r"телефон\): (\d{3}) (\d{3})", text):
                return found[1] + found[2]
        raise AssertionError(self.printed)

    def key(self, text: str) -> str:
        """The judge presses this and Enter at the console; the code that comes of it."""
        assert self._console.stdin is not None
        self._console.stdin.write(f"{text}\n")
        self._console.stdin.flush()
        return self.code()

    def phone(self) -> httpx2.Client:
        """A paired phone."""
        phone = httpx2.Client(base_url=self.judge, headers={"Origin": self.judge}, timeout=PATIENCE)
        answer = phone.post("/api/pair", json={"code": self.key("")})
        phone.headers["X-CSRF-Token"] = answer.json()["csrf"]
        return phone

    def close(self) -> None:
        self._console.terminate()
        self._console.communicate(timeout=PATIENCE)
        self._over.set()
        self._game.join()
        self.linked.close()


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("VOICE_JUDGE_HOME", str(home))
        made = Beside(home)
        yield made
        made.close()


def tap(phone: httpx2.Client, text: str, identity: str = "") -> dict[str, object]:
    body = {"id": identity or uuid.uuid4().hex, "text": text, "turn": ""}
    return dict(phone.post("/api/commands", json=body).raise_for_status().json())


class Stream:
    """Server-sent events as a browser reads them."""

    def __init__(self, client: httpx2.Client, url: str, last: str = "") -> None:
        self._opened = client.stream("GET", url, headers={"Last-Event-ID": last} if last else {}, timeout=PATIENCE)
        self._answer = self._opened.__enter__()
        assert self._answer.headers["cache-control"] == "no-store"
        self._lines = self._answer.iter_lines()
        self.last = last

    def next(self) -> tuple[str, dict[str, object]]:
        """Event and data; ("", {}) at the end."""
        event, data = "", ""
        for text in self._lines:
            name, _, value = text.partition(": ")
            if name == "event":
                event = value
            elif name == "data":
                data = value
            elif name == "id":
                self.last = value
            elif not text and event:
                return event, json.loads(data)
        return "", {}

    def until(self, wanted: str) -> list[tuple[str, dict[str, object]]]:
        """All events up to the first whose data has these words."""
        got = [self.next()]
        while got[-1][0] and wanted not in json.dumps(got[-1][1], ensure_ascii=False):
            got.append(self.next())
        return got

    def close(self) -> None:
        self._opened.__exit__(None, None, None)


def test_two_phones_and_a_hall_play_one_game(beside: Beside) -> None:
    one, two = beside.phone(), beside.phone()
    seen, hall = Stream(two, "/api/events"), Stream(httpx2.Client(base_url=beside.hall), "/api/events")
    assert seen.next()[0] == "state"
    assert tap(one, "/start day")["accepted"]
    assert tap(one, "/roles don=1 mafia=2,3 sheriff=4")["accepted"]
    assert tap(one, "5", "tap-of-one-phone")["accepted"]
    assert tap(two, "5", "tap-of-one-phone")["repeated"]
    assert seen.until('"nominees": [5]')[-1][0] == "view"
    told = hall.until('"nominees": [5]')
    assert {event for event, _ in told} == {"view", "time"}
    assert "roles" not in json.dumps(told)
    assert "don" not in json.dumps(told)
    seen.close()
    hall.close()


def test_a_phone_that_lost_the_line_misses_nothing(beside: Beside) -> None:
    phone, other = beside.phone(), beside.phone()
    stream = Stream(phone, "/api/events")
    stream.next()
    tap(other, "/foul 7")
    before = stream.until("/foul 7")
    stream.close()
    for seat in (8, 9, 10):
        tap(other, f"/foul {seat}")
    again = Stream(phone, "/api/events", stream.last)
    missed = again.until("/foul 10")
    again.close()
    entered = [data["text"] for event, data in [*before, *missed] if event == "log" and data["kind"] == "input"]
    assert entered == ["/foul 7", "/foul 8", "/foul 9", "/foul 10"]
    assert "state" not in {event for event, _ in missed}


@pytest.mark.parametrize("key", ["x", "х", "the game's"])
def test_a_lost_phone_is_cut_off_by_one_key(beside: Beside, key: str) -> None:
    phone = beside.phone()
    stream = Stream(phone, "/api/events")
    assert stream.next()[0] == "state"
    if key == "the game's":
        beside.linked.live.inbox.put(CutOffKey())
        code = beside.code()
    else:
        code = beside.key(key)
    while stream.next()[0]:
        pass  # the stream ends
    assert phone.get("/api/state").status_code == 401
    assert phone.post("/api/pair", json={"code": code}).status_code == 200


def test_no_secret_comes_to_the_hall_or_into_the_terminal(beside: Beside) -> None:
    phone = beside.phone()
    cookie = phone.cookies["voice_judge_session"]
    hall = httpx2.Client(base_url=beside.hall, headers={"Origin": beside.hall})
    hall.cookies.set("voice_judge_session", cookie)
    state = hall.get("/api/state").text
    assert hall.post("/api/commands", json={}).status_code == 404
    assert "roles" not in state
    assert "shots" not in state
    for secret in (cookie, phone.headers["X-CSRF-Token"], "mafia=2,3", "/foul", "GET "):
        assert secret not in beside.printed


def test_a_hall_that_has_died_comes_back(beside: Beside) -> None:
    tap(beside.phone(), "/foul 2")
    (hall,) = children(beside.process)
    before = what_stands(beside)
    os.kill(hall, signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with suppress(httpx2.TransportError):
            if children(beside.process) != [hall]:
                assert what_stands(beside) == before
                return
        time.sleep(0.2)
    raise AssertionError("no hall")


def what_stands(beside: Beside) -> dict[str, object]:
    """What the hall shows, but for the clock, which goes on."""
    view = httpx2.get(f"{beside.hall}/api/state").json()["view"]
    return {name: value for name, value in view.items() if name not in ("at", "clock")}


def test_only_this_computer_is_served_unless_asked(beside: Beside) -> None:
    own = local_address()
    for port in (_PORTS, _PORTS + 1):
        socket.create_connection(("127.0.0.1", port)).close()
        if own != "127.0.0.1":
            with pytest.raises(OSError, match=r"refused|timed out"):
                socket.create_connection((own, port), timeout=2.0)
    assert f"http://127.0.0.1:{_PORTS}/" in beside.printed
    assert "█" not in beside.printed
