"""The acoustic network: a factored time-delay network (TDNN-F) that turns MFCC into scores of phone states.

The shape is that of Alpha Cephei's small models: one spliced layer, three factored layers at 100 frames per second, one
that looks at no neighbours, ten at a third of that rate, then two heads that share a bottleneck: `chain` (what the
recogniser reads) and `frames` (cross entropy, only for training). Batch normalisation is folded into the weights, so
the network has none.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.acoustic.layers import Factored, Spliced

FEATURES = 40
SUBSAMPLING = 3

Weights = dict[str, NDArray[np.float32]]
"""Arrays by name: `tdnn1.affine`, `<layer>.linear`, `<layer>.affine`, `prefinal`, `<head>.wide`, `<head>.narrow`,
`<head>.out`. The last column of every array but `*.linear` and `prefinal` is the bias."""

HEADS = ("chain", "frames")


@dataclass(frozen=True, slots=True)
class LayerShape:
    """A factored layer: its name in the model's file, whether it sees its neighbours, rows of input per output row."""

    name: str
    spliced: bool = True
    stride: int = 1


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of a network."""

    outputs: int
    width: int = 768
    narrow: int = 64
    deep: int = 10
    """How many factored layers there are at the lower rate."""

    @property
    def layers(self) -> tuple[LayerShape, ...]:
        """The factored layers in order."""
        first = (LayerShape("tdnnf2"), LayerShape("tdnnf3"), LayerShape("tdnnf4", stride=SUBSAMPLING))
        deep = (LayerShape(f"tdnnf{number}") for number in range(6, 6 + self.deep))
        return (*first, LayerShape("tdnnf5", spliced=False), *deep)

    @property
    def context(self) -> int:
        """Frames of input seen before and after the frame an output stands for."""
        return 1 + 3 + SUBSAMPLING * self.deep

    def sizes(self) -> dict[str, tuple[int, int]]:
        """Rows and columns of every array."""
        width, narrow = self.width, self.narrow
        sizes = {"tdnn1.affine": (width, 3 * FEATURES + 1), "prefinal": (narrow, width)}
        for layer in self.layers:
            seen = 1 + layer.spliced
            sizes[f"{layer.name}.linear"] = (narrow, seen * width)
            sizes[f"{layer.name}.affine"] = (width, seen * narrow + 1)
        for head in HEADS:
            sizes[f"{head}.wide"] = (width, narrow + 1)
            sizes[f"{head}.narrow"] = (narrow, width + 1)
            sizes[f"{head}.out"] = (self.outputs, narrow + 1)
        return sizes


class Scores(NamedTuple):
    """What the network says of each row of output: unnormalised log scores, rows x outputs, float32."""

    chain: Tensor
    frames: Tensor


class Network(nn.Module):
    """The network over a strip of frames.

    Args:
        shape: its sizes.
        weights: arrays to start from; those that are missing or of another size are drawn anew.
        seed: for those that are drawn.
        precision: of the activations; the weights are float32.
    """

    def __init__(
        self,
        shape: Shape,
        weights: Mapping[str, NDArray[np.float32]] | None = None,
        seed: int = 0,
        precision: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        self.shape, self.precision = shape, precision
        self.dropout = 0.0
        given = weights or {}
        drawn = np.random.default_rng(seed)
        self.arrays = nn.ParameterDict()
        for name, size in shape.sizes().items():
            fresh = _draw(drawn, name, size)
            fits = name in given and given[name].shape == size
            self.arrays[_key(name)] = nn.Parameter(torch.from_numpy(given[name].copy() if fits else fresh))

    def forward(self, strip: Tensor, owners: Tensor | None = None) -> Scores:
        """Score a strip (batches.py): every output row stands for the input row `context` + 3 times its number.

        Args:
            strip: rows x 40; each recording has `context` more frames before and after, its first a multiple of 3.
            owners: the recording of each input row, for dropout; None: no dropout.
        """
        shared = functional.linear(self._hidden(strip, owners), self._array("prefinal"))
        return Scores(*(self._head(name, shared) for name in HEADS))

    def named_arrays(self) -> Iterator[tuple[str, nn.Parameter]]:
        """The arrays that are trained, by name."""
        for name in self.shape.sizes():
            yield name, self.arrays[_key(name)]

    def weights(self) -> Weights:
        """The arrays, to be stored."""
        return {name: array.detach().numpy().copy() for name, array in self.named_arrays()}

    def _hidden(self, strip: Tensor, owners: Tensor | None) -> Tensor:
        h: Tensor = Spliced.apply(strip.to(self.precision), self.arrays[_key("tdnn1.affine")])  # type: ignore[no-untyped-call]
        owners = None if owners is None or not self.training or not self.dropout else owners[1:-1]
        for layer in self.shape.layers:
            linear, affine = (self.arrays[_key(f"{layer.name}.{part}")] for part in ("linear", "affine"))
            mask = None if owners is None else self._mask(owners[: len(h) - layer.spliced])
            h = Factored.apply(h, linear, affine, layer.spliced, layer.stride, mask)  # type: ignore[no-untyped-call]
            if owners is not None:
                owners = (owners[1:-1] if layer.spliced else owners)[:: layer.stride]
        return h

    def _mask(self, owners: Tensor) -> Tensor:
        """Continuous dropout: factors round 1, the same for all frames of a recording (as in Kaldi's recipes)."""
        factors = 1 + self.dropout * (4 * torch.rand(int(owners.max()) + 1, self.shape.narrow) - 2)
        mask: Tensor = factors.to(self.precision)[owners]
        return mask

    def _head(self, name: str, shared: Tensor) -> Tensor:
        wide = self._affine(f"{name}.wide", shared).relu_()
        scores: Tensor = self._affine(f"{name}.out", self._affine(f"{name}.narrow", wide)).float()
        return scores

    def _affine(self, name: str, x: Tensor) -> Tensor:
        array = self._array(name)
        return functional.linear(x, array[:, :-1], array[:, -1])

    def _array(self, name: str) -> Tensor:
        array: Tensor = self.arrays[_key(name)].to(self.precision)
        return array


def _key(name: str) -> str:
    return name.replace(".", "_")


def _draw(drawn: np.random.Generator, name: str, size: tuple[int, int]) -> NDArray[np.float32]:
    """Small random weights, no bias: activations keep their size through the layers."""
    biased = not name.endswith("linear") and name != "prefinal"
    gain = 0.02 * np.sqrt(size[1]) if name.endswith("out") or name == "tdnn1.affine" else 0.7
    start = drawn.normal(0.0, gain / np.sqrt(size[1]), size).astype(np.float32)
    if biased:
        start[:, -1] = 0.0
    return start
