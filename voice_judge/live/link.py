"""The running game for its pages: numbered messages out, silent entries in, over a local link (live/link_wire.py).

The game's thread only drops what it knows into a queue; another one words it, numbers it and sends it. The hall's
messages have numbers of their own and are made when the public state changes, so that a secret cannot even be counted.
"""

import secrets
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import Protocol

from voice_judge.live.inbox import Answered, Inbox, Notice, Typed
from voice_judge.live.link_requests import Requests
from voice_judge.live.link_server import Console, LinkServer
from voice_judge.live.link_wire import Json
from voice_judge.live.view import Sound, View
from voice_judge.rules import Checked, Checker, Phase, TableState
from voice_judge.table.records import EventRecord, Record

_NO_PAGE = "Страница судьи не открыта. Открыть: voice-judge console."
_KEPT = 300  # messages for a console that comes later, or comes back


class Wording(Protocol):
    """Words the game's state for the pages, as JSON text."""

    def hall(self, table: TableState, now: float, *, paused: bool, game: int | None) -> str:
        """What everyone may know."""

    def judge(self, view: View, checks: Sequence[Checked]) -> str:
        """What the judge may know; `checks` are those of this night."""

    def log(self, record: Record, *, dark: bool) -> str:
        """A line of the log; empty where a record is worth none. `dark`: it is night, all told may be of roles."""

    def answer(self, identity: str, answered: Answered, *, repeated: bool) -> str:
        """What came of a command."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Where the pages are, and the one-time code for the judge's; `hall` and `judge` are addresses."""

    judge: str
    hall: str
    code: str

    def words(self) -> str:
        """One line for the judge's eyes."""
        return f"Страница судьи: {self.judge}, код {self.code}. Экран зала: {self.hall}"


class Server(Protocol):
    """Whatever brings messages to the consoles (`LinkServer`)."""

    def start(self) -> None:
        """Let consoles in."""

    @property
    def consoles(self) -> int:
        """How many are there."""

    def send(self, message: Json) -> None:
        """Send to every console; never blocks."""

    def close(self) -> None:
        """Let everybody go."""


