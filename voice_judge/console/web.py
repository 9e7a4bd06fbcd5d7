"""What both applications are made with: pages, static files, server-sent events, errors for people."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.sse import ServerSentEvent
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates

from voice_judge import __version__
from voice_judge.console.feed import Feed, Following
from voice_judge.console.guard import Guard
from voice_judge.console.model import Problem

_FOLDER = Path(__file__).parent
RETRY_MILLISECONDS = 1000
"""So soon a browser that has lost the stream tries again."""

templates = Jinja2Templates(_FOLDER / "pages")

Documented = dict[int | str, dict[str, Any]]


def problems(**texts: str) -> Documented:
    """The refusals of a route for its OpenAPI description: `_401="..."`."""
    every = {"_400": "Host is no address.", **texts}
    return {int(status[1:]): {"model": Problem, "description": text} for status, text in every.items()}


def stream_problems(**texts: str) -> Documented:
    """The refusals of a route that answers with a stream otherwise: they are JSON all the same."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {
        status: {"description": problem["description"], "content": content}
        for status, problem in problems(**texts).items()
    }


def application(title: str, description: str) -> FastAPI:
    """An application without the interactive documentation, whose scripts come from elsewhere."""
    app = FastAPI(
        title=title,
        description=description,
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.add_middleware(Guard)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.mount("/static", StaticFiles(directory=_FOLDER / "static"), name="static")
    return app


def room_for(feed: Feed, most: int) -> Callable[[], None]:
    """A dependency that refuses a browser too many."""

    def check() -> None:
        if feed.followers >= most:
            raise HTTPException(503, "Открыто слишком много страниц.")

    return check


async def _invalid(_request: Request, _error: Exception) -> JSONResponse:
    """What was sent is not repeated: it may be a secret."""
    return JSONResponse({"detail": "Запрос написан неверно."}, 422)


async def events(feed: Feed, last: str | None, following: Following | None = None) -> AsyncIterator[ServerSentEvent]:
    """A feed as server-sent events."""
    async for told in feed.follow(last, following):
        identity = feed.identity(told) if told.number else None
        yield ServerSentEvent(raw_data=told.data, event=told.event, id=identity, retry=RETRY_MILLISECONDS)
