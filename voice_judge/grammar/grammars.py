"""Everything that may be said, and how it is answered: what `load_grammars` gives."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from voice_judge.grammar.answers import Answers
from voice_judge.grammar.intent import Intent
from voice_judge.grammar.matcher import IntentMatcher
from voice_judge.grammar.phase_rules import PhaseRules
from voice_judge.grammar.phrases import Knows, phrase_list, talk_list, template_words


class Grammars:
    """The compiled files of grammars/."""

    def __init__(self, phases: Mapping[str, PhaseRules], answers: Answers, fillers: Sequence[str]) -> None:
        self.phases = phases
        self.answers = answers
        self.fillers = tuple(fillers)
        self._matchers = {name: IntentMatcher(rules, self._elsewhere(name)) for name, rules in phases.items()}

    def matcher(self, phase: str) -> IntentMatcher:
        """The matcher of `phase`.

        Raises:
            KeyError: no file of grammars/ knows the phase.
        """
        return self._matchers[phase]

    def phrases(self, phase: str, knows: Knows | None = None, fillers: bool = True) -> tuple[str, ...]:
        """The recogniser's list for `phase`: canonical phrases, single words, fillers, `[unk]`.

        `knows` tells which words the recogniser's model has: phrases come in its spelling (ё or е), unknown words
        are left out (`lint` reports those that templates need). Without `fillers` there is nothing but the phrases'
        own words and the guards'.
        """
        return phrase_list(self.phases[phase], self.fillers if fillers else (), knows, talk=fillers)

    def talk(self, phase: str, knows: Knows | None = None) -> tuple[str, ...]:
        """The words of the phase's list that no phrase amid talk is said with, and `[unk]`."""
        return talk_list(self.phases[phase], self.fillers, knows)

    def vocabulary(self, phase: str) -> frozenset[str]:
        """Every word a spoken template of `phase` can contain, in the files' spelling."""
        return template_words(self.phases[phase])

    @property
    def intents(self) -> frozenset[str]:
        """The names of all intents."""
        return frozenset(rule.name for rules in self.phases.values() for rule in rules.intents)

    def without(self, key: str) -> "Grammars":
        """The same without the entry `key` of `intents:` (a club that does not accept this way of saying it)."""
        phases = {
            name: replace(rules, intents=tuple(rule for rule in rules.intents if rule.key != key))
            for name, rules in self.phases.items()
        }
        return Grammars(phases, self.answers, self.fillers)

    def _elsewhere(self, phase: str) -> "_Elsewhere":
        return _Elsewhere(self, phase)


class _Elsewhere:
    """Whether words are a formal phrase of another phase, of an intent that this one does not have."""

    def __init__(self, grammars: Grammars, phase: str) -> None:
        self._grammars = grammars
        self._phase = phase
        self._ask = lru_cache(maxsize=256)(self._search)

    def __call__(self, words: Sequence[str]) -> bool:
        return self._ask(tuple(words))

    def _search(self, words: tuple[str, ...]) -> bool:
        here = {rule.name for rule in self._grammars.phases[self._phase].intents}
        others = (rules for name, rules in self._grammars.phases.items() if name != self._phase)
        found = (IntentMatcher(rules).match(words)[0] for rules in others)
        return any(isinstance(match, Intent) and match.name not in here for match in found)
