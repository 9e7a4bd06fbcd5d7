"""What a picture is made of: a few flat shapes in millimetres, drawn alike in SVG and in PDF."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line; `arrow` puts a head at its end."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    width: float = 0.3
    dashed: bool = False
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle with a rim."""

    x: float
    y: float
    radius: float
    fill: str
    rim: str
    rim_width: float = 0.2


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text; `y` is its base line, `size` its height; `anchor` is start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    colour: str = "#1a1a1a"
    anchor: str = "start"
    bold: bool = False


Shape = Line | Box | Disc | Label


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes on a sheet of `width` by `height` millimetres; `title` says in words what it shows."""

    width: float
    height: float
    title: str
    shapes: tuple[Shape, ...]


def arrow_head(line: Line, size: float = 1.3) -> tuple[tuple[float, float], ...]:
    """The three corners of a line's head."""
    dx, dy = line.x2 - line.x1, line.y2 - line.y1
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / length, dy / length
    back_x, back_y = line.x2 - ux * size, line.y2 - uy * size
    half = size * 0.4
    return ((line.x2, line.y2), (back_x - uy * half, back_y + ux * half), (back_x + uy * half, back_y - ux * half))
