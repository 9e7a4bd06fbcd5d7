"""A page that has lost the line comes back by itself and misses nothing; a slow one begins again."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from voice_judge.console.desk import HallDesk, JudgeDesk
from voice_judge.console.feed import KEPT, Feed, Following, Told


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def whole_of(feed: list[Feed]) -> Callable[[], Sequence[Told]]:
    return lambda: (Told("state", "{}", feed[0].number),)


def a_feed(messages: int, epoch: str = "abc") -> Feed:
    holder: list[Feed] = []
    feed = Feed(whole_of(holder), epoch)
    holder.append(feed)
    for number in range(1, messages + 1):
        feed.tell(Told("log", str(number), number))
    return feed


async def first(feed: Feed, count: int, last: str | None, following: Following | None = None) -> list[str]:
    got: list[str] = []
    stream = feed.follow(last, following)
    async for told in stream:
        got.append("all" if told.event == "state" else told.data)
        if len(got) == count:
            break
    await stream.aclose()  # type: ignore[attr-defined]
    return got


@pytest.mark.parametrize(
    ("messages", "last", "begins"),
    [
        (5, None, ["all"]),  # a new page
        (5, "abc-3", ["4", "5"]),  # exactly what was missed
        (5, "abc-1", ["2", "3", "4", "5"]),
        (KEPT + 50, f"abc-{KEPT}", [str(KEPT + 1), str(KEPT + 2)]),
        (KEPT + 50, "abc-50", ["51", "52"]),  # the oldest that can be caught up
        (KEPT + 50, "abc-49", ["all"]),  # one too many
        (5, "abc-6", ["all"]),  # from the future
        (5, "xyz-3", ["all"]),  # another game's numbers
        (5, "", ["all"]),
        (5, "3", ["all"]),
        (5, "abc-", ["all"]),
        (5, "abc--1", ["all"]),
        (5, "abc-٣", ["all"]),
        (5, "abc-" + "9" * 5000, ["all"]),
        (5, "\u0000", ["all"]),
    ],
)
def test_what_a_page_begins_with(messages: int, last: str | None, begins: list[str]) -> None:
    assert asyncio.run(first(a_feed(messages), len(begins), last)) == begins


def test_a_page_that_has_everything_gets_only_news() -> None:
    async def come_back() -> list[str]:
        feed = a_feed(5)
        asyncio.get_running_loop().call_later(0.01, feed.tell, Told("log", "6", 6))
        return await first(feed, 1, "abc-5")

    assert asyncio.run(come_back()) == ["6"]


def test_every_break_of_the_line_is_caught_up() -> None:
    """The line breaks after each message in turn: together the page has every one, once, in order."""

    async def listen() -> list[str]:
        feed, got, last = a_feed(0), [], "abc-0"
        for number in range(1, 40):
            feed.tell(Told("log", str(number), number))
            if number % 3 == 0:
                part = await first(feed, 2, last)
                got += part
                last = f"abc-{part[-1]}"
        return got

    got = asyncio.run(listen())
    assert got == [str(number) for number in range(1, len(got) + 1)]
    assert len(got) == 26


def test_a_browser_that_does_not_read_begins_again_and_holds_no_memory() -> None:
    async def hang() -> tuple[int, list[str]]:
        feed, following = a_feed(0), Following()
        stream = feed.follow(None, following)
        await stream.__anext__()
        for number in range(1, 5000):
            feed.tell(Told("log", "x" * 100, number))
        held = len(following.take_now())
        following.restart()
        told = await stream.__anext__()
        await stream.aclose()  # type: ignore[attr-defined]
        return held, [told.event]

    held, events = asyncio.run(hang())
    assert held == 0
    assert events == ["state"]


def test_another_games_process_begins_everyone_again() -> None:
    async def change() -> list[str]:
        feed, following = a_feed(3), Following()
        stream = feed.follow("abc-3", following)
        asyncio.get_running_loop().call_later(0.01, feed.begin, "next")
        told = await stream.__anext__()
        await stream.aclose()  # type: ignore[attr-defined]
        return [told.event, feed.identity(Told("log", "", 1))]

    assert asyncio.run(change()) == ["state", "next-1"]


def test_a_stream_that_is_cut_off_tells_nothing_more() -> None:
    async def cut() -> list[str]:
        feed, following = a_feed(3), Following()
        got = []
        async for told in feed.follow(None, following):
            got.append(told.event)
            following.end()
            feed.tell(Told("log", "secret", 4))
        return [*got, str(feed.followers)]

    assert asyncio.run(cut()) == ["state", "0"]


# --- the desks -------------------------------------------------------------------------------------------------


def collected(desk: HallDesk | JudgeDesk, work: Callable[[], None]) -> list[tuple[str, str]]:
    following = Following()
    desk.feed.join(following)
    work()
    return [(told.event, told.data) for told in following.take_now()]


def test_a_message_that_is_known_is_not_told_again() -> None:
    desk = JudgeDesk(Clock())
    desk.begin("abc")

    def twice() -> None:
        for number in (1, 2, 2, 1, 3):
            desk.tell(number, "log", str(number))

    assert collected(desk, twice) == [("log", "1"), ("log", "2"), ("log", "3")]


def test_a_page_reads_the_time_as_it_is_now() -> None:
    clock = Clock()
    desk = HallDesk(clock)
    desk.tick(40.0)
    clock.now += 1.5
    assert desk.time.out() == '{"now":41.5,"live":true}'


def test_a_game_that_has_gone_silent_is_told_once() -> None:
    clock = Clock()
    desk = HallDesk(clock)
    desk.tick(41.0)

    def silence() -> None:
        for _ in range(10):
            clock.now += 1.0
            desk.watch()

    told = collected(desk, silence)
    assert [event for event, _ in told] == ["time"]
    assert '"live":false' in told[0][1]


@pytest.mark.parametrize("second", range(10, 20))
def test_the_time_is_told_every_five_seconds(second: int) -> None:
    desk = HallDesk(Clock())
    desk.tick(second - 1.0)
    told = collected(desk, lambda: desk.tick(float(second)))
    assert bool(told) == (second % 5 == 0)
