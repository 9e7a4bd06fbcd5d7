"""Decoding graphs out of lexicons."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.training.listening import MODEL
from training.kaldi.fst import Fst, read_fst
from training.kaldi.graph_lexicon import counts_of_loop, words_of_graph
from training.kaldi.graphs import Graphs, build_graphs
from training.kaldi.model_folder import read_model_folder
from training.kaldi.phone_table import biphone_pdfs, phone_table, read_phone_table, shared_pdfs
from training.kaldi.transitions import ContextTree, transition_model
from training.lexicon.phones import PHONES
from voice_judge.errors import UserError

TABLE = phone_table(["SIL", "SPN", "a", "b", "t"])
TREE = shared_pdfs(TABLE)
HOMOPHONES = {"бат": [["b", "a", "t"]], "батт": [["b", "a", "t"]], "а": [["a"], ["a", "a"]], "[unk]": [["SPN"]]}
LEXICONS = st.dictionaries(
    st.text("абвг", min_size=1, max_size=4),
    st.lists(st.lists(st.sampled_from(["a", "b", "t"]), min_size=1, max_size=4), min_size=1, max_size=2),
    min_size=1,
    max_size=7,
)


def biphones() -> ContextTree:
    """A tree in which `a` has pdfs of its own after `b`."""
    bases = ["SIL", "SPN", "a", "b", "t"]
    pdfs: dict[tuple[str | None, str], tuple[int, int]] = {(None, b): (2 * i, 2 * i + 1) for i, b in enumerate(bases)}
    return biphone_pdfs(TABLE, pdfs | {("b", "a"): (10, 11)})


def built(words: Mapping[str, Sequence[Sequence[str]]], tree: ContextTree = TREE) -> Graphs:
    return build_graphs(words, TABLE, transition_model(tree), tree)


def hclr(graphs: Graphs) -> Fst:
    return read_fst(graphs.hclr, "HCLr").fst


def gr(graphs: Graphs) -> Fst:
    return read_fst(graphs.gr, "Gr").fst


@pytest.mark.parametrize("tree", [TREE, biphones()], ids=["free", "biphones"])
@settings(max_examples=40, deadline=None)
@given(LEXICONS)
def test_every_pronunciation_of_every_word_is_in_the_graph_and_no_other(
    tree: ContextTree, words: dict[str, list[list[str]]]
) -> None:
    graphs = built(words, tree)
    found = words_of_graph(hclr(graphs), read_fst(graphs.gr, "Gr").symbols, TABLE, transition_model(tree))
    assert found == {word: tuple(sorted({tuple(way) for way in words[word]})) for word in sorted(words)}


@settings(max_examples=40, deadline=None)
@given(LEXICONS)
def test_nothing_is_gained_by_going_on(words: dict[str, list[list[str]]]) -> None:
    for graph in (hclr(built(words)), gr(built(words))):
        assert (graph.arcs["weight"] >= 0).all()
        assert (graph.finals >= 0).all()


def test_the_whole_lexicon_of_the_embedded_model_makes_no_negative_arcs() -> None:
    model = read_model_folder(MODEL)
    graphs = build_graphs(model.words, model.phones, model.acoustic.transitions, model.tree)
    for graph in (hclr(graphs), gr(graphs)):
        assert (graph.arcs["weight"] >= 0).all()
        assert (graph.finals >= 0).all()
    assert len(graphs.hclr) <= (MODEL / "graph/HCLr.fst").stat().st_size * 1.01


def test_silence_and_none_cost_the_same() -> None:
    graph = hclr(built({"а": [["a"]]}))
    assert sorted(set(graph.arcs["weight"].tolist())) == pytest.approx([0, math.log(2), math.log(4)], abs=1e-3)
    ends = {final for final in graph.finals.tolist() if math.isfinite(final)}
    assert sorted(ends) == pytest.approx([0, math.log(2)], abs=1e-3)


def test_every_phone_may_last() -> None:
    """Where a phone is entered its own self-loop stands, and no other."""
    graph, model = hclr(built(HOMOPHONES)), transition_model(TREE)
    transitions = dict(enumerate(model.transitions(), 1))
    for state in range(len(graph.finals)):
        arcs = graph.arcs[graph.arcs["target"] == state]
        known = [transitions[label] for label in arcs["input"].tolist() if label in transitions]
        loops = {each.tuple_index for each in known if each.is_loop}
        assert loops == {each.tuple_index for each in known if not each.is_loop}
        assert len(loops) <= 1
    looping = [label in transitions and transitions[label].is_loop for label in graph.arcs["input"].tolist()]
    assert (graph.sources == graph.arcs["target"])[looping].all()


def test_words_that_sound_alike_end_in_marks_of_their_own() -> None:
    graphs = built(HOMOPHONES)
    first = len(transition_model(TREE).log_probabilities)
    assert graphs.marks == (first, first + 1, first + 2)
    assert graphs.marks_text() == f"{first}\n{first + 1}\n{first + 2}\n"
    assert built({"а": [["a"]]}).marks == (first,)
    assert set(hclr(graphs).arcs["input"].tolist()) <= set(range(first + 3))


def test_the_same_words_give_the_same_bytes_in_whatever_order() -> None:
    turned = {word: list(reversed(HOMOPHONES[word])) for word in reversed(HOMOPHONES)}
    assert built(turned).hclr == built(HOMOPHONES).hclr
    assert built(turned).gr == built(HOMOPHONES).gr


def test_the_loop_of_words_is_a_probability() -> None:
    graphs = built(HOMOPHONES)
    loop = gr(graphs)
    assert np.exp(-loop.arcs["weight"].astype(float)).sum() + math.exp(-loop.finals[0]) == pytest.approx(1)
    assert counts_of_loop(loop, read_fst(graphs.gr, "Gr").symbols) is None


def test_counts_of_words_come_back_from_the_loop() -> None:
    counts = {"бат": 100.0, "батт": 0.5, "а": 7.0}
    graphs = build_graphs(HOMOPHONES, TABLE, transition_model(TREE), TREE, counts)
    found = counts_of_loop(gr(graphs), read_fst(graphs.gr, "Gr").symbols)
    assert found == pytest.approx({**counts, "[unk]": 0.5}, rel=1e-5)


def test_the_words_file_names_no_place_on_a_machine() -> None:
    file = read_fst(built(HOMOPHONES).gr, "Gr")
    assert file.symbols_name == "words"
    assert set(file.symbols.values()) == {"<eps>", *HOMOPHONES}
    assert b"/" not in built(HOMOPHONES).gr[:100]


def test_a_context_tree_keeps_neighbours_apart() -> None:
    tree = biphones()
    transitions = dict(enumerate(transition_model(tree).transitions(), 1))
    for word, way, of_a in (("ба", ["b", "a"], {10, 11}), ("та", ["t", "a"], {4, 5})):
        labels = hclr(built({word: [way]}, tree)).arcs["input"].tolist()
        pdfs = {transitions[label].pdf for label in labels if label in transitions}
        assert pdfs & {4, 5, 10, 11} == of_a


def test_a_phone_that_the_model_has_not_is_an_error() -> None:
    with pytest.raises(KeyError, match="x_B"):
        built({"ха": [["x", "a"]]})


def test_the_phones_of_the_embedded_model() -> None:
    table = phone_table(PHONES)
    assert table == read_phone_table(MODEL / "graph/phones.txt")
    assert table.text() == (MODEL / "graph/phones.txt").read_text(encoding="utf-8")
    assert table.boundaries_text() == (MODEL / "graph/phones/word_boundary.int").read_text(encoding="utf-8")
    assert table.silence == 1
    assert table.placed(["a"]) == (table.numbers["a_S"],)
    assert table.placed(["b", "a", "b"]) == tuple(table.numbers[name] for name in ("b_B", "a_I", "b_E"))


def test_a_wrong_list_of_phones_is_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("phones") / "phones.txt"
    path.write_text("<eps> 0\nSIL 2\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"phones\.txt, строка 2"):
        read_phone_table(path)
