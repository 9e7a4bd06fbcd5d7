"""Everything measured of one engine, and several engines side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from voice_judge.evaluation.cost import Cost
from voice_judge.evaluation.detection import AIMS, Spotting
from voice_judge.evaluation.figures import Json
from voice_judge.evaluation.outcome import Row
from voice_judge.evaluation.report import Report
from voice_judge.evaluation.report_text import KIND_NAMES
from voice_judge.evaluation.spotting_text import spotting_lines

_Cells = dict[str, str]


@dataclass(frozen=True, slots=True)
class Measured:
    """The engine's and the model's names, and what was measured of them."""

    engine: str
    model: str
    report: Report
    cost: Cost
    spotting: Spotting | None = None

    def text(self) -> str:
        """For people."""
        return "\n".join(self._lines())

    def to_dict(self) -> Json:
        """For programs."""
        found: Json = {"engine": self.engine, "model": self.model, **self.report.to_dict()}
        found["speed"] = self.report.speed_to_dict()
        found["cost"] = self.cost.to_dict()
        if self.spotting:
            found["spotting"] = self.spotting.to_dict()
        return found

    def cells(self) -> _Cells:
        """The column of a table side by side: a name of the line, and what stands in it."""
        found: _Cells = {}
        for title, rows in (("фразы", self.report.totals()), ("промолчали", self.report.reactions())):
            found.update({f"{title}, {KIND_NAMES[row.kind]}, {row.condition}": _share(row) for row in rows})
        for setting, spread in self.report.latencies().items():
            found[f"до решения, медиана / 95 %, с, {setting}"] = f"{spread.median:.2f} / {spread.late:.2f}"
        found["счёт на секунду звука, с"] = f"{self.cost.real_time_factor:.3f}"
        found["память, МиБ"] = "?" if self.cost.peak_mib is None else f"{self.cost.peak_mib:.0f}"
        found["загрузка, с"] = f"{self.cost.load_seconds:.2f}"
        if self.spotting:
            found["ложных в час"] = f"{self.spotting.alarms_per_hour:.2f}"
            found.update({f"пропуски при {rate:g} ложном в час, %": self._missed_at(rate) for rate, _ in AIMS})
        return found

    def _missed_at(self, rate: float) -> str:
        missed = self.spotting.missed_at(rate) if self.spotting else None
        return "—" if missed is None else f"{missed:.1f}"

    def _lines(self) -> Iterator[str]:
        yield f"Движок {self.engine}, модель {self.model}"
        yield self.report.text()
        yield self.report.speed_text()
        yield self.cost.text()
        if self.spotting:
            yield from spotting_lines(self.spotting)


def side_by_side(all_measured: Sequence[Measured]) -> str:
    """The figures of several engines as one table."""
    return "\n".join(_table(all_measured))


def _table(all_measured: Sequence[Measured]) -> Iterator[str]:
    columns = [measured.cells() for measured in all_measured]
    names = list(dict.fromkeys(name for column in columns for name in column))
    width = max(len(name) for name in names)
    yield "Рядом"
    yield f"  {'':{width}}" + "".join(f" | {measured.engine:>18}" for measured in all_measured)
    for name in names:
        yield f"  {name:{width}}" + "".join(f" | {column.get(name, '—'):>18}" for column in columns)


def _share(row: Row) -> str:
    return f"{row.percent:.1f} % ({row.right}/{row.total})"
