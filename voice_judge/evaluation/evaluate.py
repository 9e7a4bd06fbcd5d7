"""Run every recording of the manifests through the product's own ears, on all cores."""

import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from voice_judge.evaluation.manifest import Clip, Expected, read_manifest
from voice_judge.evaluation.report import Outcome, Report
from voice_judge.evaluation.sound import chunks, clip_sound
from voice_judge.grammar import Grammars, load_grammars
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.engine import Engine
from voice_judge.speech.engines import load_engine
from voice_judge.table.ears import Ears
from voice_judge.table.spotting import DEFAULT_LISTENING, Heard, ListeningSettings, Missed, Retracted, Spotted

Progress = Callable[[int, int], None]
"""Told how many clips are done, and of how many."""


@dataclass(frozen=True, slots=True)
class Setup:
    """With what to listen; the same in every process."""

    model: Path | None = None
    grammars: Path | None = None
    listening: ListeningSettings = DEFAULT_LISTENING


def evaluate(
    manifests: Sequence[Path],
    setup: Setup = Setup(),
    progress: Progress | None = None,
    processes: int | None = None,
) -> Report:
    """Listen to every clip of the manifests. The report is the same whatever the number of processes.

    Args:
        manifests: manifest files, or folders that hold a manifest.tsv.
        setup: model, grammars and settings.
        progress: called after each clip.
        processes: how many to run; None: one per core.

    Raises:
        UserError: a manifest, a recording, the model or the grammars are wrong.
    """
    clips = [clip for manifest in manifests for clip in read_manifest(manifest)]
    outcomes: list[Outcome] = []
    for outcome in listen(clips, setup, processes or os.cpu_count() or 1):
        outcomes.append(outcome)
        if progress:
            progress(len(outcomes), len(clips))
    return Report(tuple(outcomes))


def listen(clips: Sequence[Clip], setup: Setup = Setup(), processes: int = 1) -> Iterator[Outcome]:
    """What comes of each clip, in order."""
    if processes == 1 or len(clips) < 2:
        yield from map(_Listener(setup).outcome, clips)
        return
    _Listener(setup)  # whatever is wrong with the model or the grammars is said here, once, and not in every process
    context = multiprocessing.get_context("spawn")  # a forked copy of the engine's threads would hang
    with ProcessPoolExecutor(processes, context, _start_worker, (setup,)) as pool:
        yield from pool.map(_work, clips, chunksize=4)


class _Listed:
    """Grammars that list each phase's phrases once."""

    def __init__(self, grammars: Grammars) -> None:
        self.matcher = grammars.matcher
        self.phrases = lru_cache(maxsize=None)(grammars.phrases)


class _Listener:
    """What a process needs; made once in it."""

    def __init__(self, setup: Setup) -> None:
        self._grammars = _Listed(load_grammars(setup.grammars))
        self._engine: Engine = load_engine(setup.model)
        self._listening = setup.listening

    def outcome(self, clip: Clip) -> Outcome:
        """Listen to one clip with fresh ears, so that the order of clips does not matter."""
        sound = clip_sound(clip)
        began = time.perf_counter()
        spotted = self._listen(sound, clip.phase)
        spent = time.perf_counter() - began
        heard = [one for one in spotted if isinstance(one, Heard)]
        return Outcome(
            clip,
            got=tuple(Expected.of(one.intent) for one in heard),
            retracted=sum(isinstance(one, Retracted) for one in spotted),
            missed=tuple(one.not_recognized.text for one in spotted if isinstance(one, Missed)),
            seconds=len(sound) / SAMPLE_RATE,
            spent=spent,
        )

    def _listen(self, sound: Samples, phase: str) -> list[Spotted]:
        ears = Ears(self._grammars, self._engine, self._listening)
        spotted = [one for chunk in chunks(sound) for one in ears.listen(chunk, phase)]
        spotted.extend(ears.finish())
        ears.close()
        return spotted


_worker: list[_Listener] = []


def _start_worker(setup: Setup) -> None:
    _worker.append(_Listener(setup))


def _work(clip: Clip) -> Outcome:
    return _worker[0].outcome(clip)
