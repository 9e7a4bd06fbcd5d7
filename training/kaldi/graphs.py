"""The two halves of a decoding graph: what Vosk composes with a grammar while it listens.

``HCLr.fst`` turns transition ids (states of phones, see `transitions`) into words; ``Gr.fst`` says what words are
expected when no grammar is given, and carries the words' names. Words are numbered as `lookahead` numbered them.

HCLr is made of L (see `lexicon_graph`): each phone becomes the transition id of entering it, then a loop of its
self-loop's id on the state behind it; marks become the numbers after the last transition id, and Vosk drops them while
decoding. Transition probabilities are left out: of a one-state chain topology they are the same for every path. With a
tree that sees the left phone, states that are reached by different phones are kept apart. Then words are renumbered for
lookahead, and arcs sorted by word.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, egs/wsj/s5/utils/mkgraph_lookahead.sh (the lookahead graph) and
src/hmm/hmm-utils.cc (``AddSelfLoops``, reorder = true).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from training.kaldi.fst import ARC, Fst, from_arcs, lookahead_bytes, vector_bytes
from training.kaldi.lexicon_graph import Pronunciations, lexicon_graph
from training.kaldi.lookahead import lookahead_data, with_lookahead
from training.kaldi.phone_table import EPSILON, PhoneTable
from training.kaldi.transitions import ContextTree, StateTuple, TransitionModel

ENDING_PROBABILITY = 0.2


@dataclass(frozen=True, eq=False)
class Graphs:
    """The files of a model's graph folder that depend on words.

    Args:
        hclr: HCLr.fst.
        gr: Gr.fst.
        marks: the input labels that only tell words apart (disambig_tid.int).
    """

    hclr: bytes
    gr: bytes
    marks: tuple[int, ...]

    def marks_text(self) -> str:
        """The file disambig_tid.int."""
        return "".join(f"{mark}\n" for mark in self.marks)


def build_graphs(
    words: Pronunciations,
    phones: PhoneTable,
    transitions: TransitionModel,
    tree: ContextTree,
    counts: Mapping[str, float] | None = None,
) -> Graphs:
    """Both halves for a lexicon.

    Args:
        words: the lexicon; neither the order of a word's pronunciations nor their repetition matters.
        phones: the model's phones.
        transitions: the model's transition model, of one-state phones.
        tree: which pdfs a phone has after which neighbour.
        counts: how often each word is said, for Gr (all alike when not given; a word not in it counts as 0.5).

    Raises:
        KeyError: a pronunciation has a phone that the model has not.
    """
    lexicon = lexicon_graph(words, phones)
    found = with_lookahead(graph_of_states(lexicon.fst, phones, transitions, tree))
    symbols = {0: EPSILON} | {found.numbers[index]: word for index, word in enumerate(sorted(words), 1)}
    first_mark = len(transitions.log_probabilities)
    return Graphs(
        hclr=lookahead_bytes(found.fst, lookahead_data(found)),
        gr=vector_bytes(_word_loop(symbols, counts), symbols),
        marks=tuple(range(first_mark, first_mark + lexicon.marks)),
    )


def graph_of_states(lexicon: Fst, phones: PhoneTable, transitions: TransitionModel, tree: ContextTree) -> Fst:
    """L with phones turned into transition ids, with self-loops, and marks into the numbers after them."""
    ids = _transition_ids(transitions)
    numbers: dict[tuple[int, int, int], int] = {(lexicon.start, 0, 0): 0}  # state of L, left phone, self-loop's id
    waiting = list(numbers)
    finals, sources, arcs = {}, [], []

    def number_of(key: tuple[int, int, int]) -> int:
        if key not in numbers:
            numbers[key] = len(numbers)
            waiting.append(key)
        return numbers[key]

    while waiting:
        state, left, loop = key = waiting.pop()
        here = numbers[key]
        if math.isfinite(final := float(lexicon.finals[state])):
            finals[here] = final
        if loop:
            sources.append(here)
            arcs.append((loop, 0, 0.0, here))
        for label, output, weight, target in lexicon.arcs_of(state).tolist():
            if label < len(phones.names):
                entering, staying = ids[StateTuple(label, 0, *tree.lookup(left, label))]
                next_key = (target, label if tree.sees_context else 0, staying)
            else:
                entering = label - len(phones.names) + len(transitions.log_probabilities)
                next_key = (target, left, 0)
            sources.append(here)
            arcs.append((entering, output, weight, number_of(next_key)))
    return from_arcs(len(numbers), 0, finals, np.array(arcs, ARC), np.array(sources))


def _transition_ids(model: TransitionModel) -> Mapping[StateTuple, tuple[int, int]]:
    """Tuple -> (id of entering and leaving, id of the self-loop)."""
    entering: dict[StateTuple, int] = {}
    staying: dict[StateTuple, int] = {}
    for number, each in enumerate(model.transitions(), 1):
        (staying if each.is_loop else entering)[model.tuples[each.tuple_index]] = number
    return {each: (entering[each], staying[each]) for each in model.tuples}


def _word_loop(symbols: Mapping[int, str], counts: Mapping[str, float] | None) -> Fst:
    """One state on which any word may come, with its probability; ending has its own."""
    keys = np.array(sorted(symbols)[1:], np.int32)
    weights = np.array([1.0 if counts is None else max(counts.get(symbols[key], 0), 0.5) for key in keys.tolist()])
    arcs = np.zeros(len(keys), ARC)
    arcs["input"] = arcs["output"] = keys
    arcs["weight"] = -np.log(weights / weights.sum() * (1 - ENDING_PROBABILITY))
    return from_arcs(1, 0, {0: -math.log(ENDING_PROBABILITY)}, arcs, np.zeros(len(keys), np.int64))
