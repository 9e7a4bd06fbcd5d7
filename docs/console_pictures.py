"""Photograph the judge's page and the hall's screen in every phase: `python docs/console_pictures.py`.

The states are those of docs/screens.py, the pages are the real ones in a headless Chromium: the judge's on a phone of
390 x 844, the hall's on a projector of 1920 x 1080. Writes docs/console/*.png.
"""

import asyncio
import shutil
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import screens
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from voice_judge.console.desk import HallDesk, JudgeDesk
from voice_judge.console.hall_app import hall_app
from voice_judge.console.judge_app import judge_app
from voice_judge.console.model import CheckOut, CommandIn, CommandOut, Correction, JudgeView, LogLine, SecretOut
from voice_judge.console.serving import server
from voice_judge.console.sessions import COOKIE, Codes, Sessions
from voice_judge.console.wording import hall_view, judge_view
from voice_judge.live.view import View
from voice_judge.rules import Checked

FOLDER = Path(__file__).with_name("console")
PHONE: ViewportSize = {"width": 390, "height": 844}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
SWITCHES = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")

LOG = (
    ("heard", "Спасибо, игрок номер три", False),
    ("event", "СЛОВО: игрок 4, речь, 60 с", False),
    ("said", "Слово игроку номер четыре", False),
    ("talk", "я считаю, что вчера голосовали странно (не формальная фраза)", False),
    ("heard", "выставляю игрока номер один", False),
    ("said", "Принято", False),
    ("event", "выставлен 1 (выставил 4)", False),
)


class Deaf:
    """Takes every command and does nothing."""

    async def command(self, command: CommandIn, phone: str) -> CommandOut:
        """Accepted."""
        return CommandOut(id=command.id, accepted=bool(phone), message="")


class Staged:
    """Both applications, shown one moment after another."""

    def __init__(self) -> None:
        self.judge, self.hall = JudgeDesk(), HallDesk()
        self._sessions = Sessions()
        self._number = 0
        app = judge_app(self.judge, self._sessions, Codes(), Deaf())
        self._servers = [server(app, 50, 50), server(hall_app(self.hall), 50, 50)]
        self._sockets = [socket.create_server(("127.0.0.1", 0)) for _ in self._servers]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._serve()), daemon=True)
        self._thread.start()

    async def _serve(self) -> None:
        pairs = zip(self._servers, self._sockets, strict=True)
        await asyncio.gather(*(one.serve(sockets=[sock]) for one, sock in pairs))

    @property
    def urls(self) -> tuple[str, str]:
        """The judge's page and the hall's."""
        judge, hall = (f"http://127.0.0.1:{sock.getsockname()[1]}/" for sock in self._sockets)
        return judge, hall

    def cookie(self) -> str:
        """A paired phone's."""
        return self._sessions.open()[1]

    def show(self, view: View, judges: JudgeView, log: Sequence[tuple[str, str, bool]] = LOG) -> None:
        """This moment on both pages."""

        def tell() -> None:
            self._number += 1
            self.judge.begin(f"picture {self._number}")
            self.hall.begin(f"picture {self._number}")
            self.judge.time.hear(view.now)
            self.hall.time.hear(view.now)
            for number, (kind, words, secret) in enumerate(log, start=1):
                line = LogLine.model_validate({"t": 300.0 + number, "kind": kind, "text": words, "secret": secret})
                self.judge.tell(number, "log", line.model_dump_json())
            self.judge.tell(len(log) + 1, "view", judges.model_dump_json())
            hall = hall_view(view.table, view.now, paused=view.paused, game=view.game)
            self.hall.show(1, hall.model_dump_json())

        self._loop.call_soon_threadsafe(tell)

    def close(self) -> None:
        """Serve no longer."""
        for one in self._servers:
            one.should_exit = True
        self._thread.join(10)


@dataclass(frozen=True, slots=True)
class Picture:
    """A moment of docs/screens.py, what is tapped first, and what else the page knows."""

    moment: str
    says: str
    taps: Callable[[Page], None] = lambda _page: None
    change: Callable[[JudgeView], JudgeView] = lambda view: view
    checks: tuple[Checked, ...] = ()


def _hold(page: Page) -> None:
    page.get_by_role("button", name="Тайное").hover()
    page.mouse.down()


def _checking(view: JudgeView) -> JudgeView:
    return view.model_copy(update={"secret": _found(view.secret)})


def _found(secret: SecretOut) -> SecretOut:
    return secret.model_copy(update={"checks": [CheckOut(checker="don", seat=5, found=True)]})


def _corrected(view: JudgeView) -> JudgeView:
    return view.model_copy(update={"correction": Correction(number=1, words="выставлен 1")})


PICTURES = {
    "setup": Picture("setup", "Before the game"),
    "introduction": Picture("introduction", "The players are presented"),
    "dealing": Picture("dealing", "Ten taps for ten cards"),
    "night": Picture("night", "A night: the same whatever is entered"),
    "check_held": Picture("judge_looks", "The don's check, while the panel is held", _hold, _checking),
    "day": Picture("day", "A minute of the day, and the last number set right in one tap", change=_corrected),
    "vote": Picture("vote", "A vote"),
    "tie": Picture("tie", "A tie"),
    "last_word": Picture("last_word", "A last word"),
    "paused": Picture("paused", "A pause"),
    "over": Picture("over", "The end"),
}
FOR_HALL = ("setup", "introduction", "night", "day", "vote", "tie", "last_word", "over")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser: Debian's, or the one that playwright has brought."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = playwright.chromium.launch(executable_path=path, args=list(SWITCHES))
        yield browser
        browser.close()


def shown(picture: Picture) -> tuple[View, JudgeView]:
    """Both views of a picture."""
    moment = screens.SHOWN[picture.moment]
    view = replace(screens.view_of(moment), game=12)
    return view, picture.change(judge_view(view, picture.checks))


def photograph(browser: Browser, staged: Staged, folder: Path) -> None:
    """Write all pictures."""
    judge_url, hall_url = staged.urls
    phone = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    phone.add_cookies([{"name": COOKIE, "value": staged.cookie(), "url": judge_url}])
    stranger = browser.new_context(viewport=PHONE).new_page()
    stranger.goto(judge_url)
    _shoot(stranger, folder / "pairing.png")
    judge = phone.new_page()
    hall = browser.new_context(viewport=PROJECTOR, reduced_motion="reduce").new_page()
    for name, picture in PICTURES.items():
        view, judges = shown(picture)
        staged.show(view, judges, LOG if view.table.day else LOG[:0])
        judge.goto(judge_url)
        judge.get_by_role("navigation").wait_for()
        picture.taps(judge)
        _shoot(judge, folder / f"judge_{name}.png")
        judge.mouse.up()
        if name in FOR_HALL:
            hall.goto(hall_url)
            hall.locator("h1").wait_for()
            _shoot(hall, folder / f"hall_{name}.png")
        if name == "day":
            hall.goto(hall_url + "?overlay")
            hall.locator("h1").wait_for()
            hall.screenshot(path=folder / "overlay_day.png", omit_background=True)


def _shoot(page: Page, path: Path) -> None:
    page.wait_for_timeout(150)
    page.screenshot(path=path)
    print(path)


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    staged = Staged()
    with chromium() as browser:
        photograph(browser, staged, FOLDER)
    staged.close()


if __name__ == "__main__":
    main()
