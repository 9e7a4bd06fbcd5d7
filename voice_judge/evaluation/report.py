"""The figures: how many phrases were heard right, per voice and condition, how soon, and every failure by name."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from voice_judge.evaluation.confusion import Confusion, confusion
from voice_judge.evaluation.figures import Json, Spread
from voice_judge.evaluation.manifest import KINDS, Clip
from voice_judge.evaluation.outcome import Outcome, Row
from voice_judge.evaluation.report_text import failure_line, row_line


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
        """Positives per kind (human and synthetic apart) and setting."""
        return _rows(self.positives, lambda clip: (clip.kind, "", clip.setting))

    def reactions(self) -> tuple[Row, ...]:
        """Negatives per kind and setting: `right` are the silent ones."""
        return _rows(self.negatives, lambda clip: (clip.kind, "", clip.setting))

    def latencies(self) -> dict[str, Spread]:
        """Seconds from the last sample of a phrase to the decision, per setting; phrases that were heard right."""
        groups: dict[str, list[float]] = defaultdict(list)
        for outcome in self.positives:
            if outcome.right and outcome.latency is not None:
                groups[outcome.clip.setting].append(outcome.latency)
        return {name: spread for name, values in groups.items() if (spread := Spread.of(values))}

    def seats(self) -> Confusion:
        """Seats said against seats heard, over all clips with one phrase."""
        singles = (outcome for outcome in self.positives if len(outcome.clip.expected) == 1)
        return confusion((outcome.clip.expected[0], outcome.got) for outcome in singles)

    @property
    def real_time_factor(self) -> float:
        """Computing time of one core per second of sound."""
        seconds = sum(outcome.seconds for outcome in self.outcomes)
        return sum(outcome.spent for outcome in self.outcomes) / seconds if seconds else 0.0

    def text(self) -> str:
        """The report for people; the same in every run."""
        return "\n".join(self._lines())

    def to_dict(self) -> Json:
        """The report for programs: plain lists and numbers; the same in every run."""
        return {
            "positives": [row.to_dict() for row in self.totals()],
            "voices": [row.to_dict() for row in self.rows()],
            "negatives": [row.to_dict() for row in self.reactions()],
            "seats": self.seats().to_dict(),
            "failures": [outcome.to_dict() for outcome in self.failures],
        }

    def speed_text(self) -> str:
        """How soon and at what cost, for people; varies a little from run to run."""
        return "\n".join(self._speed_lines())

    def speed_to_dict(self) -> Json:
        """What varies a little from run to run."""
        latencies = {name: spread.to_dict() for name, spread in self.latencies().items()}
        return {"latency": latencies, "real_time_factor": round(self.real_time_factor, 4)}

    def _lines(self) -> Iterator[str]:
        yield "Фразы: намерение и все значения верны"
        yield from map(row_line, self.rows())
        yield "Итого"
        yield from map(row_line, self.totals())
        yield "Речь, на которую отвечать нельзя: промолчали"
        yield from map(row_line, self.reactions())
        yield f"Номера: сказано и услышано (чужой номер: {self.seats().swapped})"
        yield self.seats().text()
        yield f"Ошибки: {len(self.failures)} из {len(self.outcomes)}"
        yield from map(failure_line, self.failures)

    def _speed_lines(self) -> Iterator[str]:
        yield "От последнего звука фразы до решения"
        for setting, spread in self.latencies().items():
            yield f"  {setting:22} {spread.text()}"
        yield f"Время счёта на секунду звука (одно ядро): {self.real_time_factor:.3f} с"


def _rows(outcomes: Sequence[Outcome], key: Callable[[Clip], tuple[str, str, str]]) -> tuple[Row, ...]:
    """Voices and the manifest's conditions in alphabetical order, conditions that were asked for in that order."""
    groups: dict[tuple[str, str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        groups[key(outcome.clip)].append(outcome)
    labels = list(dict.fromkeys(outcome.clip.label for outcome in outcomes if outcome.clip.label))
    ordered = sorted(groups.items(), key=lambda item: (KINDS.index(item[0][0]), item[0][1], _place(item[0][2], labels)))
    return tuple(Row(*name, len(group), sum(outcome.right for outcome in group)) for name, group in ordered)


def _place(condition: str, labels: Sequence[str]) -> tuple[int, str]:
    return (labels.index(condition), "") if condition in labels else (len(labels), condition)
