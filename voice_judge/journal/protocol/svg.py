"""A picture as SVG for a page: no script, no links, nothing from outside."""

from html import escape

from voice_judge.journal.protocol.shapes import Box, Disc, Label, Line, Picture, Shape, arrow_head


def svg_of(picture: Picture) -> str:
    """An `<svg>` element as wide as its place."""
    shapes = "".join(_shape(shape) for shape in picture.shapes)
    size = f"{picture.width:g} {picture.height:g}"
    return f'<svg viewBox="0 0 {size}" role="img"><title>{escape(picture.title)}</title>{shapes}</svg>'


def _shape(shape: Shape) -> str:
    match shape:
        case Line():
            return _line(shape)
        case Box(x=x, y=y, width=width, height=height, fill=fill):
            return f'<rect x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" height="{height:.2f}" fill="{fill}"/>'
        case Disc(x=x, y=y, radius=radius, fill=fill, rim=rim, rim_width=width):
            rest = f'fill="{fill}" stroke="{rim}" stroke-width="{width:g}"'
            return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}" {rest}/>'
        case Label():
            return _label(shape)


def _line(line: Line) -> str:
    dashes = ' stroke-dasharray="1 0.8"' if line.dashed else ""
    ends = f'x1="{line.x1:.2f}" y1="{line.y1:.2f}" x2="{line.x2:.2f}" y2="{line.y2:.2f}"'
    drawn = f'<line {ends} stroke="{line.colour}" stroke-width="{line.width:g}"{dashes}/>'
    if not line.arrow:
        return drawn
    corners = " ".join(f"{x:.2f},{y:.2f}" for x, y in arrow_head(line))
    return f'{drawn}<polygon points="{corners}" fill="{line.colour}"/>'


def _label(label: Label) -> str:
    bold = ' font-weight="bold"' if label.bold else ""
    place = f'x="{label.x:.2f}" y="{label.y:.2f}" font-size="{label.size:.2f}" text-anchor="{label.anchor}"'
    return f'<text {place} fill="{label.colour}"{bold}>{escape(label.text)}</text>'
