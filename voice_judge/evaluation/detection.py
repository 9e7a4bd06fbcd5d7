"""What came of phrases spliced into hours of talk: hits, misses, false alarms, and the curve between them.

As keyword search is evaluated: a miss is a phrase that was not detected, a false alarm a detection where no phrase is;
raising the score that a detection must have trades one for the other (the detection error tradeoff: A. Martin et al.,
"The DET curve in assessment of detection task performance", Eurospeech 1997,
https://www.isca-archive.org/eurospeech_1997/martin97b_eurospeech.html). A detection that was taken back later was
acted upon, so it is a false alarm still; a phrase that was taken back is missed.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from voice_judge.evaluation.confusion import Confusion, confusion
from voice_judge.evaluation.figures import Json, Spread, most_events, percent
from voice_judge.evaluation.manifest import Expected

AIMS = ((1.0, 3.0), (0.1, 6.0))
"""False alarms per hour, and at most so many percent of phrases missed."""


@dataclass(frozen=True, slots=True)
class Detection:
    """Something heard: from `start` to `end` of a stream, in seconds.

    `score` is the second pass's margin in natural-log units per word; where that did not weigh it, ten times the
    recogniser's confidence.
    """

    stream: str
    phrase: Expected
    text: str
    start: float
    end: float
    score: float
    retracted: bool = False

    def to_dict(self) -> Json:
        """For programs."""
        return {
            "stream": self.stream,
            "offset": round(self.start, 2),
            "got": str(self.phrase),
            "text": self.text,
            "score": round(self.score, 3),
            "retracted": self.retracted,
        }


@dataclass(frozen=True, slots=True)
class Trial:
    """A phrase that was said, and what was heard there; `latency` in seconds from its last sample to the decision."""

    stream: str
    phase: str
    voice: str
    kind: str
    paused: bool
    expected: Expected
    transcript: str
    start: float
    end: float
    heard: tuple[Detection, ...]
    latency: float | None = None

    @property
    def hit(self) -> Detection | None:
        """The detection that is right in intent and every slot, and was not taken back."""
        right = (one for one in self.heard if one.phrase == self.expected and not one.retracted)
        return next(right, None)

    @property
    def wrong(self) -> tuple[Detection, ...]:
        """Other phrases or numbers heard in its place."""
        return tuple(one for one in self.heard if one.phrase != self.expected)

    def to_dict(self) -> Json:
        """For programs."""
        return {
            "stream": self.stream,
            "offset": round(self.start, 2),
            "voice": self.voice,
            "transcript": self.transcript,
            "expected": str(self.expected),
            "got": [str(one.phrase) for one in self.heard],
            "paused": self.paused,
        }


@dataclass(frozen=True, slots=True)
class Point:
    """At this least score, so many false alarms per hour and so many percent of phrases missed."""

    score: float
    alarms_per_hour: float
    missed: float


@dataclass(frozen=True)
class Spotting:
    """The whole result; `hours` of sound."""

    hours: float
    trials: tuple[Trial, ...]
    alarms: tuple[Detection, ...]
    spent: float = 0.0

    @cached_property
    def misses(self) -> tuple[Trial, ...]:
        """Phrases that were not heard, in order."""
        return tuple(trial for trial in self.trials if trial.hit is None)

    @cached_property
    def swapped(self) -> tuple[Trial, ...]:
        """Phrases in whose place another phrase or number was heard, right or not besides."""
        return tuple(trial for trial in self.trials if trial.wrong)

    @property
    def alarms_per_hour(self) -> float:
        """False alarms per hour of sound, without a least score."""
        return len(self.alarms) / self.hours if self.hours else 0.0

    @property
    def most_alarms_per_hour(self) -> float:
        """The upper limit that so few in so many hours allow to claim, with 95 % confidence."""
        return most_events(len(self.alarms)) / self.hours if self.hours else 0.0

    @property
    def missed(self) -> float:
        """Percent of phrases missed, without a least score."""
        return percent(len(self.misses), len(self.trials))

    def curve(self) -> tuple[Point, ...]:
        """Every point that a least score can reach, from the most permissive to the strictest."""
        hits = [trial.hit.score for trial in self.trials if trial.hit]
        alarms = [alarm.score for alarm in self.alarms]
        scores = sorted({0.0, *hits, *alarms, *(score + 1e-9 for score in alarms)})
        return tuple(self._point(score, hits, alarms) for score in scores)

    def missed_at(self, alarms_per_hour: float) -> float | None:
        """The least percent missed with at most so many false alarms per hour; None if no score reaches so few."""
        return min((point.missed for point in self.curve() if point.alarms_per_hour <= alarms_per_hour), default=None)

    def latencies(self) -> dict[bool, Spread]:
        """Seconds from the last sample of a phrase to its decision: in a pause (True), in unbroken talk (False)."""
        spreads = {
            paused: Spread.of([one.latency for one in self.trials if one.paused is paused and one.latency is not None])
            for paused in (True, False)
        }
        return {paused: spread for paused, spread in spreads.items() if spread}

    def missed_by(self, key: Callable[[Trial], str]) -> dict[str, tuple[int, int]]:
        """Missed and all phrases, per voice or whatever the key tells."""
        groups: dict[str, tuple[int, int]] = {}
        for trial in self.trials:
            missed, total = groups.get(key(trial), (0, 0))
            groups[key(trial)] = missed + (trial.hit is None), total + 1
        return dict(sorted(groups.items()))

    def seats(self) -> Confusion:
        """Seats said against seats heard."""
        return confusion((trial.expected, [one.phrase for one in trial.heard]) for trial in self.trials)

    def only(self, keep: Callable[[Trial], bool]) -> "Spotting":
        """The same talk and alarms with some of the phrases."""
        return Spotting(self.hours, tuple(filter(keep, self.trials)), self.alarms, self.spent)

    def to_dict(self) -> Json:
        """For programs; the computing's speed apart, the same in every run."""
        return {
            "hours": round(self.hours, 3),
            "phrases": len(self.trials),
            "missed_percent": round(self.missed, 2),
            "alarms": [alarm.to_dict() for alarm in self.alarms],
            "alarms_per_hour": round(self.alarms_per_hour, 3),
            "alarms_per_hour_at_most": round(self.most_alarms_per_hour, 3),
            "missed_percent_at": {f"{limit:g}": self.missed_at(limit) for limit, _ in AIMS},
            "latency": {_name(paused): spread.to_dict() for paused, spread in self.latencies().items()},
            "missed_by_voice": self.missed_by(lambda trial: trial.voice),
            "missed_by_phase": self.missed_by(lambda trial: trial.phase),
            "missed_by_place": self.missed_by(lambda trial: _name(trial.paused)),
            "swapped": [trial.to_dict() for trial in self.swapped],
            "misses": [trial.to_dict() for trial in self.misses],
            "seats": self.seats().to_dict(),
        }

    def _point(self, score: float, hits: Sequence[float], alarms: Sequence[float]) -> Point:
        kept, false = sum(one >= score for one in hits), sum(one >= score for one in alarms)
        return Point(
            score, false / self.hours if self.hours else 0.0, percent(len(self.trials) - kept, len(self.trials))
        )


def together(results: Iterable[Spotting]) -> Spotting:
    """Several streams as one."""
    parts = tuple(results)
    return Spotting(
        sum(part.hours for part in parts),
        tuple(trial for part in parts for trial in part.trials),
        tuple(alarm for part in parts for alarm in part.alarms),
        sum(part.spent for part in parts),
    )


def _name(paused: bool) -> str:
    return "pause" if paused else "talk"
