"""Templates (hassil) compiled once: what they match, and every sentence they can say."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hassil.errors import HassilError
from hassil.expression import (
    Alternative,
    Expression,
    Group,
    ListReference,
    Permutation,
    RuleReference,
    Sentence,
    TextChunk,
)
from hassil.intents import TextSlotList, TextSlotValue
from hassil.parse_expression import parse_sentence
from hassil.parser import ParseError
from hassil.string_matcher import MatchContext, MatchSettings, match_expression

from voice_judge.grammar.problems import GrammarError, did_you_mean
from voice_judge.grammar.words import fold

MAX_VARIANTS = 4000
"""A template that can say more sentences than this (lists counted as one word) is refused: nobody could check it."""

_PUNCTUATION = dict.fromkeys(map(ord, ',.!?«»"'))

Variant = tuple[str, ...]
"""One sentence, word by word, in the file's own spelling; `{list:slot}` stands for a list."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file."""

    path: Path
    line: int


@dataclass(frozen=True, slots=True)
class WordList:
    """A list of grammars/: each form as it is spelled in the file, and its number."""

    name: str
    forms: Mapping[str, int]
    place: Place

    @property
    def canonical(self) -> tuple[str, ...]:
        """The first form of each number: what the recogniser is offered in phrases."""
        first: dict[int, str] = {}
        for form, number in self.forms.items():
            if form.isalpha():
                first.setdefault(number, form)
        return tuple(first.values())


@dataclass(frozen=True, slots=True)
class Found:
    """A template's match: how many words it took, and the values of its slots."""

    length: int
    slots: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Template:
    """One line of `say:`, `if_known:` or `hear:`, ready to match."""

    text: str
    place: Place
    optional: bool  # given to the recogniser only when its model knows all the words
    variants: tuple[Variant, ...]
    sentence: Sentence = field(repr=False, compare=False)
    settings: MatchSettings = field(repr=False, compare=False)

    def at(self, words: Sequence[str]) -> Found | None:
        """The longest match that begins with `words[0]`; `words` are folded."""
        # hassil would split words at "-": another hyphen keeps the count of words right
        text = " ".join(words).replace("-", "\u2011") + " "
        best: Found | None = None
        for context in match_expression(self.settings, MatchContext(text=text), self.sentence.expression):
            rest = context.text
            taken = len(text) - len(rest)
            if rest and rest[0] != " " and text[taken - 1] != " ":
                continue  # the match ends inside a word
            length = len(words) - len(rest.split())
            if length > (best.length if best else 0):
                best = Found(length, {entity.name: entity.value for entity in context.entities})
        return best


class TemplateCompiler:
    """Knows the lists and rules of all files; turns template texts into `Template`s."""

    def __init__(self, lists: Mapping[str, WordList], rules: Mapping[str, tuple[str, Place]]) -> None:
        self._lists = lists
        self._spelled: dict[str, Sentence] = {}
        self._folded: dict[str, Sentence] = {}
        for name, (text, place) in rules.items():
            self._spelled[name] = parse(text, place)
            self._folded[name] = parse(fold(text), place)
        self._settings = MatchSettings(
            slot_lists={name: _hassil_list(words) for name, words in lists.items()},
            expansion_rules=self._folded,
            language="ru",
        )
        for name, (_, place) in rules.items():
            self.variants(self._spelled[name].expression, place)

    def compile(self, text: str, place: Place, optional: bool = False) -> Template:
        """Parse `text` and check what it refers to.

        Raises:
            GrammarError: hassil cannot parse it, a list or rule is unknown, it says too much or nothing.
        """
        variants = self.variants(parse(text, place).expression, place)
        if () in variants:
            raise GrammarError(f"шаблон «{text}» подходит и к молчанию", place.path, place.line)
        return Template(text, place, optional, variants, parse(fold(text), place), self._settings)

    def variants(self, expression: Expression, place: Place) -> tuple[Variant, ...]:
        """Every sentence of `expression`, lists left as `{list:slot}`, in the order of the file."""
        texts = itertools.islice(self._texts(expression, place, ()), MAX_VARIANTS + 1)
        found = tuple(dict.fromkeys(tuple(text.split()) for text in texts))
        if len(found) > MAX_VARIANTS:
            raise GrammarError(f"шаблон слишком широк: больше {MAX_VARIANTS} вариантов", place.path, place.line)
        for token in itertools.chain.from_iterable(found):
            if "{" in token and not (token.startswith("{") and token.endswith("}") and token.count("{") == 1):
                raise GrammarError(f"список в шаблоне отделяют пробелами: «{token}»", place.path, place.line)
        return found

    def _texts(self, expression: Expression, place: Place, inside: tuple[str, ...]) -> Iterator[str]:
        match expression:
            case TextChunk():
                yield expression.original_text.lower()
            case Alternative():
                for item in expression.items:
                    yield from self._texts(item, place, inside)
            case Permutation():
                for order in itertools.permutations(expression.items):
                    yield from self._joined(order, place, inside, " ")
            case Group():
                yield from self._joined(expression.items, place, inside, "")
            case RuleReference():
                yield from self._rule(expression.rule_name, place, inside)
            case ListReference():
                yield self._list(expression, place)

    def _joined(self, items: Sequence[Expression], place: Place, inside: tuple[str, ...], glue: str) -> Iterator[str]:
        if not items:
            yield ""
            return
        for head in self._texts(items[0], place, inside):
            for tail in self._joined(items[1:], place, inside, glue):
                yield head + glue + tail

    def _rule(self, name: str, place: Place, inside: tuple[str, ...]) -> Iterator[str]:
        if name in inside:
            raise GrammarError(f"правило <{name}> ссылается само на себя", place.path, place.line)
        if name not in self._spelled:
            hint = did_you_mean(name, self._spelled)
            raise GrammarError(f"неизвестное правило <{name}>{hint}", place.path, place.line)
        yield from self._texts(self._spelled[name].expression, place, (*inside, name))

    def _list(self, reference: ListReference, place: Place) -> str:
        name = reference.list_name
        if name not in self._lists:
            raise GrammarError(
                f"неизвестный список {{{name}}}{did_you_mean(name, self._lists)}", place.path, place.line
            )
        return f"{{{name}:{reference.slot_name}}}"


def parse(text: str, place: Place) -> Sentence:
    """A hassil template.

    Raises:
        GrammarError: it cannot be parsed; hassil's own words are added.
    """
    try:
        return parse_sentence(text.replace("№", "номер").translate(_PUNCTUATION))
    except (ParseError, HassilError, ValueError, AssertionError) as error:
        raise GrammarError(f"шаблон «{text}» не разобран: {error}", place.path, place.line) from error


def list_of(token: str) -> str | None:
    """The list's name when `token` of a variant stands for a list."""
    return token[1:].partition(":")[0] if token.startswith("{") else None


def _hassil_list(words: WordList) -> TextSlotList:
    values = [TextSlotValue(text_in=TextChunk(fold(form)), value_out=out) for form, out in words.forms.items()]
    return TextSlotList(name=words.name, values=values)
