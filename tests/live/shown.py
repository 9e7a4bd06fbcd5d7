"""The moments of a game that docs/screens.py draws, and the screen's cells."""

import asyncio
import runpy
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from voice_judge.live.inbox import Inbox
from voice_judge.live.keys import Hands
from voice_judge.live.screen_app import TableApp
from voice_judge.live.view import View
from voice_judge.rules import Checker, Game, JudgeState, Roles, Shot, Team

_DOCS: Mapping[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "screens.py"))
SHOWN: Mapping[str, Any] = _DOCS["SHOWN"]
VIEWS: Mapping[str, View] = {name: _DOCS["view_of"](shown) for name, shown in SHOWN.items()}
NAMES: tuple[str, ...] = _DOCS["NAMES"]
draw: Callable[..., Awaitable[str]] = _DOCS["draw"]
play: Callable[..., Game] = _DOCS["play"]
until: Callable[..., Game] = _DOCS["until"]
opened: Callable[[], Game] = _DOCS["opened"]
FOLDER: Path = _DOCS["FOLDER"]

OTHER_SECRETS = JudgeState(
    roles=Roles(don=1, mafia=(2, 4), sheriff=6),
    agreed_shots=(1, 2, 3),
    shots=(Shot(1, 5), Shot(2, None), Shot(4, 5)),
    checked=(Checker.DON, Checker.SHERIFF),
    decided=Team.BLACK,
    is_decided=True,
    warned=True,
)

Size = tuple[int, int]
WIDE = (110, 32)


def with_other_secrets(view: View) -> View:
    return replace(view, judge=OTHER_SECRETS, entered="шериф проверил 1: чёрный")


@dataclass(frozen=True, slots=True)
class Picture:
    """What is on the screen: rows of text, and every piece with its colours."""

    lines: tuple[str, ...]
    cells: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


class Table:
    """The app without a terminal, with a view and a clock that the test moves."""

    def __init__(self, view: View | None, size: Size = WIDE) -> None:
        self.view = view
        self.now = 0.0
        self.stopped = False
        self.inbox = Inbox()
        self.app = TableApp(Hands(self.inbox, lambda: self.now), lambda: self.view, lambda: self.stopped)
        self._size = size
        self._pilot: Pilot[None] | None = None

    def play(self, scene: Callable[["Table"], Awaitable[None]]) -> None:
        """Run the app, and the scene in it."""

        async def run() -> None:
            async with self.app.run_test(size=self._size) as self._pilot:
                await scene(self)

        asyncio.run(run())

    @property
    def pilot(self) -> Pilot[None]:
        assert self._pilot is not None
        return self._pilot

    async def press(self, *keys: str) -> Picture:
        """Press keys a second apart; the screen then."""
        for key in keys:
            self.now += 1.0
            await self.pilot.press(key)
        await self.pilot.pause()
        self.app.look()
        await self.pilot.pause()
        assert self.app.problem is None
        strips = self.app.screen._compositor.render_strips()
        cells = tuple((segment.text, str(segment.style)) for strip in strips for segment in strip)
        return Picture(tuple(strip.text for strip in strips), cells)


def drawn(view: View | None, size: Size = WIDE, *keys: str) -> Picture:
    """The screen of a view after these keys."""
    (picture,) = pictures([view], size, *keys)
    return picture


def pictures(views: Iterable[View | None], size: Size = WIDE, *keys: str) -> list[Picture]:
    """The screen of one view after another, each after these keys."""
    seen: list[Picture] = []

    async def scene(table: Table) -> None:
        for view in views:
            table.view = view
            seen.append(await table.press(*keys))

    Table(None, size).play(scene)
    return seen
