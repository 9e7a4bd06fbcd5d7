"""Which seat was said and which was heard."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from voice_judge.evaluation.figures import Json
from voice_judge.evaluation.manifest import Expected

SEATS = range(1, 11)
_NOTHING = "нет"


@dataclass(frozen=True, slots=True)
class Confusion:
    """How often seat `said` came out as seat `heard` (None: as nothing with a seat)."""

    counts: Mapping[tuple[int, int | None], int]

    @property
    def swapped(self) -> int:
        """How often another seat came out than was said."""
        return sum(count for (said, heard), count in self.counts.items() if heard not in (None, said))

    def text(self) -> str:
        """The table: a line per seat said, a column per seat heard."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        columns = (*SEATS, None)
        yield "  сказано" + "".join(f"{_NOTHING if heard is None else heard:>6}" for heard in columns)
        for said in SEATS:
            cells = (self.counts.get((said, heard), 0) for heard in columns)
            yield f"  {said:7}" + "".join(f"{count or '·':>6}" for count in cells)

    def to_dict(self) -> list[Json]:
        """The counts that are not zero."""
        ordered = sorted(self.counts.items(), key=lambda item: (item[0][0], item[0][1] or 0))
        return [{"said": said, "heard": heard, "count": count} for (said, heard), count in ordered]


def confusion(pairs: Iterable[tuple[Expected, Iterable[Expected]]]) -> Confusion:
    """Count over phrases with one seat: what was expected, and all that was heard instead of it or as it.

    The right phrase, if it is among what was heard, is what counts; else the first with a seat.
    """
    counts: Counter[tuple[int, int | None]] = Counter()
    for expected, got in pairs:
        said = _seat(expected)
        if said is not None:
            seats = [seat for seat in map(_seat, got) if seat is not None]
            counts[said, said if said in seats else next(iter(seats), None)] += 1
    return Confusion(counts)


def _seat(phrase: Expected) -> int | None:
    seat = phrase.slots.get("seat")
    return seat if isinstance(seat, int) else None
