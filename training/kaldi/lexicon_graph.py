"""L: the lexicon as a transducer from phones to words, deterministic and minimal as it is made.

A loop over the words. Before the first word and after each comes silence or none, half and half, and silence ends in a
mark of its own. A phone with its place in the word shows where a word ends, so no pronunciation begins another one;
words that sound alike are given marks (#1, #2, ...) at their ends. Hence the words are a tree: branches are told apart
by their next label (deterministic), equal ends of words are one state (minimal), and a word's output stands where no
other word can come any more. The only costs are those of silence or none; they stand on the last label of a word, or on
the first labels of the graph, and none is below zero: with a gain for going on, as determinisation in the logarithmic
semiring leaves behind, the end of an utterance would never be found.

No library of transducers is needed for this, and none is used: two that hold OpenFst (kaldifst and Vosk) cannot live in
one process.

Source: Kaldi, https://github.com/kaldi-asr/kaldi, egs/wsj/s5/utils/lang/make_lexicon_fst.py (the loop and the silence
mark) and add_lex_disambig.pl (marks of words); Mohri, Computational Linguistics 1997, "Finite-state transducers in
language and speech processing" (what determinisation and minimisation give).
"""

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from training.kaldi.fst import ARC, Fst, from_arcs
from training.kaldi.phone_table import PhoneTable

Pronunciations = Mapping[str, Sequence[Sequence[str]]]
"""Word -> its pronunciations, each a sequence of phones without places."""

HALF = math.log(2)
"""The cost of silence, and that of none."""

_START, _WORD_OVER, _SILENCE_OVER, _MARK_OVER = range(4)
_Entry = tuple[tuple[int, ...], int]  # labels, word
_Arc = tuple[int, int, float, int]  # input, output, cost, target


@dataclass(frozen=True, eq=False)
class LexiconGraph:
    """L, and how many marks it has; they are numbered from the first number that is no phone."""

    fst: Fst
    marks: int


def lexicon_graph(words: Pronunciations, phones: PhoneTable) -> LexiconGraph:
    """L of these words; word number i is the i-th in sorted order, from 1.

    Raises:
        KeyError: a pronunciation has a phone that the table has not.
    """
    numbered = enumerate(sorted(words), 1)
    ways = [(phones.placed(way), number) for number, word in numbered for way in {tuple(each) for each in words[word]}]
    entries, alike = _told_apart(sorted(ways), len(phones.names))
    states = _States()
    first_labels = states.branches(entries, 0, told=False)
    states.arcs[_START] = [(label, word, cost + HALF, target) for label, word, cost, target in first_labels]
    states.arcs[_START].append((phones.silence, 0, HALF, _SILENCE_OVER))
    states.arcs[_WORD_OVER] = [*first_labels, (phones.silence, 0, 0.0, _SILENCE_OVER)]
    states.arcs[_SILENCE_OVER] = [(len(phones.names) + alike, 0, 0.0, _MARK_OVER)]
    states.arcs[_MARK_OVER] = list(first_labels)
    return LexiconGraph(states.fst({_START: HALF, _WORD_OVER: 0.0, _MARK_OVER: 0.0}), alike + 1)


def _told_apart(ways: list[_Entry], first_mark: int) -> tuple[list[_Entry], int]:
    """The words that sound alike with their marks, and how many marks that took."""
    alike = Counter(labels for labels, _ in ways)
    used: Counter[tuple[int, ...]] = Counter()
    entries = []
    for labels, word in ways:
        marked = (*labels, first_mark + used[labels]) if alike[labels] > 1 else labels
        used[labels] += 1
        entries.append((marked, word))
    return sorted(entries), max((count for count in alike.values() if count > 1), default=0)


class _States:
    """The graph's states while they are made; equal ones are made once."""

    def __init__(self) -> None:
        self.arcs: list[list[_Arc]] = [[], [], [], []]
        self._known: dict[tuple[_Arc, ...], int] = {}

    def branches(self, entries: Sequence[_Entry], depth: int, told: bool) -> tuple[_Arc, ...]:
        """The arcs for the labels at this depth of entries (sorted, alike before it); `told`: the word is out."""
        arcs = []
        for label, group in itertools.groupby(entries, key=lambda entry: entry[0][depth]):
            same = list(group)
            words = {word for _, word in same}
            output = words.pop() if len(words) == 1 and not told else 0
            if len(same[0][0]) == depth + 1:
                arcs.append((label, output, HALF, _WORD_OVER))
            else:
                rest = self.branches(same, depth + 1, told or output > 0)
                arcs.append((label, output, 0.0, self._state(rest)))
        return tuple(arcs)

    def _state(self, arcs: tuple[_Arc, ...]) -> int:
        if arcs not in self._known:
            self._known[arcs] = len(self.arcs)
            self.arcs.append(list(arcs))
        return self._known[arcs]

    def fst(self, finals: Mapping[int, float]) -> Fst:
        """The transducer with these final states."""
        sources = np.repeat(np.arange(len(self.arcs)), [len(each) for each in self.arcs])
        return from_arcs(len(self.arcs), _START, finals, np.array(list(itertools.chain(*self.arcs)), ARC), sources)
