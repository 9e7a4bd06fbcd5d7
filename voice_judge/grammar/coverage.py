"""Which words of the grammars a model knows, and what to say instead of those that it does not."""

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rapidfuzz import fuzz, process

from voice_judge.grammar.grammars import Grammars
from voice_judge.grammar.phase_rules import IntentRule, PhaseRules
from voice_judge.grammar.phrases import Knows, canonical, literal_words, spelling, talk_words
from voice_judge.grammar.templates import Place, Template, WordList, list_of

NEEDED, OPTIONAL, TALK = "needed", "optional", "talk"
"""What a word is for: a template of `say:` or `hear:` or a number; one of `if_known:`; telling talk from phrases."""

_LEAST_LIKE = 60.0  # of 100: below it two words are not alike
_MOST_VARIANTS = 200  # of one template, that are tried for one to be said instead


@dataclass(frozen=True, slots=True)
class GrammarWord:
    """A word of the grammars: the model writes it as `known_as` (ё or е), or does not know it (None).

    Attributes:
        use: NEEDED, OPTIONAL or TALK; the first of them that applies.
        place: where the grammars have it; None for words that only tell talk from phrases.
        instead: another wording of the same intent whose words are all known; None: there is none, or none is needed.
        nearest: the known word most like it, which the model will hear in its place; None: nothing is like it.
    """

    word: str
    use: str
    known_as: str | None
    place: Place | None = None
    instead: str | None = None
    nearest: str | None = None


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a word stands, and how else the same can be said."""

    word: str
    use: str
    place: Place
    instead: Callable[[Knows], str | None]


def coverage(grammars: Grammars, knows: Knows, known_words: Collection[str] = ()) -> tuple[GrammarWord, ...]:
    """Every word of the grammars, in the order of the alphabet.

    `known_words`: the model's words, to find the nearest among; where they are not to be had (empty), the grammars'.
    """
    sources = [*_templates(grammars), *_numbers(grammars)]
    talk = {word for rules in grammars.phases.values() for word in talk_words(rules)}
    words = {source.word for source in sources} | talk
    near = list(known_words) or [word for word in {*words, *grammars.fillers} if knows(word)]
    best: dict[str, _Source] = {}
    for source in sources:
        if source.word not in best or (source.use == NEEDED and best[source.word].use == OPTIONAL):
            best[source.word] = source
    return tuple(_grammar_word(word, best.get(word), knows, near) for word in sorted(words))


def _grammar_word(word: str, source: _Source | None, knows: Knows, near: Sequence[str]) -> GrammarWord:
    use, place = (source.use, source.place) if source else (TALK, None)
    known_as = spelling(word, knows)
    if known_as:
        return GrammarWord(word, use, known_as, place)
    return GrammarWord(word, use, None, place, source.instead(knows) if source else None, _nearest(word, near))


def _templates(grammars: Grammars) -> Iterator[_Source]:
    for rules in grammars.phases.values():
        for rule in rules.intents:
            for template in (*rule.templates, *rule.hear):
                use = OPTIONAL if template.optional else NEEDED
                for word in literal_words(template):
                    yield _Source(word, use, template.place, partial(_other_wording, rules, rule, template, word))


def _numbers(grammars: Grammars) -> Iterator[_Source]:
    for rules in grammars.phases.values():
        for words in rules.lists.values():
            first = set(words.canonical)
            for form, number in words.forms.items():
                if form.isalpha():
                    use = NEEDED if form in first else OPTIONAL
                    yield _Source(form, use, words.place, partial(_other_form, words, number))


def _other_wording(rules: PhaseRules, rule: IntentRule, template: Template, word: str, knows: Knows) -> str | None:
    """Of the phrases of the same intent that the model can hear, the one most like a phrase with `word`."""
    variants = [_example(rules, variant) for variant in itertools.islice(template.variants, _MOST_VARIANTS)]
    same = [phrase for other in rules.intents if other.name == rule.name for phrase in canonical(rules, other)]
    heard = [phrase for phrase in (*variants, *same) if all(spelling(part, knows) for part in phrase.split())]
    model = next((phrase for phrase in variants if word in phrase.split()), word)
    found = process.extractOne(model, heard, scorer=fuzz.ratio)
    return found[0] if found else None


def _other_form(words: WordList, number: int, knows: Knows) -> str | None:
    forms = (form for form, value in words.forms.items() if value == number and form.isalpha())
    return next((form for form in forms if spelling(form, knows)), None)


def _example(rules: PhaseRules, variant: Iterable[str]) -> str:
    """The variant with the first number of each of its lists."""
    names = ((token, list_of(token)) for token in variant)
    return " ".join(rules.lists[name].canonical[0] if name else token for token, name in names)


def _nearest(word: str, known: Sequence[str]) -> str | None:
    found = process.extractOne(word, known, scorer=fuzz.ratio, score_cutoff=_LEAST_LIKE)
    return found[0] if found else None
