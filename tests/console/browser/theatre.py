"""A game, its console in processes of its own, and browsers before it: phones, a projector, a stranger."""

import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.console.browser.wifi import Wifi
from tests.live.live import TENTH, Live
from voice_judge.console.child import ConsoleChild
from voice_judge.console.wording import PageWording
from voice_judge.live.inbox import CutOffKey, Inbox, PairKey, Typed
from voice_judge.live.link import Link, Pairing
from voice_judge.live.live_table import LiveTable
from voice_judge.rules import FEDERATION, Stage, Step
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples
from voice_judge.table.ears import Ears
from voice_judge.table.gating import Gate, everything
from voice_judge.table.spotting import Heard, Missed, Retracted

Spotted = Heard | Missed | Retracted

NAMES = ("Аня", "Борис", "Вера", "Глеб", "Дина", "Егор", "Жанна", "Захар", "Ирина", "Костя")
PHONE = {"width": 390, "height": 844}
NARROW = {"width": 360, "height": 640}
LANDSCAPE = {"width": 844, "height": 390}
PROJECTOR = {"width": 1920, "height": 1080}
START_DAY = f"/start day names={','.join(NAMES)}"
ROLES = "/roles don=3 mafia=7,9 sheriff=10"
SWITCHES = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
PATIENCE = 20_000.0  # milliseconds that a page may take to show something


class OnlyRecordings:
    """Ears that are spared the perfect silence of a test."""

    def __init__(self, ears: Ears) -> None:
        self._ears = ears

    def listen(self, chunk: AudioChunk, phase: str, gate: Gate = everything) -> Sequence[Spotted]:
        return self._ears.listen(chunk, phase, gate) if chunk.samples.any() else ()

    def turn(self) -> Sequence[Spotted]:
        return self._ears.turn()


class Table(Live):
    """A live table whose clock runs as fast as ours, or faster where the test says so."""

    def __init__(self, ears: Ears | None, link: Callable[[Inbox], Link]) -> None:
        super().__init__(names=NAMES, watch=link, profile=FEDERATION)
        if ears is not None:
            self.table = LiveTable(replace(self.table._parts, ears=OnlyRecordings(ears)))
        self._turn = threading.Lock()
        self._at = 0
        self._open = True
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while self._open:
            self.skip(0.1)
            time.sleep(0.1)

    def skip(self, seconds: float) -> None:
        """Let so many seconds of silence go by at once."""
        self.play(np.zeros(round(seconds * SAMPLE_RATE), np.int16))

    def play(self, sound: Samples) -> None:
        """Let this sound be heard at once."""
        with self._turn:
            for start in range(0, len(sound) - len(TENTH) + 1, len(TENTH)):
                chunk = AudioChunk(sound[start : start + len(TENTH)], self._at / 10)
                self._at += 1
                self.table.step(chunk, chunk)

    def leave(self) -> None:
        """The clock stops."""
        self._open = False
        self._thread.join(5.0)


