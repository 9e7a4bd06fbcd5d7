"""The protocol as one HTML file that prints on one A4 page: no script, no network, nothing outside the file."""

from html import escape
from math import ceil

from voice_judge.journal.protocol.facts import GameProtocol
from voice_judge.journal.protocol.sheet import Paragraph, Piece, Sheet, Style, sheet_of
from voice_judge.journal.protocol.svg import svg_of

_WIDTH, _HEIGHT = 190.0, 277.0  # millimetres inside the margins of an A4 page
_POINT = 0.3528  # millimetres
_SIZES = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0)
_LETTER = 0.56  # of the letter size: the mean width of Cyrillic in the widest usual font, with something to spare
_NAME_LETTERS = 30
_FIXED = 26.0  # millimetres: title, lines, foot and the gaps between the parts

_STYLE = """
@page{size:A4;margin:10mm}
*{box-sizing:border-box}
body{margin:0 auto;max-width:190mm;color:#1a1a1a;background:#fff;
font:SIZEpt/1.3 "Liberation Sans",Arial,"DejaVu Sans",sans-serif}
h1{font-size:1.6em;margin:0 0 .3em}
header p{margin:0}
header p:first-of-type{font-weight:bold;font-size:1.15em}
table{width:100%;font-size:TABLEpt;border-collapse:collapse;margin:.8em 0;table-layout:auto}
td,th{border-bottom:.2mm solid #bbb;padding:.15em .4em;text-align:left;white-space:nowrap;font-weight:normal}
th{font-weight:bold;border-bottom:.4mm solid #1a1a1a}
td.name{max-width:16em;overflow:hidden;text-overflow:ellipsis}
svg{display:block;width:100%;height:auto;font-family:inherit}
section{margin-top:.6em}
section p{margin:.25em 0;overflow-wrap:anywhere}
sup{font-size:.7em;line-height:0;color:#555}
footer{margin-top:.8em;color:#555;font-size:.9em}
@media print{main{height:276mm;overflow:hidden}}
@media screen{body{padding:10mm 4mm}}
"""


def html_of(protocol: GameProtocol) -> str:
    """The whole page."""
    sheet = sheet_of(protocol)
    size = fitting_size(sheet)
    style = _STYLE.replace("SIZE", f"{size:g}").replace("TABLE", f"{min(size, _table_size(sheet)):.1f}")
    head = f'<meta charset="utf-8"><title>{escape(sheet.title)}</title><style>{style}</style>'
    lines = "".join(f"<p>{escape(line)}</p>" for line in sheet.lines)
    paragraphs = "".join(f"<p>{_paragraph(paragraph)}</p>" for paragraph in sheet.paragraphs)
    body = (
        f"<header><h1>{escape(sheet.title)}</h1>{lines}</header>{_table(sheet)}{svg_of(sheet.picture)}"
        f"<section>{paragraphs}</section><footer>{escape(sheet.foot)}</footer>"
    )
    return f'<!doctype html>\n<html lang="ru"><head>{head}</head><body><main>{body}</main></body></html>\n'


def fitting_size(sheet: Sheet) -> float:
    """The largest letter size, in points, at which the page holds everything, by a careful estimate."""
    room = _HEIGHT - _FIXED - sheet.picture.height
    return next((size for size in _SIZES if _height(sheet, size) <= room), _SIZES[-1])


def _height(sheet: Sheet, size: float) -> float:
    line = size * _POINT * 1.3
    table = len(sheet.table) * (line + size * _POINT * 0.3 + 0.3)
    letters_in_line = _WIDTH / (size * _POINT * _LETTER)
    rows = sum(ceil(sum(len(piece.text) for piece in paragraph) / letters_in_line) for paragraph in sheet.paragraphs)
    return table + rows * line + len(sheet.paragraphs) * size * _POINT * 0.5


def _table_size(sheet: Sheet) -> float:
    """The letter size at which the widest cell of every column goes into one line."""
    letters = [max(len(cell) for cell in column) for column in zip(*sheet.table, strict=True)]
    cells = sum(min(count, _NAME_LETTERS) * _LETTER + 0.8 for count in letters)
    return _WIDTH / (cells * _POINT)


def _table(sheet: Sheet) -> str:
    columns, *rows = sheet.table
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(_cell(columns[at], cell) for at, cell in enumerate(row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(column: str, text: str) -> str:
    if column == "Игрок":
        return f'<td class="name" title="{escape(text)}"><bdi>{escape(text)}</bdi></td>'
    return f"<td>{escape(text)}</td>"


def _paragraph(paragraph: Paragraph) -> str:
    return "".join(_piece(piece) for piece in paragraph)


def _piece(piece: Piece) -> str:
    tag = {Style.PLAIN: "", Style.BOLD: "b", Style.MARK: "sup"}[piece.style]
    text = escape(piece.text)
    return f"<{tag}>{text}</{tag}>" if tag else text
