"""Networks and whole final.mdl files, byte for byte."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.training.listening import MODEL
from training.kaldi.components import affine, linear, no_op, quantised, relu, tdnn
from training.kaldi.matrix import BINARY_MARK, Reader, Writer
from training.kaldi.network import Component, Network, Value
from training.kaldi.nnet3 import (
    model_from_bytes,
    model_to_bytes,
    read_model,
    read_network,
    read_raw_network,
    write_model,
    write_network,
)
from voice_judge.errors import UserError

NAMES = st.from_regex(r"[a-z][a-z0-9.\-]{0,8}", fullmatch=True)
FLOAT = st.floats(width=32).map(np.float32)
FIELDS: st.SearchStrategy[tuple[str, tuple[Value, ...]]] = st.one_of(
    st.tuples(st.sampled_from(["<Dim>", "<RankIn>"]), st.tuples(st.integers(-9, 9))),
    st.tuples(st.just("<RankInOut>"), st.tuples(st.integers(0, 99), st.integers(0, 99))),
    st.tuples(st.sampled_from(["<LearningRate>", "<Strange>"]), st.tuples(FLOAT)),
    st.tuples(st.just("<Count>"), st.tuples(st.floats().map(np.float64))),
    st.tuples(st.just("<AlphaInOut>"), st.tuples(FLOAT, FLOAT)),
    st.tuples(st.just("<TestMode>"), st.one_of(st.just(()), st.tuples(st.booleans()))),
    st.tuples(st.just("<TimeOffsets>"), st.lists(st.integers(-9, 9)).map(lambda each: (np.array(each, np.int32),))),
    st.tuples(st.just("<BiasParams>"), st.lists(FLOAT).map(lambda each: (np.array(each, np.float32),))),
    st.tuples(
        st.just("<LinearParams>"),
        st.integers(1, 4).map(lambda rows: (np.arange(rows * 3, dtype=np.float32).reshape(rows, 3) - rows,)),
    ),
    st.tuples(
        st.just("<Params>"),
        st.integers(1, 4).map(lambda rows: (np.arange(rows * 3, dtype=np.float64).reshape(rows, 3) / 7,)),
    ),
)
COMPONENTS = st.builds(
    Component, NAMES, st.sampled_from(["TdnnComponent", "NewComponent"]), st.lists(FIELDS, max_size=6).map(tuple)
)
NETWORKS = st.builds(
    Network,
    st.lists(st.from_regex(r"[a-z][a-z =(),.0-9-]{0,30}", fullmatch=True), max_size=4).map(tuple),
    st.lists(COMPONENTS, max_size=4).map(tuple),
)


def written(network: Network) -> bytes:
    writer = Writer()
    write_network(writer, network)
    return writer.bytes


def test_the_embedded_model_comes_back_byte_for_byte() -> None:
    data = (MODEL / "am/final.mdl").read_bytes()
    model = model_from_bytes(data)
    assert model_to_bytes(model) == data
    assert model.network.lines[0] == "input-node name=input dim=40"
    assert model.network.component("output.affine").numbers("<BiasParams>").shape == (model.transitions.pdf_count(),)


@given(NETWORKS)
def test_any_network_comes_back_byte_for_byte(network: Network) -> None:
    reader = Reader(written(network))
    found = read_network(reader)
    assert reader.at_end()
    assert found.lines == network.lines
    assert [(each.name, each.kind) for each in found.components] == [
        (each.name, each.kind) for each in network.components
    ]
    assert written(found) == written(network)


def test_quantised_networks_come_back_and_keep_their_values() -> None:
    weights = np.random.default_rng(1).normal(size=(8, 6)).astype(np.float32)
    network = Network(("input-node name=input dim=6",), (affine("a", weights, weights[:, 0]), linear("l", weights)))
    small = quantised(network, 16)
    again = read_network(Reader(written(small)))
    assert written(again) == written(small)
    for name, token in (("a", "<LinearParams>"), ("l", "<Params>")):
        assert np.abs(again.component(name).numbers(token) - weights).max() < 1e-4
    assert again.component("a").numbers("<BiasParams>").tolist() == weights[:, 0].tolist()


def test_components_hold_what_they_are_given() -> None:
    weights, bias = np.ones((4, 6), np.float32), np.arange(4, dtype=np.float32)
    layer = tdnn("t", weights, bias, [-3, 0])
    assert layer.value("<TimeOffsets>").tolist() == [-3, 0]  # type: ignore[union-attr]
    assert layer.numbers("<BiasParams>").tolist() == bias.tolist()
    assert tdnn("t", weights, None, [0]).numbers("<BiasParams>").size == 0
    assert relu("r", 4).value("<Dim>") == no_op("n", 4).value("<Dim>") == 4
    changed = layer.with_value("<BiasParams>", bias * 2)
    assert changed.numbers("<BiasParams>").tolist() == [0, 2, 4, 6]
    with pytest.raises(KeyError):
        layer.with_value("<Dim>", 3)
    with pytest.raises(KeyError):
        layer.value("<Dim>")
    with pytest.raises(KeyError):
        relu("r", 4).numbers("<Dim>")
    with pytest.raises(KeyError):
        Network((), (layer,)).component("other")


def test_raw_networks_and_whole_models_on_disk(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("models")
    network = Network(("input-node name=input dim=4",), (relu("r", 4),))
    (folder / "final.raw").write_bytes(BINARY_MARK + written(network))
    assert written(read_raw_network(folder / "final.raw")) == written(network)
    write_model(folder / "final.mdl", read_model(MODEL / "am/final.mdl"))
    assert (folder / "final.mdl").read_bytes() == (MODEL / "am/final.mdl").read_bytes()


@pytest.mark.parametrize("cut", [0, 1, 700, 6470, 12_000, 400_000, -1])
def test_a_cut_file_is_told(cut: int) -> None:
    data = (MODEL / "am/final.mdl").read_bytes()
    with pytest.raises(UserError, match=r"final\.mdl, байт"):
        model_from_bytes(data[:cut])


def test_what_follows_the_end_is_told() -> None:
    with pytest.raises(UserError, match="конец файла"):
        model_from_bytes((MODEL / "am/final.mdl").read_bytes() + b"x")
