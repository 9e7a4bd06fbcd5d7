"""A web server with one file, that behaves as told: as servers do on a bad day."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Manners:
    """How the server behaves; `asked` are the ranges that were asked for, one per request."""

    body: bytes = b""
    ranges: bool = True  # whether it sends a part when asked for one
    etag: str | None = '"one"'
    breaks: list[int] = field(default_factory=list)  # after so many bytes the connection ends: one per request
    status: int = 200
    kind: str = "application/zip"
    length: bool = True  # whether it says how long the file is
    shift: int = 0  # a part begins so many bytes later than asked
    asked: list[str | None] = field(default_factory=list)


@contextmanager
def serve(manners: Manners) -> Iterator[str]:
    """The address of a server that is up inside the block."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def do_GET(self) -> None:
            _answer(self, manners)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _answer(handler: BaseHTTPRequestHandler, manners: Manners) -> None:
    asked = handler.headers.get("Range")
    manners.asked.append(asked)
    begin = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
    same = handler.headers.get("If-Range", manners.etag) == manners.etag
    part = bool(asked) and manners.ranges and same and manners.status == 200
    if part and begin >= len(manners.body):
        handler.send_response(416)
        handler.end_headers()
        return
    first = begin + manners.shift if part else 0
    handler.send_response(206 if part else manners.status)
    handler.send_header("Content-Type", manners.kind)
    if manners.etag:
        handler.send_header("ETag", manners.etag)
    if part:
        handler.send_header("Content-Range", f"bytes {first}-{len(manners.body) - 1}/{len(manners.body)}")
    if manners.length:
        handler.send_header("Content-Length", str(len(manners.body) - first))
    handler.end_headers()
    rest = manners.body[first:]
    handler.wfile.write(rest[: manners.breaks.pop(0)] if manners.breaks else rest)
