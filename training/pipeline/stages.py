"""Stages that can be cut at any moment: a finished one is skipped, an unfinished one goes on where it stopped.

A stage has a folder of its own, named after the stage and the hash of all its inputs, those of the stages before it
included; another setting makes another folder. When it is done, `done.json` is written there with what it took.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from voice_judge.errors import UserError

Inputs = Mapping[str, object]
"""What a stage depends on besides the stages it needs: anything that JSON can hold."""

Folders = Mapping[str, Path]
"""The folders of stages, by name."""

DONE = "done.json"


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of the work.

    `run` gets the stage's own folder, which exists and may hold what an earlier, cut run has left there, and the
    folders of the stages it needs. A stage that is done `always` takes seconds and shows what others have left.
    """

    name: str
    inputs: Inputs
    needs: tuple[str, ...]
    run: Callable[[Path, Folders], None]
    always: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """What a stage took.

    `seconds` of the clock over all runs that were needed (a killed run's are lost); `peak_mib`: the most that a process
    of the whole run has held by then, so not less than that of the stages done before it in the same run.
    """

    seconds: float
    peak_mib: float
    inputs: str


class Runner:
    """Runs stages in a work folder.

    Args:
        stages: all of them, each after those that it needs.
        work: where their folders are made.
        say: told what is going on, in lines for people.
    """

    def __init__(self, stages: Sequence[Stage], work: Path, say: Callable[[str], None] | None = None) -> None:
        self._stages = {stage.name: stage for stage in stages}
        self._work, self._say = work, say or _to_stderr
        self._digests: dict[str, str] = {}

    def run(self, names: Sequence[str] | None = None) -> dict[str, Done]:
        """Do what is not done yet: all stages, or those of `names` with all that they need.

        Raises:
            UserError: there is no stage of that name, or a stage says what is wrong.
        """
        return {name: self._do(self._stages[name]) for name in self._wanted(names)}

    def folder(self, name: str) -> Path:
        """The folder of a stage."""
        return self._work / "stages" / f"{name}-{self._digest(name)[:12]}"

    def done(self, name: str) -> Done | None:
        """What a stage took; None: it is not done."""
        return read_done(self.folder(name))

    def _wanted(self, names: Sequence[str] | None) -> list[str]:
        if names is None:
            return list(self._stages)
        wanted: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in self._stages:
                raise UserError(f"нет стадии «{name}»; есть: {', '.join(self._stages)}.")
            wanted.add(name)
            waiting.extend(self._stages[name].needs)
        return [name for name in self._stages if name in wanted]

    def _do(self, stage: Stage) -> Done:
        finished = self.done(stage.name)
        if finished and not stage.always:
            self._say(f"== {stage.name}: готово раньше")
            return finished
        folder = self.folder(stage.name)
        folder.mkdir(parents=True, exist_ok=True)
        self._say(f"== {stage.name}: {folder}")
        with _Clock(folder / "seconds") as clock:
            stage.run(folder, {name: self.folder(name) for name in stage.needs})
        done = Done(round(clock.total, 1), round(_peak_mib(), 1), self._digest(stage.name))
        write_whole(folder / DONE, json.dumps(asdict(done)) + "\n")
        self._say(f"== {stage.name}: готово за {clock.total / 60:.1f} мин, память в пике {done.peak_mib:.0f} МиБ")
        return done

    def _digest(self, name: str) -> str:
        if name not in self._digests:
            stage = self._stages[name]
            needs = [self._digest(one) for one in stage.needs]
            text = json.dumps([name, stage.inputs, needs], ensure_ascii=False, sort_keys=True, default=_plain)
            self._digests[name] = hashlib.sha256(text.encode()).hexdigest()
        return self._digests[name]


class _Clock:
    """Adds up the time of all runs of a stage, cut ones too as far as they were left in an orderly way."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._before = float(path.read_text("utf-8"))
        except (OSError, ValueError):  # a first run, or one that was cut while writing
            self._before = 0.0

    @property
    def total(self) -> float:
        return self._before + time.monotonic() - self._began

    def __enter__(self) -> "_Clock":
        self._began = time.monotonic()
        return self

    def __exit__(self, *_: object) -> None:
        write_whole(self._path, f"{self.total:.1f}")


def read_done(folder: Path) -> Done | None:
    """What the stage of this folder took; None: it is not done."""
    try:
        return Done(**json.loads((folder / DONE).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a run that is cut leaves the old one or the new one, never a part."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")  # two runs may share stages
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def files_digest(*places: Path) -> str:
    """The hash of files, and of all files in folders, by name and content: an input that is on disk."""
    found = hashlib.sha256()
    for place in places:
        for file in sorted(one for one in place.rglob("*") if one.is_file()) if place.is_dir() else [place]:
            found.update(file.relative_to(place.parent).as_posix().encode() + b"\0" + file.read_bytes())
    return found.hexdigest()


def _peak_mib() -> float:
    """The most that this process or one it has started has held so far."""
    return max(getrusage(who).ru_maxrss for who in (RUSAGE_SELF, RUSAGE_CHILDREN)) / 1024.0


def _plain(value: object) -> object:
    """Sets in an order that is the same in every process."""
    return sorted(value) if isinstance(value, frozenset | set) else str(value)


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
