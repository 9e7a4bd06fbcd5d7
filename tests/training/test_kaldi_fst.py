"""OpenFst's files."""

import itertools
from pathlib import Path
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


def reference(name: str) -> bytes:
    """Files that OpenFst 1.7.9's own tools wrote: fstarcsort, fstconvert and fstcompile of Debian's libfst-tools."""
    return (Path(__file__).parent / "data" / name).read_bytes()


def test_openfsts_own_lookahead_says_the_same_as_ours() -> None:
    file = read_fst(reference("lookahead.fst"), "lookahead")
    ending, intervals = read_lookahead_data(file.tail)
    theirs = Lookahead(file.fst, {}, ending, intervals)
    ours = with_lookahead(file.fst)
    names: dict[Any, Any] = {number: label for label, number in ours.numbers.items()} | {None: None}
    for state in range(len(intervals)):
        assert {names[number] for number in in_intervals(ours, state)} == in_intervals(theirs, state)
    assert sum(map(len, ours.intervals)) <= sum(map(len, intervals))


@pytest.mark.parametrize("name", ["vector", "lookahead", "gr"])
def test_files_of_openfst_are_written_byte_for_byte_but_for_the_notes_on_properties(name: str) -> None:
    data = reference(f"{name}.fst")
    file = read_fst(data, name)
    ours = lookahead_bytes(file.fst, file.tail) if name == "lookahead" else vector_bytes(file.fst, file.symbols)
    theirs = data.replace(b"\x09\0\0\0words.txt", b"\x05\0\0\0words")
    assert len(ours) == len(theirs)
    differing = [at for at, (one, other) in enumerate(zip(ours, theirs, strict=True)) if one != other]
    places = [
        theirs.index(kind) + len(kind) + 20 for kind in (b"vector", b"olabel_lookahead", b"const") if kind in theirs
    ]
    assert all(any(0 <= at - place < 8 for place in places) for at in differing)


def test_notes_on_properties_do_not_contradict_openfsts() -> None:
    data = reference("vector.fst")
    ours = vector_bytes(read_fst(data, "vector").fst)
    told, known = (int(np.frombuffer(each, "<u8", 1, 34)[0]) for each in (ours, data))
    for yes in (1 << place for place in range(16, 48, 2)):
        no = yes << 1
        assert not (told & yes and known & no)
        assert not (told & no and known & yes)
    assert known.bit_count() > 5 < told.bit_count()


def test_property_bits_tell_what_is_so() -> None:
    arcs = np.array([(1, 2, 0.5, 0), (3, 2, 0.5, 0)], ARC)
    graph = from_arcs(1, 0, {0: 0.0}, arcs, np.array([0, 0]))
    (bits,) = np.frombuffer(vector_bytes(graph), "<u8", 1, 34)
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
