"""A few passes over a few minutes of sound, held near the old model.

The criterion is the training's own (LF-MMI, silence where silence is known), and a pull: how far the new network's
opinion of each frame has moved from the old one's (Kullback-Leibler divergence). What the few minutes say nothing about
stays as it was.

Source of the pull: Yu et al., "KL-divergence regularized deep neural network adaptation", ICASSP 2013.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

import torch
from torch import Tensor
from torch.nn import functional

from training.acoustic.average import Average
from training.acoustic.batches import Library, batches, strip_of
from training.acoustic.loss import LossSettings, chain_loss
from training.acoustic.network import Network, Weights
from training.acoustic.perturbation import PerturbationSettings
from training.acoustic.phone_model import PhoneModel
from training.acoustic.prepared import Preparation, Prepared
from training.acoustic.sentences import Sentences

_WARM_UP = 20


@dataclass(frozen=True, slots=True)
class TuningSettings:
    """How far and how fast."""

    passes: float = 4.0
    """How often each copy of a recording is seen."""
    rate: float = 1e-4
    """AdamW's, of all layers; it sinks to nothing."""
    pull: float = 0.5
    """Weight of the divergence from the old network, per frame of output."""
    batch: int = 3000
    """Frames per update."""
    dropout: float = 0.1
    clip: float = 2.0
    seed: int = 1
    loss: LossSettings = field(default_factory=lambda: LossSettings(cross_entropy=0.0))
    perturbation: PerturbationSettings = field(
        default_factory=lambda: PerturbationSettings(tract=0.06, tempo=0.08, channel=0.5, level=1.0, babble=0.0)
    )


@dataclass(frozen=True, slots=True)
class Speech:
    """How words are said: their graphs, and which phones follow each other."""

    sentences: Sentences
    phones: PhoneModel


def tuned(
    old: Network, library: Library, speech: Speech, settings: TuningSettings, told: Callable[[float], None]
) -> Weights:
    """Weights learnt from `library`, beginning with those of `old`, which stays as it is.

    Args:
        old: the network to start from and to stay near.
        library: recordings.
        speech: how their words are said.
        settings: how far and how fast.
        told: called with the share that is done, 0 to 1.
    """
    torch.manual_seed(settings.seed)
    network = Network(old.shape, old.weights(), precision=old.precision)
    network.dropout = settings.dropout
    network.train()
    average = Average(network, 0.95)
    optimiser = torch.optim.AdamW(network.parameters(), lr=settings.rate, betas=(0.9, 0.98), weight_decay=0.0)
    lengths = [one.frames + 2 * old.shape.context for one in library.recordings]
    preparation = Preparation(library, speech.sentences, speech.phones)
    updates = max(1, math.ceil(settings.passes * sum(lengths) / settings.batch))
    for update, batch in enumerate(islice(batches(lengths, settings.batch, settings.seed), updates)):
        prepared = preparation.prepared(batch, settings.perturbation, settings.seed, update)
        loss = _loss(network, old, prepared, settings)
        if loss is not None:
            torch.autograd.backward(loss)
            size = torch.nn.utils.clip_grad_norm_(network.parameters(), settings.clip)
            if torch.isfinite(size):
                for group in optimiser.param_groups:
                    group["lr"] = settings.rate * min(1.0, (update + 1) / _WARM_UP) * (1 - update / updates)
                optimiser.step()
                average.add(update)
            optimiser.zero_grad()
        told((update + 1) / updates)
    return average.weights()


def _loss(network: Network, old: Network, prepared: Prepared | None, settings: TuningSettings) -> Tensor | None:
    if prepared is None:
        return None
    strip = strip_of(prepared.samples, old.shape.context)
    scores = strip.parted(network(strip.rows, strip.owners))
    with torch.no_grad():
        before = strip.parted(old(strip.rows)).chain
    inside = torch.arange(before.shape[1])[None] < prepared.target.lengths[:, None]
    moved = functional.kl_div(
        functional.log_softmax(scores.chain, 2), functional.log_softmax(before, 2), reduction="none", log_target=True
    ).sum(2)
    pulled = (moved * inside).sum() / inside.sum()
    return chain_loss(scores, prepared.target, settings.loss).total + settings.pull * pulled
