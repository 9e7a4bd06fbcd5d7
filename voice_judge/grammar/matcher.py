"""Words back to meaning: the formal phrases inside an utterance, or why there is none."""

from collections.abc import Callable, Sequence

from voice_judge.grammar.guards import Clauses
from voice_judge.grammar.intent import Intent, Match, NotRecognized
from voice_judge.grammar.phase_rules import (
    INSIDE_TALK,
    NO_MATCH,
    NOT_PRESENT,
    NUMBER_UNCLEAR,
    REASONS,
    WRONG_PHASE,
    PhaseRules,
)
from voice_judge.grammar.spans import (
    ALTERNATIVE_REACH,
    Neighbours,
    Span,
    contradicted,
    ends_bare,
    find_spans,
    not_begun_inside,
    number_trouble,
)
from voice_judge.grammar.words import fold

Doubt = tuple[str, int, int]
"""A reason, and the words first:last it is about."""


class IntentMatcher:
    """Matches the words of one phase. Stateless; the same words give the same answer."""

    def __init__(self, rules: PhaseRules, elsewhere: Callable[[Sequence[str]], bool] = lambda _: False) -> None:
        """`elsewhere` tells whether the words are a formal phrase of another phase."""
        self.rules = rules
        self._elsewhere = elsewhere

    @property
    def telling(self) -> frozenset[str]:
        """Folded words without which no phrase that has talk before it is said."""
        return self.rules.telling

    def match(
        self, words: Sequence[str], final: bool = True, pauses: frozenset[int] = frozenset()
    ) -> tuple[Match, ...]:
        """Every formal phrase inside `words`, in order; if there is none, exactly one `NotRecognized`.

        The longest phrase wins. One-word phrases count only as the whole utterance. A phrase beside a guard word
        (negation, quotation, condition) or with a doubtful number is no match, and nothing inside it is either.
        `final` False: more words may follow, so what they could still change is held back: phrases of one word,
        whole-utterance and end-of-utterance phrases, a bare number («выставляю пять» may go on «игроков»), a list
        of numbers, and the beginning of another phrase.
        `pauses`: before which words the speaker paused; a guard word beyond a pause is of another sentence.
        """
        heard = [fold(word) for word in words]
        clauses = Clauses(pauses, len(heard))
        accepted, held, doubts = self._judge(heard, final, clauses)
        if accepted:
            return tuple(
                Intent(span.rule.name, " ".join(words[span.first : span.last]), span.first, span.last, span.slots)
                for span in sorted(accepted, key=lambda span: span.first)
            )
        reason, first, last = self._reason(heard, doubts, held, final, clauses)
        return (NotRecognized(" ".join(words), reason, first, last),)

    def _judge(self, words: Sequence[str], final: bool, clauses: Clauses) -> tuple[list[Span], list[Span], list[Doubt]]:
        doubts: list[Doubt] = []
        fitting: list[Span] = []
        for span in find_spans(self.rules, words):
            if _in_place(span, len(words)):
                fitting.append(span)
            else:
                doubts.append((INSIDE_TALK, span.first, span.last))
        accepted: list[Span] = []
        held: list[Span] = []
        taken: set[int] = set()
        neighbours = Neighbours(fitting)
        for span in not_begun_inside(fitting):
            place = range(span.first, span.last)
            if not taken.isdisjoint(place):
                continue
            taken.update(place)
            reason = self._against(words, span, neighbours.of(span), clauses)
            if reason:
                doubts.append((reason, span.first, span.last))
            elif final or not self._may_change(words, span):
                accepted.append(span)
            else:
                held.append(span)
        return accepted, held, doubts

    def _against(self, words: Sequence[str], span: Span, others: Sequence[Span], clauses: Clauses) -> str | None:
        if contradicted(span, others):
            return NUMBER_UNCLEAR
        if any(word in span.rule.not_before for word in words[max(0, span.first - 2) : span.first]):
            return INSIDE_TALK
        if span.last < len(words) and words[span.last] in span.rule.not_after:
            return INSIDE_TALK
        return self._guarded(words, span.first, span.last, clauses) or number_trouble(self.rules, words, span)

    def _guarded(self, words: Sequence[str], first: int, last: int, clauses: Clauses) -> str | None:
        clause = clauses.around(first, last)
        linked = not clauses.begins_at(first) and self.rules.links.at(words, first - 1)
        stopping = (guard.reason for guard in self.rules.guards if guard.stops(words, first, last, clause, linked))
        return next(stopping, None)

    def _may_change(self, words: Sequence[str], span: Span) -> bool:
        if span.rule.whole or span.rule.at_end or span.length == 1:
            return True
        after = words[span.last : span.last + ALTERNATIVE_REACH]
        if after:
            unsure = after[0] in self.rules.numbers.alternatives and len(after) < ALTERNATIVE_REACH
            return unsure or self.rules.continues(words[span.first :], span.rule.name)
        further = span.rule.further is not None and span.rule.further in span.slots
        bare = ends_bare(self.rules, words, span)
        return further or bare or self.rules.continues(words[span.first : span.last], span.rule.name)

    def _reason(
        self,
        words: Sequence[str],
        doubts: Sequence[Doubt],
        held: Sequence[Span],
        final: bool,
        clauses: Clauses,
    ) -> Doubt:
        keywords = self._from_keywords(words, clauses)
        loose = (doubt for doubt in keywords if not any(s.first <= doubt[1] < s.last for s in held))
        found = [*doubts, *loose, (NO_MATCH, 0, len(words))]
        best = min(found, key=lambda doubt: REASONS.index(doubt[0]))
        less_telling = REASONS.index(best[0]) > REASONS.index(WRONG_PHASE)
        if less_telling and final and self._elsewhere(words):
            return (WRONG_PHASE, 0, len(words))
        return best

    def _from_keywords(self, words: Sequence[str], clauses: Clauses) -> list[Doubt]:
        """What the words that belong to a phrase say when the whole phrase is not there."""
        found: list[Doubt] = []
        for rule in self.rules.intents:
            for position, word in enumerate(words):
                if word in rule.trigger or word in rule.near:
                    otherwise = NUMBER_UNCLEAR if word in rule.trigger else NOT_PRESENT
                    reason = self._guarded(words, position, position + 1, clauses) or otherwise
                    found.append((reason, position, position + 1))
        return found


def _in_place(span: Span, length: int) -> bool:
    """Whether the span stands where its intent may: alone, at the end, or (several words) anywhere."""
    if span.rule.whole or span.length == 1:
        return span.length == length
    return not span.rule.at_end or span.last == length
