"""A curve as a picture: a small SVG that any browser shows, written without a drawing library."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from voice_judge.errors import UserError

_WIDTH, _HEIGHT = 640.0, 400.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 64.0, 20.0, 40.0, 56.0
_COLOURS = ("#1b6ca8", "#c0392b", "#2e7d32", "#8e5bb5", "#b9770e", "#455a64")
_STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
_TICKS = 6


@dataclass(frozen=True, slots=True)
class Series:
    """A named line through points (x, y); `marks` draws the points alone, as aims are drawn."""

    name: str
    points: Sequence[tuple[float, float]]
    marks: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines over two axes; with `log_x` the first axis is logarithmic and takes positive values only."""

    title: str
    x: str
    y: str
    series: Sequence[Series]
    log_x: bool = False

    def svg(self) -> str:
        """The picture as text."""
        return "\n".join((_head(), *self._body(), "</svg>", ""))

    def write(self, path: Path) -> None:
        """Write the picture.

        Raises:
            UserError: the file cannot be written.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.svg(), "utf-8")
        except OSError as error:
            raise UserError(f"{path}: картинка не записывается ({error.strerror}).") from None

    def _body(self) -> Iterator[str]:
        across, up = self._axes()
        yield _text(_LEFT, _TOP - 18.0, self.title, size=15)
        yield _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 10.0, self.x, anchor="middle")
        yield _text(14.0, (_TOP + _HEIGHT - _BOTTOM) / 2, self.y, anchor="middle", turned=True)
        for tick in across.ticks:
            place = across.place(tick)
            yield _line(place, _TOP, place, _HEIGHT - _BOTTOM)
            yield _text(place, _HEIGHT - _BOTTOM + 18.0, f"{tick:g}", anchor="middle")
        for tick in up.ticks:
            place = up.place(tick)
            yield _line(_LEFT, place, _WIDTH - _RIGHT, place)
            yield _text(_LEFT - 8.0, place + 4.0, f"{tick:g}", anchor="end")
        for number, series in enumerate(self.series):
            colour = _COLOURS[number % len(_COLOURS)]
            yield from _drawn(series, across, up, colour)
            yield _text(_WIDTH - _RIGHT - 6.0, _TOP + 16.0 * (number + 1), series.name, anchor="end", colour=colour)

    def _axes(self) -> "tuple[_Axis, _Axis]":
        points = [point for series in self.series for point in series.points]
        across = _logarithmic([x for x, _ in points]) if self.log_x else _linear([x for x, _ in points])
        up = _linear([0.0, *(y for _, y in points)])
        return across.between(_LEFT, _WIDTH - _RIGHT), up.between(_HEIGHT - _BOTTOM, _TOP)


@dataclass(frozen=True, slots=True)
class _Axis:
    """Values from `low` to `high` between two places of the picture."""

    low: float
    high: float
    ticks: tuple[float, ...]
    log: bool = False
    begin: float = 0.0
    end: float = 1.0

    def between(self, begin: float, end: float) -> "_Axis":
        return _Axis(self.low, self.high, self.ticks, self.log, begin, end)

    def place(self, value: float) -> float:
        low, high, value = (math.log10(one) if self.log else one for one in (self.low, self.high, value))
        return self.begin + (value - low) / (high - low) * (self.end - self.begin)


def _linear(values: Sequence[float]) -> _Axis:
    low, high = min(values, default=0.0), max(values, default=1.0)
    high = high if high > low else low + 1.0
    rough = (high - low) / _TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * one for one in _STEPS if power * one >= rough - 1e-12)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return _Axis(first * step, last * step, tuple(round(n * step, 10) for n in range(first, last + 1)))


def _logarithmic(values: Sequence[float]) -> _Axis:
    first, last = math.floor(math.log10(min(values, default=0.1))), math.ceil(math.log10(max(values, default=1.0)))
    last = max(last, first + 1)
    return _Axis(10.0**first, 10.0**last, tuple(10.0**n for n in range(first, last + 1)), log=True)


def _head() -> str:
    size = f'width="{_WIDTH:g}" height="{_HEIGHT:g}" viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}"'
    background = f'<rect width="{_WIDTH:g}" height="{_HEIGHT:g}" fill="#ffffff"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">\n{background}'


def _drawn(series: Series, across: _Axis, up: _Axis, colour: str) -> Iterator[str]:
    places = [(across.place(x), up.place(y)) for x, y in series.points]
    if not series.marks and len(places) > 1:
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for x, y in places:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{5 if series.marks else 3}" fill="{colour}"/>'


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#d5d8dc"/>'


def _text(
    x: float, y: float, text: str, anchor: str = "start", size: int = 12, turned: bool = False, colour: str = "#222222"
) -> str:
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    where = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}"{turn}'
    return f"<text {where}>{escape(text)}</text>"
