"""What the recogniser is told to expect: canonical phrases, filler words, `[unk]`."""

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

from voice_judge.grammar.phase_rules import IntentRule, PhaseRules
from voice_judge.grammar.templates import Template, list_of
from voice_judge.grammar.words import UNKNOWN, fold

Knows = Callable[[str], bool]
"""Whether the recogniser's model knows a word, in just this spelling."""

MOST_PER_INTENT = 120
"""The recogniser takes the counts of its list for probabilities (vosk-api, issue 740 and src/recognizer.cc), so no
intent may crowd out the others; 10 seats in a handful of wordings fit, or with 0 to 10 votes each."""

REPEATS = 4
"""How often each phrase of several words stands in the list: more make phrases likelier against single words.

Measured on a voice the model was not trained on (298 phrases, 2,000 fillers): once 295 right when clean, 278 in white
noise at 10 dB; four times 297 and 283; ten times 298 and 284. No more false phrases in 25 minutes of foreign talk.
"""

_DEFAULT_VARIANTS = 6


def phrase_list(rules: PhaseRules, fillers: Iterable[str], knows: Knows | None, talk: bool = True) -> tuple[str, ...]:
    """Canonical phrases of every intent, then every other word of the templates and guards, the fillers, `[unk]`.

    Phrases of several words are repeated (`REPEATS`).
    With `knows` decoys are added (unless `talk` is False), words are spelled as the model has them (ё or е), what it
    lacks is left out.
    """
    phrases = [phrase for rule in rules.intents for phrase in canonical(rules, rule, optional=knows is not None)]
    if knows is not None and talk:
        phrases += [phrase for rule in rules.intents for phrase in decoys(rules, rule)]
    said = set(itertools.chain.from_iterable(phrase.split() for phrase in phrases))
    words = (*sorted(template_words(rules)), *sorted(talk_words(rules)), *fillers)
    singles = [word for word in words if word not in said]
    several = _spelled((phrase for phrase in phrases if " " in phrase), knows)
    alone = _spelled((*(phrase for phrase in phrases if " " not in phrase), *singles), knows)
    return (*several * REPEATS, *alone, UNKNOWN)


def talk_list(rules: PhaseRules, fillers: Iterable[str], knows: Knows | None) -> tuple[str, ...]:
    """Single words that no phrase amid talk can be said with: what else a piece of sound may be, and `[unk]`."""
    words = {word for phrase in phrase_list(rules, fillers, knows) for word in phrase.split() if word != UNKNOWN}
    return (*sorted(word for word in words if fold(word) not in rules.telling), UNKNOWN)


def canonical(rules: PhaseRules, rule: IntentRule, optional: bool = False) -> tuple[str, ...]:
    """The phrases of one intent: from `hear:`, or a few of each template of `say:` (`optional`: of `if_known:` too)."""
    templates = [*rule.hear]
    templates += [template for template in rule.templates if (optional if template.optional else not rule.hear)]
    variants = (
        variant
        for template in templates
        for variant in (template.variants if template in rule.hear else _few(template))
    )
    phrases = (phrase for variant in variants for phrase in _with_lists(rules, variant))
    return tuple(itertools.islice(dict.fromkeys(phrases), MOST_PER_INTENT))


def decoys(rules: PhaseRules, rule: IntentRule) -> tuple[str, ...]:
    """Talk that sounds like the intent's phrases: offered beside them, it is not taken for one of them."""
    variants = itertools.chain.from_iterable(template.variants for template in rule.decoys)
    return tuple(dict.fromkeys(phrase for variant in variants for phrase in _with_lists(rules, variant)))


def samples(rules: PhaseRules, templates: Iterable[Template]) -> Iterator[str]:
    """Every sentence of `templates` with one number of each list: enough to check what it means."""
    for template in templates:
        yield from (next(_with_lists(rules, variant)) for variant in template.variants)


def template_words(rules: PhaseRules) -> frozenset[str]:
    """Every word that a template can contain, in the files' spelling; digits are for written lines only."""
    found: set[str] = set()
    for rule in rules.intents:
        for template in (*rule.templates, *rule.hear):
            found.update(itertools.chain.from_iterable(_words(rules, template)))
    return frozenset(found)


def literal_words(template: Template) -> frozenset[str]:
    """The words of `template` itself, without those of its lists."""
    return frozenset(token for variant in template.variants for token in variant if list_of(token) is None)


def talk_words(rules: PhaseRules) -> set[str]:
    """The words that tell talk from phrases: heard as nothing, they could not guard anything."""
    numbers = rules.numbers
    words = {*rules.links.words, *numbers.other, *numbers.counted, *numbers.introduced_by, *numbers.alternatives}
    for guard in rules.guards:
        words |= {*guard.words()} if guard.heard else set()
    for rule in rules.intents:
        words |= {*rule.trigger, *rule.near, *rule.not_before, *rule.not_after}
    return words


def _spelled(phrases: Iterable[str], knows: Knows | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(phrase for phrase in (spell(phrase, knows) for phrase in phrases) if phrase))


def spell(phrase: str, knows: Knows | None) -> str | None:
    """`phrase` in the model's spelling, or None when the model lacks one of its words."""
    if knows is None:
        return phrase
    words = [spelling(word, knows) for word in phrase.split()]
    return " ".join(word for word in words if word) if all(words) else None


def spelling(word: str, knows: Knows) -> str | None:
    """The way the model writes `word`: as it stands, with е for ё, or with one е as ё; None when it knows none."""
    dotted = (word[:at] + "ё" + word[at + 1 :] for at, letter in enumerate(word) if letter == "е")
    return next((candidate for candidate in (word, fold(word), *dotted) if knows(candidate)), None)


def _few(template: Template) -> tuple[Sequence[str], ...]:
    if len(template.variants) <= _DEFAULT_VARIANTS:
        return template.variants
    return (min(template.variants, key=len),)


def _with_lists(rules: PhaseRules, variant: Sequence[str]) -> Iterator[str]:
    """The variant with its lists' numbers filled in, every one with every other.

    All pairs, because the recogniser learns which word may follow which: of two neighbouring numbers («номер пять,
    девять голосов») it drops one that it has not seen there.
    """
    columns = [rules.lists[name].canonical if (name := list_of(token)) else (token,) for token in variant]
    yield from map(" ".join, itertools.product(*columns))


def _words(rules: PhaseRules, template: Template) -> Iterator[Iterable[str]]:
    for token in set(itertools.chain.from_iterable(template.variants)):
        name = list_of(token)
        yield (form for form in rules.lists[name].forms if form.isalpha()) if name else (token,)
