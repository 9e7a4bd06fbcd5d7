"""The protocol as a PDF of one A4 page, in a Cyrillic font of its own (Roboto, Apache 2.0, package font-roboto)."""

from datetime import UTC
from pathlib import Path

import font_roboto
from fpdf import FPDF
from fpdf.fonts import TTFFont

from voice_judge.journal.protocol.facts import GameProtocol
from voice_judge.journal.protocol.shapes import Box, Disc, Label, Line, Picture, Shape, arrow_head
from voice_judge.journal.protocol.sheet import Sheet, Style, sheet_of

_FONT = "roboto"
_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0, 3.5)
_POINT = 0.3528  # millimetres
_MARGIN, _BOTTOM = 10.0, 287.0
_NAME_WIDTH = 44.0


def pdf_of(protocol: GameProtocol) -> bytes:
    """The whole file."""
    sheet = sheet_of(protocol)
    for size in _SIZES:
        page = _Page(sheet, size)
        if page.fits:
            break
    page.pdf.set_creation_date(protocol.began.astimezone(UTC))
    return bytes(page.pdf.output())


class _Page:
    """The sheet set in letters of `size` points; `fits` when it took no more than one page."""

    def __init__(self, sheet: Sheet, size: float) -> None:
        self.pdf = FPDF(format="A4")
        self.pdf.set_margin(_MARGIN)
        self.pdf.set_auto_page_break(False)
        for style, file in (("", "Roboto"), ("B", "RobotoBold")):
            self.pdf.add_font(_FONT, style, Path(font_roboto.font_files[file]))
        font = self.pdf.fonts[_FONT]
        self._known = frozenset(font.cmap) if isinstance(font, TTFFont) else frozenset()
        self._size = size
        self._line = size * _POINT * 1.3
        self.pdf.set_title(sheet.title)
        self.pdf.set_lang("ru")
        self.pdf.add_page()
        self._head(sheet)
        self._table(sheet)
        self._picture(sheet.picture)
        self._paragraphs(sheet)
        self._foot(sheet.foot)
        self.fits = self.pdf.get_y() <= _BOTTOM

    def _head(self, sheet: Sheet) -> None:
        self._style("B", 1.6)
        self.pdf.cell(0, self._line * 1.7, self._safe(sheet.title), new_x="LMARGIN", new_y="NEXT")
        for place, line in enumerate(sheet.lines):
            self._style("B" if place == 0 else "")
            self.pdf.multi_cell(0, self._line, self._safe(line), align="L", new_x="LMARGIN", new_y="NEXT")
        self.pdf.ln(self._line * 0.5)

    def _table(self, sheet: Sheet) -> None:
        widths, scale = self._widths(sheet)
        for place, row in enumerate(sheet.table):
            self._style("B" if place == 0 else "", scale)
            for width, cell in zip(widths, row, strict=True):
                self.pdf.cell(width, self._line * 1.15, self._fitted(cell, width - 1), border="B")
            self.pdf.ln()
        self.pdf.ln(self._line * 0.6)

    def _widths(self, sheet: Sheet) -> tuple[list[float], float]:
        """As wide as the words need, the rest shared out; if that is too wide, the letters' scale is below 1."""
        self._style("B")
        wanted = [
            min(_NAME_WIDTH, max(self.pdf.get_string_width(self._safe(cell)) for cell in column) + 3)
            for column in zip(*sheet.table, strict=True)
        ]
        share = self.pdf.epw / sum(wanted)
        return [width * share for width in wanted], min(1.0, share)

    def _picture(self, picture: Picture) -> None:
        top = self.pdf.get_y()
        for shape in picture.shapes:
            self._shape(shape, top)
        self.pdf.set_draw_color(0)
        self.pdf.set_line_width(0.2)
        self.pdf.set_text_color(0)
        self.pdf.set_xy(_MARGIN, top + picture.height + self._line * 0.4)

    def _shape(self, shape: Shape, top: float) -> None:
        pdf = self.pdf
        match shape:
            case Line():
                self._drawn_line(shape, top)
            case Box(x=x, y=y, width=width, height=height, fill=fill):
                pdf.set_fill_color(fill)
                pdf.rect(_MARGIN + x, top + y, width, height, style="F")
            case Disc(x=x, y=y, radius=radius, fill=fill, rim=rim, rim_width=width):
                pdf.set_fill_color(fill)
                pdf.set_draw_color(rim)
                pdf.set_line_width(width)
                pdf.circle(_MARGIN + x, top + y, radius, style="DF")
            case Label():
                self._label(shape, top)

    def _drawn_line(self, line: Line, top: float) -> None:
        pdf = self.pdf
        pdf.set_draw_color(line.colour)
        pdf.set_line_width(line.width)
        pdf.set_dash_pattern(*((1, 0.8) if line.dashed else (0, 0)))
        pdf.line(_MARGIN + line.x1, top + line.y1, _MARGIN + line.x2, top + line.y2)
        pdf.set_dash_pattern()
        if line.arrow:
            pdf.set_fill_color(line.colour)
            pdf.polygon([(_MARGIN + x, top + y) for x, y in arrow_head(line)], style="F")

    def _label(self, label: Label, top: float) -> None:
        text = self._safe(label.text)
        self.pdf.set_font(_FONT, "B" if label.bold else "", label.size / _POINT)
        self.pdf.set_text_color(label.colour)
        width = self.pdf.get_string_width(text)
        back = {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
        self.pdf.text(_MARGIN + label.x - back, top + label.y, text)

    def _paragraphs(self, sheet: Sheet) -> None:
        for paragraph in sheet.paragraphs:
            for piece in paragraph:
                self._style("B" if piece.style is Style.BOLD else "")
                self.pdf.char_vpos = "SUP" if piece.style is Style.MARK else "LINE"
                self.pdf.write(self._line, self._safe(piece.text))
            self.pdf.char_vpos = "LINE"
            self.pdf.ln(self._line * 1.2)

    def _foot(self, text: str) -> None:
        self._style("", 0.9)
        self.pdf.set_text_color(90)
        self.pdf.ln(self._line * 0.4)
        self.pdf.multi_cell(0, self._line, self._safe(text), align="L", new_x="LMARGIN", new_y="NEXT")

    def _style(self, style: str, scale: float = 1.0) -> None:
        self.pdf.set_font(_FONT, style, self._size * scale)

    def _safe(self, text: str) -> str:
        """The text in letters that the font has: no arrows, and a question mark for every letter it lacks."""
        text = text.replace("→", "›")
        return "".join(letter if ord(letter) in self._known else "?" for letter in text)

    def _fitted(self, text: str, width: float) -> str:
        """As much of the text as goes into `width` millimetres."""
        safe = self._safe(text)
        while safe and self.pdf.get_string_width(safe) > width:
            safe = safe.removesuffix("…")[:-1] + "…" if len(safe) > 1 else ""
        return safe
