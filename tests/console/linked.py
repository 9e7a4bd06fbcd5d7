"""A live game with its link open, and a console that is as honest or hostile as a test wants."""

import json
import socket
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue

from tests.live.live import Live
from voice_judge.console.wording import PageWording
from voice_judge.live.inbox import Inbox
from voice_judge.live.link import Link, Pairing
from voice_judge.live.link_wire import HOST, Json, LinkAddress, kept_address, line, new_nonce, proof
from voice_judge.rules import FEDERATION, Phase

PATIENCE = 10.0


def two_free_ports() -> int:
    """The first of two ports that nobody listens at."""
    for _ in range(100):
        with socket.create_server((HOST, 0)) as found, suppress(OSError):
            port = int(found.getsockname()[1])
            socket.create_server((HOST, port + 1)).close()
            return port
    raise AssertionError("no free ports")


def children(of: int) -> list[int]:
    """The processes that this one has started, and theirs."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, row.split())) for row in listed.splitlines()]
    own = [pid for pid, parent in pairs if parent == of]
    return [*own, *(grandchild for child in own for grandchild in children(child))]


class Client:
    """The console's end of the line, by hand."""

    def __init__(self, port: int) -> None:
        self.connection = socket.create_connection((HOST, port), timeout=PATIENCE)
        self._lines = self.connection.makefile("rb")

    def send(self, message: Json) -> None:
        self.connection.sendall(line(message))

    def receive(self) -> Json:
        """The next message; empty at the end of the line, wherever that was cut."""
        try:
            text = self._lines.readline()
        except ConnectionError:
            return {}
        return json.loads(text) if text.endswith(b"\n") else {}

    def prove(self, key: bytes, side: str = "console") -> Json:
        """Show the key; the game's proof."""
        theirs, own = str(self.receive()["nonce"]), new_nonce()
        self.send({"nonce": own, "proof": proof(key, side, theirs, own)})
        return self.receive()

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        """The first message that is wanted."""
        while message := self.receive():
            if wanted(message):
                return message
        raise AssertionError("the line has ended")

    def close(self) -> None:
        self._lines.close()
        self.connection.close()


class Linked:
    """A live game and its link; the game goes on when a test has it wait."""

    def __init__(self) -> None:
        self.pairings: Queue[Pairing] = Queue()
        self.live = Live(watch=self._watch, profile=FEDERATION)
        self.link.start()

    def _watch(self, inbox: Inbox) -> Link:
        self.link = Link(PageWording(), inbox, 7, paired=self.pairings.put)
        return self.link

    @property
    def address(self) -> LinkAddress:
        address = kept_address()
        assert address is not None
        return address

    def connect(self) -> Client:
        """A proven console."""
        client = Client(self.address.port)
        assert client.prove(self.address.key)
        return client

    def ask(self, client: Client, text: str, identity: str = "", turn: str = "", phone: str = "one") -> Json:
        """Give a command and play until it is answered."""
        identity = identity or new_nonce()
        client.send({"kind": "command", "id": identity, "text": text, "turn": turn, "phone": phone})
        answers: Queue[Json] = Queue()

        def read() -> None:
            message = client.until(lambda one: one["kind"] == "answer" and one["id"] == identity)
            answers.put(json.loads(str(message["data"])))

        threading.Thread(target=read, daemon=True).start()
        for _ in range(2000):
            self.live.wait()
            with suppress(Empty):
                return answers.get(timeout=0.01)
        raise AssertionError(text)

    def close(self) -> None:
        self.link.close()


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


def turn(linked: Linked) -> str:
    """The moment that the latest view names."""
    message = linked.connect().until(lambda one: one.get("event") == "view")
    return str(json.loads(str(message["data"]))["turn"])
