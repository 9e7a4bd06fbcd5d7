"""The components that a TDNN-F network is made of, with the fields that Kaldi writes for them.

The fields about training (learning rate, natural gradient) say nothing to a decoder; they hold Kaldi's usual values.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, src/nnet3/nnet-simple-component.cc, nnet-tdnn-component.cc,
nnet-normalize-component.cc; TDNN-F: Povey et al., Interspeech 2018, "Semi-orthogonal low-rank matrix factorization
for deep neural networks".
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from training.kaldi.network import Component, Network, Value
from training.kaldi.quantised import QuantisedMatrix

Floats = NDArray[np.float32]

_NOTHING = np.zeros(0, np.float32)
_RATE = ("<LearningRate>", (np.float32(0.001),))
_HISTORY = ("<NumSamplesHistory>", (np.float32(2000),))
_RANKS = ("<RankInOut>", (20, 80))
_WEIGHTS = ("<LinearParams>", "<Params>")


def affine(name: str, weights: Floats, bias: Floats) -> Component:
    """output = weights @ input + bias; weights [outputs, inputs], bias [outputs]."""
    fields: tuple[tuple[str, tuple[Value, ...]], ...] = (
        _RATE,
        ("<LinearParams>", (weights.astype(np.float32),)),
        ("<BiasParams>", (bias.astype(np.float32),)),
        ("<RankIn>", (20,)),
        ("<RankOut>", (80,)),
        ("<UpdatePeriod>", (4,)),
        _HISTORY,
        ("<Alpha>", (np.float32(4),)),
    )
    return Component(name, "NaturalGradientAffineComponent", fields)


def linear(name: str, weights: Floats) -> Component:
    """output = weights @ input; weights [outputs, inputs]."""
    fields: tuple[tuple[str, tuple[Value, ...]], ...] = (
        _RATE,
        ("<Params>", (weights.astype(np.float32),)),
        ("<UseNaturalGradient>", (True,)),
        _RANKS,
        ("<Alpha>", (np.float32(4),)),
        _HISTORY,
        ("<UpdatePeriod>", (4,)),
    )
    return Component(name, "LinearComponent", fields)


def tdnn(name: str, weights: Floats, bias: Floats | None, offsets: Sequence[int]) -> Component:
    """output(t) = weights @ [input(t + each offset)] + bias.

    Args:
        name: of the component.
        weights: [outputs, len(offsets) * inputs], the columns of the first offset first.
        bias: [outputs], or None for none.
        offsets: in frames of features, ascending.
    """
    fields: tuple[tuple[str, tuple[Value, ...]], ...] = (
        _RATE,
        ("<TimeOffsets>", (np.array(offsets, np.int32),)),
        ("<LinearParams>", (weights.astype(np.float32),)),
        ("<BiasParams>", (_NOTHING if bias is None else bias.astype(np.float32),)),
        ("<OrthonormalConstraint>", (np.float32(0),)),
        ("<UseNaturalGradient>", (True,)),
        _HISTORY,
        ("<AlphaInOut>", (np.float32(4), np.float32(4))),
        _RANKS,
    )
    return Component(name, "TdnnComponent", fields)


def relu(name: str, width: int) -> Component:
    """output = max(input, 0)."""
    zero = np.float64(0)
    fields: tuple[tuple[str, tuple[Value, ...]], ...] = (
        ("<Dim>", (width,)),
        ("<ValueAvg>", (_NOTHING,)),
        ("<DerivAvg>", (_NOTHING,)),
        ("<Count>", (zero,)),
        ("<OderivRms>", (_NOTHING,)),
        ("<OderivCount>", (zero,)),
        ("<NumDimsSelfRepaired>", (zero,)),
        ("<NumDimsProcessed>", (zero,)),
    )
    return Component(name, "RectifiedLinearComponent", fields)


def no_op(name: str, width: int) -> Component:
    """output = input: a node with a name, for sums."""
    return Component(name, "NoOpComponent", (("<Dim>", (width,)), ("<BackpropScale>", (np.float32(1),))))


def quantised(network: Network, bits: int) -> Network:
    """The same network with every weight matrix stored in 8 or 16 bits a value; biases stay as they are."""

    def change(component: Component) -> Component:
        for token in _WEIGHTS:
            if component.has(token):
                component = component.with_value(token, QuantisedMatrix.of(component.numbers(token), bits))
        return component

    return network.mapped(change)
