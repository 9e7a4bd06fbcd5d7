"""What the judge's terminal shows so that a phone can become the judge's page: address, QR code, one-time code."""

import io
import socket
from dataclasses import dataclass

import segno

from voice_judge.live.link import Pairing

_WHITE_ON_BLACK, _PLAIN = "\x1b[97;40m", "\x1b[0m"  # the light squares are what is drawn
_ELSEWHERE = ("192.0.2.1", 9)  # an address for documentation: nothing is sent to it, only a way to it is looked up


def local_address() -> str:
    """This computer's address in the local network; 127.0.0.1 where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:  # no way out: an access point without internet, perhaps
            return _own_name()


def _own_name() -> str:
    try:
        addresses = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return "127.0.0.1"
    return next((address for address in addresses if not address.startswith("127.")), "127.0.0.1")


@dataclass(frozen=True, slots=True)
class Places:
    """Where the two pages are served."""

    host: str
    judge_port: int
    hall_port: int

    def pairing(self, code: str) -> Pairing:
        """With this code."""
        return Pairing(f"http://{self.host}:{self.judge_port}/", f"http://{self.host}:{self.hall_port}/", code)


def shown_code(code: str) -> str:
    """A code as people read it aloud: `123 456`."""
    half = len(code) // 2
    return f"{code[:half]} {code[half:]}"


def pairing_text(pairing: Pairing, *, picture: bool) -> str:
    """Several lines for the terminal; `picture`: with a QR code of the judge's address (the code is not in it)."""
    lines = [
        f"Страница судьи: {pairing.judge}",
        f"Код (на 5 минут, на один телефон): {shown_code(pairing.code)}",
        f"Экран зала: {pairing.hall} (фон для трансляции прозрачный: {pairing.hall}?overlay)",
    ]
    return "\n".join([*([qr(pairing.judge)] if picture else []), *lines])


def qr(text: str) -> str:
    """A QR code of half blocks, black on white whatever the terminal's own colours are."""
    picture = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(picture, border=2, compact=True)
    return "\n".join(f"{_WHITE_ON_BLACK}{row}{_PLAIN}" for row in picture.getvalue().splitlines() if row)
