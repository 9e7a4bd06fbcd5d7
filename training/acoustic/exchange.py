"""Between the network here and Kaldi's nnet3: reads the weights of a small Vosk model, writes a model for Vosk.

Reading simplifies exactly: an LDA-like first transform and batch normalisations become part of the affine layers beside
them, and speaker vectors (i-vectors) are fixed at their mean. Batch normalisation, `y = s x + o` after a rectifier,
scales the rows of the affine before it; its offset travels on as a constant beside the activations until an affine
takes it into its bias.

Source: Kaldi's nnet3/nnet-normalize-component.cc (BatchNormComponent: scale and offset from the stored mean and
variance), nnet-tdnn-component.cc (the order of a TdnnComponent's columns).
"""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.acoustic.layers import BYPASS
from training.acoustic.network import FEATURES, LayerShape, Shape, Weights
from training.kaldi.components import affine, linear, no_op, relu, tdnn
from training.kaldi.network import Component
from training.kaldi.network import Network as KaldiNetwork
from training.kaldi.nnet3 import AcousticModel, read_model
from training.kaldi.transitions import TransitionModel
from voice_judge.errors import UserError

Numbers = NDArray[np.float64]


def read_weights(path: Path) -> Weights:
    """The weights of a final.mdl of Alpha Cephei's small shape, or of one written here.

    Both heads get those of its output; the output itself keeps the size it has there.

    Raises:
        UserError: the file is no such model.
    """
    model = read_model(path)
    try:
        folded = _fold(model.network)
    except KeyError as error:
        raise UserError(f"{path}: это другая сеть, в ней нет слоя {error}; нужна малая модель Vosk (TDNN-F).") from None
    return {name: array.astype(np.float32) for name, array in folded.items()}


def shape_of(weights: Weights) -> Shape:
    """The sizes of a network with these weights."""
    deep = sum(name.startswith("tdnnf") and name.endswith(".linear") for name in weights) - 4
    return Shape(
        outputs=len(weights["chain.out"]),
        width=len(weights["tdnn1.affine"]),
        narrow=len(weights["prefinal"]),
        deep=deep,
    )


def acoustic_model(weights: Weights, transitions: TransitionModel) -> AcousticModel:
    """The model for Vosk: the `chain` head only."""
    shape = shape_of(weights)
    nodes = _Nodes()
    spliced = "Append(Offset(input, -1), input, Offset(input, 1))"
    nodes.add(affine("tdnn1.affine", *_parted(weights["tdnn1.affine"])), spliced)
    h = nodes.add(relu("tdnn1.relu", shape.width))
    step = 1
    for layer in shape.layers:
        h = _add_factored(nodes, layer, weights, h, step)
        step *= layer.stride
    nodes.add(linear("prefinal-l", weights["prefinal"]), h)
    nodes.add(affine("prefinal-chain.affine", *_parted(weights["chain.wide"])))
    nodes.add(relu("prefinal-chain.relu", shape.width))
    nodes.add(affine("prefinal-chain.linear", *_parted(weights["chain.narrow"])))
    out = nodes.add(affine("output.affine", *_parted(weights["chain.out"])))
    lines = (
        f"input-node name=input dim={FEATURES}",
        *nodes.lines,
        f"output-node name=output input={out} objective=linear",
    )
    network = KaldiNetwork(lines, tuple(nodes.components))
    return AcousticModel(transitions, network, shape.context, shape.context, np.zeros(0, np.float32))


class _Nodes:
    """Components with their configuration lines, each after the one before unless said otherwise."""

    def __init__(self) -> None:
        self.components: list[Component] = []
        self.lines: list[str] = []

    def add(self, component: Component, source: str = "") -> str:
        source = source or self.components[-1].name
        self.lines.append(f"component-node name={component.name} component={component.name} input={source}")
        self.components.append(component)
        return component.name


def _add_factored(nodes: _Nodes, layer: LayerShape, weights: Weights, source: str, step: int) -> str:
    name = layer.name
    before, after = ((-step, 0), (0, step)) if layer.spliced else ((0,), (0,))
    nodes.add(tdnn(f"{name}.linear", weights[f"{name}.linear"], None, before), source)
    nodes.add(tdnn(f"{name}.affine", *_parted(weights[f"{name}.affine"]), after))
    width = len(weights[f"{name}.affine"])
    rectified = nodes.add(relu(f"{name}.relu", width))
    return nodes.add(no_op(f"{name}.noop", width), f"Sum(Scale({BYPASS}, {source}), {rectified})")


