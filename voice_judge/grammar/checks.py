"""What is checked at every start: handlers, duplicates, the files' own test sentences."""

from collections.abc import Mapping, Sequence

from voice_judge.grammar.grammars import Grammars
from voice_judge.grammar.intent import Intent, NotRecognized, SlotValue
from voice_judge.grammar.phase_rules import REASONS, IntentRule, PhaseRules
from voice_judge.grammar.phrases import samples
from voice_judge.grammar.problems import GrammarError, did_you_mean
from voice_judge.grammar.schema import GrammarFileSpec
from voice_judge.grammar.templates import Template, list_of
from voice_judge.grammar.words import fold, normalize
from voice_judge.grammar.yaml_file import YamlFile

Source = tuple[YamlFile, GrammarFileSpec]


def check(grammars: Grammars, sources: Sequence[Source], handlers: frozenset[str] | None) -> None:
    """Check everything that a schema cannot see.

    Raises:
        GrammarError: the first fault found.
    """
    for file, spec in sources:
        _handled(file, spec, handlers)
    for rules in grammars.phases.values():
        _no_duplicates(rules)
        for rule in rules.intents:
            _nothing_twice(rules, rule)
    for file, spec in sources:
        phases = spec.phases or [file.path.stem]
        for key in spec.intents:
            _tested(grammars, file, key, phases)
        _never(grammars, file, spec, phases)


def _handled(file: YamlFile, spec: GrammarFileSpec, handlers: frozenset[str] | None) -> None:
    for key, intent in spec.intents.items():
        name = intent.intent or key
        if handlers is not None and name not in handlers:
            message = f"неизвестное намерение «{name}»: программа не умеет его исполнять{did_you_mean(name, handlers)}"
            raise file.error(message, "intents", key)


def _no_duplicates(rules: PhaseRules) -> None:
    """The same words may not mean two intents of one phase; lists that share a word count as the same."""
    seen: dict[tuple[str, ...], list[tuple[IntentRule, Template, tuple[str, ...]]]] = {}
    for rule in rules.intents:
        for template in rule.templates:
            for variant in template.variants:
                shape = _shape(variant)
                for other, elsewhere, theirs in seen.get(shape, ()):
                    if other.name != rule.name and _same(rules, variant, theirs):
                        raise _duplicate(" ".join(variant), (other, elsewhere), (rule, template))
                seen.setdefault(shape, []).append((rule, template, variant))


def _nothing_twice(rules: PhaseRules, rule: IntentRule) -> None:
    """No template may say only what the earlier ones of its intent say already."""
    seen: dict[tuple[str, ...], list[tuple[Template, tuple[str, ...]]]] = {}
    for template in rule.templates:
        shapes = [(_shape(variant), variant) for variant in template.variants]
        earlier = [
            next((other for other, theirs in seen.get(shape, ()) if _within(rules, variant, theirs)), None)
            for shape, variant in shapes
        ]
        if earlier[0] and all(earlier):
            place, line = template.place, earlier[0].place.line
            message = f"шаблон «{template.text}» повторяется в намерении «{rule.key}» (уже есть в строке {line})"
            raise GrammarError(message, place.path, place.line)
        for shape, variant in shapes:
            seen.setdefault(shape, []).append((template, variant))


def _shape(variant: Sequence[str]) -> tuple[str, ...]:
    return tuple("{}" if list_of(token) else fold(token) for token in variant)


def _within(rules: PhaseRules, inner: Sequence[str], outer: Sequence[str]) -> bool:
    return all(rules.words_of(one) <= rules.words_of(other) for one, other in zip(inner, outer, strict=True))


def _duplicate(phrase: str, first: tuple[IntentRule, Template], second: tuple[IntentRule, Template]) -> GrammarError:
    (other, elsewhere), (rule, template) = first, second
    where = f"{elsewhere.place.path.name}:{elsewhere.place.line}"
    message = f"фраза «{phrase}» повторяется: намерения «{other.name}» ({where}) и «{rule.name}»"
    return GrammarError(message, template.place.path, template.place.line)


def _same(rules: PhaseRules, left: Sequence[str], right: Sequence[str]) -> bool:
    return all(rules.words_of(one) & rules.words_of(other) for one, other in zip(left, right, strict=True))


def _tested(grammars: Grammars, file: YamlFile, key: str, phases: Sequence[str]) -> None:
    at = ("intents", key)
    rule = next(rule for rule in grammars.phases[phases[0]].intents if rule.key == key and rule.place.path == file.path)
    for phase in phases:
        for sentence, slots in rule.tests.items():
            problem = wrong(grammars, phase, sentence, rule.name, slots)
            if problem:
                message = f"пример «{sentence}» (фаза {phase}): {problem}; шаблоны: {_lines(rule)}"
                raise file.error(message, *at, "tests", sentence)
        for phrase in samples(grammars.phases[phase], rule.decoys):
            if isinstance(grammars.matcher(phase).match(phrase.split())[0], Intent):
                raise file.error(f"похожая фраза «{phrase}» сама распознаётся (фаза {phase})", *at, "decoys")
        for phrase in samples(grammars.phases[phase], rule.hear):
            found = grammars.matcher(phase).match(phrase.split())
            if not (isinstance(found[0], Intent) and found[0].name == rule.name):
                raise file.error(f"фраза для распознавания «{phrase}» не подходит ни под один шаблон", *at, "hear")
    for template in rule.templates:
        if not any(_covers(template, sentence) for sentence in rule.tests):
            message = f"у шаблона «{template.text}» нет ни одного примера в tests"
            raise GrammarError(message, template.place.path, template.place.line)


def _lines(rule: IntentRule) -> str:
    """Where the templates stand that should fit: one of them may be what is mistyped."""
    numbers = dict.fromkeys(str(template.place.line) for template in rule.templates)
    return f"{rule.place.path.name}:{', '.join(numbers)}"


def _covers(template: Template, sentence: str) -> bool:
    words = [fold(word) for word in normalize(sentence)]
    return any(template.at(words[first:]) for first in range(len(words)))


def wrong(grammars: Grammars, phase: str, sentence: str, name: str, slots: Mapping[str, SlotValue]) -> str | None:
    """What is wrong (in Russian) when `sentence` does not give just the intent `name` with `slots`; None if it does."""
    found = grammars.matcher(phase).match(normalize(sentence))
    first = found[0]
    if isinstance(first, NotRecognized):
        return f"не распознан ({first.reason})"
    if len(found) > 1:
        return "найдено несколько фраз: " + ", ".join(match.name for match in found if isinstance(match, Intent))
    if first.name != name:
        return f"распознан как «{first.name}»"
    if dict(first.slots) != dict(slots):
        return f"значения {dict(first.slots)} вместо {dict(slots)}"
    return None


def _never(grammars: Grammars, file: YamlFile, spec: GrammarFileSpec, phases: Sequence[str]) -> None:
    for sentence, reason in spec.never.items():
        at = ("never", sentence)
        if reason is not None and reason not in REASONS:
            raise file.error(f"неизвестная причина «{reason}»{did_you_mean(reason, REASONS)}", *at)
        for phase in phases:
            found = grammars.matcher(phase).match(normalize(sentence))[0]
            if isinstance(found, Intent):
                raise file.error(f"«{sentence}» не должно распознаваться, а стало «{found.name}» (фаза {phase})", *at)
            if reason is not None and found.reason != reason:
                raise file.error(f"«{sentence}»: причина {found.reason}, а не {reason} (фаза {phase})", *at)
