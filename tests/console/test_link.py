"""The game's local link: who is let in, what is told, what a bad console cannot do."""

import json
import stat
import sys
import time
from pathlib import Path

import pytest

from tests.console.linked import Client, Linked, at_night, on_the_first_day
from voice_judge.live.inbox import CutOffKey, PairKey, Typed
from voice_judge.live.link_wire import Json, address_file, game_listens, kept_address

# --- who is let in ---------------------------------------------------------------------------------------------


def test_the_key_lies_where_only_this_user_reads_it(linked: Linked) -> None:
    assert len(linked.address.key) == 32
    if sys.platform != "win32":
        assert stat.S_IMODE(address_file().stat().st_mode) == 0o600
    assert game_listens()
    linked.close()
    assert kept_address() is None
    assert not game_listens()


@pytest.mark.parametrize("content", ["", "{}", '{"port": "x", "key": "00"}', '{"port": 1, "key": "zz"}', "[]", "я"])
def test_a_damaged_address_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path))
    address_file().parent.mkdir(parents=True)
    address_file().write_text(content, encoding="utf-8")
    assert kept_address() is None
    assert not game_listens()


def test_another_games_address_is_left_alone(linked: Linked, tmp_path: Path) -> None:
    address_file().write_text('{"port": 9, "key": "00"}', encoding="ascii")
    linked.close()
    assert address_file().exists()
    del tmp_path


@pytest.mark.parametrize(
    ("key", "side"), [(b"\0" * 32, "console"), (b"", "console"), (None, "game")], ids=["wrong", "empty", "echo"]
)
def test_who_does_not_know_the_key_is_told_nothing(linked: Linked, key: bytes | None, side: str) -> None:
    client = Client(linked.address.port)
    assert client.prove(linked.address.key if key is None else key, side) == {}
    assert client.receive() == {}


@pytest.mark.parametrize("text", [b"\n", b"[]\n", b"{}\n", b"\xff\n", b'{"nonce": 1, "proof": {}}\n', b"x" * 3_000_000])
def test_a_stranger_gets_a_nonce_and_no_more(linked: Linked, text: bytes) -> None:
    client = Client(linked.address.port)
    assert list(client.receive()) == ["nonce"]
    try:
        client.connection.sendall(text)
        rest = client.receive()
    except OSError:
        rest = {}
    assert rest == {}


def test_strangers_who_say_nothing_are_few(linked: Linked) -> None:
    silent = [Client(linked.address.port) for _ in range(8)]
    assert all(client.receive() for client in silent)
    assert Client(linked.address.port).receive() == {}
    for client in silent:
        client.close()
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        client = Client(linked.address.port)
        if client.receive():
            return
    raise AssertionError("nobody is let in any more")


def test_the_game_proves_itself_too(linked: Linked) -> None:
    client = Client(linked.address.port)
    answer = client.prove(linked.address.key)
    assert list(answer) == ["proof"]


# --- what is told ----------------------------------------------------------------------------------------------


