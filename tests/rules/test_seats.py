"""Who sits next to whom."""

import pytest

from voice_judge.rules.seats import next_living, seat_after


@pytest.mark.parametrize(("seat", "after"), [(1, 2), (9, 10), (10, 1)])
def test_seat_after(seat: int, after: int) -> None:
    assert seat_after(seat) == after


@pytest.mark.parametrize(
    ("seat", "alive", "found"),
    [(1, (2, 3), 2), (3, (1, 2), 1), (10, (10, 4), 4), (5, (5,), 5), (5, (), None)],
)
def test_next_living(seat: int, alive: tuple[int, ...], found: int | None) -> None:
    assert next_living(seat, alive) == found
