"""The game's side of the local link: lets proven consoles in, sends them lines, hears theirs.

Threads of its own do all of it. A console that hangs or dies is dropped; the game never waits for one.
"""

import secrets
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import Full, Queue

from voice_judge.live.link_wire import (
    HOST,
    LINE_LIMIT,
    Json,
    LinkAddress,
    forget_address,
    is_proof,
    keep_address,
    line,
    new_nonce,
    proof,
    read,
)

_PROOF_SECONDS = 5.0
_SEND_SECONDS = 10.0
_WAITING = 2000  # lines for one console; one that is further behind is dropped, and comes back to the whole state
_MOST_CONSOLES = 8


class Console:
    """One console on the line."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._waiting: Queue[bytes | None] = Queue(_WAITING)

    def send(self, message: Json) -> None:
        """Put a message on its way; never blocks."""
        try:
            self._waiting.put_nowait(line(message))
        except Full:
            self.drop()

    def drop(self) -> None:
        """End the connection; both its threads end, too."""
        with suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        with suppress(Full):
            self._waiting.put_nowait(None)

    def write(self) -> None:
        """Send what waits until the end; the writer thread's whole life."""
        with suppress(OSError):
            while (text := self._waiting.get()) is not None:
                self._connection.sendall(text)
        self.drop()


class LinkServer:
    """Listens for consoles.

    Args:
        greet: told in the console's own thread that it has been let in; gives the lines that it begins with.
        hear: told each of its messages, in that thread, too.
    """

    def __init__(self, greet: Callable[[Console], Sequence[Json]], hear: Callable[[Console, Json], None]) -> None:
        self._greet = greet
        self._hear = hear
        self._consoles: set[Console] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server((HOST, 0))
        self.address = LinkAddress(self._listener.getsockname()[1], secrets.token_bytes(32))
        self._places = threading.BoundedSemaphore(_MOST_CONSOLES)

    def start(self) -> None:
        """Let consoles in from now on.

        Raises:
            OSError: the address cannot be kept where consoles look for it.
        """
        keep_address(self.address)
        _thread(self._accept, "link")

    def close(self) -> None:
        """Let nobody in, and everybody go."""
        forget_address(self.address)
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            consoles = tuple(self._consoles)
        for console in consoles:
            console.drop()

    @property
    def consoles(self) -> int:
        """How many are there."""
        return len(self._consoles)

    def send(self, message: Json) -> None:
        """Send to every console."""
        with self._lock:
            consoles = tuple(self._consoles)
        for console in consoles:
            console.send(message)

    def _accept(self) -> None:
        with suppress(OSError):  # the listener was closed
            while True:
                connection, _ = self._listener.accept()
                if self._places.acquire(blocking=False):
                    _thread(partial(self._serve, connection), "console")
                else:
                    connection.close()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection, suppress(OSError, ValueError):
                connection.settimeout(_PROOF_SECONDS)
                with connection.makefile("rb") as lines:
                    if self._is_proven(connection, lines.readline):
                        connection.settimeout(None)
                        self._talk(connection, lines.readline)
        finally:
            self._places.release()

    def _is_proven(self, connection: socket.socket, next_line: Callable[[int], bytes]) -> bool:
        key, own = self.address.key, new_nonce()
        connection.sendall(line({"nonce": own}))
        answer = read(next_line(LINE_LIMIT))
        theirs = str(answer.get("nonce"))
        if not is_proof(answer.get("proof"), key, "console", own, theirs):
            return False
        connection.sendall(line({"proof": proof(key, "game", own, theirs)}))
        return True

    def _talk(self, connection: socket.socket, next_line: Callable[[int], bytes]) -> None:
        console = Console(connection)
        with self._lock:  # nothing is told between the beginning and what follows
            for message in self._greet(console):
                console.send(message)
            self._consoles.add(console)
        _thread(console.write, "console out")
        try:
            while text := next_line(LINE_LIMIT):
                self._hear(console, read(text))
        finally:
            with self._lock:
                self._consoles.discard(console)
            console.drop()


def _thread(work: Callable[[], None], name: str) -> None:
    threading.Thread(target=work, name=name, daemon=True).start()
