"""Non-interference at the network: games that differ only in secrets send the hall the same bytes at the same seconds.

At least 500 pairs in a run. The same test finds every planted leak.
"""

from collections.abc import Callable, Sequence

import pytest

from tests.console.hall_pairs import HallPair
from voice_judge.live.link import Link
from voice_judge.live.view import View
from voice_judge.rules import Checked, TableState
from voice_judge.table.records import EventRecord, Record

SHARDS = 4
PAIRS_IN_SHARD = 130
PAIRS_FOR_A_LEAK = 12


@pytest.mark.parametrize("shard", range(SHARDS))
def test_the_hall_gets_the_same_bytes_at_the_same_time(shard: int) -> None:
    nights = kills = entries = messages = 0
    for number in range(PAIRS_IN_SHARD):
        pair = HallPair(shard * PAIRS_IN_SHARD + number)
        pair.play()
        first, second = pair.seen
        assert first == second
        nights, kills, entries = nights + pair.nights, kills + pair.kills, entries + pair.entries
        messages += len(first)
    assert nights >= PAIRS_IN_SHARD * 0.9  # the pairs do get as far as secrets go
    assert kills >= PAIRS_IN_SHARD * 0.3
    assert entries >= PAIRS_IN_SHARD * 6
    assert messages >= PAIRS_IN_SHARD * 40


# --- planted leaks ---------------------------------------------------------------------------------------------

show, record, tell_hall = Link.show, Link.record, Link._tell_hall


def the_hall_is_told_again_whenever_the_judge_is(link: Link, view: View) -> None:
    """An empty update: its bytes tell nothing, that it comes does."""
    before = link._view
    show(link, view)
    if link._view != before:
        link._table = None


def secrets_take_a_number_of_the_hall(link: Link, told: Record) -> None:
    record(link, told)
    if isinstance(told, EventRecord) and isinstance(told.event, Checked):
        link._hall_numbered += 1


def the_time_is_told_when_a_shot_is_entered(link: Link, told: Record) -> None:
    record(link, told)
    if isinstance(told, EventRecord) and type(told.event).__name__ == "ShotFired":
        link._second = -1


def the_dons_seat_is_in_the_view(link: Link, table: TableState, now: float, paused: bool) -> None:
    roles = link._view.judge.roles if link._view else None
    link._game = roles.don if roles else None
    tell_hall(link, table, now, paused)


LEAKS: Sequence[tuple[str, Callable[..., None]]] = [
    ("show", the_hall_is_told_again_whenever_the_judge_is),
    ("record", secrets_take_a_number_of_the_hall),
    ("record", the_time_is_told_when_a_shot_is_entered),
    ("_tell_hall", the_dons_seat_is_in_the_view),
]


@pytest.mark.parametrize(("method", "leak"), LEAKS, ids=[leak.__name__ for _, leak in LEAKS])
def test_a_planted_leak_is_found(method: str, leak: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Link, method, leak)
    assert any_pair_differs()


def any_pair_differs() -> bool:
    for seed in range(PAIRS_FOR_A_LEAK):
        pair = HallPair(seed)
        pair.play()
        first, second = pair.seen
        if first != second:
            return True
    return False
