"""The figures: how many phrases were heard right, per voice and condition, and every failure by name."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from voice_judge.evaluation.manifest import KINDS, NOTHING, Clip, Expected

_Json = dict[str, object]
_KIND_NAMES = {"human": "человек", "synthetic": "синтез"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one clip; `spent` is the time of computing in seconds (not part of the figures, it varies)."""

    clip: Clip
    got: tuple[Expected, ...]
    retracted: int
    missed: tuple[str, ...]
    seconds: float
    spent: float

    @property
    def right(self) -> bool:
        """Every intent in order with every slot, nothing else, and nothing that had to be taken back."""
        return self.got == self.clip.expected and not self.retracted

    @property
    def negative(self) -> bool:
        """Nothing may be heard in it."""
        return not self.clip.expected


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: `right` of `total` clips."""

    kind: str
    voice: str
    condition: str
    total: int
    right: int

    @property
    def percent(self) -> float:
        """Share of right ones in percent."""
        return 100.0 * self.right / self.total


@dataclass(frozen=True)
class Report:
    """All outcomes and the tables made of them."""

    outcomes: tuple[Outcome, ...]

    @cached_property
    def positives(self) -> tuple[Outcome, ...]:
        """Clips in which something must be heard."""
        return tuple(outcome for outcome in self.outcomes if not outcome.negative)

    @cached_property
    def negatives(self) -> tuple[Outcome, ...]:
        """Clips in which nothing may be heard."""
        return tuple(outcome for outcome in self.outcomes if outcome.negative)

    @cached_property
    def failures(self) -> tuple[Outcome, ...]:
        """Every clip that came out wrong, in the manifest's order."""
        return tuple(outcome for outcome in self.outcomes if not outcome.right)

    def rows(self) -> tuple[Row, ...]:
        """Positives per kind, voice and condition."""
        return _rows(self.positives, lambda clip: (clip.kind, clip.voice, clip.condition))

    def totals(self) -> tuple[Row, ...]:
        """Positives per kind (human and synthetic apart), clean and in noise apart."""
        return _rows(self.positives, lambda clip: (clip.kind, "", "clean" if clip.noise is None else "noise"))

    def reactions(self) -> tuple[Row, ...]:
        """Negatives per kind and condition: `right` are the silent ones."""
        return _rows(self.negatives, lambda clip: (clip.kind, "", "clean" if clip.noise is None else "noise"))

    def text(self) -> str:
        """The report for people."""
        return "\n".join(self._lines())

    def to_dict(self) -> _Json:
        """The report for programs: plain lists and numbers."""
        return {
            "positives": [_row_json(row) for row in self.totals()],
            "voices": [_row_json(row) for row in self.rows()],
            "negatives": [_row_json(row) for row in self.reactions()],
            "failures": [_failure_json(outcome) for outcome in self.failures],
        }

    def _lines(self) -> Iterator[str]:
        yield "Фразы: намерение и все значения верны"
        yield from map(_line, self.rows())
        yield "Итого"
        yield from map(_line, self.totals())
        yield "Речь, на которую отвечать нельзя: промолчали"
        yield from map(_line, self.reactions())
        yield f"Ошибки: {len(self.failures)} из {len(self.outcomes)}"
        yield from map(_failure_line, self.failures)


def _rows(outcomes: Sequence[Outcome], key: Callable[[Clip], tuple[str, str, str]]) -> tuple[Row, ...]:
    groups: dict[tuple[str, str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[key(outcome.clip)].append(outcome)
    ordered = sorted(groups.items(), key=lambda item: (KINDS.index(item[0][0]), *item[0][1:]))
    return tuple(Row(*name, len(group), sum(outcome.right for outcome in group)) for name, group in ordered)


def _line(row: Row) -> str:
    group = f"{_KIND_NAMES[row.kind]:8} {row.voice:22} {row.condition:22}"
    return f"  {group} {row.right:5} из {row.total:5} {row.percent:6.1f} %"


def _got(outcome: Outcome) -> str:
    got = "; ".join(map(str, outcome.got)) or NOTHING
    return f"{got}, отменено: {outcome.retracted}" if outcome.retracted else got


def _failure_line(outcome: Outcome) -> str:
    expected = "; ".join(map(str, outcome.clip.expected)) or NOTHING
    heard = f" | распознано: {' / '.join(outcome.missed)}" if outcome.missed else ""
    name = f"{outcome.clip.file.name} ({outcome.clip.condition}, {outcome.clip.voice})"
    return f"  {name}: «{outcome.clip.transcript}» | нужно: {expected} | получено: {_got(outcome)}{heard}"


def _row_json(row: Row) -> _Json:
    named = {"kind": row.kind, "voice": row.voice, "condition": row.condition}
    return {**{name: value for name, value in named.items() if value}, "total": row.total, "right": row.right}


def _failure_json(outcome: Outcome) -> _Json:
    return {
        "file": str(outcome.clip.file),
        "condition": outcome.clip.condition,
        "expected": list(map(str, outcome.clip.expected)),
        "got": list(map(str, outcome.got)),
        "retracted": outcome.retracted,
        "not_recognized": list(outcome.missed),
    }
