"""What the recogniser is told to expect, and which words its model lacks."""

import itertools
from collections import Counter
from pathlib import Path

import pytest

from voice_judge.grammar import UNKNOWN, Grammars, Intent, fold, lint
from voice_judge.grammar.phrases import REPEATS

PHASES = ["setup", "introduction", "day", "vote", "last_word", "night", "over"]


@pytest.mark.parametrize("phase", PHASES)
def test_every_word_of_every_template_can_be_heard(grammars: Grammars, phase: str) -> None:
    words = set(itertools.chain.from_iterable(phrase.split() for phrase in grammars.phrases(phase)))
    assert grammars.vocabulary(phase) <= words


@pytest.mark.parametrize("phase", PHASES)
def test_every_intent_is_among_the_phrases(grammars: Grammars, phase: str) -> None:
    matcher = grammars.matcher(phase)
    matches = [matcher.match(phrase.split())[0] for phrase in grammars.phrases(phase, knows=lambda _: True)]
    found = Counter(match.name for match in matches if isinstance(match, Intent))
    assert set(found) == {rule.name for rule in grammars.phases[phase].intents}


@pytest.mark.parametrize("phase", PHASES)
def test_phrases_are_a_few_dozen_and_none_crowds_out_the_others(grammars: Grammars, phase: str) -> None:
    several = [phrase for phrase in set(grammars.phrases(phase)) if " " in phrase]
    assert len(several) < 300
    assert all(phrase.replace(" ", "").isalpha() for phrase in several)


@pytest.mark.parametrize(
    ("phase", "name"),
    [("day", "nominate"), ("day", "withdraw"), ("day", "foul"), ("vote", "votes"), ("night", "victim")],
)
def test_all_ten_seats_are_offered_equally(grammars: Grammars, phase: str, name: str) -> None:
    matcher = grammars.matcher(phase)
    matches = [matcher.match(phrase.split())[0] for phrase in grammars.phrases(phase) if " " in phrase]
    seats = Counter(match.slots.get("seat") for match in matches if isinstance(match, Intent) and match.name == name)
    seats.pop(None, None)
    assert set(seats) == set(range(1, 11))
    assert len(set(seats.values())) == 1


@pytest.mark.parametrize("phase", PHASES)
def test_the_words_of_talk_are_there_and_unknown_speech_is_last(grammars: Grammars, phase: str) -> None:
    phrases = grammars.phrases(phase)
    assert phrases[-1] == UNKNOWN
    assert phrases.count(UNKNOWN) == 1
    heard = set(itertools.chain.from_iterable(phrase.split() for phrase in phrases))
    assert {"не", "бы", "сказал", "двадцать", "ноль", "есть", "одиннадцать", "принято"} <= heard


def test_words_are_spelled_as_the_model_knows_them(grammars: Grammars) -> None:
    plain = grammars.phrases("day", knows=lambda word: "ё" not in word)
    assert not any("ё" in phrase for phrase in plain)
    assert "спасибо все" in plain


def test_a_model_that_writes_yo_where_the_file_does_not(grammars: Grammars) -> None:
    phrases = grammars.phrases("night", knows=lambda word: word != "день")
    assert "дёнь все просыпаются" in phrases


def test_phrases_with_unknown_words_are_left_out(grammars: Grammars) -> None:
    phrases = grammars.phrases("day", knows=lambda word: word != "отзываю")
    assert not any("отзываю" in phrase.split() for phrase in phrases)
    assert "я выставляю игрока номер пять" in phrases


def test_optional_templates_are_offered_to_models_that_know_their_words(grammars: Grammars) -> None:
    assert "примите кандидатуру пять" not in grammars.phrases("day")
    assert any(phrase.startswith("примите кандидатуру") for phrase in grammars.phrases("day", knows=lambda _: True))


def test_lint_is_silent_when_all_words_are_known(grammars: Grammars) -> None:
    assert lint(grammars, lambda _: True) == []


def test_lint_names_file_line_word_and_the_nearest_known_word(grammars: Grammars) -> None:
    errors = lint(grammars, lambda word: fold(word) != "отзываю", suggestions=["называю", "отмена"])
    assert {error.word for error in errors} == {"отзываю"}
    for error in errors:
        line = Path(error.place.path).read_text(encoding="utf-8").splitlines()[error.place.line - 1]
        assert "отзываю" in line
        assert str(error).startswith(f"{error.place.path}:{error.place.line}: модель не знает слова «отзываю»")
        assert error.suggestion == "называю"


def test_lint_wants_the_first_form_of_every_number(grammars: Grammars) -> None:
    errors = lint(grammars, lambda word: fold(word) != "седьмого")
    assert [error.word for error in errors] == ["седьмого"]
    assert "ordinal_accusative" in str(errors[0])


@pytest.mark.parametrize("word", ["пятою", "седьмое", "кандидатуру", "25"])
def test_lint_does_not_want_rare_forms_and_optional_words(grammars: Grammars, word: str) -> None:
    assert lint(grammars, lambda known: known != word) == []


def test_talk_that_sounds_like_a_phrase_is_offered_as_talk(grammars: Grammars) -> None:
    phrases = grammars.phrases("day", knows=lambda _: True)
    for decoy in ("я не выставляю пятого", "я выставил игрока номер", "я выставлю игрока номер", "сказал я отзываю"):
        assert decoy in phrases
        assert not isinstance(grammars.matcher("day").match(decoy.split())[0], Intent)


def test_phrases_of_several_words_are_repeated_equally(grammars: Grammars) -> None:
    counts = Counter(grammars.phrases("vote", knows=lambda _: True))
    assert {count for phrase, count in counts.items() if " " in phrase} == {REPEATS}
    assert {count for phrase, count in counts.items() if " " not in phrase} == {1}
