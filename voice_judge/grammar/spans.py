"""The search for phrases inside an utterance: every place where a template fits, and what speaks against it."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from voice_judge.grammar.intent import SlotValue
from voice_judge.grammar.phase_rules import NUMBER_UNCLEAR, IntentRule, PhaseRules
from voice_judge.grammar.words import UNKNOWN


@dataclass(frozen=True, slots=True)
class Span:
    """`rule` fits `words[first:last]`."""

    rule: IntentRule
    first: int
    last: int
    slots: Mapping[str, SlotValue]

    @property
    def length(self) -> int:
        """Words in the span."""
        return self.last - self.first

    def overlaps(self, other: "Span") -> bool:
        """Whether they share a word."""
        return self.first < other.last and other.first < self.last

    def contains(self, other: "Span") -> bool:
        """Whether `other` lies inside."""
        return self.first <= other.first and other.last <= self.last


def find_spans(phase: PhaseRules, words: Sequence[str]) -> tuple[Span, ...]:
    """The longest match of each intent at each word, the longest first, then from left to right.

    `words` are folded; nothing reaches across `[unk]`.
    """
    found = [span for first in range(len(words)) for span in _at(phase, words, first)]
    return tuple(sorted(found, key=lambda span: (-span.length, span.first)))


def _at(phase: PhaseRules, words: Sequence[str], first: int) -> Iterator[Span]:
    candidates = phase.starting_with(words[first])
    if not candidates:
        return
    ahead = words[first : first + phase.longest]
    if UNKNOWN in ahead:
        ahead = ahead[: ahead.index(UNKNOWN)]
    best: dict[str, Span] = {}
    for rule, template in candidates:
        found = template.at(ahead)
        if found and (rule.key not in best or found.length > best[rule.key].length):
            best[rule.key] = Span(rule, first, first + found.length, dict(found.slots))
    for span in best.values():
        yield _with_further(phase, words, span)


def _with_further(phase: PhaseRules, words: Sequence[str], span: Span) -> Span:
    """«выставляю 2, 3 и 4»: the numbers up to the utterance's end go to the slot `further`, as often as said."""
    if span.rule.further is None or words[span.last - 1] not in phase.numbers.seats:
        return span
    connecting = phase.numbers.introduced_by | _AND
    rest = range(span.last, len(words))
    if words[-1] not in phase.numbers.seats:
        return span
    if not all(words[at] in phase.numbers.seats or words[at] in connecting for at in rest):
        return span
    also = tuple(phase.numbers.seats[word] for word in words[span.last :] if word in phase.numbers.seats)
    slots: dict[str, SlotValue] = {**span.slots, **({span.rule.further: also} if also else {})}
    return Span(span.rule, span.first, len(words), slots)


_AND = frozenset({"и"})


class Neighbours:
    """The spans of an utterance by place: in a long line only those nearby matter to one of them."""

    def __init__(self, spans: Sequence[Span]) -> None:
        self._spans = sorted(spans, key=lambda span: span.first)
        self._firsts = [span.first for span in self._spans]
        self._longest = max((span.length for span in spans), default=0)

    def of(self, span: Span) -> Sequence[Span]:
        """The spans that may overlap `span`, and those that may overlap these from before."""
        begin = bisect_left(self._firsts, span.first - 2 * self._longest)
        return self._spans[begin : bisect_left(self._firsts, span.last)]


def not_begun_inside(spans: Sequence[Span]) -> list[Span]:
    """Without those that begin inside an earlier one: in «отзываю второго, я выставляю ...» the second is taken."""
    inside: set[int] = set()
    for span in sorted(spans, key=lambda span: (span.first, -span.length)):
        if span.first not in inside:
            inside.update(range(span.first + 1, span.last))
    return [span for span in spans if span.first not in inside]


ALTERNATIVE_REACH = 4
"""«номер пять, нет, игрока номер шесть»: words in which the other number is looked for."""


def number_trouble(phase: PhaseRules, words: Sequence[str], span: Span) -> str | None:
    """`number_unclear` when the number at the span's edge may be a piece of another one, or counts something."""
    numbers = phase.numbers
    before = words[span.first - 1] if span.first else ""
    after = words[span.last] if span.last < len(words) else ""
    opens, closes = words[span.first] in numbers.seats, words[span.last - 1] in numbers.seats
    counts = after in numbers.counted and ends_bare(phase, words, span)
    counts = counts or any(tuple(words[span.last : span.last + len(turn)]) == turn for turn in numbers.counted_always)
    if (opens and numbers.any(before)) or (closes and (numbers.foreign(after) or counts)):
        return NUMBER_UNCLEAR
    earlier = words[max(0, span.first - ALTERNATIVE_REACH) : span.first]
    later = words[span.last : span.last + ALTERNATIVE_REACH]
    if opens and before in numbers.alternatives and any(map(numbers.any, earlier)):
        return NUMBER_UNCLEAR
    if after in numbers.alternatives and any(map(numbers.any, later)):
        return NUMBER_UNCLEAR
    return None


def ends_bare(phase: PhaseRules, words: Sequence[str], span: Span) -> bool:
    """Whether the span ends in a number that nothing introduces: «выставляю пять», which may go on «игроков»."""
    last = words[span.last - 1]
    if last not in phase.numbers.bare or span.length < 2:
        return False
    return words[span.last - 2] not in phase.numbers.introduced_by


def contradicted(span: Span, others: Sequence[Span]) -> bool:
    """«второго игрока я выставляю пятого»: the same intent with other slots reaches into the span.

    Not so when the other number already belongs to an earlier phrase: «отзываю второго, выставляю пятого».
    """
    return any(
        other.rule.name == span.rule.name
        and other.slots != span.slots
        and other.overlaps(span)
        and not (other.contains(span) or span.contains(other))
        and not any(earlier.first < other.first < earlier.last for earlier in others if earlier is not span)
        for other in others
    )
