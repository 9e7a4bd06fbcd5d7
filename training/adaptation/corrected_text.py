"""The words of a phrase with another number in it: «я выставляю игрока номер пять», that was a six."""

from collections.abc import Iterator, Sequence

from voice_judge.grammar.intent import Intent
from voice_judge.grammar.matcher import IntentMatcher
from voice_judge.grammar.templates import WordList
from voice_judge.grammar.words import fold

_MOST_WORDS = 3


def with_number(text: str, number: int, matcher: IntentMatcher) -> tuple[str, Intent] | None:
    """The phrase with its only number replaced by `number`, in the same form, and what it means.

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
                    yield [*words[:first], *form.split(), *words[last:]]


def _counterparts(forms: WordList, said: str, old: object, number: int) -> Iterator[str]:
    olds, news = _spoken(forms, old), _spoken(forms, number)
    places = [place for place, form in enumerate(olds) if fold(form) == said]
    if not places:
        return
    same = [news[place] for place in places if place < len(news)]
    yield from dict.fromkeys((*same, *news))


def _spoken(forms: WordList, number: object) -> list[str]:
    return [form for form, value in forms.forms.items() if value == number and form.replace(" ", "").isalpha()]
