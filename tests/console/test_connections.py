"""How connections are shared out, and which port is taken."""

import asyncio
import socket
from collections.abc import Container

import pytest
import uvicorn

from voice_judge.console.connections import polite
from voice_judge.console.desk import HallDesk
from voice_judge.console.hall_app import hall_app
from voice_judge.console.serving import listening
from voice_judge.errors import UserError

MOST = 3
REQUEST = b"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def with_server(own: Container[str], seconds: float, connections: int, pause: float) -> list[bool]:
    """Open so many connections, wait, then ask on each: which were answered."""
    sock = listening("127.0.0.1", None, 9300)
    config = uvicorn.Config(hall_app(HallDesk()), http=polite(MOST, own, seconds), lifespan="off", log_config=None)
    running = uvicorn.Server(config)
    serving = asyncio.create_task(running.serve(sockets=[sock]))
    while not running.started:
        await asyncio.sleep(0.01)
    opened = [await asyncio.open_connection(*sock.getsockname()) for _ in range(connections)]
    await asyncio.sleep(pause)
    answered = [await asks(connection) for connection in opened]
    answered.append(await asks(await asyncio.open_connection(*sock.getsockname())))
    running.should_exit = True
    await serving
    return answered


async def asks(connection: Connection) -> bool:
    reader, writer = connection
    try:
        writer.write(REQUEST)
        answer = await asyncio.wait_for(reader.read(), 10)
    except ConnectionError:
        answer = b""
    writer.close()
    return b" 200 OK" in answer


SHARES = [
    ((), 60.0, 5, 0.2, [True, True, True, False, False, True]),  # the later ones; when others have gone, again
    (("127.0.0.1",), 60.0, 5, 0.2, [True] * 6),  # this computer's own
    ((), 0.1, 2, 0.6, [False, False, True]),  # who says nothing is closed
]


@pytest.mark.parametrize(("own", "seconds", "connections", "pause", "answered"), SHARES)
def test_connections_are_shared_out(
    own: Container[str], seconds: float, connections: int, pause: float, answered: list[bool]
) -> None:
    assert asyncio.run(with_server(own, seconds, connections, pause)) == answered


def test_the_next_free_port_is_taken() -> None:
    with listening("127.0.0.1", None, 9400) as one, listening("127.0.0.1", None, 9400) as two:
        assert one.getsockname()[1] < two.getsockname()[1]


def test_a_port_that_was_named_is_taken_or_none() -> None:
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with pytest.raises(UserError, match=f"порт {port} занят"):
            listening("127.0.0.1", port, 9400)
