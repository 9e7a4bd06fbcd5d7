"""Words that turn a formal phrase into talk, and how far they reach (docs/grammars.md, "guards")."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Turn = tuple[str, ...]
"""One or more folded words that stand together: «сказал», «в следующий раз»."""


class Clauses:
    """An utterance cut at its pauses: what lies beyond one belongs to another sentence."""

    def __init__(self, pauses: Iterable[int], length: int) -> None:
        self._pauses = sorted(pauses)
        self._length = length

    def around(self, first: int, last: int) -> tuple[int, int]:
        """The words begin:end of the clause that holds the words first:last."""
        before, after = bisect_right(self._pauses, first), bisect_left(self._pauses, last)
        begin = self._pauses[before - 1] if before else 0
        return begin, self._pauses[after] if after < len(self._pauses) else self._length

    def begins_at(self, position: int) -> bool:
        """Whether the speaker paused before the word at `position`."""
        at = bisect_left(self._pauses, position)
        return at < len(self._pauses) and self._pauses[at] == position


@dataclass(frozen=True, slots=True)
class Links:
    """Words that begin a subordinate clause («не думаю, ЧТО я выставляю»), and turns in which they do not."""

    words: frozenset[str] = frozenset()
    unless: tuple[Turn, ...] = ()  # «потому что»: what stands before it is a sentence of its own

    def at(self, words: Sequence[str], position: int) -> bool:
        """Whether the word at `position` links what stands before it to what follows."""
        if position < 0 or words[position] not in self.words:
            return False
        return not any(_stands(words, position + 1 - len(turn), turn) for turn in self.unless)


@dataclass(frozen=True, slots=True)
class Guard:
    """One entry of `guards:`, compiled."""

    reason: str
    before: Mapping[str, tuple[Turn, ...]]  # by their last word
    after: Mapping[str, tuple[Turn, ...]]  # by their first word
    within: int  # words before the phrase to look at
    linked: int  # the same before a linking word that stands right before the phrase
    unless: tuple[Turn, ...] = ()
    until: frozenset[str] = frozenset()  # words that end the clause for this guard
    heard: bool = True  # whether the recogniser is offered its words

    def stops(self, words: Sequence[str], first: int, last: int, clause: tuple[int, int], linked: bool) -> bool:
        """Whether words near `words[first:last]`, inside `clause`, stop it; `linked`: the word before it links."""
        begin, end = clause
        start = first - 1 - self.linked if linked else first - self.within
        for position in range(first - 1, max(begin, start) - 1, -1):
            if words[position] in self.until:
                break
            turns = self.before.get(words[position], ())
            found = any(_stands(words, position + 1 - len(turn), turn, begin) for turn in turns)
            if found and not self._harmless(words, position):
                return True
        turns = self.after.get(words[last], ()) if last < end else ()
        found = any(last + len(turn) <= end and _stands(words, last, turn) for turn in turns)
        return found and not self._harmless(words, last)

    def words(self) -> Iterator[str]:
        """Every word it knows, in no order."""
        for turns in (*self.before.values(), *self.after.values(), self.unless):
            for turn in turns:
                yield from turn
        yield from self.until

    def _harmless(self, words: Sequence[str], position: int) -> bool:
        return any(
            _stands(words, position - offset, turn)
            for turn in self.unless
            for offset, word in enumerate(turn)
            if word == words[position]
        )


def by_word(turns: Iterable[Turn], at: int) -> dict[str, tuple[Turn, ...]]:
    """`turns` by one of their words: 0 the first, -1 the last."""
    found: dict[str, tuple[Turn, ...]] = {}
    for turn in turns:
        found[turn[at]] = (*found.get(turn[at], ()), turn)
    return found


def _stands(words: Sequence[str], first: int, turn: Turn, begin: int = 0) -> bool:
    return first >= begin and tuple(words[first : first + len(turn)]) == turn