class Theatre:
    """Everything round one game."""

    def __init__(self, browser: Browser, ears: Ears | None = None) -> None:
        self._browser = browser
        self._pairings: list[Pairing] = []
        self._child = ConsoleChild(lan=False, port=None)
        self.game = Table(ears, self._link)
        opened = self._child.start()
        assert isinstance(opened, Pairing), opened
        self._wifi: list[Wifi] = []
        self.contexts: list[BrowserContext] = []
        self.asked: list[str] = []
        """Every address that a page asked for."""
        self.complaints: list[str] = []
        """What the browsers complain of, but for a server that is away or a code that is wrong."""

    def _complained(self, kind: str, text: str) -> None:
        if kind == "error" and not text.startswith("Failed to load resource"):
            self.complaints.append(text)

    def _link(self, inbox: Inbox) -> Link:
        self.link = Link(PageWording(), inbox, 7, paired=self._paired)
        self.link.start()
        return self.link

    def _paired(self, pairing: Pairing) -> None:
        self._pairings.append(pairing)
        self._child.hear(pairing)

    @property
    def pairing(self) -> Pairing:
        """Where the pages are, and the latest code."""
        return self._pairings[-1]

    def enter(self, *lines: str) -> None:
        """The judge's other hand, at the laptop: each after what is being said."""
        for line in lines:
            self.game.inbox.put(Typed(line))
            self.game.skip(4.0)

    def reach(self, *stages: Stage, step: Step | None = None) -> None:
        """Go on at the laptop until the game is there."""
        moderator = self.game.moderator
        for _ in range(120):
            table = moderator.table
            if table.stage in stages and (step is None or table.step is step):
                return
            if moderator.night_goes_on:
                self.game.skip(2.0)
            else:
                self.enter("/next")
        raise AssertionError(moderator.table)

    def new_code(self, key: PairKey | CutOffKey) -> str:
        """Press the key; the code that comes of it."""
        known = len(self._pairings)
        self.game.inbox.put(key)
        self.until(lambda: len(self._pairings) > known)
        return self.pairing.code

    def page(self, url: str, size: dict[str, int], *, phone: bool = False) -> Page:
        """A browser of its own, with this page open; whatever it complains of fails the test."""
        context = self._browser.new_context(
            viewport={"width": size["width"], "height": size["height"]}, has_touch=phone, is_mobile=phone
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self._complained(message.type, message.text))
        page.on("pageerror", lambda error: self._complained("error", str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.goto(url)
        return page

    def wifi(self) -> "Wifi":
        """A way to the judge's page that can be cut."""
        wifi = Wifi(int(self.pairing.judge.rstrip("/").rsplit(":", 1)[1]))
        self._wifi.append(wifi)
        return wifi

    def phone(self, size: dict[str, int] = PHONE, wifi: "Wifi | None" = None) -> Page:
        """Another phone, paired as a judge does it."""
        code = self.pairing.code if not self.contexts else self.new_code(PairKey())
        page = self.page(wifi.url if wifi else self.pairing.judge, size, phone=True)
        pair(page, code)
        return page

    def hall(self, size: dict[str, int] = PROJECTOR, words: str = "") -> Page:
        """The hall's screen."""
        return self.page(self.pairing.hall + words, size)

    def until(self, happened: Callable[[], bool], seconds: float = 20.0) -> None:
        """Wait until something has happened in the game."""
        deadline = time.monotonic() + seconds
        while not happened():
            assert time.monotonic() < deadline, self.game.moderator.table
            time.sleep(0.02)

    def until_stage(self, *stages: Stage) -> None:
        """Wait until the game is there."""
        self.until(lambda: self.game.moderator.table.stage in stages)

    def close(self) -> None:
        """The game is left; everything ends."""
        for context in self.contexts:
            context.close()
        for wifi in self._wifi:
            wifi.close()
        self.game.leave()
        self._child.close()
        self.link.close()
        assert self.complaints == []
        assert {re.sub(r":\d+/.*", "", url) for url in self.asked} <= {"http://127.0.0.1"}


def pair(page: Page, code: str) -> None:
    """Type the code."""
    page.get_by_label("Код").fill(code)
    page.get_by_role("button", name="Подключить").click()
    page.get_by_role("navigation", name="Ход игры").wait_for()


def tap(page: Page, name: str | re.Pattern[str], *, group: str | None = None) -> None:
    """A thumb on a button, found by the words that a screen reader says."""
    place = page.get_by_role("group", name=group) if group else page
    place.get_by_role("button", name=name).first.click()


def seat(page: Page, number: int) -> None:
    """A thumb on a seat."""
    tap(page, re.compile(rf"^Игрок {number}\b"))


@contextmanager
def held(page: Page) -> Iterator[str]:
    """The panel of secrets, held; what is read on it."""
    button = page.get_by_role("button", name="Тайное")
    button.scroll_into_view_if_needed()
    button.hover()
    page.mouse.down()
    panel = page.locator("section.secret.held")
    panel.wait_for()
    yield panel.inner_text()
    page.mouse.up()
    panel.wait_for(state="detached")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser: the system's, or the one that playwright has brought."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        yield browser
        browser.close()


@contextmanager
def home(folder: Path) -> Iterator[None]:
    """The judge's folders are here, for this process and the console's."""
    before = os.environ.get("VOICE_JUDGE_HOME")
    os.environ["VOICE_JUDGE_HOME"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["VOICE_JUDGE_HOME"]
        else:
            os.environ["VOICE_JUDGE_HOME"] = before
