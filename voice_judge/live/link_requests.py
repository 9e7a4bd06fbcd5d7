"""Commands from pages, each done once however often and from wherever it comes."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from voice_judge.live.inbox import Answered, Inbox, Typed

TWINS_SECONDS = 2.0
"""The same entry about the same moment from another phone within this time is the same command: two judges, one tap."""

_KEPT = 2000

Reply = Callable[[Answered, bool], None]
"""Told the answer, and whether the command had been given before."""


@dataclass(eq=False, slots=True)
class _Request:
    text: str
    turn: str
    phone: str
    at: float
    answered: Answered | None = None
    waiting: list[tuple[Reply, bool]] = field(default_factory=list)


class Requests:
    """What pages have asked for; any thread may call."""

    def __init__(self, inbox: Inbox, clock: Callable[[], float] = time.monotonic) -> None:
        self._inbox = inbox
        self._clock = clock
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Request] = OrderedDict()

    def ask(self, identity: str, typed: Typed, phone: str, reply: Reply) -> None:
        """Give a command to the game, unless it has been given; `reply` comes from any thread, at once or later."""
        with self._lock:
            request = self._known.get(identity) or self._twin(typed, phone)
            repeated = request is not None
            if request is None:
                request = _Request(typed.text, typed.turn, phone, self._clock())
                self._inbox.put(Typed(typed.text, typed.source, typed.turn, self._answer_of(request)))
            self._keep(identity, request)
            if request.answered is None:
                request.waiting.append((reply, repeated))
                return
            answered = request.answered
        reply(answered, repeated)

    def _twin(self, typed: Typed, phone: str) -> _Request | None:
        """What another phone has asked for just now in the same words."""
        for request in reversed(self._known.values()):
            if self._clock() - request.at > TWINS_SECONDS:
                return None
            if (request.text, request.turn) == (typed.text, typed.turn) and request.phone != phone:
                return request
        return None

    def _keep(self, identity: str, request: _Request) -> None:
        self._known[identity] = request
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)

    def _answer_of(self, request: _Request) -> Callable[[Answered], None]:
        def answer(answered: Answered) -> None:
            with self._lock:
                request.answered = answered
                waiting, request.waiting = request.waiting, []
            for reply, repeated in waiting:
                reply(answered, repeated)

        return answer
