"""Who may open the judge's page: one-time codes from his terminal, and the sessions of the phones that had one."""

import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from itsdangerous import BadSignature, TimestampSigner

COOKIE = "voice_judge_session"
SESSION_SECONDS = 12 * 3600
CODE_SECONDS = 300.0
CODE_DIGITS = 6
MINUTE = 60.0
TRIES_PER_ADDRESS = 5
"""Wrong or right, in a minute."""
TRIES_IN_ALL = 15
WRONG_TRIES = 10
"""After so many wrong ones a code is void: a guesser has one chance in a hundred thousand per code."""

Clock = Callable[[], float]


class TooManyTriesError(Exception):
    """Wait before the next try."""


class Codes:
    """The one-time code that is valid now, if any."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._code = ""
        self._until = float("-inf")
        self._wrong = 0
        self._tries: deque[tuple[float, str]] = deque()

    def new(self) -> str:
        """A new code; the one before is void."""
        self._code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
        self._until = self._clock() + CODE_SECONDS
        self._wrong = 0
        return self._code

    def void(self) -> None:
        """No code is valid."""
        self._code = ""

    def redeem(self, code: str, address: str) -> bool:
        """Whether `code`, told by a browser at `address`, is the valid one; it is used up then.

        Raises:
            TooManyTriesError: from this address, or in all, within a minute.
        """
        self._count(address)
        given = "".join(character for character in code if character.isascii() and character.isdecimal())
        valid = bool(self._code) and self._clock() < self._until
        right = hmac.compare_digest(given, self._code) and valid
        if right:
            self.void()
            self._tries = deque(tried for tried in self._tries if tried[1] != address)
        else:
            self._wrong += 1
            if self._wrong >= WRONG_TRIES:
                self.void()
        return right

    def _count(self, address: str) -> None:
        now = self._clock()
        while self._tries and now - self._tries[0][0] >= MINUTE:
            self._tries.popleft()
        of_address = sum(1 for _, tried in self._tries if tried == address)
        if of_address >= TRIES_PER_ADDRESS or len(self._tries) >= TRIES_IN_ALL:
            raise TooManyTriesError
        self._tries.append((now, address))


@dataclass(eq=False, slots=True)
class Session:
    """One paired phone. `identity` is in the signed cookie, `csrf` in the page; `ending`: called when it is cut off."""

    identity: str
    csrf: str
    ending: set[Callable[[], None]] = field(default_factory=set)


class Sessions:
    """The phones that are paired; forgotten with the process."""

    def __init__(self, key: bytes | None = None) -> None:
        self._signer = TimestampSigner(key or secrets.token_bytes(32), salt="voice-judge session")
        self._open: dict[str, Session] = {}

    def __len__(self) -> int:
        return len(self._open)

    def open(self) -> tuple[Session, str]:
        """A new session, and the cookie's value."""
        session = Session(secrets.token_urlsafe(16), secrets.token_urlsafe(24))
        self._open[session.identity] = session
        return session, self._signer.sign(session.identity).decode()

    def find(self, cookie: str | None) -> Session | None:
        """The session of this cookie, if it is ours, not too old and not cut off."""
        if not cookie:
            return None
        try:
            identity = self._signer.unsign(cookie, max_age=SESSION_SECONDS).decode()
        except (BadSignature, UnicodeDecodeError):
            return None
        return self._open.get(identity)

    def close(self, session: Session) -> None:
        """Cut this phone off, its streams too."""
        self._open.pop(session.identity, None)
        for end in tuple(session.ending):
            end()

    def close_all(self) -> None:
        """Cut every phone off."""
        for session in tuple(self._open.values()):
            self.close(session)
