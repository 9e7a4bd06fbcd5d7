"""The words of a phrase with another number in it: «я выставляю игрока номер пять», that was a six."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from voice_judge.grammar.intent import Intent
from voice_judge.grammar.matcher import IntentMatcher
from voice_judge.grammar.phase_rules import PhaseRules
from voice_judge.grammar.phrases import canonical
from voice_judge.grammar.templates import WordList
from voice_judge.grammar.words import fold

_MOST_WORDS = 3
_STEM = 3


def with_number(text: str, number: int, matcher: IntentMatcher) -> tuple[str, Intent] | None:
    """The phrase with its only number replaced by `number`, in the same form, and what it means.

    What is counted agrees with it («четыре голоса», «пять голосов»).
    None: it is no phrase with just one number, or that number cannot be said there.
    """
    words = text.split()
    before = _only(matcher, words)
    if before is None or len(before.slots) != 1:
        return None
    ((slot, old),) = before.slots.items()
    for changed in _replaced(words, old, number, matcher):
        after = _only(matcher, changed)
        if after is not None and after.name == before.name and dict(after.slots) == {slot: number}:
            return " ".join(changed), after
    return None


def _only(matcher: IntentMatcher, words: Sequence[str]) -> Intent | None:
    match, *more = matcher.match(words)
    return match if isinstance(match, Intent) and not more else None


def _replaced(words: list[str], old: object, number: int, matcher: IntentMatcher) -> Iterator[list[str]]:
    """Every way to put another number's form where one of the old number stands; the same form of it first."""
    for first in range(len(words)):
        for last in range(min(len(words), first + _MOST_WORDS), first, -1):
            said = fold(" ".join(words[first:last]))
            for forms in matcher.rules.lists.values():
                for form in _counterparts(forms, said, old, number):
                    yield [*words[:first], *form.split(), *_counted(words[last:], form, matcher.rules)]


def _counted(after: list[str], number: str, rules: PhaseRules) -> list[str]:
    """The words behind a number, what is counted in the form that the grammar's own phrases have it in there."""
    if not after or fold(after[0]) not in rules.numbers.counted:
        return after
    phrases = (phrase.split() for rule in rules.intents for phrase in canonical(rules, rule))
    pairs = (pair for phrase in phrases for pair in pairwise(phrase))
    same = (word for before, word in pairs if before == number and _same_noun(word, after[0], rules))
    return [next(same, after[0]), *after[1:]]


def _same_noun(one: str, other: str, rules: PhaseRules) -> bool:
    return fold(one) in rules.numbers.counted and one[:_STEM] == other[:_STEM]


def _counterparts(forms: WordList, said: str, old: object, number: int) -> Iterator[str]:
    olds, news = _spoken(forms, old), _spoken(forms, number)
    places = [place for place, form in enumerate(olds) if fold(form) == said]
    if not places:
        return
    same = [news[place] for place in places if place < len(news)]
    yield from dict.fromkeys((*same, *news))


def _spoken(forms: WordList, number: object) -> list[str]:
    return [form for form, value in forms.forms.items() if value == number and form.replace(" ", "").isalpha()]
