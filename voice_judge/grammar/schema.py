"""The shape of the files in grammars/ (docs/grammars.md): pydantic models, used at loading only."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

TestSlots = dict[str, int | list[int]]


def _without_slots(value: object) -> object:
    """A list of sentences is short for sentences without slots."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return {item: {} for item in value}
    return value


def _without_reason(value: object) -> object:
    """A list of sentences is short for sentences that match nothing, for whatever reason."""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return dict.fromkeys(value)
    return value


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ListValueSpec(_Strict):
    """One value of a list: the words said, as a template, and the number meant."""

    said: str = Field(alias="in")
    meant: int = Field(alias="out")


class GuardSpec(_Strict):
    """Words, or turns of several words, that turn a phrase into talk. See docs/grammars.md for every field."""

    reason: str | None = None
    before: list[str]
    within: int = 1
    linked: int | None = None
    after: list[str] = []
    unless: list[str] = []
    until: list[str] = []
    heard: bool = True


class NumbersSpec(_Strict):
    """What makes a number doubtful: numbers that are no seat, nouns that are counted, words between two numbers."""

    seats: list[str]
    cardinals: str
    other: list[str]
    counted: list[str]
    counted_always: list[str] = []
    introduced_by: list[str]
    alternatives: list[str]


class IntentSpec(_Strict):
    """What may be said for one intent. See docs/grammars.md for every field."""

    intent: str | None = None
    say: list[str] = []
    if_known: list[str] = []
    hear: list[str] = []
    decoys: list[str] = []
    whole: bool = False
    at_end: bool = False
    further: str | None = None
    trigger: list[str] = []
    near: list[str] = []
    not_before: list[str] = []
    not_after: list[str] = []
    tests: Annotated[dict[str, TestSlots], BeforeValidator(_without_slots)]


class GrammarFileSpec(_Strict):
    """One file of grammars/, but for the answers."""

    phases: list[str] | None = None
    lists: dict[str, list[ListValueSpec]] = {}
    rules: dict[str, str] = {}
    guards: dict[str, GuardSpec] = {}
    links: list[str] = []
    no_links: list[str] = []
    numbers: NumbersSpec | None = None
    intents: dict[str, IntentSpec] = {}
    never: Annotated[dict[str, str | None], BeforeValidator(_without_reason)] = {}


class AnswersSpec(_Strict):
    """answers.yaml: the judge's sentences, and how numbers are put into words."""

    numbers: dict[int, str]
    feminine: dict[int, str]
    and_: str = Field(alias="and")
    answers: dict[str, str]
