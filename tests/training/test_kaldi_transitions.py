"""Topologies and transition models."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.training.listening import MODEL
from training.kaldi.matrix import Reader, Writer
from training.kaldi.nnet3 import read_model
from training.kaldi.phone_table import biphone_pdfs, phone_table, shared_pdfs
from training.kaldi.transitions import (
    ContextTree,
    HmmState,
    StateTuple,
    Topology,
    TransitionModel,
    context_free_tree,
    read_transitions,
    transition_model,
    write_transitions,
)

SMALL = st.integers(0, 5)
PROBABILITY = st.floats(0, 1, width=32).map(np.float32)
TABLE = phone_table(["SIL", "SPN", "a", "b"])


def written(model: TransitionModel) -> bytes:
    writer = Writer()
    write_transitions(writer, model)
    return writer.bytes


@st.composite
def models(draw: st.DrawFn) -> TransitionModel:
    ordinary = draw(st.booleans())
    states = st.builds(
        lambda forward, loop, arcs: HmmState(forward, forward if ordinary else loop, tuple(arcs)),
        SMALL,
        SMALL,
        st.lists(st.tuples(SMALL, PROBABILITY), max_size=3),
    )
    entries = draw(st.lists(st.lists(states, max_size=4).map(tuple), max_size=3).map(tuple))
    tuples = st.builds(
        lambda phone, state, forward, loop: StateTuple(phone, state, forward, forward if ordinary else loop),
        *[SMALL] * 4,
    )
    numbers = st.lists(SMALL, max_size=5).map(tuple)
    return TransitionModel(
        Topology(draw(numbers), draw(numbers), entries, ordinary),
        draw(st.lists(tuples, max_size=6).map(tuple)),
        np.array(draw(st.lists(PROBABILITY, max_size=5)), np.float32),
    )


@given(models())
def test_any_model_comes_back(model: TransitionModel) -> None:
    found = read_transitions(Reader(written(model)))
    assert (found.topology, found.tuples) == (model.topology, model.tuples)
    assert written(found) == written(model)


def test_the_embedded_model_is_made_from_its_phones_alone() -> None:
    model = read_model(MODEL / "am/final.mdl").transitions
    assert written(transition_model(context_free_tree(model))) == written(model)


def test_transition_ids_of_one_state_phones() -> None:
    model = transition_model(ContextTree({(None, 1): (0, 1), (None, 2): (4, 5)}))
    assert model.tuples == (StateTuple(1, 0, 0, 1), StateTuple(2, 0, 4, 5))
    assert [(each.tuple_index, each.is_loop, each.pdf) for each in model.transitions()] == [
        (0, True, 1),
        (0, False, 0),
        (1, True, 5),
        (1, False, 4),
    ]
    assert model.pdf_count() == 6
    assert len(model.log_probabilities) == 5


def test_all_places_of_a_phone_share_its_pdfs() -> None:
    tree = shared_pdfs(TABLE)
    numbers = TABLE.numbers
    assert {tree.lookup(0, numbers[f"b_{place}"]) for place in "BEIS"} == {(6, 7)}
    assert not tree.sees_context
    assert context_free_tree(transition_model(tree)) == tree


def test_left_neighbours_choose_the_pdfs() -> None:
    pdfs: dict[tuple[str | None, str], tuple[int, int]] = {(None, base): (0, 0) for base in ("SIL", "SPN", "a", "b")}
    tree = biphone_pdfs(TABLE, pdfs | {("a", "b"): (8, 9)})
    numbers = TABLE.numbers
    assert tree.lookup(numbers["a_B"], numbers["b_E"]) == (8, 9)
    assert tree.lookup(numbers["b_B"], numbers["b_E"]) == (0, 0)
    assert tree.lookup(0, numbers["b_E"]) == (0, 0)
    model = transition_model(tree)
    assert sum(each.phone == numbers["b_E"] for each in model.tuples) == 2
    with pytest.raises(ValueError, match="depend on their context"):
        context_free_tree(model)
