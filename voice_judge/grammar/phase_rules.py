"""One phase's grammar, compiled: intents, numbers, and the guards beside them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from voice_judge.grammar.guards import Guard, Links, Turn
from voice_judge.grammar.templates import Place, Template, WordList, list_of
from voice_judge.grammar.words import fold

NEGATED, QUOTED, CONDITIONAL = "negated", "quoted", "conditional"
NOT_PRESENT, NUMBER_UNCLEAR = "not_first_person_present", "number_unclear"
INSIDE_TALK, WRONG_PHASE, NO_MATCH = "inside_talk", "wrong_phase", "no_match"

REASONS: tuple[str, ...] = (
    NEGATED, QUOTED, CONDITIONAL, NUMBER_UNCLEAR, NOT_PRESENT, WRONG_PHASE, INSIDE_TALK, NO_MATCH,
)  # fmt: skip
"""Why nothing was recognised, the most telling first."""

GUARDS: tuple[str, ...] = (NEGATED, QUOTED, CONDITIONAL, NOT_PRESENT)
"""The reasons that guard words give."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """What makes a number doubtful."""

    seats: Mapping[str, int] = field(default_factory=dict)  # every form of the seats' lists
    bare: frozenset[str] = frozenset()  # cardinals and digits, which may also count
    other: frozenset[str] = frozenset()  # number words that are no seat: «двадцать», «ноль»
    counted: frozenset[str] = frozenset()  # «пять игроков» counts, it does not name
    counted_always: tuple[Turn, ...] = ()  # even after «номер»: «номер два раза»
    introduced_by: frozenset[str] = frozenset()  # «номер пять», «игрока пять» name
    alternatives: frozenset[str] = frozenset()  # «пять или шесть», «пять, нет, шесть»

    def foreign(self, word: str) -> bool:
        """A number that is no seat."""
        return word not in self.seats and (word in self.other or any(sign.isdigit() for sign in word))

    def any(self, word: str) -> bool:
        """Any number at all."""
        return word in self.seats or self.foreign(word)


@dataclass(frozen=True)
class IntentRule:
    """One entry of `intents:`, compiled."""

    key: str
    name: str
    place: Place
    templates: tuple[Template, ...]
    hear: tuple[Template, ...] = ()
    decoys: tuple[Template, ...] = ()
    whole: bool = False
    at_end: bool = False
    further: str | None = None
    trigger: frozenset[str] = frozenset()
    near: frozenset[str] = frozenset()
    not_before: frozenset[str] = frozenset()
    not_after: frozenset[str] = frozenset()
    tests: Mapping[str, Mapping[str, int | tuple[int, ...]]] = field(default_factory=dict)


@dataclass(frozen=True)
class PhaseRules:
    """Everything that may be said in one phase."""

    phase: str
    intents: tuple[IntentRule, ...]
    lists: Mapping[str, WordList]
    guards: tuple[Guard, ...]
    links: Links
    numbers: Numbers

    def starting_with(self, word: str) -> Sequence[tuple[IntentRule, Template]]:
        """The templates that can begin with `word` (folded)."""
        return self._by_first.get(word, ())

    @cached_property
    def longest(self) -> int:
        """Words in the longest sentence."""
        return max((len(variant) for *_, variant in self._variants()), default=0)

    @cached_property
    def telling(self) -> frozenset[str]:
        """The most telling words (folded) of every sentence that may have talk before it: mere talk lacks them."""
        rules = (rule for rule in self.intents if not rule.whole)
        return frozenset(
            word for rule in rules for template in rule.templates for word in self._telling(rule, template)
        )

    def _telling(self, rule: IntentRule, template: Template) -> Iterator[str]:
        """A trigger or the longest word that all variants of the template share; failing that, one of each variant."""
        own = [
            {fold(token) for token in variant if list_of(token) is None} - self.numbers.introduced_by
            for variant in template.variants
        ]
        shared = frozenset.intersection(*map(frozenset, own))
        for words in [shared & rule.trigger or shared] if shared else own:
            if words:
                yield max(sorted(words), key=len)

    @cached_property
    def _by_first(self) -> Mapping[str, Sequence[tuple[IntentRule, Template]]]:
        index: dict[str, dict[tuple[str, int], tuple[IntentRule, Template]]] = {}
        for rule, number, template, variant in self._variants():
            for word in self.words_of(variant[0]):
                index.setdefault(word, {})[rule.key, number] = (rule, template)
        return {word: tuple(found.values()) for word, found in index.items()}

    def words_of(self, token: str) -> frozenset[str]:
        """The folded words a variant's token can be."""
        name = list_of(token)
        return self._list_words[name] if name else frozenset({fold(token)})

    @cached_property
    def _list_words(self) -> Mapping[str, frozenset[str]]:
        return {name: frozenset(map(fold, words.forms)) for name, words in self.lists.items()}

    def continues(self, words: Sequence[str], name: str) -> bool:
        """Whether `words` are also the beginning of a longer phrase of another intent than `name`."""
        for rule, _, _, variant in self._variants():
            if rule.name != name and len(variant) > len(words):
                pairs = zip(words, variant, strict=False)
                if all(word in self.words_of(token) for word, token in pairs):
                    return True
        return False

    def _variants(self) -> Iterator[tuple[IntentRule, int, Template, tuple[str, ...]]]:
        for rule in self.intents:
            for number, template in enumerate(rule.templates):
                for variant in template.variants:
                    yield rule, number, template, variant
