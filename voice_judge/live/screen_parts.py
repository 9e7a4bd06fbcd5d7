"""The pieces of the full screen. Each is told what to show and redraws only when that has changed."""

from rich.cells import set_cell_size
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from voice_judge.live.screen_digits import large
from voice_judge.live.view_seats import Presence, SeatLine
from voice_judge.live.view_text import printable

_NUMBER, _FOULS, _PLACE, _ROLE = 4, 5, 4, 7
"""Columns of a seat's row: ` ▶ 5`, fouls, place in the vote, role; what is left is the name's."""


class Part(Static):
    """Some text, never read as markup: a name may hold any character."""

    def __init__(self, identity: str) -> None:
        super().__init__("", id=identity, markup=False)
        self._shown = ""

    def say(self, text: str) -> None:
        """Show this."""
        if text != self._shown:
            self._shown = text
            self.update(Content(printable(text)))


class BigNumber(Widget):
    """A number as large as its place allows; at most so large that `widest` would fit as well, so it never jumps."""

    def __init__(self, identity: str, widest: str) -> None:
        super().__init__(id=identity)
        self._widest = widest
        self._shown = ""

    def say(self, text: str) -> None:
        """Show this."""
        if text != self._shown:
            self._shown = text
            self.refresh()

    def render(self) -> Content:
        """The digits as blocks."""
        return Content(large(self._shown, self._widest, self.size.width, self.size.height))


class SeatRow(Static):
    """One seat: who speaks, number, name, fouls, place in the vote, role (masked)."""

    def __init__(self, seat: int) -> None:
        super().__init__("", classes="seat", markup=False)
        self._seat = seat
        self._shown: object = None

    def say(self, line: SeatLine | None, role: str) -> None:
        """Show this seat; None: the table has no such seat."""
        width = self.size.width
        if (line, role, width) == self._shown:
            return
        self._shown = (line, role, width)
        self.display = line is not None
        if line is not None:
            for presence in Presence:
                self.set_class(line.presence is presence, f"seat-{presence}")
            self.set_class(line.speaks, "seat-speaks")
            self.update(Content(seat_row(line, role, width)))


def seat_row(line: SeatLine, role: str, width: int) -> str:
    """A seat's row, `width` columns wide."""
    mark = "▶" if line.speaks else {Presence.IN: " ", Presence.LEAVING: "↓", Presence.OUT: "×"}[line.presence]
    place = f"◆{line.place}" if line.place else ""
    cells = [
        (f"{mark}{line.seat:>2} ", _NUMBER),
        (line.name or line.note, max(0, width - _NUMBER - _FOULS - _PLACE - _ROLE)),
        (f" {line.fouls}", _FOULS),
        (f" {place}", _PLACE),
        (f" {role}", _ROLE),
    ]
    return "".join(set_cell_size(text, size) for text, size in cells)


def seat_strip(lines: tuple[SeatLine, ...]) -> str:
    """All seats in one short line, for narrow screens."""
    return " ".join(_seat_short(line) for line in lines)


def _seat_short(line: SeatLine) -> str:
    if line.presence is Presence.OUT:
        return f"×{line.seat}"
    shown = f"{line.seat}{line.fouls}"
    return f"[{shown}]" if line.speaks else shown
