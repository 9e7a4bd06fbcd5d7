"""The hall's screen as a web application: read only, no cookie, no secret, nothing to open."""

from collections.abc import AsyncIterable

from fastapi import Depends, FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent

from voice_judge.console.desk import HallDesk
from voice_judge.console.model import HallState
from voice_judge.console.web import application, events, problems, room_for, stream_problems, templates

MOST_SCREENS = 500

_ABOUT = """The hall's screen of voice-judge: what everyone at the table may know, and nothing else.

`GET /api/events` is a stream of server-sent events: `view` (HallView) whenever the table's state changes, `time`
(TimeOut) every five seconds. It begins with both.
"""


def hall_app(desk: HallDesk) -> FastAPI:
    """The application; `desk` is fed by the game."""
    app = application("voice-judge: экран зала", _ABOUT)

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    def page(request: Request) -> Response:
        return templates.TemplateResponse(request, "hall.html")

    @app.get("/api/state", response_model=HallState, responses=problems())
    def state() -> Response:
        """Everything at once."""
        return Response(desk.state(), media_type="application/json")

    @app.get(
        "/api/events",
        response_class=EventSourceResponse,
        dependencies=[Depends(room_for(desk.feed, MOST_SCREENS))],
        responses=stream_problems(_503="Too many screens."),
    )
    async def stream() -> AsyncIterable[ServerSentEvent]:
        """The stream."""
        async for event in events(desk.feed, None):
            yield event

    return app
