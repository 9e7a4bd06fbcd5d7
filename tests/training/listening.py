"""What the tests of the model share: recorded phrases, silence and noise round them, and what stock Vosk hears."""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from voice_judge.evaluation import read_manifest
from voice_judge.resources import resource
from voice_judge.speech.audio import Samples
from voice_judge.speech.model_files import EMBEDDED
from voice_judge.speech.recording import read_recording

ROOT = Path(__file__).parents[2]
MODEL = resource("models") / EMBEDDED
VOICES = ("rhvoice-aleksandr", "rhvoice-anna", "rhvoice-elena", "rhvoice-irina")


@dataclass(frozen=True)
class Word:
    """A word that was heard; seconds from the beginning of the sound."""

    text: str
    start: float
    end: float


@dataclass(frozen=True)
class Heard:
    """One result: its words, and how many seconds of sound had been fed when it came."""

    words: tuple[Word, ...]
    at: float

    @property
    def text(self) -> str:
        """The words in one line."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True)
class Job:
    """A sound to be heard by a model, with a list of phrases or without."""

    model: Path
    sound: Samples
    phrases: Sequence[str] | None
    chunk: float = 0.1


def listen(jobs: Sequence[Job], folder: Path) -> list[list[Heard]]:
    """What stock Vosk hears in each, in a process of its own; `folder` takes the sounds."""
    asked = []
    for number, job in enumerate(jobs):
        sound = folder / f"{number}.npy"
        np.save(sound, job.sound)
        asked.append([str(job.model), job.phrases, str(sound), job.chunk])
    command = [sys.executable, "-m", "tests.training.listening_child"]
    done = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return [[_heard(result) for result in json.loads(line)] for line in done.stdout.splitlines()]


def text_of(results: Sequence[Heard]) -> str:
    """Everything that was heard, in one line."""
    return " ".join(result.text for result in results if result.words)


def _heard(result: dict[str, object]) -> Heard:
    words = result.get("result", [])
    assert isinstance(words, list)
    assert isinstance(result["at"], float)
    return Heard(tuple(Word(word["word"], word["start"], word["end"]) for word in words), result["at"])


@cache
def clip(voice: str, text: str) -> Samples:
    """A recorded phrase, cut where it becomes 30 dB weaker than its loudest place."""
    path = next(
        each.file
        for each in read_manifest(ROOT / "audio_fixtures/manifest.tsv")
        if each.voice == voice and each.transcript == text and each.noise is None
    )
    sound = read_recording(path)
    energy = (sound[: len(sound) // 80 * 80].reshape(-1, 80).astype(np.float64) ** 2).mean(axis=1)
    (loud,) = np.nonzero(energy > energy.max() / 1000)
    return sound[loud[0] * 80 : (loud[-1] + 1) * 80]


def between_silences(sound: Samples, before: float, after: float, noise: str = "quiet") -> Samples:
    """The sound in a quiet room, or in "white" or "coffee-shop" noise 10 dB weaker than it, from before to after it."""
    whole = np.concatenate([np.zeros(round(before * 16_000)), sound, np.zeros(round(after * 16_000))])
    if noise == "coffee-shop":
        around = np.resize(read_recording(ROOT / "audio_fixtures/noise/coffee-shop.flac"), len(whole)).astype(
            np.float64
        )
    else:
        around = np.random.default_rng(1).normal(0, 3, len(whole))
    if noise != "quiet":
        around *= np.sqrt((sound.astype(np.float64) ** 2).mean() / 10 / (around**2).mean())
    return (whole + around).clip(-32768, 32767).astype(np.int16)