def _parted(array: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    return array[:, :-1], array[:, -1]


def _fold(network: KaldiNetwork) -> dict[str, Numbers]:
    names = {component.name for component in network.components}
    weights = {}
    first, constant = _normalised(network, "tdnn1.batchnorm", *_first(network, names))
    weights["tdnn1.affine"] = first
    for name in _factored_names(names):
        down = _array(network, f"{name}.linear")
        up, bias = _affine(network, f"{name}.affine")
        through = np.concatenate([part @ constant for part in _columns(down, len(constant))])
        up, offset = _normalised(
            network, f"{name}.batchnorm", up, bias + up @ _repeated(through, up.shape[1], len(down))
        )
        weights[f"{name}.linear"], weights[f"{name}.affine"] = down, up
        constant = BYPASS * constant + offset
    shared = _array(network, "prefinal-l")
    up, bias = _affine(network, "prefinal-chain.affine")
    wide, offset = _normalised(network, "prefinal-chain.batchnorm1", up, bias + up @ (shared @ constant))
    down, bias = _affine(network, "prefinal-chain.linear")
    scale, shift = _batch_norm(network, "prefinal-chain.batchnorm2", len(down))
    narrow = np.column_stack([scale[:, None] * down, scale * (bias + down @ offset) + shift])
    weights["prefinal"] = shared
    for head in ("chain", "frames"):
        weights[f"{head}.wide"], weights[f"{head}.narrow"] = wide, narrow
    weights["chain.out"] = np.column_stack(_affine(network, "output.affine"))
    return weights


def _first(network: KaldiNetwork, names: Iterable[str]) -> tuple[Numbers, Numbers]:
    """The first affine on the three spliced frames alone."""
    seen = 3 * FEATURES
    weights, bias = _affine(network, "tdnn1.affine")
    if "lda" in names:
        whiten, shift = _affine(network, "lda")
        mean = -np.linalg.solve(whiten, shift)
        weights, bias = weights @ whiten, weights @ shift + bias
        bias = bias + weights[:, seen:] @ mean[seen:]
    return weights[:, :seen], bias


def _factored_names(names: Iterable[str]) -> list[str]:
    found = {name.split(".")[0] for name in names if name.startswith("tdnnf")}
    return sorted(found, key=lambda name: int(name.removeprefix("tdnnf")))


def _columns(down: Numbers, width: int) -> list[Numbers]:
    """The parts of a TDNN matrix, one per time offset."""
    return np.split(down, down.shape[1] // width, axis=1)


def _repeated(parts: Numbers, columns: int, narrow: int) -> Numbers:
    """What constants come out of the linear part (all offsets summed), once per time offset of the affine part."""
    return np.tile(parts.reshape(-1, narrow).sum(0), columns // narrow)


def _normalised(network: KaldiNetwork, name: str, weights: Numbers, bias: Numbers) -> tuple[Numbers, Numbers]:
    """An affine, bias last, with the batch normalisation after its rectifier; and the offset this leaves."""
    scale, offset = _batch_norm(network, name, len(bias))
    return scale[:, None] * np.column_stack([weights, bias]), offset


def _batch_norm(network: KaldiNetwork, name: str, width: int) -> tuple[Numbers, Numbers]:
    """Scale and offset; 1 and 0 if the network has no such component."""
    if all(component.name != name for component in network.components):
        return np.ones(width), np.zeros(width)
    component = network.component(name)
    mean, variance = (component.numbers(token).astype(np.float64) for token in ("<StatsMean>", "<StatsVar>"))
    epsilon, target = (float(np.float32(component.value(token))) for token in ("<Epsilon>", "<TargetRms>"))  # type: ignore[arg-type]
    scale = target / np.sqrt(variance + epsilon)
    return scale, -mean * scale


def _affine(network: KaldiNetwork, name: str) -> tuple[Numbers, Numbers]:
    weights = _array(network, name)
    component = network.component(name)
    if not component.has("<BiasParams>"):
        return weights, np.zeros(len(weights))
    bias = component.numbers("<BiasParams>").astype(np.float64)
    return weights, bias if len(bias) else np.zeros(len(weights))


def _array(network: KaldiNetwork, name: str) -> Numbers:
    component = network.component(name)
    token = "<LinearParams>" if component.has("<LinearParams>") else "<Params>"
    return component.numbers(token).astype(np.float64)
