"""The hall's server, a process of its own: it reads public messages from its input and knows nothing else.

The first line of the input says where to serve; the answer, one line of the output, at which port. The process ends
with its input.
"""

import asyncio
import json
import sys
import threading
from socket import socket
from typing import TextIO

from voice_judge.console.desk import HallDesk
from voice_judge.console.hall_app import MOST_SCREENS, hall_app
from voice_judge.console.serving import every_second, listening, serve, server
from voice_judge.errors import UserError

FIRST_PORT = 8101
_MOST_OF_AN_ADDRESS = 64


def main(lines: TextIO, output: TextIO) -> None:
    """Serve until the end of `lines`."""
    place = json.loads(lines.readline())
    try:
        sock = listening(place["host"], place["port"], FIRST_PORT)
    except UserError as error:
        print(json.dumps({"problem": str(error)}), file=output, flush=True)
        return
    print(json.dumps({"port": sock.getsockname()[1]}), file=output, flush=True)
    asyncio.run(_serve(HallDesk(), sock, lines))


def hear(desk: HallDesk, line: str) -> None:
    """One line of the input: a view, the time, or another game's beginning."""
    match json.loads(line):
        case {"kind": "hall", "number": int(number), "data": str(data)}:
            desk.show(number, data)
        case {"kind": "time", "now": float(now)}:
            desk.tick(now)
        case {"kind": "begin", "epoch": str(epoch)}:
            desk.begin(epoch)


async def _serve(desk: HallDesk, sock: socket, lines: TextIO) -> None:
    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def read() -> None:
        for line in lines:
            loop.call_soon_threadsafe(hear, desk, line)
        loop.call_soon_threadsafe(over.set)

    threading.Thread(target=read, name="input", daemon=True).start()
    running = server(hall_app(desk), 2 * MOST_SCREENS, _MOST_OF_AN_ADDRESS)
    await serve(running, sock, every_second(desk.watch), _until(over))


async def _until(over: asyncio.Event) -> None:
    await over.wait()


if __name__ == "__main__":
    main(sys.stdin, sys.stdout)
