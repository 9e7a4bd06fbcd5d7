"""What the command asks of the process that learns, as a file between the two: neither imports the other's engine."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

LEARNT = "learnt.json"
"""Written beside the job: the share of the new weights taken, and the scores."""

LONGEST = 15.0
"""Seconds of a recording that can be learnt from: in a longer one what is said where is not found."""

FOLDS = 2
"""So many networks learn, each from all parts of the recordings but one."""

NOTHING_GAINED = 3
"""Exit code: on recordings not learnt from the old model is as good; there is no new folder."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A labelled recording: its sound file, what is said in it, and the fold it belongs to."""

    file: Path
    text: str
    fold: int


@dataclass(frozen=True, slots=True)
class Job:
    """Adapt the model in the folder `base` by `lessons`, and write the new one to the folder `out`.

    `copies` are made of each recording, `folds` networks learn; `settings` are the tuning's (`TuningSettings`) where
    they are not the usual ones.
    """

    base: Path
    out: Path
    lessons: tuple[Lesson, ...]
    copies: int = 6
    folds: int = FOLDS
    settings: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Learnt:
    """What came of it: the share of the new weights, and the mean score by share (nats per frame of output).

    `nearer`: smaller shares that are better than the old model too, the greatest first.
    """

    share: float
    scores: dict[str, float]
    nearer: tuple[float, ...] = ()


def nearer(out: Path, share: float) -> Path:
    """Where the same model lies with less of the new weights than in `out`: nearer to the old one."""
    return out.parent / f"{share:g}" / out.name


def write_job(path: Path, job: Job) -> None:
    """Write it down."""
    path.write_text(json.dumps(asdict(job), ensure_ascii=False, default=str), encoding="utf-8")


def read_job(path: Path) -> Job:
    """What `write_job` wrote."""
    plain = json.loads(path.read_text("utf-8"))
    lessons = tuple(Lesson(Path(one["file"]), one["text"], one["fold"]) for one in plain["lessons"])
    return Job(Path(plain["base"]), Path(plain["out"]), lessons, plain["copies"], plain["folds"], plain["settings"])


def read_learnt(path: Path) -> Learnt:
    """What the process that learns has written down."""
    plain = json.loads(path.read_text("utf-8"))
    return Learnt(plain["share"], plain["scores"], tuple(plain["nearer"]))
