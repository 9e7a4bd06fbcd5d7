"""The whole of an adaptation: measure the old model, learn in another process, measure the new one, compare, install.

Nothing is installed before the last step, and that one is a single move; whatever cuts the work leaves all as it was.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from pathlib import Path

from filelock import FileLock, Timeout

from training.adaptation.job import FOLDS, LEARNT, NOTHING_GAINED, Job, Learnt, Lesson, nearer, read_learnt, write_job
from training.adaptation.labelled import Labelled, Parts, folds_of, minutes, phrases_of, seconds_of
from training.adaptation.make import check_make
from training.adaptation.measuring import Figures, hears_more, measured, worse
from voice_judge.errors import UserError
from voice_judge.places import cache_folder
from voice_judge.speech.model_store import ModelStore

REPORT = "adapted.json"
"""In the new model's folder: from what it was made, and the figures."""

_CLUB = "-club-"
_NOT_IN_NAMES = re.compile("[^A-Za-z0-9._-]+")
_LONGEST_NAME = 60
_DOUBTED, _ENOUGH_TO_DOUBT = 0.3, 10
"""If so many of the phrases are clearly heard as other ones, the labels are wrong rather than the model."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do: adapt `base` by `parts`, listening with `grammars` (None: the program's own)."""

    base: Path
    parts: Parts
    grammars: Path | None = None
    folds: int = FOLDS
    copies: int = 6
    settings: dict[str, float] = field(default_factory=dict)
    """Of the tuning, where not the usual ones."""


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended: `name` of the installed model, or None and `refusal` (Russian); `new` is None if none was made."""

    old: Figures
    new: Figures | None
    name: str | None
    refusal: str = ""


@contextmanager
def workshop() -> Iterator[Path]:
    """An empty folder for one adaptation at a time; gone afterwards, recordings and all.

    Raises:
        UserError: another adaptation is running.
    """
    folder = cache_folder() / "adaptation"
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder.with_suffix(".lock"), timeout=0):
            shutil.rmtree(folder, ignore_errors=True)  # of a run that was killed
            folder.mkdir()
            try:
                yield folder
            finally:
                shutil.rmtree(folder, ignore_errors=True)
    except Timeout:
        raise UserError("дообучение уже идёт, дождитесь его конца.") from None


def adapt(plan: Plan, folder: Path, store: ModelStore, say: Callable[[str], None]) -> Result:
    """Do it.

    Args:
        plan: what.
        folder: an empty one, to work in.
        store: where the new model is installed.
        say: told each step, in lines for people.

    Raises:
        UserError: the model cannot be adapted, or a recording is wrong.
    """
    check_make(plan.base)
    lessons, held = plan.parts.lessons, plan.parts.held
    say(
        f"Учиться: {minutes(seconds_of(lessons))}, фраз {phrases_of(lessons)}; "
        f"отложено для проверки: записей {len(held)}, фраз {phrases_of(held)}."
    )
    old = measured(plan.base, held, folder, plan.grammars, "Прежняя модель")
    doubted = old.otherwise
    if doubted.total >= _ENOUGH_TO_DOUBT and doubted.right > _DOUBTED * doubted.total:
        return Result(old, None, None, f"подписи не сходятся со звуком: в {doubted} отложенных фраз слышна другая.")
    name = new_name(plan.base.name, date.today(), store.names())
    made = learn_apart(plan, folder / name)
    if made is None:
        return Result(old, None, None, "на записях, на которых она не училась, новая модель не лучше прежней.")
    return _taken(plan, folder / name, made, old, store, say)


def _taken(
    plan: Plan, model: Path, made: Learnt, old: Figures, store: ModelStore, say: Callable[[str], None]
) -> Result:
    """The first that is not worse than the old one is installed: what a long step spoils, a shorter one may not.

    A shorter one must hear more phrases than the old one: the least step would harm nothing, and be good for nothing.
    """
    tried: list[Figures] = []
    for share in (made.share, *made.nearer):
        where = nearer(model, share) if tried else model
        new = measured(where, plan.parts.held, model.parent, plan.grammars, f"Новая модель, {share:.0%} выученного")
        lost = worse(old, new)
        if not lost and (not tried or hears_more(old, new)):
            _describe(where, plan, old, new, replace(made, share=share))
            store.install_file(where)
            return Result(old, new, where.name)
        verdict = f"хуже прежней ({'; '.join(lost)})" if lost else "не лучше прежней"
        say(f"Выученного {share:.0%}: новая модель {verdict}.")
        tried.append(new)
        if not lost:
            break  # still nearer there is less to gain
    return Result(old, tried[0], None, f"новая модель хуже прежней: {'; '.join(worse(old, tried[0]))}.")


def new_name(base: str, day: date, taken: Sequence[str]) -> str:
    """`ru-judge-0.2-club-2026-11-30`; with -2, -3, ... if there is one of that day; in letters that a store takes."""
    plain = _NOT_IN_NAMES.sub("", base.partition(_CLUB)[0])[:_LONGEST_NAME].lstrip("._-")
    stem = f"{plain or 'model'}{_CLUB}{day.isoformat()}"
    names = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def learn_apart(plan: Plan, out: Path) -> Learnt | None:
    """Learn in a process of its own; what it tells of it, or None if nothing was gained."""
    lessons = plan.parts.lessons
    folds = folds_of(lessons, plan.folds)
    told = [Lesson(one.clip.file, one.clip.transcript, fold) for one, fold in zip(lessons, folds, strict=True)]
    job = out.parent / "job.json"
    write_job(job, Job(plan.base, out, tuple(told), plan.copies, plan.folds, plan.settings))
    command = [sys.executable, "-P", "-m", "training.adaptation.learning", str(job)]  # -P: not a "training" lying here
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as child:
        try:
            said = child.stdout.read() if child.stdout else ""
            code = child.wait()
        finally:
            child.kill()
    if code == NOTHING_GAINED:
        return None
    if code:
        raise UserError(f"дообучение не удалось, модель осталась прежней: {said.strip() or f'код {code}'}")
    return read_learnt(out.parent / LEARNT)


def _describe(model: Path, plan: Plan, old: Figures, new: Figures, made: Learnt) -> None:
    lessons: Sequence[Labelled] = plan.parts.lessons
    told = {
        "base": plan.base.name,
        "licence": "as the base model: GPL-3.0 for ru-judge",
        "seconds": round(seconds_of(lessons), 1),
        "phrases": phrases_of(lessons),
        "held": len(plan.parts.held),
        "old": asdict(old),
        "new": asdict(new),
        **asdict(made),
    }
    (model / REPORT).write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
