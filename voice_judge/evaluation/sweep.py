"""One setting of listening over a range of values, all else as it is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from voice_judge.errors import UserError
from voice_judge.evaluation.chart import Chart, Series
from voice_judge.evaluation.detection import Spotting
from voice_judge.evaluation.evaluate import measure
from voice_judge.evaluation.figures import Json, percent
from voice_judge.evaluation.hearing import Progress, Setup
from voice_judge.evaluation.manifest import Clip
from voice_judge.evaluation.report import Report
from voice_judge.evaluation.spot import spot
from voice_judge.evaluation.streams import Stream
from voice_judge.table.listening import DEFAULT_LISTENING, SWEEPS, ListeningSettings

Value = bool | int | float


@dataclass(frozen=True, slots=True)
class Step:
    """What came of one value."""

    value: Value
    report: Report
    spotting: Spotting | None = None

    @property
    def right(self) -> float:
        """Percent of phrases heard right."""
        return percent(sum(outcome.right for outcome in self.report.positives), len(self.report.positives))

    @property
    def silent(self) -> float:
        """Percent of the talk that must be ignored and was."""
        return percent(sum(outcome.right for outcome in self.report.negatives), len(self.report.negatives))

    def to_dict(self) -> Json:
        """For programs."""
        spotting = {} if self.spotting is None else {"spotting": self.spotting.to_dict()}
        return {
            "value": self.value,
            "positives": [row.to_dict() for row in self.report.totals()],
            "negatives": [row.to_dict() for row in self.report.reactions()],
            **self.report.speed_to_dict(),
            **spotting,
        }


def sweep_values(name: str) -> tuple[Value, ...]:
    """The values to try for the setting.

    Raises:
        UserError: there is no such setting; the message lists all.
    """
    names = [field.name for field in fields(ListeningSettings)]
    if name not in names:
        raise UserError(f"настройки «{name}» нет; есть: {', '.join(names)}.")
    kind = type(getattr(DEFAULT_LISTENING, name))
    return tuple(kind(value) for value in SWEEPS[name])


def sweep(
    name: str,
    clips: Sequence[Clip],
    setup: Setup,
    streams: Sequence[Stream] = (),
    progress: Progress | None = None,
    processes: int | None = None,
) -> Iterator[Step]:
    """Measure with each value in turn; with streams, spotting too.

    Raises:
        UserError: there is no such setting.
    """
    values = sweep_values(name)
    work = len(clips) + len(streams)
    for number, value in enumerate(values):
        changed = replace(setup, listening=with_value(setup.listening, name, value))
        told = _shifted(progress, number * work, len(values) * work)
        report = measure(clips, changed, told, processes)
        told = _shifted(progress, number * work + len(clips), len(values) * work)
        yield Step(value, report, spot(streams, changed, told, processes) if streams else None)


def with_value(listening: ListeningSettings, name: str, value: Value) -> ListeningSettings:
    """The settings with one value changed."""
    changes: dict[str, Any] = {name: value}
    return replace(listening, **changes)


def sweep_lines(name: str, steps: Sequence[Step]) -> Iterator[str]:
    """A line per value."""
    yield f"Настройка {name} (сейчас {getattr(DEFAULT_LISTENING, name)})"
    yield f"  {'значение':>10} {'верно %':>8} {'промолчали %':>13} {'медиана с':>10} {'95-й с':>8} {'счёт':>7}"
    for step in steps:
        late = list(step.report.latencies().values())
        median, last = (max(one.median for one in late), max(one.late for one in late)) if late else (0.0, 0.0)
        line = f"  {step.value!s:>10} {step.right:8.1f} {step.silent:13.1f} {median:10.3f} {last:8.3f}"
        line += f" {step.report.real_time_factor:7.3f}"
        if step.spotting:
            line += f" | пропущено {step.spotting.missed:.1f} %, ложных в час {step.spotting.alarms_per_hour:.2f}"
        yield line


def sweep_chart(name: str, steps: Sequence[Step], right: str, silent: str, missed: str) -> Chart:
    """The curves of one setting, in percent."""
    lines = [
        Series(right, [(float(step.value), step.right) for step in steps]),
        Series(silent, [(float(step.value), step.silent) for step in steps]),
    ]
    spotted = [(float(step.value), step.spotting.missed) for step in steps if step.spotting]
    return Chart(name, name, "%", (*lines, Series(missed, spotted)) if spotted else tuple(lines))


def _shifted(progress: Progress | None, before: int, total: int) -> Callable[[int, int], None] | None:
    if progress is None:
        return None
    return lambda done, _total: progress(before + done, total)
