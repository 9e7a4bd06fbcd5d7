"""What may have been said in a recording, as a graph of phones: the ways of each word, silence between words or not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

Ways = Mapping[str, Sequence[Sequence[int]]]
"""Pronunciations of each word, as phone numbers."""

SILENCE = 0
"""The number of the silence phone."""


@dataclass(frozen=True, slots=True)
class PhoneGraph:
    """Nodes are phones; a node follows one of its `before`, which have lower numbers than it."""

    phones: tuple[int, ...]
    before: tuple[tuple[int, ...], ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    @property
    def shortest(self) -> int:
        """Fewest phones on a way through the graph: the fewest frames a recording of it may have."""
        best = [0] * len(self.phones)
        for node, before in enumerate(self.before):
            best[node] = 1 + (0 if node in self.starts else min(best[one] for one in before))
        return min(best[node] for node in self.ends)


def phone_graph(words: Sequence[str], ways: Ways) -> PhoneGraph:
    """The graph of a sentence; without words, of silence alone.

    Raises:
        KeyError: a word has no pronunciation.
    """
    phones: list[int] = [SILENCE]
    before: list[tuple[int, ...]] = [()]
    starts, ends = [0], [0]
    for position, word in enumerate(words):
        first = position == 0
        reached: list[int] = []
        for way in ways[word]:
            for place, phone in enumerate(way):
                if place == 0 and first:
                    starts.append(len(phones))
                before.append(tuple(ends) if place == 0 else (len(phones) - 1,))
                phones.append(phone)
            reached.append(len(phones) - 1)
        before.append(tuple(reached))
        phones.append(SILENCE)
        ends = [*reached, len(phones) - 1]
    return PhoneGraph(tuple(phones), tuple(before), tuple(starts), tuple(ends))


def likely_phones(words: Sequence[str], ways: Ways, chance: Random) -> list[int]:
    """One way through a sentence drawn by chance: nearly always silence round it, now and then inside."""
    inside, outside = 0.15, 0.9
    drawn = [SILENCE] if chance.random() < outside else []
    for position, word in enumerate(words):
        drawn.extend(chance.choice(ways[word]))
        if chance.random() < (outside if position == len(words) - 1 else inside):
            drawn.append(SILENCE)
    return drawn or [SILENCE]
