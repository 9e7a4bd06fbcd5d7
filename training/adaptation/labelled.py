"""A labelled recording of the club, and what there must be of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from voice_judge.errors import UserError
from voice_judge.evaluation.manifest import Clip

LEAST_SECONDS, LEAST_PHRASES = 120.0, 40
"""Less than this teaches nothing that could be measured."""

HELD_SHARE = 0.25
MOST_HELD = 160
"""So many recordings are listened to at most: each is heard four times."""


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


def check_amount(found: Sequence[Labelled]) -> None:
    """Raise UserError if there is too little to learn from and to measure on."""
    phrases, seconds = phrases_of(found), seconds_of(found)
    if phrases < LEAST_PHRASES or seconds < LEAST_SECONDS:
        raise UserError(
            f"записей с подписями мало: фраз {phrases} (нужно {LEAST_PHRASES}), {minutes(seconds)} "
            f"(нужно {minutes(LEAST_SECONDS)}, лучше 5-10). Запишите ещё игры: voice-judge play --record."
        )


def parted(found: Sequence[Labelled], seed: int) -> Parts:
    """Drawn by chance, group by group, until a quarter of the phrases is held."""
    groups: dict[str, list[Labelled]] = {}
    for one in found:
        groups.setdefault(one.group, []).append(one)
    names = sorted(groups)
    Random(f"held {seed}").shuffle(names)
    names.sort(key=lambda name: not any(one.teaches for one in groups[name]))  # what only measures comes last
    wanted = HELD_SHARE * phrases_of(found)
    lessons: list[Labelled] = []
    held: list[Labelled] = []
    for name in names:
        group = groups[name]
        if any(one.teaches for one in group) and (phrases_of(held) >= wanted or len(held) >= MOST_HELD):
            lessons += (one for one in group if one.teaches)
        elif len(held) < MOST_HELD:
            held += group
    return Parts(tuple(lessons), tuple(held))


def folds_of(lessons: Sequence[Labelled], folds: int) -> tuple[int, ...]:
    """The fold of each lesson; a group is never parted."""
    order = {name: number % folds for number, name in enumerate(dict.fromkeys(one.group for one in lessons))}
    return tuple(order[one.group] for one in lessons)


def minutes(seconds: float) -> str:
    """For people."""
    return f"{seconds / 60:.1f} мин".replace(".", ",")
