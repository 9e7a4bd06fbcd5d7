"""The packaged grammars and the embedded model fit each other."""

from collections.abc import Callable

import pytest
import vosk

from voice_judge.grammar import UNKNOWN, Grammars, lint
from voice_judge.resources import resource


@pytest.fixture(scope="module")
def knows() -> Callable[[str], bool]:
    vosk.SetLogLevel(-1)
    model = vosk.Model(str(resource("models") / "ru-judge-0.2"))
    return lambda word: model.vosk_model_find_word(word) >= 0


def test_the_model_knows_every_word_that_must_be_heard(grammars: Grammars, knows: Callable[[str], bool]) -> None:
    assert [str(error) for error in lint(grammars, knows)] == []


@pytest.mark.parametrize("phase", ["setup", "introduction", "day", "vote", "last_word", "night", "over"])
def test_the_recogniser_is_given_known_words_only(grammars: Grammars, knows: Callable[[str], bool], phase: str) -> None:
    phrases = grammars.phrases(phase, knows)
    assert all(knows(word) for phrase in phrases for word in phrase.split())
    assert phrases[-1] == UNKNOWN
    assert len(set(phrases)) > 2000  # with the fillers


def test_most_filler_words_are_known(grammars: Grammars, knows: Callable[[str], bool]) -> None:
    known = [word for word in grammars.fillers if knows(word)]
    assert len(known) >= 2000
