"""Kaldi's TransitionModel: which states a phone has and which output of the network (pdf) each state reads.

The file's part, after the primitives of `matrix`::

    <TransitionModel> <Topology>
      phones: vector of int32, ascending        phone-to-entry: vector of int32, index = phone, -1 = none
      [-1: "not an ordinary HMM", i.e. a state's self-loop may have a pdf of its own]   number of entries
      each entry: number of states; each state: forward pdf class, [self-loop pdf class,] number of arcs,
                  then for each arc its target state and probability; class -1 = no sound (the final state)
    </Topology> <Tuples>            (<Triples> for an ordinary HMM, then without the last number)
      count; each: phone, state, forward pdf, self-loop pdf
    </Tuples> <LogProbs> float vector, index = transition id, [0] unused </LogProbs> </TransitionModel>

Tuples are sorted. Transition ids count from 1 through the tuples and, inside a tuple, through its state's arcs. They
are the input labels of the decoding graph. The tuples tell neither words nor contexts: a context-dependent model just
has more tuples for a phone, and a `ContextTree` knows which tuple is for which left neighbour.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, src/hmm/transition-model.cc (``TransitionModel::Write``,
``ComputeDerived``) and src/hmm/hmm-topology.cc; the one-state topology: egs/wsj/s5/steps/nnet3/chain/gen_topo.py.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.kaldi.matrix import Reader, Real, Writer

NO_PDF = -1


@dataclass(frozen=True)
class HmmState:
    """One state of a phone: its pdf classes and its arcs (target state, probability)."""

    forward_class: int
    loop_class: int
    arcs: tuple[tuple[int, Real], ...]


@dataclass(frozen=True)
class Topology:
    """The states of every phone.

    Args:
        phones: phone numbers, ascending.
        entry_of_phone: index = phone number; the entry that it has, or -1.
        entries: each a tuple of states.
        ordinary: True for Kaldi's older form, in which the self-loop's pdf is the forward pdf.
    """

    phones: tuple[int, ...]
    entry_of_phone: tuple[int, ...]
    entries: tuple[tuple[HmmState, ...], ...]
    ordinary: bool = False

    def states(self, phone: int) -> tuple[HmmState, ...]:
        """The states of this phone."""
        return self.entries[self.entry_of_phone[phone]]


@dataclass(frozen=True, order=True)
class StateTuple:
    """A state of a phone in some contexts, and the pdfs that it reads: on entering and on staying."""

    phone: int
    state: int
    forward_pdf: int
    loop_pdf: int


@dataclass(frozen=True)
class Transition:
    """What one transition id stands for."""

    tuple_index: int
    arc: int
    is_loop: bool
    pdf: int


@dataclass(frozen=True, eq=False)
class TransitionModel:
    """Topology, tuples and log probabilities (float32, index = transition id, the first unused)."""

    topology: Topology
    tuples: tuple[StateTuple, ...]
    log_probabilities: NDArray[np.float32]

    def transitions(self) -> tuple[Transition, ...]:
        """Every transition; its id is its index here plus one."""
        return tuple(self._walk())

    def pdf_count(self) -> int:
        """How many outputs the network must have."""
        return 1 + max(max(each.forward_pdf, each.loop_pdf) for each in self.tuples)

    def _walk(self) -> Iterator[Transition]:
        for index, each in enumerate(self.tuples):
            for arc, (target, _) in enumerate(self.topology.states(each.phone)[each.state].arcs):
                loop = target == each.state
                yield Transition(index, arc, loop, each.loop_pdf if loop else each.forward_pdf)


@dataclass(frozen=True)
class ContextTree:
    """Which pdfs a phone reads after which neighbour.

    Args:
        pdfs: (left phone, phone) -> (forward pdf, self-loop pdf); left phone None = after any other, 0 = at the start.
    """

    pdfs: Mapping[tuple[int | None, int], tuple[int, int]]

    def lookup(self, left: int, phone: int) -> tuple[int, int]:
        """The pdfs of this phone after this left neighbour."""
        found = self.pdfs.get((left, phone))
        return found if found is not None else self.pdfs[None, phone]

    @property
    def sees_context(self) -> bool:
        """Does any phone depend on its left neighbour?"""
        return any(left is not None for left, _ in self.pdfs)


def one_state_topology(phones: Sequence[int]) -> Topology:
    """The topology of chain models: one state that emits, its first frame by pdf class 0, the rest by class 1."""
    half = np.float32(0.5)
    entry = (HmmState(0, 1, ((0, half), (1, half))), HmmState(NO_PDF, NO_PDF, ()))
    entry_of_phone = [-1] * (max(phones) + 1)
    for phone in phones:
        entry_of_phone[phone] = 0
    return Topology(tuple(sorted(phones)), tuple(entry_of_phone), (entry,))


def transition_model(tree: ContextTree) -> TransitionModel:
    """The transition model of one-state phones over the pdfs of this tree."""
    phones = sorted({phone for _, phone in tree.pdfs})
    tuples = sorted({StateTuple(phone, 0, *pdfs) for (_, phone), pdfs in tree.pdfs.items()})
    log_probabilities = np.full(2 * len(tuples) + 1, math.log(0.5), np.float32)
    log_probabilities[0] = 0
    return TransitionModel(one_state_topology(phones), tuple(tuples), log_probabilities)


def context_free_tree(model: TransitionModel) -> ContextTree:
    """The tree of a model whose phones have one tuple each (raises ValueError for any other)."""
    pdfs: dict[tuple[int | None, int], tuple[int, int]] = {}
    for each in model.tuples:
        if (None, each.phone) in pdfs or each.state:
            raise ValueError("the model's phones depend on their context, or have several states")
        pdfs[None, each.phone] = (each.forward_pdf, each.loop_pdf)
    return ContextTree(pdfs)


def read_transitions(reader: Reader) -> TransitionModel:
    """Read the part of a file from <TransitionModel> to </TransitionModel> (KaldiFormatError when it is not so)."""
    reader.expect("<TransitionModel>")
    topology = _read_topology(reader)
    name = "Triples" if topology.ordinary else "Tuples"
    reader.expect(f"<{name}>")
    tuples = tuple(_read_tuple(reader, topology.ordinary) for _ in range(reader.int32()))
    reader.expect(f"</{name}>")
    reader.expect("<LogProbs>")
    log_probabilities = reader.vector().astype(np.float32)
    reader.expect("</LogProbs>")
    reader.expect("</TransitionModel>")
    return TransitionModel(topology, tuples, log_probabilities)


def _read_topology(reader: Reader) -> Topology:
    reader.expect("<Topology>")
    phones, entry_of_phone = reader.integers(), reader.integers()
    count = reader.int32()
    ordinary = count != -1
    entries = tuple(_read_entry(reader, ordinary) for _ in range(count if ordinary else reader.int32()))
    reader.expect("</Topology>")
    return Topology(tuple(phones.tolist()), tuple(entry_of_phone.tolist()), entries, ordinary)


def _read_entry(reader: Reader, ordinary: bool) -> tuple[HmmState, ...]:
    states = []
    for _ in range(reader.int32()):
        forward = reader.int32()
        loop = forward if ordinary else reader.int32()
        states.append(HmmState(forward, loop, tuple((reader.int32(), reader.real()) for _ in range(reader.int32()))))
    return tuple(states)


def _read_tuple(reader: Reader, ordinary: bool) -> StateTuple:
    phone, state, forward = reader.int32(), reader.int32(), reader.int32()
    return StateTuple(phone, state, forward, forward if ordinary else reader.int32())


def write_transitions(writer: Writer, model: TransitionModel) -> None:
    """Write the same part."""
    writer.token("<TransitionModel>")
    _write_topology(writer, model.topology)
    ordinary = model.topology.ordinary
    name = "Triples" if ordinary else "Tuples"
    writer.token(f"<{name}>")
    writer.int32(len(model.tuples))
    for each in model.tuples:
        numbers = (each.phone, each.state, each.forward_pdf, each.loop_pdf)
        for number in numbers[:3] if ordinary else numbers:
            writer.int32(number)
    writer.token(f"</{name}>")
    writer.token("<LogProbs>")
    writer.vector(model.log_probabilities)
    writer.token("</LogProbs>")
    writer.token("</TransitionModel>")


def _write_topology(writer: Writer, topology: Topology) -> None:
    writer.token("<Topology>")
    writer.integers(topology.phones)
    writer.integers(topology.entry_of_phone)
    if not topology.ordinary:
        writer.int32(-1)
    writer.int32(len(topology.entries))
    for entry in topology.entries:
        writer.int32(len(entry))
        for state in entry:
            _write_state(writer, state, topology.ordinary)
    writer.token("</Topology>")


def _write_state(writer: Writer, state: HmmState, ordinary: bool) -> None:
    writer.int32(state.forward_class)
    if not ordinary:
        writer.int32(state.loop_class)
    writer.int32(len(state.arcs))
    for target, probability in state.arcs:
        writer.int32(target)
        writer.real(probability)
