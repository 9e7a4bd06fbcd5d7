"""Connections are shared out: one guest cannot keep the judge's phone out by opening many and saying nothing."""

import asyncio
from collections import Counter
from collections.abc import Container

from uvicorn.protocols.http.h11_impl import H11Protocol

FIRST_REQUEST_SECONDS = 10.0
"""A connection that has not asked for anything by then is closed."""
_OWN = frozenset({"127.0.0.1", "::1"})


def polite(
    most: int, own: Container[str] = _OWN, first_request_seconds: float = FIRST_REQUEST_SECONDS
) -> type[H11Protocol]:
    """uvicorn's HTTP protocol with at most so many connections from one address; `own` addresses have no limit."""
    open_from: Counter[str] = Counter()

    class Polite(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            peer = transport.get_extra_info("peername")
            self._peer = str(peer[0]) if peer else ""
            self._waits = self.loop.call_later(first_request_seconds, self._give_up)
            open_from[self._peer] += 1
            if open_from[self._peer] > most and self._peer not in own:
                transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            self._waits.cancel()
            open_from[self._peer] -= 1
            if not open_from[self._peer]:
                del open_from[self._peer]
            super().connection_lost(exc)

        def _give_up(self) -> None:
            if self.cycle is None:
                self.transport.close()

    return Polite
