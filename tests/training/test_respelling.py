"""Russian words in Ukrainian and Kyrgyz letters."""

import pytest

from training.speech.respelling import KYRGYZ, UKRAINIAN, respelled
from training.speech.texts import game_phrases, number_words
from voice_judge.errors import UserError
from voice_judge.grammar import load_grammars


@pytest.mark.parametrize(
    ("text", "ukrainian", "kyrgyz"),
    [
        ("пять", "пять", "пет"),  # soft at both sides
        ("пятый", "пятий", "пйатый"),  # soft before it alone
        ("два", "два", "два"),
        ("девять", "дєвіть", "девит"),
        ("четыре", "чітирі", "читыри"),
        ("номер", "номір", "номир"),
        ("голос", "ґолас", "голас"),
        ("судья", "судь'я", "судя"),
        ("её", "їо", "йио"),
        ("ещё", "їшшьо", "йищё"),
        ("день", "дєнь", "ден"),
        ("первая", "пєрвая", "первая"),
        ("мой дом", "мой дом", "мой дом"),
    ],
)
def test_words_are_written_as_they_sound(text: str, ukrainian: str, kyrgyz: str) -> None:
    assert (respelled(text, UKRAINIAN), respelled(text, KYRGYZ)) == (ukrainian, kyrgyz)


def test_everything_that_is_said_in_the_game_can_be_written() -> None:
    grammars = load_grammars()
    words = {word for phrase in (*game_phrases(grammars), *number_words(grammars)) for word in phrase.split()}
    assert len(words) > 300
    for word in words:
        assert set(respelled(word, UKRAINIAN)) <= set("абвґгдеєжзиіїйклмнопрстуфхцчшщьюя'")
        assert set(respelled(word, KYRGYZ)) <= set("абвгдеёжзийклмнопрстуфхцчшщыэюя")


def test_a_word_without_sound_is_told() -> None:
    with pytest.raises(UserError, match="произношения"):
        respelled("...", UKRAINIAN)
