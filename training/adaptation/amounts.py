"""How much there must be to learn from, and how much there may be: checked before anything is measured."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from training.adaptation.job import LONGEST
from training.adaptation.labelled import (
    MOST_HELD,
    MOST_TALK_SECONDS,
    Labelled,
    minutes,
    phrases_of,
    seconds_of,
)
from voice_judge.errors import UserError

LEAST_SECONDS, LEAST_PHRASES = 120.0, 40
"""Less than this teaches nothing that could be measured."""

MOST_SECONDS = 900.0
"""More than this is not learnt within half an hour on two cores."""

_SILENCE = 1.2
"""Seconds of silence that each copy of a recording has round it, on average: they are learnt too."""

Say = Callable[[str], None]
"""Told a line for people."""


def short_enough(found: Sequence[Labelled], say: Say) -> tuple[Labelled, ...]:
    """Those that can be learnt from or measure talk only; what is too long is told and left out."""
    kept = tuple(one for one in found if one.seconds <= LONGEST or not one.clip.transcript.strip())
    if long := len({one.clip.file for one in found} - {one.clip.file for one in kept}):
        say(f"Записей длиннее {LONGEST:.0f} с: {long}, они не учтены. Разрежьте их по фразам с подписью для каждой.")
    return kept


def check_amount(found: Sequence[Labelled]) -> None:
    """Raise UserError if there is too little to learn from and to measure on."""
    phrases, seconds = phrases_of(found), seconds_of(found)
    if phrases < LEAST_PHRASES or seconds < LEAST_SECONDS:
        raise UserError(
            f"записей с подписями мало: фраз {phrases} (нужно {LEAST_PHRASES}), {minutes(seconds)} "
            f"(нужно {minutes(LEAST_SECONDS)}, лучше 5-10). Запишите ещё игры: voice-judge play --record."
        )


def tell_of_talk(found: Sequence[Labelled], held: Sequence[Labelled], say: Say) -> None:
    """Say how much of the talk that nothing is learnt from is not even listened to, if there is more than enough."""
    learnt = {one.group for one in found if one.teaches}
    talk, heard = (sum(one.group not in learnt for one in some) for some in (found, held))
    if heard < talk:
        most = f"{MOST_TALK_SECONDS / 60:.0f} минут и {MOST_HELD} записей"
        say(f"Разговора без подписей больше, чем нужно для проверки (не более {most}): взято {heard} из {talk}.")


def within_time(lessons: Sequence[Labelled], seed: int, say: Say) -> tuple[Labelled, ...]:
    """As many as can be learnt in the time promised, drawn by chance: a recording of each group, then a second one."""
    chosen: set[int] = set()
    left = MOST_SECONDS
    for number in _by_rounds(lessons, seed):
        left -= lessons[number].seconds + _SILENCE
        if left < 0:
            break
        chosen.add(number)
    kept = tuple(one for number, one in enumerate(lessons) if number in chosen)
    if len(kept) < len(lessons):
        say(f"За полчаса столько не выучить: по жребию взято записей {len(kept)} из {len(lessons)}.")
    return kept


def _by_rounds(lessons: Sequence[Labelled], seed: int) -> list[int]:
    order = list(range(len(lessons)))
    Random(f"lessons {seed}").shuffle(order)
    seen: Counter[str] = Counter()
    rounds: dict[int, int] = {}
    for number in order:
        seen[lessons[number].group] += 1
        rounds[number] = seen[lessons[number].group]
    return sorted(order, key=rounds.__getitem__)
