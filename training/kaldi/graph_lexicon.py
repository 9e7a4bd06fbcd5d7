"""The lexicon read back out of a graph, so that a finished model needs no other file to have words added.

From the start state of ``HCLr.fst`` every word's phones are walked: an input label that enters a phone adds it, a
self-loop stays where it is; after a phone that ends a word the word is over, its output label (if it has not come yet:
words that sound alike) stands on the mark that follows.
"""

import math
from collections.abc import Iterator, Mapping

from training.kaldi.fst import Fst
from training.kaldi.phone_table import PhoneTable
from training.kaldi.transitions import TransitionModel

Lexicon = Mapping[str, tuple[tuple[str, ...], ...]]

_LONGEST = 200
"""Phones: a longer word is a circle in a damaged graph."""


def words_of_graph(graph: Fst, names: Mapping[int, str], phones: PhoneTable, model: TransitionModel) -> Lexicon:
    """The words of a graph with all their pronunciations (phones without places), words sorted.

    Args:
        graph: HCLr.
        names: the words by number: Gr's symbols.
        phones: of the model.
        model: whose transition ids the graph reads.

    Raises:
        LookupError: a state, a phone or a word's name is missing.
        ValueError: a word does not end.
    """
    walk = _Walk(graph, phones, model)
    found: dict[str, list[tuple[str, ...]]] = {}
    for number, way in walk.words():
        found.setdefault(names[number], []).append(way)
    return {word: tuple(sorted(found[word])) for word in sorted(found)}


class _Walk:
    """Goes through the words that begin at the start state."""

    def __init__(self, graph: Fst, phones: PhoneTable, model: TransitionModel) -> None:
        self._graph = graph
        self._phones = phones
        self._entered: dict[int, int] = {}  # transition id -> phone, where it enters one
        self._loops: set[int] = set()
        for number, each in enumerate(model.transitions(), 1):
            if each.is_loop:
                self._loops.add(number)
            else:
                self._entered[number] = model.tuples[each.tuple_index].phone

    def words(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Each word's number and one of its pronunciations."""
        waiting: list[tuple[int, int, tuple[int, ...]]] = [(self._graph.start, 0, ())]
        while waiting:
            state, word, way = waiting.pop()
            for label, output, _, target in self._graph.arcs_of(state).tolist():
                phone = self._entered.get(label)
                if label in self._loops or phone == self._phones.silence or (phone is None and not way):
                    continue
                here = (*way, phone) if phone is not None else way
                if len(here) > _LONGEST:
                    raise ValueError(f"a word of more than {_LONGEST} phones")
                if not self._phones.ends_word(here[-1]):
                    waiting.append((target, word or output, here))
                elif word or output:
                    yield word or output, tuple(self._phones.base(each) for each in here)
                else:
                    yield from self._told_apart(target, here)

    def _told_apart(self, state: int, way: tuple[int, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
        for label, output, _, _ in self._graph.arcs_of(state).tolist():
            if label not in self._loops and label not in self._entered and output:
                yield output, tuple(self._phones.base(each) for each in way)


def counts_of_loop(loop: Fst, names: Mapping[int, str]) -> Mapping[str, float] | None:
    """How often each word is said, by a one-state Gr, the rarest word 0.5; None when all are alike."""
    weights = dict(zip(loop.arcs["output"].tolist(), loop.arcs["weight"].tolist(), strict=True))
    rarest = max(weights.values(), default=0.0)
    if rarest - min(weights.values(), default=0.0) < 1e-4:
        return None
    return {names[number]: 0.5 * math.exp(rarest - weight) for number, weight in weights.items()}
