"""Words of the grammar that the recogniser's model does not know: it would drop them without a word.

See vosk-api, issues 705 and 2048: no word can be added to a model at run time.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from voice_judge.grammar.grammars import Grammars
from voice_judge.grammar.phrases import Knows, literal_words, spelling, template_words
from voice_judge.grammar.problems import nearest
from voice_judge.grammar.templates import Place


@dataclass(frozen=True, slots=True)
class LintError:
    """`word` of the template or list at `place` is unknown to the model; `suggestion` is the nearest known word."""

    place: Place
    word: str
    context: str
    suggestion: str | None

    def __str__(self) -> str:
        hint = f"; ближайшее известное: «{self.suggestion}»" if self.suggestion else ""
        return f"{self.place.path}:{self.place.line}: модель не знает слова «{self.word}» ({self.context}){hint}"


def lint(grammars: Grammars, knows: Knows, suggestions: Iterable[str] | None = None) -> list[LintError]:
    """Every unknown word of spoken templates (`say:`, `hear:`) and every number no form of which is known.

    Both spellings, with ё and with е, are tried. `suggestions`: known words to choose the nearest from; by default
    the fillers and the words of all templates that the model knows.
    """
    names = suggestions if suggestions is not None else _own_words(grammars)
    known = [word for word in names if knows(word)]
    found: dict[tuple[Place, str], LintError] = {}
    for place, word, context in _needed(grammars):
        if spelling(word, knows) is None:
            found.setdefault((place, word), LintError(place, word, context, nearest(word, known)))
    return sorted(found.values(), key=lambda error: (str(error.place.path), error.place.line, error.word))


def _needed(grammars: Grammars) -> Iterable[tuple[Place, str, str]]:
    for rules in grammars.phases.values():
        for rule in rules.intents:
            for template in (*rule.templates, *rule.hear):
                if not template.optional:
                    yield from ((template.place, word, f"шаблон «{template.text}»") for word in literal_words(template))
        for words in rules.lists.values():
            # rare forms may be unknown, but the first form of a number is what phrases are made of
            yield from ((words.place, form, f"список {{{words.name}}}") for form in words.canonical)


def _own_words(grammars: Grammars) -> Iterable[str]:
    templates = frozenset().union(*(template_words(rules) for rules in grammars.phases.values()))
    return {*grammars.fillers, *templates}
