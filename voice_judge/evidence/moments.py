"""The accepted commands of a game with their seconds: what `voice-judge evidence GAME` lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from voice_judge.journal.protocol.build import masked_origin
from voice_judge.journal.protocol.words import describe
from voice_judge.journal.store import Entry, Origin
from voice_judge.rules import ClockStarted, ClockStopped, Event, JudgeEvent, SecretsUndone, Undone

_CLOCK = "clock"


@dataclass(frozen=True, slots=True)
class Moment:
    """A command that somebody gave: `number` as listed and as in the journal, when it was said, what it did."""

    number: int
    start: float
    end: float
    what: str
    origin: Origin


def moments_of(entries: Sequence[Entry], *, secrets: bool) -> tuple[Moment, ...]:
    """Everything that was heard or entered and accepted, undo too; secret entries only with `secrets`."""
    found: list[Moment] = []
    for command, group in groupby(entries, key=lambda entry: entry.record.command):
        of_command = tuple(group)
        events = [entry.record.event for entry in of_command]
        first = of_command[0]
        if first.origin.source == _CLOCK or isinstance(events[0], ClockStarted | ClockStopped):
            continue
        shown = [event for event in events if secrets or not isinstance(event, JudgeEvent)]
        if shown:
            start = first.record.at if first.origin.start is None else first.origin.start
            end = first.record.at if first.origin.end is None else first.origin.end
            origin = first.origin if len(shown) == len(events) else masked_origin(first.origin)
            found.append(Moment(command, start, max(start, end), _what(shown[0]), origin))
    return tuple(found)


def _what(event: Event) -> str:
    return f"отмена шагов: {event.steps}" if isinstance(event, Undone | SecretsUndone) else describe(event)
