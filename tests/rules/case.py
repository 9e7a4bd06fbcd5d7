"""A case of the rules in one line, and how its outcome is checked."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tests.rules.script import Told
from voice_judge.rules import (
    OFFICIAL,
    Accepted,
    Event,
    FloorGiven,
    Game,
    JudgeEvent,
    Refused,
    RulesProfile,
    Seat,
    SpeechKind,
    Stage,
)

Check = Callable[[Told, tuple[Event, ...]], None]


@dataclass(frozen=True)
class Case:
    """After `given`, `when` leads to `then`: a refusal's code, or checks. All scripts are explained in script.py."""

    id: str
    section: str
    situation: str
    given: str
    when: str
    then: "str | Check | tuple[Check, ...]"
    profile: RulesProfile = OFFICIAL
    switches: dict[str, Any] = field(default_factory=dict)

    def run(self) -> None:
        """Play it; an AssertionError tells what did not hold."""
        told = Told(Game(replace(self.profile, **self.switches)))
        told.play(self.given)
        assert not told.refused, f"{self.given}: {told.refused}"
        before = told.game.state
        events = told.play(self.when)
        if isinstance(self.then, str):
            assert isinstance(told.last, Refused), told.last
            assert told.last.reason == self.then
            assert told.game.state == before
            return
        assert isinstance(told.last, Accepted), told.last
        for check in self.then if isinstance(self.then, tuple) else (self.then,):
            check(told, events)


def gives(*expected: Event) -> Check:
    """Exactly these events."""

    def check(_told: Told, events: tuple[Event, ...]) -> None:
        assert events == expected

    return check


def has(*expected: Event) -> Check:
    """These events, in this order, others may stand between."""

    def check(_told: Told, events: tuple[Event, ...]) -> None:
        rest = iter(events)
        assert all(any(event == wanted for event in rest) for wanted in expected), events

    return check


def never(*kinds: type[Event]) -> Check:
    """No event of these types came."""

    def check(_told: Told, events: tuple[Event, ...]) -> None:
        assert not [event for event in events if isinstance(event, kinds)]

    return check


def table(**fields: Any) -> Check:
    """These fields of the table's state."""

    def check(told: Told, _events: tuple[Event, ...]) -> None:
        assert {name: getattr(told.game.table, name) for name in fields} == fields

    return check


def judge(**fields: Any) -> Check:
    """These fields of the judge's state."""

    def check(told: Told, _events: tuple[Event, ...]) -> None:
        assert {name: getattr(told.game.judge, name) for name in fields} == fields

    return check


def stage(expected: Stage) -> Check:
    """The game stands here."""
    return table(stage=expected)


def silent(told: Told, events: tuple[Event, ...]) -> None:
    """Something happened, and nothing that the table may know."""
    assert events
    assert all(isinstance(event, JudgeEvent) for event in events)
    assert told.game.table == Game.rebuild(told.game.events[: -len(events)]).table


def order(*seats: Seat) -> Check:
    """The speeches of the circle so far, in this order."""

    def check(told: Told, _events: tuple[Event, ...]) -> None:
        day = [r.event for r in told.game.events if type(r.event).__name__ in ("DayBegan", "FloorGiven")]
        began = max(place for place, event in enumerate(day) if type(event).__name__ == "DayBegan")
        spoke = [e.seat for e in day[began:] if isinstance(e, FloorGiven) and e.kind is SpeechKind.SPEECH]
        assert tuple(spoke) == seats

    return check


def holds(condition: Callable[[Game], bool]) -> Check:
    """Anything else."""

    def check(told: Told, _events: tuple[Event, ...]) -> None:
        assert condition(told.game)

    return check


def left_seconds(expected: float) -> Check:
    """The speech clock's seconds at the present time."""

    def check(told: Told, _events: tuple[Event, ...]) -> None:
        clock = told.game.table.clock
        assert clock is not None
        assert clock.remaining(told.at) == expected

    return check
