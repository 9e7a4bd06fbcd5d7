"""Single words of one person joined into sequences, as numbers are said one after the other at a table."""

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from training.speech.held_out import FIXTURES, trainable
from training.speech.sound import SAMPLE_RATE, Sound, faded, power, read_sound, trimmed, write_sound
from training.speech.utterance import Source, Utterance

_MOST_WORDS = 3  # of a recording that is joined
_GAP = (0.0, 0.25)  # seconds
_MARGIN = 0.02


@dataclass(frozen=True, slots=True)
class Joined:
    """`count` sequences of 2 to 4 short recordings of each voice of `source`, none of which the tests use."""

    source: Source
    count: int
    fixtures: Path = FIXTURES

    @property
    def name(self) -> str:
        """The source's name, marked."""
        return f"{self.source.name}-joined"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """The sequences, written where they are missing.

        Raises:
            UserError: the source's recordings cannot be had.
        """
        single = [each for each in trainable(self.source.utterances(work), self.fixtures) if _short(each)]
        return tuple(self._join(single, work / "speech" / self.name)) if len(single) > 1 else ()

    def _join(self, single: Sequence[Utterance], folder: Path) -> Iterator[Utterance]:
        chance = random.Random(self.name)
        for _ in range(self.count):
            parts = chance.sample(single, min(len(single), chance.randint(2, 4)))
            gaps = [chance.uniform(*_GAP) for _ in parts]
            key = hashlib.sha256(" ".join(part.id for part in parts).encode()).hexdigest()[:12]
            audio = folder / f"{key}.flac"
            if not audio.exists():
                write_sound(audio, _in_a_row(parts, gaps))
            text = " ".join(part.text for part in parts)
            first = parts[0]
            yield Utterance(f"{self.name}/{key}", audio, text, first.voice, first.kind, first.licence, self.name)


def _short(utterance: Utterance) -> bool:
    return len(utterance.text.split()) <= _MOST_WORDS


def _in_a_row(parts: Sequence[Utterance], gaps: Sequence[float]) -> Sound:
    pieces: list[Sound] = []
    for part, gap in zip(parts, gaps, strict=True):
        sound = faded(trimmed(read_sound(part.audio), _MARGIN))
        pieces += [sound * np.float32(0.1 / np.sqrt(power(sound))), np.zeros(round(gap * SAMPLE_RATE), np.float32)]
    row = np.concatenate(pieces[:-1])
    return row * np.float32(0.9 / max(0.9, float(np.abs(row).max())))
