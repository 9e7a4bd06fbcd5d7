"""Seats of the table: the numbers 1 to 10 (official rules 1.1, 2.2)."""

from collections.abc import Container

TABLE_SIZE = 10

Seat = int
"""A seat's number, 1 to 10."""

ALL_SEATS: tuple[Seat, ...] = tuple(range(1, TABLE_SIZE + 1))


def seat_after(seat: Seat) -> Seat:
    """The neighbour to speak next: 1 follows 10 (4.3.2)."""
    return seat % TABLE_SIZE + 1


def next_living(seat: Seat, alive: Container[Seat]) -> Seat | None:
    """The first living seat after `seat`, round the table; `seat` itself comes last. None if nobody lives."""
    candidate = seat
    for _ in ALL_SEATS:
        candidate = seat_after(candidate)
        if candidate in alive:
            return candidate
    return None
