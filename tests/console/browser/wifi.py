"""A network between a browser and the console that loses what is sent, without a word, as a Wi-Fi does."""

import socket
import threading
from contextlib import suppress


class Wifi:
    """Passes connections on to a port of this computer, until it is cut: then nothing arrives and nobody is told."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._there = threading.Event()
        self._there.set()
        self._open: list[socket.socket] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        """The page at this end."""
        return f"http://127.0.0.1:{self._server.getsockname()[1]}/"

    def cut(self) -> None:
        """From now on nothing arrives."""
        self._there.clear()

    def back(self) -> None:
        """It is there again; what was under way is lost."""
        lost, self._open = self._open, []
        for one in lost:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._there.set()

    def close(self) -> None:
        """No more."""
        self._server.close()
        self.back()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                far = socket.create_connection(("127.0.0.1", self._port))
                self._open += [near, far]
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if self._there.is_set():
                    target.sendall(data)
        with suppress(OSError):
            target.shutdown(socket.SHUT_WR)
