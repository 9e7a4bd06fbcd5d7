"""Recordings as a network learns from them in one update: perturbed, with what may have been said in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import torch

from training.acoustic.batches import Library, Sample, quiet_frames, take
from training.acoustic.graphs import Denominator, Numerators
from training.acoustic.loss import Target
from training.acoustic.perturbation import PerturbationSettings
from training.acoustic.phone_model import PhoneModel
from training.acoustic.sentences import Sentences

_SILENCE_MARGIN = 2


@dataclass(frozen=True, slots=True)
class Prepared:
    """Recordings as they are seen once, and what the network should say of them."""

    samples: list[Sample]
    target: Target


@dataclass(frozen=True, slots=True)
class Preparation:
    """Recordings, how their words are said, and which phones follow each other."""

    library: Library
    sentences: Sentences
    phones: PhoneModel

    def prepared(
        self, batch: Sequence[int], perturbation: PerturbationSettings, seed: int, update: int
    ) -> Prepared | None:
        """The recordings of one update; None: all are too short for their words.

        Args:
            batch: which recordings.
            perturbation: how far they are changed.
            seed: of all that is drawn by chance, with
            update: the update's number.
        """
        drawn = np.random.default_rng([seed, update])
        chance = Random(f"{seed} {update}")
        samples, graphs = [], []
        for number in batch:
            sample = take(self.library, number, perturbation, drawn, _SILENCE_MARGIN)
            graph = self.sentences.graph(self.library.recordings[number].text, chance)
            if sample.length > graph.shortest:
                samples.append(sample)
                graphs.append(graph)
        if not samples:
            return None
        lengths = torch.tensor([sample.length for sample in samples])
        numerators, denominator = Numerators.of(graphs, self.phones), Denominator.of(self.phones, len(samples))
        return Prepared(samples, Target(numerators, denominator, lengths, quiet_frames(samples)))
