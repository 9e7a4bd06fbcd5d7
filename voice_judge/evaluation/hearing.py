"""Listen with the product's own ears to many sounds, on all cores, and note when each decision would be known."""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar

from voice_judge.evaluation.sound import chunks
from voice_judge.grammar import Grammars, load_grammars
from voice_judge.speech.audio import Samples
from voice_judge.speech.engine import Engine
from voice_judge.speech.engines import ENGINES, load_engine
from voice_judge.table.ears import Ears
from voice_judge.table.gating import Gate, everything
from voice_judge.table.listening import DEFAULT_LISTENING, ListeningSettings
from voice_judge.table.spotting import Heard, Retracted, Spotted

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

Progress = Callable[[int, int], None]
"""Told how many sounds are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Setup:
    """With what to listen; the same in every process."""

    model: Path | str | None = None
    grammars: Path | None = None
    listening: ListeningSettings = DEFAULT_LISTENING
    engine: str = ENGINES[0]


DEFAULT_SETUP = Setup()


@dataclass(frozen=True, slots=True)
class Told:
    """What the ears said, and when a table would have had it: `ready` seconds of the audio clock.

    A chunk comes when its last sample has been spoken; computing takes the processor's time that it took here, and
    work that is late delays what comes after it.
    """

    spotted: Spotted
    ready: float


@dataclass(frozen=True, slots=True)
class Hearing:
    """All that was told of one sound; `seconds` of it were listened to in `spent` seconds of one core."""

    told: tuple[Told, ...]
    seconds: float
    spent: float

    def heard(self) -> tuple[tuple[Told, Heard], ...]:
        """The decisions, also those taken back later."""
        return tuple((one, one.spotted) for one in self.told if isinstance(one.spotted, Heard))

    def retracted(self) -> tuple[Heard, ...]:
        """The decisions that were taken back."""
        return tuple(one.spotted.heard for one in self.told if isinstance(one.spotted, Retracted))


Enough = Callable[[Sequence[Told], float], bool]
"""What was told so far and the time; whether to stop listening."""

GateAt = Callable[[float], Gate]


def _open(_seconds: float) -> Gate:
    return everything


class Hearer:
    """What a process needs to listen; made once in it.

    Raises:
        UserError: the model or the grammars are wrong.
    """

    def __init__(self, setup: Setup) -> None:
        self.grammars = load_grammars(setup.grammars)
        self.engine: Engine = load_engine(setup.model, setup.engine)
        self.listening = setup.listening
        self._listed = _Listed(self.grammars)
        self._ears = self.ears()

    def ears(self, engine: Engine | None = None) -> Ears:
        """New ears, with another engine if one is given; whoever asks for them closes them."""
        return Ears(self._listed, engine or self.engine, self.listening)

    def hear(self, sound: Samples, phase: str, enough: Enough | None = None, gate_at: GateAt = _open) -> Hearing:
        """Listen with ears as new, so that the order of sounds does not matter.

        Args:
            sound: int16 mono at 16 kHz.
            phase: whose grammar listens.
            enough: when to stop before the sound's end.
            gate_at: which phrases the game leaves room for at a time in seconds; all at any time unless said.
        """
        ears = self._ears
        ears.restart()
        ears.prepare([phase])  # made before the game, not in it
        told: list[Told] = []
        free = spent = end = 0.0
        for chunk in chunks(sound):
            began = time.process_time()
            spotted = ears.listen(chunk, phase, gate_at(chunk.start))
            work = time.process_time() - began
            free, spent, end = max(free, chunk.end) + work, spent + work, chunk.end
            told.extend(Told(one, free) for one in spotted)
            if enough and enough(told, end):
                break
        told.extend(Told(one, max(free, end)) for one in ears.finish())
        return Hearing(tuple(told), end, spent)


class _Listed:
    """Grammars that list each phase's phrases once."""

    def __init__(self, grammars: Grammars) -> None:
        self.matcher = grammars.matcher
        self.phrases = lru_cache(maxsize=None)(grammars.phrases)
        self.talk = lru_cache(maxsize=None)(grammars.talk)


def on_all_cores(
    work: Callable[[Hearer, _Item], _Result], items: Sequence[_Item], setup: Setup, processes: int | None = None
) -> Iterator[_Result]:
    """`work` on every item, in order; the results do not depend on the number of processes.

    Args:
        work: a function of a module (it goes to other processes by name).
        items: what to work on.
        setup: with what to listen.
        processes: how many to run; None: one per core.

    Raises:
        UserError: the model or the grammars are wrong (said once, before anything runs), or what `work` raises.
    """
    count = min(processes or os.cpu_count() or 1, len(items))
    if count < 2:
        yield from map(partial(work, Hearer(setup)), items)
        return
    Hearer(setup)
    context = multiprocessing.get_context("spawn")  # a forked copy of the engine's threads would hang
    with ProcessPoolExecutor(count, context, _start_worker, (setup,)) as pool:
        yield from pool.map(partial(_in_worker, work), items, chunksize=max(1, min(4, len(items) // (4 * count))))


_worker: list[Hearer] = []


def _start_worker(setup: Setup) -> None:
    _worker.append(Hearer(setup))


def _in_worker(work: Callable[[Hearer, _Item], _Result], item: _Item) -> _Result:
    return work(_worker[0], item)
