"""Speeches and fouls out of the course of a game."""

from collections.abc import Sequence

from voice_judge.journal.protocol.course import Step
from voice_judge.journal.protocol.facts import FoulFact, MinuteLostFact, Speech
from voice_judge.journal.store import Origin
from voice_judge.rules import (
    Clock,
    Event,
    FloorGiven,
    FoulGiven,
    GameOver,
    MinuteLost,
    NightFell,
    SpeechEnded,
    TechnicalFoulGiven,
)

_ENDS = (SpeechEnded, FloorGiven, NightFell, GameOver)


def speeches_of(steps: Sequence[Step], fouls: Sequence[FoulFact]) -> tuple[Speech, ...]:
    """Who had the floor, when, and for how long by the speech clock."""
    speeches: list[Speech] = []
    given: tuple[Step, FloorGiven] | None = None
    for step in steps:
        for event in step.events:
            if given and isinstance(event, _ENDS):
                by_judge = isinstance(event, SpeechEnded) and event.by_judge
                speeches.append(_speech(*given, step, step.origin, by_judge, fouls))
                given = None
            if isinstance(event, FloorGiven):
                given = (step, event)
    if given:
        speeches.append(_speech(*given, None, None, False, fouls))
    return tuple(speeches)


def _speech(
    begin: Step, given: FloorGiven, end: Step | None, origin: Origin | None, by_judge: bool, fouls: Sequence[FoulFact]
) -> Speech:
    ended = end.at if end else None
    meanwhile = (foul.seat for foul in fouls if begin.at <= foul.at and (ended is None or foul.at <= ended))
    return Speech(
        seat=given.seat,
        kind=given.kind,
        day=begin.day,
        began=begin.at,
        ended=ended,
        allowed=given.seconds,
        spoken=_spoken(end.before.table.clock, end.at) if end else None,
        by_judge=by_judge,
        fouls=tuple(meanwhile),
        origin=origin,
    )


def _spoken(clock: Clock | None, at: float) -> float | None:
    """Seconds that the clock ran, those beyond the minute too."""
    if clock is None:
        return None
    running = max(0.0, at - clock.since) if clock.since is not None else 0.0
    return round(clock.length - clock.left + running, 3)


def fouls_of(steps: Sequence[Step]) -> tuple[FoulFact, ...]:
    """Every foul and technical foul that holds."""
    return tuple(
        FoulFact(step.day, step.at, event.seat, event.count, isinstance(event, TechnicalFoulGiven), step.origin)
        for step in steps
        for event in _fouls(step.events)
    )


def _fouls(events: Sequence[Event]) -> list[FoulGiven | TechnicalFoulGiven]:
    return [event for event in events if isinstance(event, FoulGiven | TechnicalFoulGiven)]


def minutes_lost_of(steps: Sequence[Step]) -> tuple[MinuteLostFact, ...]:
    """Whose minutes were lost."""
    return tuple(
        MinuteLostFact(step.day, step.at, event.seat)
        for step in steps
        for event in step.events
        if isinstance(event, MinuteLost)
    )
