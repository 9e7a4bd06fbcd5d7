"""A labelled recording of the club, and how many are parted into those learnt from and those measured on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from training.adaptation.job import FOLDS
from voice_judge.errors import UserError
from voice_judge.evaluation.manifest import Clip

HELD_SHARE = 0.25
LEAST_HELD, MOST_HELD = 5, 160
"""Fewer phrases say nothing of a model; so many recordings are listened to at most: each is heard four times."""

MOST_TALK_SECONDS = 600.0
"""Talk that nothing is learnt from is listened to for so long at most."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A recording with what must be heard in it.

    `group`: recordings of one group (a speaker's turn, a file in several noises) are never parted; `seconds` its
    length; `teaches`: its words are known, so it may be learnt from (else it only measures that nothing is heard).
    """

    clip: Clip
    group: str
    seconds: float
    teaches: bool = True

    @property
    def phrase(self) -> bool:
        """Whether a formal phrase is said in it."""
        return self.teaches and bool(self.clip.expected)


@dataclass(frozen=True, slots=True)
class Parts:
    """What is learnt from, and what is measured on and never learnt from."""

    lessons: tuple[Labelled, ...]
    held: tuple[Labelled, ...]


def phrases_of(found: Sequence[Labelled]) -> int:
    """How many formal phrases there are."""
    return sum(one.phrase for one in found)


def seconds_of(found: Sequence[Labelled]) -> float:
    """How much sound there is to learn from."""
    return sum(one.seconds for one in found if one.teaches)


def parted(found: Sequence[Labelled], seed: int) -> Parts:
    """Drawn by chance, group by group, until a quarter of the phrases is held.

    A group with more than half of the phrases is never held, and enough groups to learn from are left.

    Raises:
        UserError: there are too few groups to part.
    """
    groups = _groups(found)
    Random(f"held {seed}").shuffle(groups)
    teaching = [group for group in groups if any(one.teaches for one in group)]
    phrases, left = phrases_of(found), len(teaching)
    lessons: list[Labelled] = []
    held: list[Labelled] = []
    for group in teaching:
        if left > FOLDS and _may_be_held(group, held, phrases):
            held += group
            left -= 1
        else:
            lessons += (one for one in group if one.teaches)
    if phrases_of(held) < LEAST_HELD:
        raise _not_parted(len(teaching), phrases_of(held))
    return Parts(tuple(lessons), (*held, *_talk(groups, MOST_HELD - len(held))))


def _talk(groups: Sequence[Sequence[Labelled]], most: int) -> Iterator[Labelled]:
    """Of the groups that teach nothing those that are listened to all the same."""
    left = MOST_TALK_SECONDS
    for group in groups:
        length = sum(one.seconds for one in group)
        if not any(one.teaches for one in group) and most > 0 and length <= left:
            left, most = left - length, most - len(group)
            yield from group


def _groups(found: Sequence[Labelled]) -> list[list[Labelled]]:
    groups: dict[str, list[Labelled]] = {}
    for one in found:
        groups.setdefault(one.group, []).append(one)
    return [groups[name] for name in sorted(groups)]


def _may_be_held(group: Sequence[Labelled], held: Sequence[Labelled], phrases: int) -> bool:
    so_far = phrases_of(held)
    return len(held) < MOST_HELD and so_far < HELD_SHARE * phrases and so_far + phrases_of(group) <= phrases / 2


def _not_parted(groups: int, held: int) -> UserError:
    return UserError(
        f"записи не разделить на учёбу и проверку: речей и файлов {groups} (нужно хотя бы {FOLDS + 1}, лучше десятки), "
        f"фраз для проверки {held} (нужно {LEAST_HELD}). Запишите ещё игры: voice-judge play --record."
    )


def folds_of(lessons: Sequence[Labelled], folds: int) -> tuple[int, ...]:
    """The fold of each lesson; a group is never parted."""
    order = {name: number % folds for number, name in enumerate(dict.fromkeys(one.group for one in lessons))}
    return tuple(order[one.group] for one in lessons)


def minutes(seconds: float) -> str:
    """For people."""
    return f"{seconds / 60:.1f} мин".replace(".", ",")
