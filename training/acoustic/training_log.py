"""How a training goes: a line of figures every so many updates, in a file and to whoever watches."""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from training.acoustic.loss import Loss
from training.speech.features_store import FRAMES_PER_HOUR

_EVERY_AT_FIRST, _EVERY = 10, 50
_AT_FIRST = 100


@dataclass(frozen=True, slots=True)
class LogLine:
    """Means since the line before; likelihoods are natural logarithms per frame of output."""

    update: int
    hours: float
    of_hours: float
    mmi: float
    cross_entropy: float
    skipped: int
    frames_per_second: float

    @property
    def text(self) -> str:
        """For people."""
        left = (self.of_hours - self.hours) * FRAMES_PER_HOUR / max(self.frames_per_second, 1) / 60
        figures = f"mmi {self.mmi:.4f}  xent {self.cross_entropy:.3f}  skipped {self.skipped}"
        speed = f"{self.frames_per_second:.0f} frames/s  {max(left, 0):.0f} min left"
        return f"{self.update:6d}  {self.hours:6.2f} h of {self.of_hours:g}  {figures}  {speed}"


class TrainingLog:
    """Appends to `path`; lines of updates after `update` (of a run that was cut after its checkpoint) are dropped."""

    def __init__(self, path: Path, update: int, watch: Callable[[LogLine], None] | None) -> None:
        self._path, self._watch = path, watch
        kept = [line for line in read_log(path) if line.update <= update]
        path.write_text("".join(_written(line) for line in kept), encoding="utf-8")
        self._begin(kept[-1].hours if kept else 0.0)

    def add(self, update: int, seen: int, total: float, loss: Loss | None) -> None:
        """Take in an update; `seen` and `total` are frames."""
        if loss is not None:
            self._mmi += loss.mmi * loss.frames
            self._entropy += loss.cross_entropy * loss.frames
            self._frames += loss.frames
            self._skipped += loss.skipped
        every = _EVERY_AT_FIRST if update <= _AT_FIRST else _EVERY
        if update % every and seen < total:
            return
        hours, frames = seen / FRAMES_PER_HOUR, max(self._frames, 1)
        speed = (hours - self._hours) * FRAMES_PER_HOUR / max(time.monotonic() - self._since, 1e-6)
        line = LogLine(
            update, hours, total / FRAMES_PER_HOUR, self._mmi / frames, self._entropy / frames, self._skipped, speed
        )
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_written(line))
        if self._watch:
            self._watch(line)
        self._begin(hours)

    def _begin(self, hours: float) -> None:
        self._hours, self._since = hours, time.monotonic()
        self._mmi = self._entropy = 0.0
        self._frames = self._skipped = 0


def read_log(path: Path) -> tuple[LogLine, ...]:
    """The lines of a log, without one that a cut run left half written; none if there is no such file."""
    if not path.exists():
        return ()
    return tuple(filter(None, map(_read, path.read_text("utf-8").splitlines())))


def _read(line: str) -> LogLine | None:
    try:
        return LogLine(**json.loads(line))
    except (ValueError, TypeError):
        return None


def _written(line: LogLine) -> str:
    return json.dumps(asdict(line)) + "\n"