class Link:
    """A `Watcher` that tells consoles; `close` it with the game.

    Args:
        wording: makes the messages.
        inbox: the game's.
        game: its number.
        checks: those that were made before a game was taken up again.
        paired: called when a console tells where its pages are.
        server: makes the server, given what greets a console and what hears it.
    """

    def __init__(
        self,
        wording: Wording,
        inbox: Inbox,
        game: int | None = None,
        checks: Sequence[Checked] = (),
        paired: Callable[[Pairing], None] = lambda _pairing: None,
        server: Callable[[Callable[[Console], Sequence[Json]], Callable[[Console, Json], None]], Server] = LinkServer,
    ) -> None:
        self._wording = wording
        self._inbox = inbox
        self._game = game
        self._paired = paired
        self._checks: dict[Checker, Checked] = {check.checker: check for check in checks}
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._requests = Requests(inbox)
        self._server = server(self._begin, self._hear)
        self._epoch, self._hall_epoch = secrets.token_hex(4), secrets.token_hex(4)
        self._kept: deque[Json] = deque(maxlen=_KEPT)
        self._kept_view: Json | None = None
        self._kept_hall: Json | None = None
        self._numbered = self._hall_numbered = 0
        self._table: tuple[TableState, bool] | None = None
        self._view: View | None = None
        self._second = -1
        self._asked_to_pair = False
        self._code_words = ""  # for the laptop's screen, and no page's
        self._keeping = threading.Lock()

    def start(self) -> None:
        """Begin to tell.

        Raises:
            OSError: no console could find this game.
        """
        self._server.start()
        threading.Thread(target=self._pump, name="link words", daemon=True).start()

    def close(self) -> None:
        """Tell nothing more."""
        self._work.put(None)
        self._server.close()

    # --- the game's thread: nothing here waits or fails -----------------------------------------------------------

    def table(self, table: TableState, now: float, *, paused: bool) -> None:
        """The public state at `now`."""
        if self._table is None or (table is not self._table[0] and table != self._table[0]) or paused != self._table[1]:
            self._table = (table, paused)
            self._work.put(lambda: self._tell_hall(table, now, paused))
        if int(now) != self._second:
            self._second = int(now)
            second = float(self._second)
            self._work.put(lambda: self._server.send({"kind": "time", "now": second}))

    def show(self, view: View) -> None:
        """Everything, for the judge."""
        notice = "" if view.notice == self._code_words else view.notice
        still = replace(view, now=0.0, sound=Sound(view.sound.listening), notice=notice)
        if still != self._view:
            self._view = still
            told = replace(view, notice=notice)
            checks = tuple(self._checks[checker] for checker in view.judge.checked if checker in self._checks)
            self._work.put(lambda: self._tell_judge("view", self._wording.judge(told, checks)))

    def record(self, record: Record) -> None:
        """Something has happened."""
        if isinstance(record, EventRecord) and isinstance(record.event, Checked):
            self._checks[record.event.checker] = record.event
        dark = self._table is not None and self._table[0].phase is Phase.NIGHT
        self._work.put(lambda: self._tell_judge("log", self._wording.log(record, dark=dark)))

    def pair(self) -> None:
        """Ask the console for a new code; it comes as a notice."""
        self._work.put(lambda: self._ask({"kind": "pair"}))

    def cut_off(self) -> None:
        """Have the console cut every phone off; a new code comes as a notice."""
        self._work.put(lambda: self._ask({"kind": "cut_off"}))

    # --- the link's own threads -----------------------------------------------------------------------------------

    def _pump(self) -> None:
        while (work := self._work.get()) is not None:
            _do(work)

    def tell_waiting(self) -> None:
        """Send what waits now, in the caller's thread: for a link that was not started."""
        with suppress(Empty):
            while (work := self._work.get_nowait()) is not None:
                _do(work)

    def _tell_hall(self, table: TableState, now: float, paused: bool) -> None:
        self._hall_numbered += 1
        data = self._wording.hall(table, now, paused=paused, game=self._game)
        message: Json = {"kind": "hall", "number": self._hall_numbered, "data": data}
        with self._keeping:
            self._kept_hall = message
        self._server.send(message)

    def _tell_judge(self, event: str, data: str) -> None:
        if not data:
            return
        self._numbered += 1
        message: Json = {"kind": "judge", "number": self._numbered, "event": event, "data": data}
        with self._keeping:
            self._kept.append(message)
            if event == "view":
                self._kept_view = message
        self._server.send(message)

    def _ask(self, message: Json) -> None:
        """Of the console; the judge reads it where there is none."""
        if not self._server.consoles:
            self._inbox.put(Notice(_NO_PAGE))
            return
        self._asked_to_pair = True
        self._server.send(message)

    def _begin(self, _console: Console) -> Sequence[Json]:
        """What a console begins with: everything kept, the latest view even if it is older than that."""
        with self._keeping:
            kept, latest = list(self._kept), self._kept_view
            hall = [self._kept_hall] if self._kept_hall is not None else []
        view = [latest] if latest is not None and latest not in kept else []
        return [{"kind": "begin", "epoch": self._epoch, "hall_epoch": self._hall_epoch}, *view, *kept, *hall]

    def _hear(self, console: Console, message: Json) -> None:
        match message:
            case {"kind": "command", "id": str(identity), "text": str(text), "turn": str(turn), "phone": str(phone)}:

                def reply(answered: Answered, repeated: bool) -> None:
                    data = self._wording.answer(identity, answered, repeated=repeated)
                    console.send({"kind": "answer", "id": identity, "data": data})

                typed = Typed(text, "page", turn)
                self._requests.ask(identity, typed, phone, lambda a, r: self._work.put(lambda: reply(a, r)))
            case {"kind": "pairing", "judge": str(judge), "hall": str(hall), "code": str(code)}:
                self._hear_pairing(Pairing(judge, hall, code))
            case _:
                raise ValueError(message.get("kind"))

    def _hear_pairing(self, pairing: Pairing) -> None:
        self._paired(pairing)
        if self._asked_to_pair:
            self._asked_to_pair = False
            self._code_words = pairing.words()
            self._inbox.put(Notice(self._code_words))


def _do(work: Callable[[], None]) -> None:
    with suppress(Exception):  # whatever is wrong with one message, the next one goes out
        work()
