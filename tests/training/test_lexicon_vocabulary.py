"""Which words the model knows."""

import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pytest

from training.lexicon.lexicon import make_lexicon
from training.lexicon.vocabulary import TABLE, frequent_words, grammar_words, listed, vocabulary
from voice_judge.grammar import Grammars, load_grammars
from voice_judge.resources import resource


@pytest.fixture(scope="module")
def grammars() -> Grammars:
    return load_grammars()


def test_every_word_of_the_grammars_is_known(grammars: Grammars) -> None:
    known = {*vocabulary(grammars)}
    for file in sorted(resource("grammars").iterdir()):
        assert _words(file) <= known, file.name
    for phase in grammars.phases:
        offered = {word for phrase in grammars.phrases(phase) for word in phrase.split()} - {"[unk]"}
        assert offered <= known


def test_words_that_tell_talk_from_phrases_are_known(grammars: Grammars) -> None:
    missed_before = {"выставил", "выставлю", "выставляет", "отозвал", "мол"}
    assert missed_before <= {*vocabulary(grammars)}


def test_no_word_to_be_told_from_the_phrases_sounds_like_one_of_theirs(grammars: Grammars) -> None:
    """«Пасс» beside «пас» took half of the passes."""
    said = {word for phase in grammars.phases for word in grammars.vocabulary(phase)}
    others = {*listed(resource("grammars") / "confusables.txt")} - said
    entries = make_lexicon(sorted(said | others | {"пасс", "пас"})).entries
    sounds = {_sound(way): word for word in said for way in entries.get(word, ())}
    assert {word: sounds[_sound(way)] for word in others for way in entries[word] if _sound(way) in sounds} == {}
    assert {*map(_sound, entries["пасс"])} == {*map(_sound, entries["пас"])}, "the test hears it"


def _sound(way: Sequence[str]) -> tuple[str, ...]:
    """A pronunciation with long consonants made short."""
    return tuple(phone for phone, _ in groupby(way))


def test_there_are_enough_frequent_words(grammars: Grammars) -> None:
    assert len(frequent_words()) >= 10_000
    assert len({*vocabulary(grammars)} - grammar_words(grammars)) >= 10_000
    assert frequent_words(300) == frequent_words()[:300]
    assert {"что", "человек", "сегодня", "её"} <= {*frequent_words(1000)}


def test_frequent_words_are_words() -> None:
    assert all(re.fullmatch("[а-яё]+", word) for word in frequent_words())
    assert "нашел" not in frequent_words()
    assert "нашёл" in frequent_words()


def test_the_players_own_words_are_there() -> None:
    assert {"заголосовали", "переголосование", "договорка"} <= listed(TABLE)


def test_a_club_s_own_words_are_known(tmp_path: Path) -> None:
    for file in resource("grammars").iterdir():
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(re.sub("(?i)отмена", "карамболь", text), encoding="utf-8")
    assert "карамболь" in vocabulary(load_grammars(tmp_path))


def test_all_of_it_can_be_said(grammars: Grammars) -> None:
    lexicon = make_lexicon(vocabulary(grammars))
    assert set(lexicon.words) == {*vocabulary(grammars), "[unk]"}
    assert all(len(lexicon[word]) <= 4 for word in lexicon.words)


def _words(file: Path) -> set[str]:
    lines = [line.split("#")[0].lower() for line in file.read_text(encoding="utf-8").splitlines()]
    return {word for line in lines for word in re.findall("[а-яё]+", line)} - {"й"}
