"""The context of a network."""

import numpy as np
import pytest

from tests.training.listening import MODEL
from training.kaldi.components import no_op, tdnn
from training.kaldi.context import network_context
from training.kaldi.network import Network
from training.kaldi.nnet3 import read_model

WEIGHTS = np.zeros((2, 4), np.float32)
INPUT, OUTPUT = "input-node name=input dim=2", "output-node name=output input=last objective=linear"


def network(*lines: str) -> Network:
    components = (tdnn("early", WEIGHTS, None, [-3, 0]), tdnn("late", WEIGHTS, None, [0, 2]), no_op("same", 2))
    return Network((INPUT, *lines, OUTPUT), components)


def test_the_embedded_model_states_what_is_found() -> None:
    model = read_model(MODEL / "am/final.mdl")
    assert network_context(model.network) == (model.left_context, model.right_context)


@pytest.mark.parametrize(
    ("lines", "context"),
    [
        (["component-node name=last component=same input=input"], (0, 0)),
        (["component-node name=last component=same input=Append(Offset(input, -1), input, Offset(input, 4))"], (1, 4)),
        (["component-node name=last component=early input=Offset(input, 1)"], (2, 1)),
        (["component-node name=last component=same input=Offset(input, 5)"], (0, 5)),
        (
            [
                "component-node name=a component=early input=input",
                "component-node name=b component=late input=a",
                "component-node name=last component=same input=Sum(Scale(0.66, a), b)",
            ],
            (3, 2),
        ),
        (
            [
                "input-node name=ivector dim=3",
                "component-node name=last component=late input=Append(input, ReplaceIndex(ivector, t, 0))",
            ],
            (0, 2),
        ),
    ],
)
def test_contexts(lines: list[str], context: tuple[int, int]) -> None:
    assert network_context(network(*lines)) == context


def test_what_cannot_be_told_is_an_error() -> None:
    with pytest.raises(KeyError, match="nowhere"):
        network_context(network("component-node name=last component=same input=nowhere"))
    with pytest.raises(ValueError, match="Round"):
        network_context(network("component-node name=last component=same input=Round(input, 3)"))
    with pytest.raises(ValueError, match="does not depend"):
        network_context(network("component-node name=last component=same input=ReplaceIndex(input, t, 0)"))
