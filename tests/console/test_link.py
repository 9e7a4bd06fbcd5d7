"""The game's local link: who is let in, what is told, what each command does, what a bad console cannot do."""

import json
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.console.linked import Client, Linked
from voice_judge.live.inbox import CutOffKey, PairKey, Typed
from voice_judge.live.link_requests import TWINS_SECONDS
from voice_judge.live.link_wire import Json, address_file, game_listens, kept_address
from voice_judge.rules import Nominated, Phase


@pytest.fixture
def linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Linked]:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path))
    made = Linked()
    yield made
    made.close()


def on_the_first_day(linked: Linked) -> Client:
    client = linked.connect()
    assert linked.ask(client, "/start day")["accepted"]
    linked.live.wait(5.0)
    return client


def at_night(linked: Linked) -> Client:
    client = on_the_first_day(linked)
    linked.ask(client, "/roles don=1 mafia=2,3 sheriff=4")
    for _ in range(11):
        linked.ask(client, "/next")
        linked.live.wait(4.0)
    assert linked.live.moderator.table.phase is Phase.NIGHT
    return client


def turn(linked: Linked, client: Client) -> str:
    """The moment that the latest view names."""
    message = linked.connect().until(lambda one: one.get("event") == "view")
    del client
    return str(json.loads(str(message["data"]))["turn"])


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


# --- what commands do ------------------------------------------------------------------------------------------

ANSWERS = [
    ("5", True, ""),
    ("/nominate 5", True, ""),
    ("/foul 3", True, ""),
    ("/pause", True, ""),
    ("/votes 4", False, "Сейчас голоса не считаются"),
    ("/undefined", False, "неизвестный ввод"),
    ("/foul x", False, "пишется так"),
    ("ы", False, "Здесь вводят"),
    ("/nominate 11", False, ""),
]


@pytest.mark.parametrize(("text", "accepted", "words"), ANSWERS, ids=[text for text, _, _ in ANSWERS])
def test_every_command_is_answered(linked: Linked, text: str, accepted: bool, words: str) -> None:
    answer = linked.ask(on_the_first_day(linked), text)
    assert answer["accepted"] is accepted
    assert bool(answer["message"]) is not accepted
    assert words.split(" ", maxsplit=1)[0] in str(answer["message"]) or not words
    assert not answer["repeated"]


CHECKS = [("don", 4, True), ("don", 2, False), ("sheriff", 2, True), ("sheriff", 5, False), ("sheriff", 9, False)]


@pytest.mark.parametrize(("checker", "seat", "found"), CHECKS)
def test_a_check_is_answered_yes_or_no(linked: Linked, checker: str, seat: int, found: bool) -> None:
    client = at_night(linked)
    answer = linked.ask(client, f"/check {checker} {seat}")
    assert answer["check"] == {"checker": checker, "seat": seat, "found": found}
    assert str(seat) in str(answer["message"])


def test_the_same_id_is_done_once(linked: Linked) -> None:
    client = on_the_first_day(linked)
    first = linked.ask(client, "/foul 3", identity="tap-0001")
    again = linked.ask(client, "/foul 3", identity="tap-0001")
    elsewhere = linked.ask(linked.connect(), "/foul 3", identity="tap-0001", phone="two")
    assert dict(linked.live.moderator.table.fouls) == {3: 1}
    assert [answer["repeated"] for answer in (first, again, elsewhere)] == [False, True, True]


def test_two_taps_of_one_phone_are_two_commands(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.ask(client, "/foul 3")
    linked.ask(client, "/foul 3")
    assert dict(linked.live.moderator.table.fouls) == {3: 2}


def test_two_phones_that_tap_the_same_at_once_are_one_command(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.ask(client, "/foul 3", phone="one")
    second = linked.ask(client, "/foul 3", phone="two")
    other = linked.ask(client, "/foul 4", phone="two")
    assert dict(linked.live.moderator.table.fouls) == {3: 1, 4: 1}
    assert (second["repeated"], other["repeated"]) == (True, False)


def test_two_phones_that_tap_the_same_later_are_two_commands(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.ask(client, "/foul 3", phone="one")
    linked.link._requests._clock = lambda: time.monotonic() + TWINS_SECONDS + 0.1
    linked.ask(client, "/foul 3", phone="two")
    assert dict(linked.live.moderator.table.fouls) == {3: 2}


LATE = [("/next", False), ("/nominate 5", False), ("5", False), ("/confirm", False), ("/foul 3", True), ("/undo", True)]


@pytest.mark.parametrize(("text", "done"), LATE)
def test_what_was_meant_for_another_speaker_is_not_done(linked: Linked, text: str, done: bool) -> None:
    client = on_the_first_day(linked)
    seen = turn(linked, client)
    linked.ask(client, "/next", turn=seen)
    linked.live.wait(3.0)
    floor = linked.live.moderator.table.floor
    answer = linked.ask(client, text, turn=seen)
    assert answer["accepted"] is done
    assert ("сменился" in str(answer["message"])) is not done
    assert done or linked.live.moderator.table.floor == floor
    assert linked.live.moderator.table.nominated == ()


def test_a_shot_counts_however_slowly_it_is_entered(linked: Linked) -> None:
    client = at_night(linked)
    seen = turn(linked, client)
    linked.live.wait(60.0)
    assert linked.ask(client, "/shot 1 5", turn=seen)["accepted"]


def test_a_number_heard_wrong_is_corrected_in_one_tap(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.live.hear("nominate", seat=5)
    message = client.until(lambda one: one.get("event") == "view" and '"correction":{' in str(one["data"]))
    assert json.loads(str(message["data"]))["correction"] == {"number": 5, "words": "выставлен 5"}
    assert linked.ask(client, "/correct 6")["accepted"]
    assert linked.live.moderator.table.nominated == (6,)
    events = [entry.record.event for entry in linked.live.journal.entries]
    assert Nominated(1, 6) in events


def test_taps_are_kept_as_taps(linked: Linked) -> None:
    client = on_the_first_day(linked)
    linked.ask(client, "/nominate 5")
    linked.ask(client, "/next")
    sources = [
        entry.origin.source
        for entry in linked.live.journal.entries
        if type(entry.record.event).__name__ in ("Nominated", "SpeechEnded")
    ]
    assert sources == ["page", "page"]


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
