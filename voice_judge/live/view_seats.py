"""The seats of a view: who speaks, who is nominated, who has fouls, who is out."""

from dataclasses import dataclass
from enum import StrEnum

from voice_judge.live.view import View
from voice_judge.live.view_text import main_seat, name_of, nominees
from voice_judge.rules import Cause, Seat, TableState

_CAUSES = {Cause.VOTE: "голосование", Cause.LIFT: "подъём", Cause.SHOT: "ночь", Cause.REMOVED: "удаление"}
_MOST_FOULS_AS_MARKS = 4


class Presence(StrEnum):
    """Whether a seat still plays."""

    IN = "in"
    LEAVING = "leaving"  # voted out or shot, may still say the last word
    OUT = "out"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat of the table. `note` is why he left; `place` his place in the order of the vote."""

    seat: Seat
    name: str
    presence: Presence
    speaks: bool = False
    place: int | None = None
    fouls: str = ""
    note: str = ""


def seat_lines(view: View) -> tuple[SeatLine, ...]:
    """All seats of the table, in order."""
    return tuple(_seat_line(view, seat) for seat in view.table.seats)


def _seat_line(view: View, seat: Seat) -> SeatLine:
    table = view.table
    gone = {left.seat: left for left in (*table.leaving, *table.gone)}
    speaking = table.floor is not None and table.floor.seat == seat and main_seat(view) == seat
    if seat in table.alive:
        presence = Presence.LEAVING if seat in gone else Presence.IN
    else:
        presence = Presence.LEAVING if speaking or seat in table.last_words else Presence.OUT
    order = nominees(view)
    return SeatLine(
        seat=seat,
        name=name_of(table, seat),
        presence=presence,
        speaks=main_seat(view) == seat,
        place=order.index(seat) + 1 if seat in order else None,
        fouls=_fouls(table, seat),
        note=_CAUSES[gone[seat].cause] if seat in gone else "",
    )


def _fouls(table: TableState, seat: Seat) -> str:
    count, technical = dict(table.fouls).get(seat, 0), dict(table.technical_fouls).get(seat, 0)
    shown = "!" * count if count <= _MOST_FOULS_AS_MARKS else f"!×{count}"
    return shown + ("т" * technical if technical else "") + ("м" if seat in table.silenced else "")
