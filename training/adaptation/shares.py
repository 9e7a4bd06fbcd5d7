"""How much of what was learnt is taken over: weights between the old and the new, chosen on recordings not learnt from.

The recordings are parted into folds. A network learns from all folds but one and is scored on that one; so every
recording scores a network that has not learnt from it. The share of the new weights is the smallest whose score is
within one standard error of the best one's: what cannot be shown to help is not taken over.

Sources: Breiman et al., "Classification and Regression Trees", 1984 (the rule of one standard error); Wortsman et al.,
"Model soups", ICML 2022, and "Robust fine-tuning of zero-shot models", CVPR 2022 (weights of networks with a common
start averaged with each other and with the start).
"""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray

from training.acoustic.batches import Library, quiet_frames, strip_of, take
from training.acoustic.graphs import Denominator, Numerators
from training.acoustic.loss import log_likelihood
from training.acoustic.network import Network, Weights
from training.acoustic.perturbation import UNCHANGED
from training.adaptation.tuning import Speech

SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Of the new weights; 0 is the old model."""

_AT_ONCE = 16

Scores = NDArray[np.float64]
"""One number a recording: how much likelier what was said is than anything else, in nats per frame of output."""


def mixed(old: Weights, new: Sequence[Weights], share: float) -> Weights:
    """The old weights and the mean of the new ones, in that share."""
    return {
        name: ((1 - share) * array + share * np.mean([one[name] for one in new], axis=0)).astype(np.float32)
        for name, array in old.items()
    }


def scores_of(network: Network, library: Library, speech: Speech) -> Scores:
    """How well each recording is understood; nothing is counted where what was said cannot be found."""
    found: list[float] = []
    for start in range(0, len(library.recordings), _AT_ONCE):
        found += _scored(network, library, range(start, min(start + _AT_ONCE, len(library.recordings))), speech)
    return np.array(found)


def best_share(scores: Mapping[float, Scores]) -> float:
    """The share to take, of those scored on the same recordings in the same order."""
    means = {share: float(one.mean()) for share, one in scores.items()}
    best = max(sorted(means), key=means.__getitem__)
    for share in sorted(means):
        lost = scores[best] - scores[share]
        if share == best or lost.mean() <= lost.std(ddof=1) / np.sqrt(len(lost)):
            return share
    return best


def _scored(network: Network, library: Library, numbers: Sequence[int], speech: Speech) -> list[float]:
    chance = np.random.default_rng(0)
    samples, graphs = [], []
    for number in numbers:
        sample = take(library, number, UNCHANGED, chance, 0)
        graph = speech.sentences.graph(library.recordings[number].text)
        if sample.length > graph.shortest:
            samples.append(sample)
            graphs.append(graph)
    if not samples:
        return []
    strip = strip_of(samples, network.shape.context)
    lengths = torch.tensor([sample.length for sample in samples])
    network.eval()
    with torch.no_grad():
        chain = strip.parted(network(strip.rows)).chain
    quiet = quiet_frames(samples)
    speechless = chain.masked_fill(quiet[:, :, None] & (torch.arange(chain.shape[2]) >= 2), -torch.inf)
    said, _ = log_likelihood(speechless, lengths, Numerators.of(graphs, speech.phones))
    possible, _ = log_likelihood(chain, lengths, Denominator.of(speech.phones, len(samples)))
    return [float(value) if np.isfinite(value) else -10.0 for value in ((said - possible) / lengths).tolist()]
