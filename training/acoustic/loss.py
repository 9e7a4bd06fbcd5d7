"""The training criterion: lattice-free MMI with cross entropy beside it.

LF-MMI is the probability of what was said over the probability of whatever could be said, both summed over all ways
through a graph (graphs.py) by the forward-backward algorithm. Sources: Povey et al., Interspeech 2016; Kaldi's
chain/chain-training.cc (weights of cross entropy and of the squared scores), chain/chain-denominator.cc.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from training.acoustic.graphs import Denominator, Graph, Numerators
from training.acoustic.network import Scores

SILENCE_PDFS = 2
"""The first pdfs are silence's."""


@dataclass(frozen=True, slots=True)
class LossSettings:
    """How much each part counts, per frame of output."""

    cross_entropy: float = 0.1
    squares: float = 5e-4
    """Keeps the scores small, so that they mean the same in every recording."""
    silence: float = 0.4
    """For silence where silence is known to be, so that no phone swallows it."""
    discriminative: bool = True
    """Whether what was said competes with whatever could be said; else each frame's states compete, as in CTC."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a batch of recordings should be heard as.

    `lengths`: frames of output in each; `quiet`, batch x frames: where nobody is known to speak.
    """

    numerators: Numerators
    denominator: Denominator
    lengths: Tensor
    quiet: Tensor


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss per frame of output, to be minimised, and for the log its parts, as likelihoods."""

    total: Tensor
    mmi: float
    cross_entropy: float
    frames: int
    skipped: int
    """Recordings that were left out: what was said could not be found in them."""


def chain_loss(scores: Scores, target: Target, settings: LossSettings) -> Loss:
    """The loss of a batch; scores are batch x frames x pdfs."""
    chain = scores.chain if settings.discriminative else functional.log_softmax(scores.chain, 2)
    inside = torch.arange(chain.shape[1])[None] < target.lengths[:, None]
    quiet = target.quiet & inside
    said, wanted = log_likelihood(_silenced(chain, quiet), target.lengths, target.numerators)
    possible = torch.zeros_like(said)
    if settings.discriminative:
        possible, _ = log_likelihood(chain, target.lengths, target.denominator)
    usable = torch.isfinite(said) & torch.isfinite(possible)
    counted = inside & usable[:, None]
    frames = max(int(counted.sum()), 1)
    mmi = torch.where(usable, said - possible, 0.0).sum()
    likelihood = functional.log_softmax(scores.frames, 2)
    entropy = (wanted * likelihood * counted[:, :, None]).sum()
    squares = 0.5 * (chain * inside[:, :, None]).square().sum()
    silent = (functional.log_softmax(chain, 2)[:, :, :SILENCE_PDFS].logsumexp(2) * quiet).sum()
    total = (settings.squares * squares - mmi - settings.cross_entropy * entropy - settings.silence * silent) / frames
    return Loss(total, mmi.item() / frames, entropy.item() / frames, frames, int((~usable).sum()))


def log_likelihood(scores: Tensor, lengths: Tensor, graph: Graph) -> tuple[Tensor, Tensor]:
    """The log of the summed likelihood of each recording, and how likely each pdf is at each frame.

    Both are zero and without gradient (the first is -inf) for a recording without any way through the graph.

    Args:
        scores: log scores, batch x frames x pdfs; differentiable.
        lengths: frames of each recording.
        graph: the ways.
    """
    result: tuple[Tensor, Tensor] = _Summed.apply(scores, lengths, graph)  # type: ignore[no-untyped-call]
    return result


class _Summed(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, scores: Tensor, lengths: Tensor, graph: Graph) -> tuple[Tensor, Tensor]:
        total, posteriors = _forward_backward(scores.detach(), lengths, graph)
        ctx.save_for_backward(posteriors)
        ctx.mark_non_differentiable(posteriors)
        return total, posteriors

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, ...]:
        (posteriors,) = ctx.saved_tensors
        return posteriors * grads[0][:, None, None], None, None


def _silenced(scores: Tensor, quiet: Tensor) -> Tensor:
    """The scores with nothing but silence possible where it is quiet."""
    speech = torch.arange(scores.shape[2]) >= SILENCE_PDFS
    return scores.masked_fill(quiet[:, :, None] & speech, -torch.inf)


@dataclass(frozen=True, slots=True)
class _Trellis:
    """Frames x batch x places: likelihoods; frames x histories x batch x places: probabilities from the beginning."""

    enter: Tensor
    stay: Tensor
    entered: Tensor
    stayed: Tensor
    scales: Tensor
    """By which each frame was divided, frames x batch."""

    def at(self, frames: Tensor, rows: Tensor) -> Tensor:
        """The states of recordings at a frame of each, batch x histories x places."""
        return self.entered[frames, :, rows] + self.stayed[frames, :, rows]


def _forward_backward(scores: Tensor, lengths: Tensor, graph: Graph) -> tuple[Tensor, Tensor]:
    """In the linear domain, rescaled at every frame to sum to 1, in the precision of the graph."""
    batch, frames, _ = scores.shape
    offsets = scores.amax(2)
    likelihoods = (scores - offsets[:, :, None]).to(graph.initial.dtype).exp()
    trellis = _forward(*_emissions(likelihoods, graph.phones), graph)
    last = lengths - 1
    ends = (trellis.at(last, torch.arange(batch)) * graph.final.permute(1, 0, 2)).sum((1, 2))
    inside = torch.arange(frames)[:, None] < lengths[None]
    total = ((trellis.scales.log() + offsets.t()) * inside).sum(0) + ends.log()
    came, lasted = _backward(trellis, graph, last, ends)
    posteriors = scores.new_zeros(scores.shape)
    index = (2 * graph.phones)[:, None, :].expand(batch, frames, -1)
    posteriors.scatter_add_(2, index, came.transpose(0, 1).to(scores.dtype))
    posteriors.scatter_add_(2, index + 1, lasted.transpose(0, 1).to(scores.dtype))
    good = torch.isfinite(total) & torch.isfinite(posteriors).flatten(1).all(1)
    posteriors = torch.where(good[:, None, None] & inside.t()[:, :, None], posteriors, 0.0)
    return torch.where(good, total, -torch.inf).to(scores.dtype), posteriors


def _emissions(likelihoods: Tensor, phones: Tensor) -> tuple[Tensor, Tensor]:
    """For each frame and place (frames x batch x places): likelihood of entering the phone there, of staying in it."""
    index = (2 * phones)[:, None, :].expand(-1, likelihoods.shape[1], -1)
    enter, stay = (likelihoods.gather(2, index + which).transpose(0, 1).contiguous() for which in (0, 1))
    return enter, stay


def _forward(enter: Tensor, stay: Tensor, graph: Graph) -> _Trellis:
    shape = (len(enter), *graph.initial.shape)
    entered, stayed = enter.new_empty(shape), enter.new_empty(shape)
    scales = enter.new_empty(len(enter), enter.shape[1])
    state = graph.initial
    for t in range(len(enter)):
        came = torch.mul(state if t == 0 else graph.onward(state), enter[t], out=entered[t])
        lasted = stayed[t].zero_() if t == 0 else torch.mul(state, stay[t], out=stayed[t])
        state = came + lasted
        scale = scales[t] = state.sum((0, 2))
        state = state / scale[:, None]
    scaled = scales[:, None, :, None]
    return _Trellis(enter, stay, entered.div_(scaled), stayed.div_(scaled), scales)


def _backward(trellis: _Trellis, graph: Graph, last: Tensor, ends: Tensor) -> tuple[Tensor, Tensor]:
    """How likely each place is just entered and stayed in, frames x batch x places."""
    enter, stay = trellis.enter, trellis.stay
    came, lasted = torch.empty_like(enter), torch.empty_like(enter)
    beyond = graph.final / ends[:, None]
    state = beyond
    for t in range(len(enter) - 1, -1, -1):
        if t < len(enter) - 1:
            back = graph.backward(state * enter[t + 1]) + state * stay[t + 1]
            state = torch.where((t < last)[:, None], back / trellis.scales[t + 1][:, None], beyond)
        came[t] = (trellis.entered[t] * state).sum(0)
        lasted[t] = (trellis.stayed[t] * state).sum(0)
    return came, lasted
