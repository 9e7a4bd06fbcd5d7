"""OpenFst's files."""

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.training.listening import MODEL
from training.kaldi.fst import ARC, Fst, const_bytes, from_arcs, lookahead_bytes, read_fst, vector_bytes
from training.kaldi.lookahead import Lookahead, lookahead_data, read_lookahead_data, with_lookahead
from voice_judge.errors import UserError

SYMBOLS = {0: "<eps>", 1: "да", 2: "нет", 7: "[unk]"}


@st.composite
def graphs(draw: st.DrawFn) -> Fst:
    states = draw(st.integers(1, 7))
    state = st.integers(0, states - 1)
    label = st.integers(0, 4)
    weight = st.integers(0, 3).map(float)
    rows = draw(st.lists(st.tuples(state, label, label, weight, state), max_size=14))
    finals = draw(st.dictionaries(state, weight, max_size=states))
    arcs = np.array([row[1:] for row in rows], ARC)
    return from_arcs(states, draw(state), finals, arcs, np.array([row[0] for row in rows], np.int64))


def same(one: Fst, other: Fst) -> bool:
    return (
        one.start == other.start
        and one.finals.tolist() == other.finals.tolist()
        and one.offsets.tolist() == other.offsets.tolist()
        and one.arcs.tolist() == other.arcs.tolist()
    )


@given(graphs())
def test_any_graph_comes_back(graph: Fst) -> None:
    for data, kind in ((vector_bytes(graph), "vector"), (const_bytes(graph), "const")):
        found = read_fst(data, kind)
        assert found.kind == kind
        assert same(found.fst, graph)
    with_symbols = read_fst(vector_bytes(graph, SYMBOLS), "with symbols")
    assert same(with_symbols.fst, graph)
    assert (with_symbols.symbols, with_symbols.symbols_name) == (SYMBOLS, "words")


def after_silence(graph: Fst, state: int) -> set[int | None]:
    """What may come next from a state, by walking: output labels, None for the end."""
    waiting, seen, found = [state], {state}, set[int | None]()
    while waiting:
        here = waiting.pop()
        if np.isfinite(graph.finals[here]):
            found.add(None)
        for _, output, _, target in graph.arcs_of(here).tolist():
            if output:
                found.add(output)
            elif target not in seen:
                seen.add(target)
                waiting.append(target)
    return found


def in_intervals(lookahead: Lookahead, state: int) -> set[int | None]:
    numbers = {number for begin, end in lookahead.intervals[state] for number in range(begin, end)}
    return {None if number == lookahead.ending else number for number in numbers}


@given(graphs())
def test_lookahead_knows_what_may_come_from_every_state(graph: Fst) -> None:
    found = with_lookahead(graph)
    outputs = set(graph.arcs["output"].tolist()) - {0}
    assert set(found.numbers) == outputs
    assert sorted([*found.numbers.values(), found.ending]) == list(range(1, len(outputs) + 2))
    for state in range(len(graph.finals)):
        wanted = {None if label is None else found.numbers[label] for label in after_silence(graph, state)}
        assert in_intervals(found, state) == wanted
        pairs = found.intervals[state]
        assert all(left[1] < right[0] for left, right in itertools.pairwise(pairs))


@given(graphs())
def test_renumbering_changes_nothing_but_the_labels(graph: Fst) -> None:
    found = with_lookahead(graph)
    numbers = {0: 0, **found.numbers}
    for state in range(len(graph.finals)):
        wanted = sorted((numbers[o], i, t, w) for i, o, w, t in graph.arcs_of(state).tolist())
        assert [(o, i, t, w) for i, o, w, t in found.fst.arcs_of(state).tolist()] == wanted


@given(graphs())
def test_lookahead_data_come_back(graph: Fst) -> None:
    found = with_lookahead(graph)
    file = read_fst(lookahead_bytes(found.fst, lookahead_data(found)), "lookahead")
    assert (file.kind, same(file.fst, found.fst)) == ("olabel_lookahead", True)
    assert read_lookahead_data(file.tail) == (found.ending, found.intervals)


def test_openfsts_own_file_says_the_same_as_we_find() -> None:
    """The graph of the embedded model ru-judge-0.1 was written by OpenFst's own fstconvert."""
    file = read_fst((MODEL / "graph/HCLr.fst").read_bytes(), "HCLr.fst")
    ending, intervals = read_lookahead_data(file.tail)
    theirs = Lookahead(file.fst, {}, ending, intervals)
    ours = with_lookahead(file.fst)
    names: dict[Any, Any] = {number: label for label, number in ours.numbers.items()} | {None: None}
    for state in range(0, len(intervals), 23):
        assert {names[number] for number in in_intervals(ours, state)} == in_intervals(theirs, state)
    assert sum(map(len, ours.intervals)) <= sum(map(len, intervals))


def test_the_files_of_the_embedded_model_come_back_but_for_the_notes_on_properties() -> None:
    data = (MODEL / "graph/HCLr.fst").read_bytes()
    file = read_fst(data, "HCLr.fst")
    ours = lookahead_bytes(file.fst, file.tail)
    assert len(ours) == len(data)
    differing = [at for at, (one, other) in enumerate(zip(ours, data, strict=True)) if one != other]
    outside, inside = 44, data.index(b"const") + 25  # where the properties stand in the two headers
    assert all(0 <= at - outside < 8 or 0 <= at - inside < 8 for at in differing)


def test_property_bits_tell_what_is_so() -> None:
    arcs = np.array([(1, 2, 0.5, 0), (3, 2, 0.5, 0)], ARC)
    graph = from_arcs(1, 0, {0: 0.0}, arcs, np.array([0, 0]))
    (bits,) = np.frombuffer(vector_bytes(graph), "<u8", 1, 4 + 4 + 6 + 4 + 8 + 8)
    expanded, not_acceptor, no_epsilons, no_inputless, no_mute = 0x1, 0x20000, 0x800000, 0x2000000, 0x8000000
    by_input, by_output = 0x10000000, 0x40000000
    assert bits == expanded | not_acceptor | no_epsilons | no_inputless | no_mute | by_input | by_output


@pytest.mark.parametrize("cut", [0, 3, 30, 60, 130, 5000, 300_000])
def test_a_cut_graph_is_told(cut: int) -> None:
    data = (MODEL / "graph/HCLr.fst").read_bytes()[:cut]
    with pytest.raises(UserError, match="HCLr: не граф OpenFst"):
        read_fst(data, "HCLr")


def test_another_kind_of_graph_is_told() -> None:
    graph = from_arcs(1, 0, {0: 0.0}, np.zeros(0, ARC), np.zeros(0, np.int64))
    with pytest.raises(UserError, match="не граф OpenFst"):
        read_fst(vector_bytes(graph).replace(b"vector", b"ngrams"), "Gr")
    with pytest.raises(UserError, match="не граф OpenFst"):
        read_fst(vector_bytes(graph).replace(b"standard", b"log64log"), "Gr")
