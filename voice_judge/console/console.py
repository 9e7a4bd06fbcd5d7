"""The console: the judge's server in this process, the hall's in a child, both fed by the running game."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

from voice_judge.console.desk import JudgeDesk
from voice_judge.console.game_link import GameLink
from voice_judge.console.hall_pipe import HallPipe
from voice_judge.console.judge_app import judge_app
from voice_judge.console.pairing import Places, local_address
from voice_judge.console.serving import DEFAULT_PORT, every_second, listening, serve, server
from voice_judge.console.sessions import Codes, Sessions
from voice_judge.live.link import Pairing

_HERE, _EVERYWHERE = "127.0.0.1", "0.0.0.0"
_MOST_CONNECTIONS, _MOST_OF_AN_ADDRESS = 400, 24
_CUT_OFF = frozenset({"x", "х", "отключить"})  # the Latin letter and the Cyrillic one


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to serve. `lan`: for phones in the same Wi-Fi, else for this computer only; `port`: of the judge's page."""

    lan: bool = False
    port: int | None = None


class Console:
    """One console.

    Args:
        wanted: how to serve.
        show: told where the pages are and the one-time code, whenever there is a new one.
        say: told one line for the judge.
    """

    def __init__(self, wanted: Wanted, show: Callable[[Pairing], None], say: Callable[[str], None]) -> None:
        host = _EVERYWHERE if wanted.lan else _HERE
        self._sock = listening(host, wanted.port, DEFAULT_PORT)
        port = self._sock.getsockname()[1]
        self._lan = wanted.lan
        self._port = port
        self._show, self._say = show, say
        self._sessions, self._codes = Sessions(), Codes()
        self._desk = JudgeDesk()
        self._hall = HallPipe(host, port + 1 if wanted.port is not None and port < 65535 else None)
        self._game = GameLink(self._desk, self._hall.send, self._told)
        self._over = asyncio.Event()
        self._pairing: Pairing | None = None

    def run(self, lines: TextIO | None, *, until_end: bool) -> None:
        """Serve; `lines` are the judge's keys, and with `until_end` their end ends the console."""
        asyncio.run(self._run(lines, until_end))

    async def _run(self, lines: TextIO | None, until_end: bool) -> None:
        await self._hall.start()
        if lines is not None:
            self._read(lines, until_end)
        self._pair()
        running = server(
            judge_app(self._desk, self._sessions, self._codes, self._game), _MOST_CONNECTIONS, _MOST_OF_AN_ADDRESS
        )
        work = (self._game.run(), self._hall.keep_alive(), every_second(self._desk.watch), self._until_over())
        try:
            await serve(running, self._sock, *work)
        finally:
            await self._hall.close()

    async def _until_over(self) -> None:
        await self._over.wait()

    # --- codes and phones ------------------------------------------------------------------------------------------

    def _pair(self) -> None:
        """A new code, shown here and told to the game, whose screen may cover this terminal."""
        places = Places(local_address() if self._lan else _HERE, self._port, self._hall.port)
        pairing = self._pairing = places.pairing(self._codes.new())
        self._show(pairing)
        self._tell_game()

    def _tell_game(self) -> None:
        """Where the pages are, and the code."""
        pairing = self._pairing
        if pairing is not None:
            self._game.send({"kind": "pairing", "judge": pairing.judge, "hall": pairing.hall, "code": pairing.code})

    def _cut_off(self) -> None:
        self._sessions.close_all()
        self._say("Все телефоны отключены.")
        self._pair()

    def _told(self, what: str) -> None:
        match what:
            case "connected":
                self._tell_game()
            case "pair":
                self._pair()
            case "cut_off":
                self._cut_off()

    def _read(self, lines: TextIO, until_end: bool) -> None:
        """Keys come from a thread of their own: reading cannot be interrupted."""
        loop = asyncio.get_running_loop()

        def read() -> None:
            with suppress(OSError, ValueError, RuntimeError):  # the terminal, or the loop, has gone away
                for line in lines:
                    cut = line.strip().lower() in _CUT_OFF
                    loop.call_soon_threadsafe(self._cut_off if cut else self._pair)
                if until_end:
                    loop.call_soon_threadsafe(self._over.set)

        threading.Thread(target=read, name="keys", daemon=True).start()
