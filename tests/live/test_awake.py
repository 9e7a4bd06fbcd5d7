"""The machine is kept awake, or the judge is told once that it may not be."""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

import pytest

from voice_judge.live.awake import Mode, kept_awake

Awake = Callable[[], AbstractContextManager[Mode]]


@dataclass(frozen=True)
class Given:
    active: bool


def mode(active: bool, log: list[str]) -> Awake:
    @contextmanager
    def given() -> Iterator[Mode]:
        log.append("held")
        yield Given(active)
        log.append("let go")

    return given


def failing() -> AbstractContextManager[Mode]:
    raise RuntimeError("no bus")


@contextmanager
def failing_on_the_way_in() -> Iterator[Mode]:
    raise OSError(2, "no bus")
    yield


@contextmanager
def failing_on_the_way_out() -> Iterator[Mode]:
    yield Given(True)
    raise OSError(2, "the bus is gone")


def test_the_machine_is_held_awake_as_long_as_the_game_lasts() -> None:
    log: list[str] = []
    notices: list[str] = []
    with kept_awake(notices.append, mode(True, log)):
        assert log == ["held"]
    assert log == ["held", "let go"]
    assert not notices


@pytest.mark.parametrize("awake", [mode(False, []), failing, failing_on_the_way_in])
def test_a_refusal_is_one_notice_and_the_game_is_played(awake: Awake) -> None:
    notices: list[str] = []
    played = False
    with kept_awake(notices.append, awake):
        played = True
    assert played
    assert len(notices) == 1
    assert "может уснуть" in notices[0]
    assert "\n" not in notices[0]


def test_a_failure_at_the_end_is_nobodys_matter() -> None:
    notices: list[str] = []
    with kept_awake(notices.append, failing_on_the_way_out):
        pass
    assert not notices


def test_a_bus_that_hangs_holds_nothing_up() -> None:
    released = threading.Event()

    @contextmanager
    def hanging() -> Iterator[Mode]:
        released.wait()
        yield Given(True)

    notices: list[str] = []
    with kept_awake(notices.append, hanging, patience=0.05):
        assert len(notices) == 1
    released.set()


def test_an_exception_of_the_game_is_the_games() -> None:
    log: list[str] = []
    with pytest.raises(KeyError), kept_awake(print, mode(True, log)):
        raise KeyError
    assert log == ["held", "let go"]


def test_this_machine_keeps_awake_or_says_why_not() -> None:
    notices: list[str] = []
    with kept_awake(notices.append):
        assert len(notices) <= 1
