"""A progress display on the error stream: a bar in a terminal, a line every tenth elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn


class Bar(Protocol):
    """Told how much is done."""

    def __call__(self, done: float) -> None:
        """`done` of the total, in the total's unit."""


@contextmanager
def progress(title: str, total: float | None) -> Iterator[Bar]:
    """Show how far a work of `total` units is; `total` None: unknown."""
    if not sys.stderr.isatty():
        yield _Tenths(title, total)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(title, total=total)
        yield lambda done: bars.update(task, completed=done)


class _Tenths:
    """One plain line each time another tenth is done."""

    def __init__(self, title: str, total: float | None) -> None:
        self._title = title
        self._total = total
        self._shown = 0

    def __call__(self, done: float) -> None:
        if not self._total:
            return
        tenth = min(10, int(10 * done / self._total))
        if tenth > self._shown:
            self._shown = tenth
            print(f"{self._title}: {tenth * 10} %", file=sys.stderr, flush=True)
