"""The hall's server as a child process that is given public messages only; a dead one is started again."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from subprocess import DEVNULL

from voice_judge.errors import UserError
from voice_judge.live.link_wire import Json, line

_HANGING = 4 << 20  # bytes that a living child never leaves unread
_START_SECONDS = 30.0
_KEPT_KINDS = ("begin", "hall", "time")


class HallPipe:
    """Feeds the child; `start` it first."""

    def __init__(self, host: str, port: int | None) -> None:
        self._host = host
        self._port = port
        self._child: Process | None = None
        self._latest: dict[str, Json] = {}
        self.port = 0

    async def start(self) -> None:
        """Start the child and wait until it listens.

        Raises:
            UserError: it cannot.
        """
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "voice_judge.console.hall_process",
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={**os.environ, "PYTHONUTF8": "1"},
        )
        self._child = child
        self._write({"host": self._host, "port": self.port or self._port})
        self.port = await _port_of(child)
        for kind in _KEPT_KINDS:
            if kind in self._latest:
                self._write(self._latest[kind])

    def send(self, message: Json) -> None:
        """A public message on its way to the hall; never blocks."""
        kind = str(message["kind"])
        if kind == "begin":
            self._latest.clear()
        self._latest[kind] = message
        self._write(message)

    async def keep_alive(self) -> None:
        """Start the child again whenever it has died."""
        while self._child is not None:
            await self._child.wait()
            await asyncio.sleep(1.0)
            with suppress(UserError):
                await self.start()

    async def close(self) -> None:
        """End the child."""
        child, self._child = self._child, None
        if child is None or child.returncode is not None:
            return
        if child.stdin is not None:
            child.stdin.close()
        try:
            await asyncio.wait_for(child.wait(), 3.0)
        except TimeoutError:
            _kill(child)

    def _write(self, message: Json) -> None:
        child = self._child
        if child is None or child.stdin is None or child.returncode is not None:
            return
        with suppress(OSError, RuntimeError):  # it is dying: the next one gets the latest of everything
            child.stdin.write(line(message))
            if child.stdin.transport.get_write_buffer_size() > _HANGING:
                _kill(child)


async def _port_of(child: Process) -> int:
    if child.stdout is None:
        raise TypeError("no pipe")
    try:
        answer = json.loads(await asyncio.wait_for(child.stdout.readline(), _START_SECONDS))
    except (TimeoutError, ValueError):
        _kill(child)
        raise UserError("экран зала не запустился") from None
    if "problem" in answer:
        raise UserError(str(answer["problem"]))
    return int(answer["port"])


def _kill(child: Process) -> None:
    with suppress(ProcessLookupError):
        child.kill()
