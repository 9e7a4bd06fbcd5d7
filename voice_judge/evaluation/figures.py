"""Small sums that several tables share."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Spread:
    """Median and 95th percentile of `count` values, in the values' unit."""

    count: int
    median: float
    late: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread | None":
        """None if there are no values."""
        if not values:
            return None
        median, late = np.percentile(values, (50, 95))
        return cls(len(values), float(median), float(late))

    def text(self) -> str:
        """For people; the values are seconds."""
        return f"медиана {self.median:.3f} с, 95-й процентиль {self.late:.3f} с (фраз: {self.count})"

    def to_dict(self) -> Json:
        """For programs."""
        return {"count": self.count, "median": round(self.median, 3), "p95": round(self.late, 3)}


def percent(part: int, whole: int) -> float:
    """The share in percent; 0 of nothing is 0."""
    return 100.0 * part / whole if whole else 0.0


def most_events(count: int, confidence: float = 0.95) -> float:
    """The largest expectation under which so few events still happen with a probability of 1 - `confidence`.

    The exact upper limit for a Poisson count: none seen, and 3.0 may be expected ("the rule of three").
    """

    def seen(mean: float) -> float:
        return math.exp(-mean) * sum(mean**k / math.factorial(k) for k in range(count + 1))

    low, high = float(count), 4.0 * count + 10.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if seen(middle) > 1.0 - confidence else (low, middle)
    return high
