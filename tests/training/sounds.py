"""Made-up recordings in which every phone has a colour of its own."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.acoustic.network import FEATURES
from training.acoustic.sentences import Sentences
from training.lexicon.lexicon import Lexicon
from training.lexicon.phones import PHONES

SAYINGS = ("да", "нет", "да нет", "нет нет да")
LEXICON = Lexicon({"[unk]": (("SPN",),), "да": (("d", "a"),), "нет": (("nj", "e", "t"),)})


@dataclass(frozen=True)
class Said:
    """A recording of the made-up library."""

    text: str
    frames: int
    silence_before: int = 12
    silence_after: int = 12


class Sounds:
    """Features in which every phone has a colour of its own, with silence round the words."""

    def __init__(self, count: int = 12) -> None:
        colours = np.random.default_rng(1).normal(size=(len(PHONES), FEATURES)) * 3
        ways = Sentences.of(LEXICON).ways
        self.recordings: list[Said] = []
        self._features: list[NDArray[np.float32]] = []
        for number in range(count):
            text = SAYINGS[number % len(SAYINGS)]
            phones = [0, 0, *(phone for word in text.split() for phone in ways[word][0]), 0, 0]
            lasting = np.repeat(colours[phones], 9, axis=0)
            noise = np.random.default_rng(number).normal(size=lasting.shape)
            self._features.append((lasting + noise).astype(np.float32))
            self.recordings.append(Said(text, len(lasting)))

    def features(self, number: int) -> NDArray[np.float32]:
        return self._features[number]
