"""What listening costs: time to load, memory, computing; measured in a fresh process that does nothing else."""

import multiprocessing
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from voice_judge.evaluation.evaluate import listen_to
from voice_judge.evaluation.figures import Json
from voice_judge.evaluation.hearing import Hearer, Setup
from voice_judge.evaluation.manifest import Clip
from voice_judge.evaluation.memory import peak_mib

CLIPS = 24
"""So many recordings are listened to, spread over all that are given."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds to load model and grammars, peak memory in MiB (None: the system does not tell), computing per sound."""

    load_seconds: float
    peak_mib: float | None
    real_time_factor: float

    def text(self) -> str:
        """For people."""
        memory = "неизвестно" if self.peak_mib is None else f"{self.peak_mib:.0f} МиБ"
        return (
            f"Загрузка модели и грамматик {self.load_seconds:.2f} с, память процесса в пике {memory}, "
            f"счёт {self.real_time_factor:.3f} с одного ядра на секунду звука"
        )

    def to_dict(self) -> Json:
        """For programs."""
        return {
            "load_seconds": round(self.load_seconds, 2),
            "peak_mib": None if self.peak_mib is None else round(self.peak_mib, 1),
            "real_time_factor": round(self.real_time_factor, 4),
        }


def measure_cost(clips: Sequence[Clip], setup: Setup) -> Cost:
    """Load everything anew and listen to some of the clips, one after another.

    Raises:
        UserError: a recording, the model or the grammars are wrong.
    """
    context = multiprocessing.get_context("spawn")
    some = clips[:: max(1, len(clips) // CLIPS)][:CLIPS]
    with ProcessPoolExecutor(1, context) as pool:
        return pool.submit(_measure, some, setup).result()


def _measure(clips: Sequence[Clip], setup: Setup) -> Cost:
    began = time.perf_counter()
    hearer = Hearer(setup)
    loaded = time.perf_counter() - began
    outcomes = [listen_to(hearer, clip) for clip in clips]
    seconds = sum(outcome.seconds for outcome in outcomes)
    return Cost(loaded, peak_mib(), sum(outcome.spent for outcome in outcomes) / seconds if seconds else 0.0)
