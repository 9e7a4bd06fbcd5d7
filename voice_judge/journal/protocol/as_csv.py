"""The protocol as CSV for a spreadsheet: a row for each fact, columns as docs/protocol.md has them.

With a byte-order mark and semicolons, as a Russian Excel opens it. A cell that a spreadsheet would take for a formula
begins with an apostrophe (OWASP, CSV injection).
"""

import csv
import io
from collections.abc import Sequence

from voice_judge.journal.protocol import words
from voice_judge.journal.protocol.facts import GameProtocol, Player
from voice_judge.journal.protocol.names import shown
from voice_judge.journal.protocol.timeline import Row, timeline

COLUMNS = (
    "время",
    "секунды",
    "день",
    "ночь",
    "вид",
    "место",
    "игрок",
    "цель",
    "имя цели",
    "значение",
    "места",
    "источник",
    "текст",
    "уверенность",
)

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "|", "%", "＝", "＋", "－", "＠")


def csv_of(protocol: GameProtocol) -> str:
    """The whole table; the seats come first (their time is empty), then everything in the order of its time."""
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for player in protocol.players:
        writer.writerow(_cells(_player(player)))
    for row in timeline(protocol):
        writer.writerow(_cells(_fact(protocol, row)))
    return out.getvalue()


def _player(player: Player) -> Sequence[str]:
    role = words.ROLES[player.role] if player.role else ""
    left = f"{words.CAUSES[player.left.cause]}, день {player.left.day}" if player.left else ""
    value = "; ".join(part for part in (role, left) if part)
    return ("", "", "", "", "игрок", str(player.seat), shown(player.name), "", "", value, "", "", "", "")


def _fact(protocol: GameProtocol, row: Row) -> Sequence[str]:
    origin = row.origin
    confidence = "" if origin is None or origin.confidence is None else f"{origin.confidence:.2f}".replace(".", ",")
    return (
        words.clock(row.at),
        f"{row.at:.2f}".replace(".", ","),
        "" if row.day is None else str(row.day),
        "" if row.night is None else str(row.night),
        row.kind,
        str(row.seat or ""),
        shown(protocol.name(row.seat)) if row.seat else "",
        str(row.target or ""),
        shown(protocol.name(row.target)) if row.target else "",
        row.value,
        " ".join(str(seat) for seat in row.seats),
        words.SOURCES.get(origin.source, "") if origin else "",
        shown(origin.text) if origin else "",
        confidence,
    )


def _cells(values: Sequence[str]) -> list[str]:
    return [_safe(value) for value in values]


def _safe(cell: str) -> str:
    return f"'{cell}" if cell.lstrip().startswith(_FORMULA) else cell
