"""A running average of the weights: steadier than the last ones, and better on what was not trained on.

Source: Polyak and Juditsky, "Acceleration of stochastic approximation by averaging", 1992; Kaldi averages the models of
the last iterations for the same reason (nnet3-chain-combine).
"""

import torch
from torch import Tensor

from training.acoustic.network import Network, Weights


class Average:
    """Follows a network with the given memory: 0.998 is about the last 500 updates."""

    def __init__(self, network: Network, memory: float) -> None:
        self._network, self._memory = network, memory
        self._kept = [array.detach().clone() for _, array in network.named_arrays()]

    def add(self, update: int) -> None:
        """Take in the weights after the given update; at the beginning the memory is shorter."""
        share = 1 - min(self._memory, (1 + update) / (10 + update))
        with torch.no_grad():
            torch._foreach_lerp_(self._kept, [array.detach() for _, array in self._network.named_arrays()], share)

    def weights(self) -> Weights:
        """The averaged arrays by name."""
        names = (name for name, _ in self._network.named_arrays())
        return {name: kept.numpy().copy() for name, kept in zip(names, self._kept, strict=True)}

    def state(self) -> list[Tensor]:
        """To be stored."""
        return self._kept

    def load(self, state: list[Tensor]) -> None:
        """What `state` gave."""
        for kept, stored in zip(self._kept, state, strict=True):
            kept.copy_(stored)
