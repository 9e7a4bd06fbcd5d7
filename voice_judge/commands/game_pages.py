"""The pages of the game that `play` and `resume` lead: the link always, the console where it is asked for."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from voice_judge.console.child import ConsoleChild
from voice_judge.console.pairing import pairing_text
from voice_judge.console.wording import PageWording
from voice_judge.live.assembly import Taken
from voice_judge.live.inbox import Inbox
from voice_judge.live.link import Link, Pairing
from voice_judge.rules import Checked

_KEYS = "F7 — новый код, F8 — отключить все телефоны (или /pair и /cutoff)"


@contextmanager
def linked(options: Namespace, inbox: Inbox, game: int, taken: Taken | None) -> Iterator[Link | None]:
    """The game's link to its pages while it is led; None where this computer allows none: the game goes on without."""
    child = ConsoleChild(lan=options.lan, port=options.port) if options.console or options.lan else None
    events = [entry.record.event for entry in taken.entries] if taken else []
    checks = [event for event in events if isinstance(event, Checked)]
    try:
        link = Link(PageWording(), inbox, game, checks, child.hear if child else _nobody)
        link.start()
    except OSError as error:
        _say(f"страницы не откроются: {error.strerror or error}")
        yield None
        return
    try:
        if child is not None:
            _open(child)
        yield link
    finally:
        if child is not None:
            child.close()
        link.close()


def _open(child: ConsoleChild) -> None:
    opened = child.start()
    if isinstance(opened, str):
        _say(f"{opened}; игра идёт без страниц")
        return
    picture = sys.stderr.isatty() and not opened.judge.startswith("http://127.0.0.1")
    print(pairing_text(opened, picture=picture), file=sys.stderr)
    print(_KEYS, file=sys.stderr)


def _nobody(_pairing: Pairing) -> None:
    """A console beside the game has a terminal of its own."""


def _say(text: str) -> None:
    print(f"voice-judge: {text}", file=sys.stderr)
