"""The journal beside the same game judged again: what was heard then and is not now, and the other way round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from voice_judge.journal.protocol.words import PHASES, TEAMS, clock, describe, seats
from voice_judge.journal.store import Entry, Origin
from voice_judge.rules import (
    ClockStarted,
    ClockStopped,
    GameStarted,
    JudgeEvent,
    NomineesTold,
    ScriptStep,
    TableState,
    fold,
    to_dict,
)

_NOT_COMPARED = (ClockStarted, ClockStopped, GameStarted, ScriptStep, NomineesTold)
"""The clock's own events, and those that decide nothing."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One line: `then` is what the journal has, `now` what the new judging gave; None: nothing."""

    at: float
    then: str | None
    now: str | None

    def text(self) -> str:
        """For people."""
        if self.now is None:
            return f"{clock(self.at)}  было: {self.then} — теперь этого нет"
        if self.then is None:
            return f"{clock(self.at)}  теперь: {self.now} — в журнале этого нет"
        return f"{clock(self.at)}  было: {self.then} — теперь: {self.now}"


def differences(journal: Sequence[Entry], again: Sequence[Entry], *, secrets: bool) -> tuple[Difference, ...]:
    """Where the two part, in order; the last ones compare how the games stand at their end.

    Secret events are compared only with `secrets`.
    """
    return (*_events(_compared(journal, secrets), _compared(again, secrets)), *_standing(journal, again))


def _compared(entries: Sequence[Entry], secrets: bool) -> list[Entry]:
    left_out = _NOT_COMPARED if secrets else (*_NOT_COMPARED, JudgeEvent)
    return [entry for entry in entries if not isinstance(entry.record.event, left_out)]


def _events(then: Sequence[Entry], now: Sequence[Entry]) -> Iterator[Difference]:
    matcher = SequenceMatcher(None, [_key(entry) for entry in then], [_key(entry) for entry in now], autojunk=False)
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if kind == "equal":
            continue
        common = min(i2 - i1, j2 - j1)
        for old, new in zip(then[i1 : i1 + common], now[j1 : j1 + common], strict=True):
            yield Difference(old.record.at, _words(old), _words(new))
        for old in then[i1 + common : i2]:
            yield Difference(old.record.at, _words(old), None)
        for new in now[j1 + common : j2]:
            yield Difference(new.record.at, None, _words(new))


def _key(entry: Entry) -> str:
    """What happened, whenever and from wherever."""
    return str(sorted(to_dict(entry.record.event).items()))


def _words(entry: Entry) -> str:
    return f"{describe(entry.record.event)}{_origin(entry.origin)}"


def _origin(origin: Origin) -> str:
    return f" (услышано «{origin.text}»)" if origin.source == "voice" and origin.text else ""


def _standing(then: Sequence[Entry], now: Sequence[Entry]) -> Iterator[Difference]:
    if not then:
        return
    old, new = (fold(entry.record for entry in entries).table for entries in (then, now))
    for was, turned in zip(_facts(old), _facts(new), strict=True):
        if was != turned:
            yield Difference(then[-1].record.at, f"в конце {was}", f"в конце {turned}")


def _facts(table: TableState) -> tuple[str, ...]:
    winner = TEAMS[table.winner] if table.winner else "нет"
    return (
        f"фаза — {PHASES[table.phase]}, день {table.day}",
        f"за столом {seats(table.alive)}",
        f"победитель — {winner}",
    )
