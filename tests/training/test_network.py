"""The network: its own gradients, its view of time, and the exchange with Kaldi's files."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from training.acoustic.batches import Sample, strip_of
from training.acoustic.exchange import acoustic_model, read_weights, shape_of
from training.acoustic.layers import BYPASS, Factored, Spliced
from training.acoustic.network import FEATURES, Network, Shape, Weights
from training.acoustic.starts import embedded_model
from training.kaldi.components import Floats, affine, no_op, relu, tdnn
from training.kaldi.components import linear as linear_component
from training.kaldi.network import Component
from training.kaldi.network import Network as KaldiNetwork
from training.kaldi.nnet3 import AcousticModel, model_to_bytes, read_model, write_model
from training.kaldi.phone_table import phone_table, shared_pdfs
from training.kaldi.transitions import transition_model
from training.lexicon.phones import PHONES
from voice_judge.errors import UserError

Numbers = NDArray[np.float64]
SMALL = Shape(outputs=6, width=12, narrow=4, deep=2)
EMBEDDED = embedded_model() / "am" / "final.mdl"


def plain_factored(h: Tensor, linear: Tensor, up: Tensor, spliced: bool, stride: int, mask: Tensor | None) -> Tensor:
    """The layer as the papers write it, for autograd."""
    before = torch.cat([h[:-1], h[1:]], 1) if spliced else h
    y = before @ linear.t()
    if mask is not None:
        y = y * mask
    inner = torch.cat([y[:-1], y[1:]], 1) if spliced else y
    r = functional.relu(inner @ up[:, :-1].t() + up[:, -1])
    kept = h[1:-1] if spliced else h
    return (r + BYPASS * kept)[::stride]


@pytest.mark.parametrize(("spliced", "stride"), [(True, 1), (True, 3), (False, 1)])
@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("rows", [11, 12, 13])
def test_the_factored_layer_and_its_gradients_are_those_of_autograd(
    spliced: bool, stride: int, masked: bool, rows: int
) -> None:
    torch.manual_seed(1)
    seen = 1 + spliced
    given = [torch.randn(rows, 8), torch.randn(3, 8 * seen), torch.randn(8, 3 * seen + 1)]
    mask = torch.rand(rows - spliced, 3) if masked else None
    results = []
    layers: tuple[Callable[..., Tensor], ...] = (Factored.apply, plain_factored)
    for layer in layers:
        inputs = [one.clone().requires_grad_() for one in given]
        out = layer(*inputs, spliced, stride, mask)
        torch.autograd.backward((out * torch.arange(out.numel()).view(out.shape).cos()).sum())
        results.append([out, *(one.grad for one in inputs)])
    for ours, theirs in zip(*results, strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-4)


def test_the_first_layer_and_its_gradient_are_those_of_autograd() -> None:
    torch.manual_seed(2)
    x, weights = torch.randn(9, 5), torch.randn(7, 16)
    ours, theirs = weights.clone().requires_grad_(), weights.clone().requires_grad_()
    layer: Callable[..., Tensor] = Spliced.apply
    out = layer(x, ours)
    seen = torch.cat([x[:-2], x[1:-1], x[2:]], 1)
    plain = functional.relu(seen @ theirs[:, :-1].t() + theirs[:, -1])
    torch.autograd.backward(out.square().sum())
    torch.autograd.backward(plain.square().sum())
    torch.testing.assert_close(out, plain)
    torch.testing.assert_close(ours.grad, theirs.grad, rtol=1e-4, atol=1e-4)


def samples(*lengths: int) -> list[Sample]:
    drawn = np.random.default_rng(3)
    return [
        Sample(0, drawn.normal(size=(frames, FEATURES)).astype(np.float32), np.zeros(-(-frames // 3), dtype=bool))
        for frames in lengths
    ]


def test_a_recording_scores_the_same_alone_and_among_others() -> None:
    network = Network(SMALL, seed=4).eval()
    recordings = samples(40, 7, 1, 23, 3)
    together = strip_of(recordings, SMALL.context)
    scores = together.parted(network(together.rows))
    for row, one in enumerate(recordings):
        strip = strip_of([one], SMALL.context)
        alone = strip.parted(network(strip.rows))
        assert alone.chain.shape == (1, one.length, SMALL.outputs)
        torch.testing.assert_close(scores.chain[row, : one.length], alone.chain[0], rtol=1e-4, atol=1e-5)
        torch.testing.assert_close(scores.frames[row, : one.length], alone.frames[0], rtol=1e-4, atol=1e-5)


def test_an_output_sees_its_context_and_no_further() -> None:
    network = Network(SMALL, seed=5).eval()
    (sample,) = samples(90)
    middle = 45
    before = network(strip_of([sample], SMALL.context).rows).chain
    for distance, seen in ((0, True), (SMALL.context, True), (SMALL.context + 1, False)):
        for frame in {middle - distance, middle + distance}:
            features = sample.features.copy()
            features[frame] += 5.0
            changed = network(strip_of([Sample(0, features, sample.quiet)], SMALL.context).rows).chain
            assert (not torch.equal(changed[middle // 3], before[middle // 3])) is seen, distance


def test_dropout_is_one_mask_for_a_recording_and_off_when_not_training() -> None:
    network = Network(SMALL, seed=6)
    network.dropout = 0.4
    recordings = samples(30, 30)
    same = [recordings[0], Sample(1, recordings[0].features, recordings[0].quiet)]
    strip = strip_of(same, SMALL.context)
    network.train()
    first, second = strip.parted(network(strip.rows, strip.owners)).chain
    assert not torch.equal(first, second)
    network.eval()
    first, second = strip.parted(network(strip.rows, strip.owners)).chain
    torch.testing.assert_close(first, second)


def test_given_weights_are_taken_where_they_fit_and_the_seed_decides_the_rest() -> None:
    given = Network(SMALL, seed=7).weights()
    wider = Shape(outputs=8, width=12, narrow=4, deep=2)
    taken, again = (Network(wider, given, seed=8).weights() for _ in range(2))
    for name, array in taken.items():
        assert np.array_equal(array, again[name])
        assert np.array_equal(array, given[name]) is not name.endswith(".out"), name


def test_bfloat16_gives_nearly_the_same_scores() -> None:
    weights = Network(SMALL, seed=9).weights()
    strip = strip_of(samples(60), SMALL.context)
    exact = Network(SMALL, weights).eval()(strip.rows).chain
    rough = Network(SMALL, weights, precision=torch.bfloat16).eval()(strip.rows).chain
    assert rough.dtype == torch.float32
    torch.testing.assert_close(rough, exact, rtol=0.05, atol=0.05 * float(exact.detach().abs().max()))


def test_the_embedded_model_comes_out_as_it_went_in() -> None:
    weights = read_weights(EMBEDDED)
    assert shape_of(weights) == Shape(2 * len(PHONES))
    model = acoustic_model(weights, read_model(EMBEDDED).transitions)
    assert model_to_bytes(model) == EMBEDDED.read_bytes()


def test_a_trained_network_survives_the_journey_through_kaldis_file(tmp_path: Path) -> None:
    shape = Shape(2 * len(PHONES), width=12, narrow=4, deep=3)
    weights = Network(shape, seed=10).weights()
    write_model(tmp_path / "final.mdl", acoustic_model(weights, transition_model(shared_pdfs(phone_table(PHONES)))))
    found = read_weights(tmp_path / "final.mdl")
    assert shape_of(found) == shape
    for name in weights:
        if not name.startswith("frames"):
            np.testing.assert_array_equal(found[name], weights[name])


def test_another_network_is_refused_by_name(tmp_path: Path) -> None:
    model = read_model(EMBEDDED)
    other = KaldiNetwork(model.network.lines, model.network.components[:5])
    write_model(tmp_path / "final.mdl", AcousticModel(model.transitions, other, 34, 34, model.priors))
    with pytest.raises(UserError, match=r"final\.mdl.*малая модель Vosk"):
        read_weights(tmp_path / "final.mdl")


class Foreign:
    """A network as Alpha Cephei's: speaker vectors, a whitening transform, batch normalisation everywhere."""

    width, narrow, speaker = 10, 3, 4
    names = ("tdnnf2", "tdnnf3", "tdnnf4", "tdnnf5", "tdnnf6")

    def __init__(self) -> None:
        self.drawn = np.random.default_rng(11)
        seen = 3 * FEATURES + self.speaker
        self.parts: dict[str, Component] = {}
        self.add(affine("lda", (np.eye(seen) + self.array(seen, seen) / 100).astype(np.float32), self.array(seen)))
        self.add(affine("tdnn1.affine", np.float32(0.2) * self.array(self.width, seen), self.array(self.width)))
        self.batch_norm("tdnn1.batchnorm", self.width)
        for name in self.names:
            self.factored(name)
        self.add(linear_component("prefinal-l", self.array(self.narrow, self.width)))
        self.add(affine("prefinal-chain.affine", self.array(self.width, self.narrow), self.array(self.width)))
        self.batch_norm("prefinal-chain.batchnorm1", self.width)
        self.add(linear_component("prefinal-chain.linear", self.array(self.narrow, self.width)))
        self.batch_norm("prefinal-chain.batchnorm2", self.narrow)
        self.add(affine("output.affine", self.array(5, self.narrow), self.array(5)))

    def array(self, *size: int) -> Floats:
        return self.drawn.normal(size=size).astype(np.float32)

    def add(self, component: Component) -> None:
        self.parts[component.name] = component

    def factored(self, name: str) -> None:
        offsets = (0,) if name == "tdnnf5" else (0, 1)
        count = len(offsets)
        self.add(tdnn(f"{name}.linear", self.array(self.narrow, count * self.width), None, [-one for one in offsets]))
        self.add(tdnn(f"{name}.affine", self.array(self.width, count * self.narrow), self.array(self.width), offsets))
        self.add(relu(f"{name}.relu", self.width))
        self.batch_norm(f"{name}.batchnorm", self.width)
        self.add(no_op(f"{name}.noop", self.width))

    def batch_norm(self, name: str, width: int) -> None:
        mean, variance = self.array(width), np.square(self.array(width)) + np.float32(0.1)
        fields = (
            ("<Dim>", (width,)),
            ("<Epsilon>", (np.float32(0.001),)),
            ("<TargetRms>", (np.float32(1.5),)),
            ("<StatsMean>", (mean,)),
            ("<StatsVar>", (variance,)),
        )
        self.add(Component(name, "BatchNormComponent", fields))

    def write(self, path: Path) -> None:
        network = KaldiNetwork(("input-node name=input dim=40",), tuple(self.parts.values()))
        write_model(path, AcousticModel(read_model(EMBEDDED).transitions, network, 0, 0, np.zeros(0, np.float32)))

    def numbers(self, name: str, token: str) -> Numbers:
        return self.parts[name].numbers(token).astype(np.float64)

    def affine(self, name: str, x: Numbers) -> Numbers:
        out: Numbers = x @ self.numbers(name, "<LinearParams>").T + self.numbers(name, "<BiasParams>")
        return out

    def normalise(self, name: str, x: Numbers) -> Numbers:
        spread = np.sqrt(self.numbers(name, "<StatsVar>") + 0.001)
        out: Numbers = 1.5 * (x - self.numbers(name, "<StatsMean>")) / spread
        return out

    def scores(self, rows: Numbers) -> Numbers:
        """As Kaldi computes them, the speaker vector at its mean, every third frame put out."""
        whitening = self.numbers("lda", "<LinearParams>")
        mean = -np.linalg.solve(whitening, self.numbers("lda", "<BiasParams>"))[3 * FEATURES :]
        spliced = np.concatenate([rows[:-2], rows[1:-1], rows[2:], np.tile(mean, (len(rows) - 2, 1))], 1)
        h = self.normalise("tdnn1.batchnorm", np.maximum(self.affine("tdnn1.affine", self.affine("lda", spliced)), 0))
        for name in self.names:
            h = self.layer(name, h)
        shared = h @ self.numbers("prefinal-l", "<Params>").T
        wide = np.maximum(self.affine("prefinal-chain.affine", shared), 0)
        narrow = self.normalise("prefinal-chain.batchnorm1", wide) @ self.numbers("prefinal-chain.linear", "<Params>").T
        return self.affine("output.affine", self.normalise("prefinal-chain.batchnorm2", narrow))

    def layer(self, name: str, h: Numbers) -> Numbers:
        weights = self.numbers(f"{name}.linear", "<LinearParams>")
        single = name == "tdnnf5"
        y = (h if single else np.concatenate([h[:-1], h[1:]], 1)) @ weights.T
        inner = y if single else np.concatenate([y[:-1], y[1:]], 1)
        up = self.normalise(f"{name}.batchnorm", np.maximum(self.affine(f"{name}.affine", inner), 0))
        out: Numbers = up + BYPASS * (h if single else h[1:-1])
        return out[::3] if name == "tdnnf4" else out


def test_a_foreign_model_is_simplified_without_changing_what_it_says(tmp_path: Path) -> None:
    foreign = Foreign()
    foreign.write(tmp_path / "final.mdl")
    weights: Weights = read_weights(tmp_path / "final.mdl")
    shape = shape_of(weights)
    assert (shape.width, shape.narrow, shape.deep, shape.outputs) == (10, 3, 1, 5)
    rows = np.random.default_rng(12).normal(size=(2 * shape.context + 22, FEATURES))
    ours = Network(shape, weights).eval()(torch.from_numpy(rows.astype(np.float32))).chain
    np.testing.assert_allclose(ours.detach().numpy(), foreign.scores(rows), rtol=2e-3, atol=2e-3)
