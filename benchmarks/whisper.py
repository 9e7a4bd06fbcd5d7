"""Whisper on the recordings of a manifest: what its price for talk earns, and what it costs in time and memory.

    python benchmarks/whisper.py FOLDER [--manifest audio_fixtures/manifest.tsv] [--every 10]

FOLDER is a Whisper model for faster-whisper (docs/models.md). Every recording is transcribed once per price, whole,
without the ears around it; `voice-judge evaluate --engine whisper` measures the engine as the game hears it.
"""

import argparse
import resource
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from voice_judge.errors import UserError
from voice_judge.evaluation import Clip, read_manifest
from voice_judge.evaluation.sound import clip_sound
from voice_judge.grammar import Grammars, Intent, load_grammars
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.whisper_engine import WhisperEngine, load_whisper
from voice_judge.speech.whisper_hearing import DEFAULT_WHISPER, WhisperHearing
from voice_judge.speech.whisper_model import LONGEST_SECONDS, Aligned, Encoded, FasterWhisper, Transcriber, Transcript
from voice_judge.speech.whisper_snap import PhraseList

PRICES = (0.0, 0.2, 0.45, 0.9, 1.4)


@dataclass
class Count:
    """Phrases right, phrases taken for others, all phrases; talk taken for a phrase, all talk."""

    right: int = 0
    wrong: int = 0
    phrases: int = 0
    false: int = 0
    talk: int = 0

    def add(self, clip: Clip, heard: Sequence[tuple[str, dict[str, object]]]) -> None:
        """One more recording."""
        wanted = [(expected.name, dict(expected.slots)) for expected in clip.expected]
        if wanted:
            self.phrases += 1
            self.right += list(heard) == wanted
            self.wrong += bool(heard) and list(heard) != wanted
        else:
            self.talk += 1
            self.false += bool(heard)

    def __str__(self) -> str:
        return f"{self.right} of {self.phrases} right, {self.wrong} wrong; {self.false} of {self.talk} false"


class Remembering:
    """Sound taken in once, with the readings that were laid over it: other prices ask for much the same again."""

    def __init__(self, encoded: Encoded) -> None:
        self._encoded = encoded
        self._known: dict[tuple[str, ...], Aligned] = {}
        self._transcripts: tuple[Sequence[Transcript], float] | None = None

    def encode(self, _: Samples) -> Encoded:
        """Itself."""
        return self

    def transcribe(self) -> tuple[Sequence[Transcript], float]:
        """As the model does, once."""
        self._transcripts = self._transcripts or self._encoded.transcribe()
        return self._transcripts

    def align(self, readings: Sequence[Sequence[str]]) -> Sequence[Aligned]:
        """As the model does, each reading once."""
        new = [tuple(reading) for reading in readings if tuple(reading) not in self._known]
        self._known.update(zip(new, self._encoded.align(new), strict=True))
        return [self._known[tuple(reading)] for reading in readings]


class Bench:
    """One model on many recordings."""

    def __init__(self, transcriber: Transcriber, engine: WhisperEngine, grammars: Grammars) -> None:
        self._transcriber = transcriber
        self._grammars = grammars
        self._lists = {phase: PhraseList(grammars.phrases(phase, engine.knows)) for phase in grammars.phases}
        self.seconds: list[float] = []
        self.sound = 0.0

    def hear(self, clip: Clip) -> dict[float, list[tuple[str, dict[str, object]]]]:
        """The phrases in the recording, at each price; the time is taken of the product's own."""
        sound = clip_sound(clip)[: round(LONGEST_SECONDS * SAMPLE_RATE)]
        began = time.perf_counter()
        WhisperHearing(self._transcriber, self._lists[clip.phase]).words(sound)
        self.seconds.append(time.perf_counter() - began)
        self.sound += len(sound) / SAMPLE_RATE
        memory = Remembering(self._transcriber.encode(sound))
        return {price: self._phrases(clip, memory, price) for price in PRICES}

    def _phrases(self, clip: Clip, memory: Remembering, price: float) -> list[tuple[str, dict[str, object]]]:
        settings = replace(DEFAULT_WHISPER, letter_price=price)
        words = WhisperHearing(memory, self._lists[clip.phase], settings).words(np.zeros(0, np.int16))
        found = self._grammars.matcher(clip.phase).match([word.text for word in words])
        return [(match.name, dict(match.slots)) for match in found if isinstance(match, Intent)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--manifest", type=Path, default=Path("audio_fixtures/manifest.tsv"))
    parser.add_argument("--every", type=int, default=10, help="take every N-th line")
    options = parser.parse_args()
    clips = read_manifest(options.manifest)[:: options.every]
    began = time.perf_counter()
    transcriber = FasterWhisper(options.model)
    loaded = time.perf_counter() - began
    bench = Bench(transcriber, load_whisper(options.model), load_grammars())
    counts = {(price, noisy): Count() for price in PRICES for noisy in (False, True)}
    for number, clip in enumerate(clips, 1):
        for price, heard in bench.hear(clip).items():
            counts[price, clip.noise is not None].add(clip, heard)
        print(f"\r{number} of {len(clips)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for price in PRICES:
        print(f"price {price}: clean {counts[price, False]} | noise {counts[price, True]}")
    median, late = np.percentile(bench.seconds, (50, 95))
    factor = sum(bench.seconds) / bench.sound
    print(f"per recording: median {median:.2f} s, 95 % {late:.2f} s; real-time factor {factor:.2f}")
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"loaded in {loaded:.1f} s; memory {megabytes:.0f} MB at most")


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        sys.exit(str(error))
