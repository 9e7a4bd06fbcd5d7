"""How soon the judge answers: from the end of a phrase to the answer's first sample, fed in real time.

The clock is simulated: a chunk of sound arrives when its last sample has been spoken, computing takes the time it
really took here, and work that is late delays what comes after it. Run alone: other work on the machine adds to it.
"""

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voice_judge.errors import UserError
from voice_judge.evaluation import Clip, Expected, read_manifest
from voice_judge.evaluation.sound import MARGIN, chunks, clip_sound, speech_end
from voice_judge.grammar import Grammars, load_grammars
from voice_judge.speech.engine import Engine
from voice_judge.speech.engines import load_engine
from voice_judge.speech.recording import read_recording
from voice_judge.speech.spoken_voice import SpokenVoice
from voice_judge.table.ears import Ears
from voice_judge.table.spotting import Heard

ANSWER = "Принято"
AIMS = (0.3, 0.5)


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds from the phrase's last sound to the answer's first sample."""

    group: str
    intent: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Bench:
    """What stays the same from clip to clip."""

    grammars: Grammars
    engine: Engine
    voice: SpokenVoice
    chunk: float

    def measure(self, clip: Clip) -> Latency | None:
        """The clip's last phrase; None if it is not heard right (accuracy is another benchmark's business)."""
        spoken = MARGIN + speech_end(read_recording(clip.file))
        ears = Ears(self.grammars, self.engine)
        ears.listen(next(chunks(np.zeros(1600, np.int16), start=-0.1)), clip.phase)  # made before the game, not in it
        for answer_at, heard in self._answers(ears, clip):
            if Expected.of(heard.intent) == clip.expected[-1] and heard.end > spoken - 1.0:
                return Latency("clean" if clip.noise is None else "noise", heard.intent.name, answer_at - spoken)
        return None

    def _answers(self, ears: Ears, clip: Clip) -> Iterator[tuple[float, Heard]]:
        free = 0.0
        for chunk in chunks(clip_sound(clip, after=2.0), self.chunk):
            began = time.perf_counter()
            spotted = ears.listen(chunk, clip.phase)
            heard = [one for one in spotted if isinstance(one, Heard)]
            if heard:
                self.voice.render(ANSWER)
            free = max(free, chunk.end) + time.perf_counter() - began
            yield from ((free, one) for one in heard)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("manifest", type=Path, nargs="+")
    parser.add_argument("--every", type=int, default=5, help="take every n-th phrase")
    parser.add_argument("--chunk", type=float, default=0.1, help="seconds of sound per chunk")
    options = parser.parse_args(arguments)
    try:
        clips = [clip for path in options.manifest for clip in read_manifest(path) if clip.expected]
        voice = SpokenVoice()
        voice.render(ANSWER)
        bench = Bench(load_grammars(), load_engine(), voice, options.chunk)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    chosen = clips[:: options.every]
    measured = [bench.measure(clip) for clip in chosen]
    print_table([one for one in measured if one is not None], len(chosen))
    return 0


def print_table(measured: Sequence[Latency], tried: int) -> None:
    """Median and 95th percentile, per condition and per intent."""
    groups: dict[str, list[float]] = defaultdict(list)
    for one in measured:
        for name in ("all", one.group, f"  {one.intent}"):
            groups[name].append(one.seconds)
    print(f"{len(measured)} of {tried} phrases heard right; aims: median {AIMS[0]} s, 95th percentile {AIMS[1]} s")
    print(f"{'group':24} {'n':>5} {'median s':>9} {'p95 s':>9} {'worst s':>9}")
    for name, seconds in groups.items():
        median, late = np.percentile(seconds, (50, 95))
        print(f"{name:24} {len(seconds):5} {median:9.3f} {late:9.3f} {max(seconds):9.3f}")


if __name__ == "__main__":
    sys.exit(main())
