"""The picture of a game's course: a row for each seat, a column for each day and night.

In a day's column the arrows are nominations (dashed: withdrawn), the discs the votes of each round; a row ends with a
cross where its player left. Colours differ in lightness too, so that a grey print reads as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voice_judge.journal.protocol.facts import GameProtocol, Player, VoteRound
from voice_judge.journal.protocol.names import fitted, shown
from voice_judge.journal.protocol.shapes import Box, Disc, Label, Line, Picture, Shape
from voice_judge.rules import Cause, Seat

WIDTH = 190.0
MAX_DAYS = 14
"""More days than these would be too narrow to read: the last ones are drawn."""

_NAMES, _HEADER, _FOOTER = 40.0, 6.0, 4.5
_ROW_OF_SHORT, _ROW_OF_LONG = 6.6, 5.2  # a short game has room to spare on its page
_SHORT = 6
_NARROW = 14.0
"""Millimetres: a narrower day is headed by its number only."""

_NIGHT_SHARE = 0.28  # of a day's width
_NAME_SIZE, _NAME_ROOM = 2.7, 28.0
_EDGE = 2.0  # millimetres to the right of the last day, for its cross
_INK, _PALE, _NIGHT, _BLUE, _AMBER, _RIM = "#1a1a1a", "#e8e8e8", "#d5d9e2", "#3b5b92", "#ffd98a", "#a86b00"
_ROLE_MARKS = {"don": "Д", "mafia": "М", "sheriff": "Ш", "citizen": ""}


def picture_of(protocol: GameProtocol) -> Picture:
    """The picture, `WIDTH` millimetres wide."""
    days = _days(protocol)
    drawing = _Drawing(protocol, days, _ROW_OF_SHORT if len(days) <= _SHORT else _ROW_OF_LONG)
    height = drawing.bottom + _FOOTER
    return Picture(WIDTH, height, "Ход игры: выставления и голоса по дням", tuple(drawing.shapes()))


def _days(protocol: GameProtocol) -> tuple[int, ...]:
    return tuple(range(1, protocol.day + 1))[-MAX_DAYS:]


@dataclass(frozen=True, slots=True)
class _Drawing:
    protocol: GameProtocol
    days: Sequence[int]
    row: float

    @property
    def bottom(self) -> float:
        """Below the last seat."""
        return _HEADER + self.row * len(self.protocol.players)

    @property
    def _day_width(self) -> float:
        return (WIDTH - _EDGE - _NAMES) / ((1 + _NIGHT_SHARE) * max(2, len(self.days)))

    def _left(self, day: int) -> float:
        """Where the day's column begins; the night before it stands to the left of that."""
        place = day - (self.days[0] if self.days else 1)
        return _NAMES + place * self._day_width * (1 + _NIGHT_SHARE) + self._day_width * _NIGHT_SHARE

    def _row(self, seat: Seat) -> float:
        return _HEADER + (seat - 0.5) * self.row

    def shapes(self) -> Iterator[Shape]:
        yield from self._columns()
        for player in self.protocol.players:
            yield from self._player(player)
        for day in self.days:
            yield from self._nominations(day)
            yield from self._votes(day)
        yield from self._crosses()
        yield from self._legend()

    def _columns(self) -> Iterator[Shape]:
        night_width = self._day_width * _NIGHT_SHARE
        for day in self.days:
            left = self._left(day)
            yield Box(left - night_width, _HEADER, night_width, self.bottom - _HEADER, _NIGHT)
            head = f"День {day}" if self._day_width > _NARROW else f"Д{day}"
            yield Label(left + self._day_width / 2, _HEADER - 1.6, head, 2.9, anchor="middle", bold=True)

    def _player(self, player: Player) -> Iterator[Shape]:
        y = self._row(player.seat)
        yield Label(4, y + 1, str(player.seat), 3.0, anchor="end", bold=True)
        yield Label(5.5, y + 1, fitted(shown(player.name), _NAME_ROOM / _NAME_SIZE), _NAME_SIZE)
        mark = _ROLE_MARKS.get(player.role or "", "")
        if mark:
            fill = "#ffffff" if player.role == "sheriff" else _INK
            yield Disc(_NAMES - 3, y, 1.7, fill, _INK)
            colour = _INK if player.role == "sheriff" else "#ffffff"
            yield Label(_NAMES - 3, y + 0.9, mark, 2.5, colour, "middle", bold=True)
        if self.days:
            yield Line(_NAMES, y, self._end_of(player), y, "#9a9a9a", 0.25)

    def _end_of(self, player: Player) -> float:
        if player.left is None or player.left.day > self.days[-1]:
            return WIDTH - _EDGE
        if player.left.day < self.days[0]:
            return _NAMES
        left = self._left(player.left.day)
        return left - self._day_width * _NIGHT_SHARE / 2 if player.left.cause is Cause.SHOT else left + self._day_width

    def _nominations(self, day: int) -> Iterator[Shape]:
        left = self._left(day) + self._day_width * 0.04
        right = self._left(day) + self._day_width * 0.4
        for one in self.protocol.nominations:
            if one.day == day:
                withdrawn = one.withdrawn is not None
                colour = "#8a97ad" if withdrawn else _BLUE
                yield Line(left, self._row(one.by), right, self._row(one.seat), colour, 0.35, withdrawn, arrow=True)

    def _votes(self, day: int) -> Iterator[Shape]:
        rounds = [vote for vote in self.protocol.votes if vote.day == day]
        if not rounds:
            return
        lane = self._day_width * 0.54 / len(rounds)
        for place, vote in enumerate(rounds):
            x = self._left(day) + self._day_width * 0.43 + lane * (place + 0.5)
            yield from self._discs(vote, x, min(2.2, lane / 2.1))

    def _discs(self, vote: VoteRound, x: float, radius: float) -> Iterator[Shape]:
        most = max((count.votes for count in vote.counts), default=0)
        for count in vote.counts:
            leads = count.votes == most and most > 0
            y = self._row(count.seat)
            yield Disc(x, y, radius, _AMBER if leads else "#ffffff", _RIM, 0.4 if leads else 0.2)
            yield Label(x, y + radius * 0.42, str(count.votes), radius * 1.25, anchor="middle", bold=leads)

    def _crosses(self) -> Iterator[Shape]:
        for player in self.protocol.players:
            if player.left and self.days and self.days[0] <= player.left.day <= self.days[-1]:
                x, y = self._end_of(player), self._row(player.seat)
                yield Line(x - 1.2, y - 1.2, x + 1.2, y + 1.2, _INK, 0.6)
                yield Line(x - 1.2, y + 1.2, x + 1.2, y - 1.2, _INK, 0.6)

    def _legend(self) -> Iterator[Shape]:
        y = self.bottom + 3.2
        marks = " Д — дон, М — мафия, Ш — шериф." if any(player.role for player in self.protocol.players) else ""
        text = "Стрелка — выставление (пунктир — отозвано), круг — голоса (каждый тур в своём столбце), крест — выбыл"
        yield Label(0, y, f"{text}; серое — ночь.{marks}", 2.4, "#555555")
        if self.days and self.days[0] > 1:
            yield Label(4, _HEADER - 1.6, f"Дни до {self.days[0]} не поместились", 2.4, "#555555")
