"""What came of one recording, and the counts of many."""

from dataclasses import dataclass

from voice_judge.evaluation.figures import Json, percent
from voice_judge.evaluation.manifest import Clip, Expected


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one clip.

    `spent` is the computing in seconds of one core; `latency` the seconds from the last sample of the clip's last
    phrase until it was known (None: it was not); `spans` from when to when each phrase of `got` was spoken, in seconds
    of the file. `spent` and `latency` vary a little from run to run, all else never does.
    """

    clip: Clip
    got: tuple[Expected, ...]
    retracted: int
    missed: tuple[str, ...]
    seconds: float
    spent: float
    latency: float | None = None
    spans: tuple[tuple[float, float], ...] = ()

    @property
    def right(self) -> bool:
        """Every intent in order with every slot, nothing else, and nothing that had to be taken back."""
        return self.got == self.clip.expected and not self.retracted

    @property
    def negative(self) -> bool:
        """Nothing may be heard in it."""
        return not self.clip.expected

    @property
    def offset(self) -> float:
        """Where to listen for a failure: the begin of the first phrase heard wrongly, in seconds of the file."""
        wanted = (*self.clip.expected, *(None,) * len(self.got))
        wrong = (span for got, want, span in zip(self.got, wanted, self.spans, strict=False) if got != want)
        return max(0.0, next(wrong, (0.0, 0.0))[0])

    def to_dict(self) -> Json:
        """For programs."""
        return {
            "file": str(self.clip.file),
            "voice": self.clip.voice,
            "condition": self.clip.condition,
            "phase": self.clip.phase,
            "offset": round(self.offset, 2),
            "expected": list(map(str, self.clip.expected)),
            "got": list(map(str, self.got)),
            "retracted": self.retracted,
            "not_recognized": list(self.missed),
        }


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: `right` of `total` clips."""

    kind: str
    voice: str
    condition: str
    total: int
    right: int

    @property
    def percent(self) -> float:
        """Share of right ones in percent."""
        return percent(self.right, self.total)

    def to_dict(self) -> Json:
        """For programs."""
        named = {"kind": self.kind, "voice": self.voice, "condition": self.condition}
        return {**{name: value for name, value in named.items() if value}, "total": self.total, "right": self.right}
