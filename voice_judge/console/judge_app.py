"""The judge's page as a web application: pairing, the stream of what he may know, his silent inputs."""

import hmac
from collections.abc import AsyncIterable, Callable
from typing import Annotated, Protocol

from fastapi import Depends, FastAPI, Header, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent

from voice_judge.console.desk import JudgeDesk
from voice_judge.console.feed import Following
from voice_judge.console.model import CommandIn, CommandOut, PairIn, SessionOut, State
from voice_judge.console.sessions import COOKIE, SESSION_SECONDS, Codes, Session, Sessions, TooManyTriesError
from voice_judge.console.web import Documented, application, events, problems, room_for, stream_problems, templates

MOST_STREAMS = 32

_ABOUT = """The judge's page of voice-judge. A phone is paired with a one-time code from the judge's terminal; then it
has a signed cookie, and everything but `/api/pair` asks for it. What changes something also wants the header
`X-CSRF-Token` (from `GET /api/session`) and an `Origin` of its own.

`GET /api/events` is a stream of server-sent events. `state` (State) is everything at once: it comes first, and again
when too much was missed. Then `view` (JudgeView), `log` (LogLine), `time` (TimeOut). The ids are numbers in order: a
browser that comes back with `Last-Event-ID` gets exactly what it has missed.
"""

_AWAY = "Игра не отвечает: проверьте ноутбук и повторите."


class GameAwayError(Exception):
    """The game did not answer in time; the same command may be sent again."""


class Commander(Protocol):
    """Gives commands to the game."""

    async def command(self, command: CommandIn, phone: str) -> CommandOut:
        """What came of it.

        Raises:
            GameAwayError: nobody knows.
        """


def judge_app(desk: JudgeDesk, sessions: Sessions, codes: Codes, commander: Commander) -> FastAPI:
    """The application; `desk` is fed by the game."""
    app = application("voice-judge: страница судьи", _ABOUT)
    paired = _paired(sessions)
    trusted = _trusted(paired)

    @app.get("/", response_class=HTMLResponse, include_in_schema=False)
    def page(request: Request) -> Response:
        session = sessions.find(request.cookies.get(COOKIE))
        if session is None:
            return templates.TemplateResponse(request, "pair.html")
        return templates.TemplateResponse(request, "judge.html", {"csrf": session.csrf})

    @app.post("/api/pair", responses=_changing(_401="Wrong code.", _429="Wait a minute."))
    def pair(given: PairIn, request: Request, response: Response) -> SessionOut:
        """Open a session for this phone with the one-time code; the cookie comes with the answer."""
        address = request.client.host if request.client else ""
        try:
            right = codes.redeem(given.code, address)
        except TooManyTriesError:
            raise HTTPException(429, "Слишком много попыток, подождите минуту.", {"Retry-After": "60"}) from None
        if not right:
            raise HTTPException(401, "Код не подходит или уже не действует. Новый — на экране судьи.")
        session, cookie = sessions.open()
        response.set_cookie(COOKIE, cookie, max_age=SESSION_SECONDS, httponly=True, samesite="strict", path="/")
        return SessionOut(csrf=session.csrf)

    @app.get("/api/session", responses=problems(_401="Not paired."))
    def session(session: Annotated[Session, Depends(paired)]) -> SessionOut:
        """Whether this phone is paired, and its token against forged requests."""
        return SessionOut(csrf=session.csrf)

    @app.post("/api/leave", status_code=204, responses=_changing(_401="Not paired."))
    def leave(session: Annotated[Session, Depends(trusted)], response: Response) -> None:
        """This phone is no longer the judge's."""
        sessions.close(session)
        response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")

    @app.get("/api/state", response_model=State, responses=problems(_401="Not paired."))
    def state(_session: Annotated[Session, Depends(paired)]) -> Response:
        """Everything at once."""
        return Response(desk.state(), media_type="application/json")

    @app.get(
        "/api/events",
        response_class=EventSourceResponse,
        dependencies=[Depends(room_for(desk.feed, MOST_STREAMS))],
        responses=stream_problems(_401="Not paired.", _503="Too many streams."),
    )
    async def stream(
        session: Annotated[Session, Depends(paired)], last_event_id: Annotated[str | None, Header()] = None
    ) -> AsyncIterable[ServerSentEvent]:
        """The stream; it ends when the phone is cut off."""
        following = Following()
        session.ending.add(following.end)
        try:
            async for event in events(desk.feed, last_event_id, following):
                yield event
        finally:
            session.ending.discard(following.end)

    @app.post("/api/commands", responses=_changing(_401="Not paired.", _503="The game is away."))
    async def command(given: CommandIn, session: Annotated[Session, Depends(trusted)]) -> CommandOut:
        """One silent input. The same id is done once, however often it comes."""
        try:
            return await commander.command(given, session.identity[:8])
        except GameAwayError:
            raise HTTPException(503, _AWAY) from None

    return app


def _changing(**texts: str) -> Documented:
    return problems(
        **{
            "_403": "A foreign page, or no token.",
            "_411": "No length.",
            "_413": "Too long.",
            "_422": "Not so written.",
        },
        **texts,
    )


_NOT_PAIRED = "Телефон не подключён: введите код с экрана судьи."
_FORGED = "Нет знака страницы: обновите её."

Dependency = Callable[..., Session]


def _paired(sessions: Sessions) -> Dependency:
    """Finds the session of a request."""

    def find(request: Request) -> Session:
        session = sessions.find(request.cookies.get(COOKIE))
        if session is None:
            raise HTTPException(401, _NOT_PAIRED)
        return session

    return find


def _trusted(paired: Dependency) -> Dependency:
    """Finds the session of a request that changes something: it must come from the page itself."""

    def find(
        session: Annotated[Session, Depends(paired)], x_csrf_token: Annotated[str | None, Header()] = None
    ) -> Session:
        if not hmac.compare_digest((x_csrf_token or "").encode(), session.csrf.encode()):
            raise HTTPException(403, _FORGED)
        return session

    return find