def test_messages_are_numbered_without_a_gap(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.ask(client, "/nominate 5")
    later = linked.connect()
    begin = later.receive()
    assert begin["kind"] == "begin"
    numbers: list[object] = []
    halls: list[object] = []
    linked.live.type("/nominate 6", "/next")
    while len(halls) < 2 or len(numbers) < 20:
        message = later.receive()
        if message["kind"] == "judge":
            numbers.append(message["number"])
        elif message["kind"] == "hall":
            halls.append(message["number"])
    assert numbers == list(range(1, len(numbers) + 1))
    assert halls == list(range(int(str(halls[0])), int(str(halls[0])) + len(halls)))


def test_what_the_hall_is_told_holds_no_secret(linked: Linked) -> None:
    client = at_night(linked)
    linked.ask(client, "1 5")
    linked.ask(client, "/check sheriff 2")
    messages: list[Json] = []
    hall = linked.connect()
    while not messages or messages[-1]["kind"] != "hall":
        messages.append(hall.receive())
    told = json.loads(str(messages[-1]["data"]))
    assert set(told) == {
        *("at", "game", "title", "moment", "phase", "stage", "step", "day", "night", "dark", "paused"),
        *("seats", "speaker", "clock", "nominees", "vote", "winner"),
    }


def test_the_code_for_a_phone_is_for_the_laptops_screen_only(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.live.inbox.put(PairKey())
    linked.live.wait()
    client.until(lambda message: message["kind"] == "pair")
    client.send({"kind": "pairing", "judge": "http://1.2.3.4/", "hall": "http://1.2.3.4:81/", "code": "424242"})
    assert linked.pairings.get(timeout=10).code == "424242"
    linked.live.wait()
    assert "424242" in linked.live.screen.last.notice
    linked.live.hear("nominate", seat=5)
    told = linked.connect()
    messages = [told.receive()]
    while '"nominees":[5]' not in str(messages[-1]):
        messages.append(told.receive())
    assert "424242" not in json.dumps(messages)
    assert "Страница судьи" not in json.dumps(messages, ensure_ascii=False)


def test_a_page_can_neither_pair_nor_cut_off(linked: Linked) -> None:
    client = on_the_first_day(linked)
    for text in ("/pair", "/cutoff"):
        assert not linked.ask(client, text)["accepted"]


@pytest.mark.parametrize("hand", [CutOffKey(), Typed("/cutoff")])
def test_the_laptops_key_has_the_phones_cut_off(linked: Linked, hand: CutOffKey | Typed) -> None:
    client = on_the_first_day(linked)
    linked.live.inbox.put(hand)
    linked.live.wait()
    assert client.until(lambda message: message["kind"] == "cut_off")


@pytest.mark.parametrize("hand", [CutOffKey(), PairKey()])
def test_where_no_page_is_open_the_judge_reads_it(linked: Linked, hand: CutOffKey | PairKey) -> None:
    linked.live.inbox.put(hand)
    deadline = time.monotonic() + 10
    while "voice-judge console" not in linked.live.screen.last.notice if linked.live.screen.views else True:
        assert time.monotonic() < deadline
        linked.live.wait()


# --- bad consoles ----------------------------------------------------------------------------------------------

NONSENSE = [
    b"\n",
    b"no json\n",
    b'{"kind": "command"}\n',
    b'{"kind": "command", "id": 5, "text": "/next", "turn": "", "phone": ""}\n',
    b'{"kind": "nothing"}\n',
    b"[" * 100_000 + b"\n",
]


@pytest.mark.parametrize("text", NONSENSE, ids=[str(number) for number in range(len(NONSENSE))])
def test_a_console_that_talks_nonsense_is_dropped_and_the_game_goes_on(linked: Linked, text: bytes) -> None:
    client = on_the_first_day(linked)
    client.connection.sendall(text)
    while client.receive():
        pass
    assert linked.ask(linked.connect(), "/foul 3")["accepted"]


def test_a_console_that_does_not_read_is_dropped_and_holds_nobody_up(linked: Linked) -> None:
    deaf = linked.connect()
    assert linked.ask(linked.connect(), "/start day")["accepted"]
    for _ in range(12_000):
        linked.link._server.send({"kind": "time", "now": 0.0, "more": "x" * 1000})
    linked.live.wait(5.0)
    assert linked.ask(linked.connect(), "/nominate 5")["accepted"]
    received = 0
    while deaf.receive():
        received += 1
    assert received < 12_000


def test_a_message_that_cannot_be_worded_stops_nothing(linked: Linked, monkeypatch: pytest.MonkeyPatch) -> None:
    client = on_the_first_day(linked)

    def fails(*_: object, **__: object) -> str:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(linked.link._wording, "log", fails)
        assert linked.ask(client, "/foul 3")["accepted"]
    assert linked.ask(client, "/foul 4")["accepted"]
