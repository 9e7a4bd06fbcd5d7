"""What every request meets before the pages: Host and Origin checks, a size limit; what every answer carries."""

import ipaddress
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 4096
"""Bytes; a command has two hundred characters at most."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Guard:
    """ASGI middleware; nothing of a refused request reaches the application.

    A page of a foreign site that has its name resolve to this computer (DNS rebinding) comes with a name in `Host`:
    only addresses and `localhost` are let in, so that a laptop whose address changes is still reached.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then pass on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return  # no WebSocket is served
        refused = _refusal(scope)
        if refused is not None:
            await refused(scope, receive, _hardened(send))
        else:
            await self._app(scope, receive, _hardened(send))


def _refusal(scope: Scope) -> JSONResponse | None:
    headers = Headers(scope=scope)
    host = headers.get("host", "")
    if not is_own_host(host):
        return _problem(400, "Страница открывается по адресу из цифр, как на экране судьи.")
    if scope["method"] in _SAFE:
        return None
    if not _same_origin(headers, host, scope["scheme"]):
        return _problem(403, "Запрос пришёл с чужой страницы.")
    length = headers.get("content-length")
    if length is None or not (length.isascii() and length.isdecimal()):
        return _problem(411, "Не указана длина запроса.")
    if len(length) > 9 or int(length) > LARGEST_BODY:
        return _problem(413, "Слишком длинный запрос.")
    return None


def is_own_host(host: str) -> bool:
    """Whether `Host` names an address, or this computer itself."""
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    if name.lower() == "localhost":
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _same_origin(headers: Headers, host: str, scheme: str) -> bool:
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    return headers.get("origin") == f"{scheme}://{host}"


def _problem(status: int, detail: str) -> JSONResponse:
    return JSONResponse({"detail": detail}, status)


def _hardened(send: Send) -> Send:
    """Adds the headers to an answer."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            headers["Cache-Control"] = "no-store"
        await send(message)

    return sending
