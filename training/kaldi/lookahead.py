"""Which words may still come from each state of a graph: what lets Vosk compose a graph with a grammar while decoding.

The words (output labels) get new numbers, so that those that can be the next output from a state are few intervals of
numbers; composition then asks "may this word come?" without walking. Ending counts as one more label. The numbers go
through the graph depth first, so the words behind one state mostly stand side by side.

The data behind an "olabel_lookahead" file::

    byte 1 (data for outputs follow), byte 0 (outputs, not inputs), byte 0 (no renumbering table is kept)
    int32 the number that stands for ending, int64 number of states
    each state: int64 number of intervals, each int32 begin and int32 end (not in it); int32 numbers in all

Source: Allauzen, Riley, Schalkwyk, Interspeech 2009, "A generalized composition algorithm for weighted finite-state
transducers"; OpenFst, mirrored at https://github.com/kkm000/openfst, src/include/fst/label-reachable.h,
interval-set.h, lookahead-matcher.h.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from training.kaldi.fst import Fst, from_arcs

Intervals = tuple[tuple[int, int], ...]
_ENDING = -1


@dataclass(frozen=True, eq=False)
class Lookahead:
    """A renumbered graph and what may come from its states.

    Args:
        fst: sorted by output.
        numbers: old output label -> new one.
        ending: the number that stands for ending.
        intervals: for each state, the numbers that may come next; ascending, apart, the end of each not in it.
    """

    fst: Fst
    numbers: dict[int, int]
    ending: int
    intervals: tuple[Intervals, ...]


def with_lookahead(fst: Fst) -> Lookahead:
    """Renumber the output labels of a graph and find what may come from each state."""
    components = _components(fst)
    labels = _labels_of(fst)
    numbers = _numbered(components, labels)
    intervals = _reachable(components, labels, numbers)
    ending = numbers.pop(_ENDING)
    return Lookahead(_renumbered(fst, numbers), numbers, ending, intervals)


def lookahead_data(lookahead: Lookahead) -> bytes:
    """The data as they stand in the file."""
    parts = [struct.pack("<???iq", True, False, False, lookahead.ending, len(lookahead.intervals))]
    for each in lookahead.intervals:
        parts.append(struct.pack("<q", len(each)) + b"".join(struct.pack("<ii", *pair) for pair in each))
        parts.append(struct.pack("<i", sum(end - begin for begin, end in each)))
    return b"".join(parts)


def read_lookahead_data(data: bytes) -> tuple[int, tuple[Intervals, ...]]:
    """The ending's number and each state's intervals, out of a file's data."""
    ending, states = struct.unpack_from("<iq", data, 3)
    at, found = 15, []
    for _ in range(states):
        (count,) = struct.unpack_from("<q", data, at)
        flat = struct.unpack_from(f"<{2 * count}i", data, at + 8)
        found.append(tuple(zip(flat[::2], flat[1::2], strict=True)))
        at += 8 + 8 * count + 4
    return ending, tuple(found)


@dataclass(frozen=True)
class _Components:
    """Groups of states that reach one another in silence (no output), so they have the same words before them.

    of_state: the group of each state; members: the states of each group; after: the groups each leads to. A group's
    number is higher than those of the groups that it leads to. start: the start state's group.
    """

    of_state: list[int]
    members: list[list[int]]
    after: list[list[int]]
    start: int


def _silent_arcs(fst: Fst) -> list[list[int]]:
    silent = fst.arcs["output"] == 0
    sources, targets = fst.sources[silent], fst.arcs["target"][silent]
    cuts = np.searchsorted(sources, np.arange(len(fst.finals) + 1))
    flat = targets.tolist()
    return [flat[cuts[state] : cuts[state + 1]] for state in range(len(fst.finals))]


def _components(fst: Fst) -> _Components:
    """Tarjan's strongly connected components (SIAM J. Computing 1972), without recursion."""
    after = _silent_arcs(fst)
    of_state, members = _tarjan(after)
    groups: list[list[int]] = [
        sorted({of_state[target] for state in group for target in after[state]} - {index}, reverse=True)
        for index, group in enumerate(members)
    ]
    return _Components(of_state, members, groups, of_state[fst.start])


def _tarjan(after: list[list[int]]) -> tuple[list[int], list[list[int]]]:
    count = len(after)
    order, low, of_state = [0] * count, [0] * count, [-1] * count
    members: list[list[int]] = []
    waiting: list[int] = []
    clock = 0
    for root in range(count):
        path: list[tuple[int, Iterator[int]]] = []
        entering: int | None = root if not order[root] else None
        while entering is not None or path:
            if entering is not None:
                clock += 1
                order[entering] = low[entering] = clock
                waiting.append(entering)
                path.append((entering, iter(after[entering])))
            state, targets = path[-1]
            entering = _next_unvisited(state, targets, order, low, of_state)
            if entering is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[state])
                if low[state] == order[state]:
                    members.append(_close(state, waiting, of_state, len(members)))
    return of_state, members


def _next_unvisited(
    state: int, targets: Iterator[int], order: list[int], low: list[int], of_state: list[int]
) -> int | None:
    for target in targets:
        if not order[target]:
            return target
        if of_state[target] < 0:
            low[state] = min(low[state], order[target])
    return None


def _close(root: int, waiting: list[int], of_state: list[int], number: int) -> list[int]:
    group = []
    while True:
        state = waiting.pop()
        of_state[state] = number
        group.append(state)
        if state == root:
            return group


def _labels_of(fst: Fst) -> list[list[int]]:
    labels: list[list[int]] = [[_ENDING] if final else [] for final in np.isfinite(fst.finals).tolist()]
    spoken = fst.arcs["output"] != 0
    for state, label in zip(fst.sources[spoken].tolist(), fst.arcs["output"][spoken].tolist(), strict=True):
        labels[state].append(label)
    return labels


def _numbered(components: _Components, labels: list[list[int]]) -> dict[int, int]:
    numbers: dict[int, int] = {}
    seen: set[int] = set()
    for root in (components.start, *range(len(components.members) - 1, -1, -1)):
        stack = [root]
        while stack:
            group = stack.pop()
            if group in seen:
                continue
            seen.add(group)
            for state in components.members[group]:
                for label in labels[state]:
                    numbers.setdefault(label, len(numbers) + 1)
            stack.extend(components.after[group])
    numbers.setdefault(_ENDING, len(numbers) + 1)
    return numbers


def _reachable(components: _Components, labels: list[list[int]], numbers: dict[int, int]) -> tuple[Intervals, ...]:
    found: list[Intervals] = []
    for group, members in enumerate(components.members):
        own = {numbers[label] for state in members for label in labels[state]}
        parts = {found[after] for after in components.after[group]}
        found.append(_union([(number, number + 1) for number in own] + [pair for part in parts for pair in part]))
    return tuple(found[group] for group in components.of_state)


def _union(pairs: list[tuple[int, int]]) -> Intervals:
    merged: list[tuple[int, int]] = []
    for begin, end in sorted(pairs):
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((begin, end))
    return tuple(merged)


def _renumbered(fst: Fst, numbers: dict[int, int]) -> Fst:
    table = np.zeros(max(numbers, default=0) + 1, np.int32)
    table[list(numbers)] = list(numbers.values())
    arcs = fst.arcs.copy()
    arcs["output"] = table[arcs["output"]]
    return from_arcs(len(fst.finals), fst.start, dict(enumerate(fst.finals.tolist())), arcs, fst.sources)
