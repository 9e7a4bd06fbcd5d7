"""The two halves of a decoding graph: what Vosk composes with a grammar while it listens.

``HCLr.fst`` turns transition ids (states of phones, see `transitions`) into words; ``Gr.fst`` says what words are
expected when no grammar is given, and carries the words' names. Words are numbered as `lookahead` numbered them.

How HCLr is made:

1. L: a loop over the lexicon. A word's output stands on its first phone. After each word (and before the first) comes
   silence or none, half and half. Words that sound alike end in different marks (#1, #2, ...), and silence ends in a
   mark of its own, so that the whole can be made deterministic; Vosk drops the marks while decoding.
2. L is made deterministic and minimal. In the tropical semiring: the logarithmic one spreads costs so that some become
   negative, and with a gain for going on the end of an utterance is never found.
3. Each phone becomes the transition id of entering it, then a loop of its self-loop's id on the state behind it.
   Transition probabilities are left out: of a one-state chain topology they are the same for every path. With a tree
   that sees the left phone, states that are reached by different phones are kept apart.
4. Words are renumbered for lookahead, arcs sorted by word.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, egs/wsj/s5/utils/lang/make_lexicon_fst.py, utils/mkgraph_lookahead.sh
(the lookahead graph), src/hmm/hmm-utils.cc (``AddSelfLoops``, reorder = true); determinisation and minimisation:
fstbin/fstdeterminizestar.cc and fstminimizeencoded.cc through kaldifst, https://github.com/k2-fsa/kaldifst.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import kaldifst
import numpy as np

from training.kaldi.fst import ARC, Fst, from_arcs, lookahead_bytes, vector_bytes
from training.kaldi.lookahead import lookahead_data, with_lookahead
from training.kaldi.phone_table import EPSILON, PhoneTable
from training.kaldi.transitions import ContextTree, StateTuple, TransitionModel

Pronunciations = Mapping[str, Sequence[Sequence[str]]]
"""Word -> its pronunciations, each a sequence of phones without places."""

SILENCE_PROBABILITY = 0.5
ENDING_PROBABILITY = 0.2
_Arc = tuple[int, int, int, float, int]  # from, input, output, cost, to


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
    names = sorted(words)
    entries = [(index, phones.placed(way)) for index, word in enumerate(names, 1) for way in _distinct(words[word])]
    mark_count, lexicon = _lexicon_text(entries, phones.silence, len(phones.names))
    graph = _with_states(_determinised(lexicon), phones, transitions, tree)
    found = with_lookahead(graph)
    symbols = {0: EPSILON} | {found.numbers[index]: word for index, word in enumerate(names, 1)}
    first_mark = len(transitions.log_probabilities)
    return Graphs(
        hclr=lookahead_bytes(found.fst, lookahead_data(found)),
        gr=vector_bytes(_word_loop(symbols, counts), symbols),
        marks=tuple(range(first_mark, first_mark + mark_count)),
    )


def _distinct(ways: Iterable[Sequence[str]]) -> list[tuple[str, ...]]:
    return sorted({tuple(way) for way in ways})


def _lexicon_text(entries: list[tuple[int, tuple[int, ...]]], silence: int, first_mark: int) -> tuple[int, str]:
    """How many marks there are, and L in OpenFst's text form; marks are numbered from first_mark on."""
    alike = Counter(way for _, way in entries)
    told: Counter[tuple[int, ...]] = Counter()
    silence_mark = max((count for count in alike.values() if count > 1), default=0)
    to_silence, to_word = -math.log(SILENCE_PROBABILITY), -math.log(1 - SILENCE_PROBABILITY)
    start, loop, before_silence, after_silence, free = 0, 1, 2, 3, 4
    arcs: list[_Arc] = [
        (start, 0, 0, to_word, loop),
        (start, 0, 0, to_silence, before_silence),
        (before_silence, silence, 0, 0.0, after_silence),
        (after_silence, first_mark + silence_mark, 0, 0.0, loop),
    ]
    for word, way in entries:
        inputs = list(way)
        if alike[way] > 1:
            inputs.append(first_mark + told[way])
            told[way] += 1
        state = loop
        for place, label in enumerate(inputs[:-1]):
            arcs.append((state, label, 0 if place else word, 0.0, free))
            state, free = free, free + 1
        output = word if len(inputs) == 1 else 0
        arcs.append((state, inputs[-1], output, to_word, loop))
        arcs.append((state, inputs[-1], output, to_silence, before_silence))
    lines = [f"{source} {target} {label} {output} {cost!r}" for source, label, output, cost, target in arcs]
    return silence_mark + 1, "\n".join([*lines, f"{loop} 0.0", ""])


def _determinised(text: str) -> Fst:
    lexicon = kaldifst.compile(text, acceptor=False)
    if kaldifst.determinize_star(lexicon, use_log=False):
        raise ValueError("the lexicon cannot be made deterministic")
    kaldifst.minimize_encoded(lexicon)
    finals, sources, arcs = {}, [], []
    for state in range(lexicon.num_states):
        final = lexicon.final(state).value
        if math.isfinite(final):
            finals[state] = final
        for arc in kaldifst.ArcIterator(lexicon, state):
            sources.append(state)
            arcs.append((arc.ilabel, arc.olabel, arc.weight.value, arc.nextstate))
    return from_arcs(lexicon.num_states, lexicon.start, finals, np.array(arcs, ARC), np.array(sources))


def _with_states(lexicon: Fst, phones: PhoneTable, transitions: TransitionModel, tree: ContextTree) -> Fst:
    """Phones turned into transition ids, with self-loops; marks into the numbers after the last transition id."""
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
            if 0 < label < len(phones.names):
                entering, staying = ids[StateTuple(label, 0, *tree.lookup(left, label))]
                next_key = (target, label if tree.sees_context else 0, staying)
            else:
                entering = label and label - len(phones.names) + len(transitions.log_probabilities)
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
