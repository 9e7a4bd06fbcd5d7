"""Graphs as tensors: what was said (numerator) and whatever could be said (denominator), to be summed over alike.

Both are made of phones that last one frame or longer: entering a phone costs its first pdf (2 x phone), staying in it
its second (2 x phone + 1), as in Kaldi's chain topology. A state is `[histories, batch, places]`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import torch
from torch import Tensor

from training.acoustic.phone_graph import PhoneGraph
from training.acoustic.phone_model import PhoneModel


class Graph(Protocol):
    """What `loss.summed` needs of a graph."""

    @property
    def phones(self) -> Tensor:
        """The phone of each place, batch x places."""

    @property
    def initial(self) -> Tensor:
        """Weight of beginning in a state."""

    @property
    def final(self) -> Tensor:
        """Weight of ending in a state."""

    def onward(self, state: Tensor) -> Tensor:
        """Probability of entering each place, having been in `state`."""

    def backward(self, state: Tensor) -> Tensor:
        """The same arcs the other way round."""


@dataclass(frozen=True, slots=True)
class Numerators:
    """Graphs of a batch of sentences, side by side; arcs weigh what the phone bigram says."""

    phones: Tensor
    initial: Tensor
    final: Tensor
    _before: "_Arcs"
    _after: "_Arcs"

    @classmethod
    def of(cls, graphs: Sequence[PhoneGraph], model: PhoneModel) -> "Numerators":
        """The graphs of a batch, in double precision: a way through a long sentence is an unlikely thing."""
        places = max(len(graph.phones) for graph in graphs)
        phones = torch.zeros(len(graphs), places, dtype=torch.long)
        initial = torch.zeros(1, len(graphs), places, dtype=torch.float64)
        final = torch.zeros_like(initial)
        arcs: list[tuple[int, int, int, float]] = []
        for row, graph in enumerate(graphs):
            phones[row, : len(graph.phones)] = torch.tensor(graph.phones)
            initial[0, row, list(graph.starts)] = 1.0
            final[0, row, list(graph.ends)] = 1.0
            for node, before in enumerate(graph.before):
                into = graph.phones[node]
                arcs.extend((row, one, node, float(model.pairs[graph.phones[one], into])) for one in before)
        forward = _Arcs.of([(row, into, source, weight) for row, source, into, weight in arcs], len(graphs), places)
        return cls(phones, initial, final, forward, _Arcs.of(arcs, len(graphs), places))

    def onward(self, state: Tensor) -> Tensor:
        """Sum of the places each may follow."""
        return self._before.gathered(state)

    def backward(self, state: Tensor) -> Tensor:
        """Sum of the places that may follow each."""
        return self._after.gathered(state)


@dataclass(frozen=True, slots=True)
class _Arcs:
    """For each place the places it gathers from (as many as the place with most has, the rest weigh nothing)."""

    index: Tensor
    weight: Tensor

    @classmethod
    def of(cls, arcs: Sequence[tuple[int, int, int, float]], batch: int, places: int) -> "_Arcs":
        """From (row, place, the place it gathers from, weight)."""
        if not arcs:
            arcs = [(0, 0, 0, 0.0)]
        rows, into, source, weights = (np.array(column) for column in zip(*arcs, strict=True))
        where = rows * places + into
        order = np.argsort(where, kind="stable")
        where = where[order]
        rank = np.arange(len(where)) - np.searchsorted(where, where)
        index = np.zeros((int(rank.max()) + 1, batch * places), dtype=np.int64)
        weight = np.zeros(index.shape)
        index[rank, where] = (rows * places + source)[order]
        weight[rank, where] = weights[order]
        return cls(torch.from_numpy(index.ravel()), torch.from_numpy(weight))

    def gathered(self, state: Tensor) -> Tensor:
        """The weighted sum for each place."""
        taken = state.reshape(-1).index_select(0, self.index).view(self.weight.shape)
        return (taken * self.weight).sum(0).view(state.shape)


@dataclass(frozen=True, slots=True)
class Denominator:
    """Every sequence of phones, weighted by a phone n-gram."""

    phones: Tensor
    initial: Tensor
    final: Tensor
    _after: Tensor
    _trigram: bool

    @classmethod
    def of(cls, model: PhoneModel, batch: int) -> "Denominator":
        """The graph for a batch."""
        trigram = len(model.after) > 1
        after = torch.from_numpy(model.after)  # history, phone, next
        shape = (len(model.after), batch, model.phones)
        initial = torch.zeros(shape)
        initial[0] = torch.from_numpy(model.first)
        final = torch.from_numpy(model.last)[:, None, :].expand(shape)
        by_phone = after.transpose(0, 1).contiguous() if trigram else after
        return cls(torch.arange(model.phones).expand(batch, -1), initial, final, by_phone, trigram)

    def onward(self, state: Tensor) -> Tensor:
        """A trigram's state (history, phone) goes to (phone, next phone), a bigram's to the next phone."""
        if not self._trigram:
            return torch.bmm(state, self._after)
        return torch.bmm(state.permute(2, 1, 0), self._after)

    def backward(self, state: Tensor) -> Tensor:
        """The same arcs the other way round."""
        back = torch.bmm(state, self._after.transpose(1, 2))
        return back.permute(2, 1, 0) if self._trigram else back
