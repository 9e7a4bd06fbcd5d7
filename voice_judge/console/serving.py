"""A web server for one application, in the caller's event loop."""

import asyncio
import errno
import socket
from collections.abc import Callable, Coroutine

import uvicorn
from fastapi import FastAPI

from voice_judge.console.connections import polite
from voice_judge.errors import UserError

DEFAULT_PORT = 8100
_TRIES = 40


def listening(host: str, port: int | None, first: int) -> socket.socket:
    """A socket that listens at `port`, or at the first free one from `first` on.

    Raises:
        UserError: the port is taken, or none is free.
    """
    for wanted in [port] if port is not None else range(first, first + _TRIES):
        try:
            return socket.create_server((host, wanted), backlog=512)
        except OSError as error:
            problem = error
    why = "занят" if problem.errno == errno.EADDRINUSE else "открыть не удалось"
    raise UserError(f"порт {port or first} {why}: назовите другой: --port ЧИСЛО")


def server(app: FastAPI, most_connections: int, most_of_an_address: int) -> uvicorn.Server:
    """A server that writes no log of requests and believes no header about where they come from."""
    config = uvicorn.Config(
        app,
        http=polite(most_of_an_address),
        access_log=False,
        log_config=None,
        lifespan="off",
        ws="none",
        proxy_headers=False,
        server_header=False,
        limit_concurrency=most_connections,
        timeout_graceful_shutdown=1,
    )
    return uvicorn.Server(config)


async def every_second(work: Callable[[], None]) -> None:
    """Call this again and again."""
    while True:
        await asyncio.sleep(1.0)
        work()


async def serve(running: uvicorn.Server, sock: socket.socket, *beside: Coroutine[object, object, None]) -> None:
    """Serve until told to stop, with this work beside; if that ends or fails, the serving ends, too."""
    tasks = [asyncio.ensure_future(work) for work in beside]

    def stop(_task: "asyncio.Future[None]") -> None:
        running.should_exit = True

    for task in tasks:
        task.add_done_callback(stop)
    try:
        await running.serve(sockets=[sock])
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
