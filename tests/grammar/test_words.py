"""Text to words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_judge.grammar import fold, normalize, sentences

LINES = [
    ("Я выставляю игрока № 5.", "я выставляю игрока номер 5"),
    ("№5", "номер 5"),
    ("N5, N 6, No 7 и No. 8", "номер 5 номер 6 номер 7 и номер 8"),
    ("no, thanks", "no thanks"),
    ("номер 05", "номер 5"),
    ("10:05 и 005", "10:05 и 005"),
    ("выставляю 5-го", "выставляю 5й"),
    ("выставляю 5го, 10-ую и 3-й", "выставляю 5й 10й и 3й"),
    ("СПАСИБО, ВСЁ!", "спасибо всё"),
    ("«Пас»", "пас"),
    ("Господин Судья, кто выставлен?", "господин судья кто выставлен"),
    ("День. Все просыпаются", "день все просыпаются"),
    ("2,3,4", "2 3 4"),
    ("5.5", "5.5"),
    ("5/6", "5/6"),
    ("номер -5", "номер -5"),
    ("номер-5", "номер 5"),
    ("он сказал — пять", "он сказал пять"),
    ("кто-то по-моему", "кто-то по-моему"),
    ("номер ５ и ⑦", "номер 5 и 7"),
    ("выставля\u0301ю", "выставляю"),
    ("четве\u0308ртый", "четвёртый"),
    ("раз [unk] два", "раз [unk] два"),
    ("5игроков", "5игроков"),
    ("", ""),
    ("... — !?", ""),
    ("\ufeffпас", "пас"),
]


@pytest.mark.parametrize(("line", "words"), LINES)
def test_a_line_becomes_words(line: str, words: str) -> None:
    assert normalize(line) == words.split()


@pytest.mark.parametrize(("word", "folded"), [("ВСЁ", "все"), ("Четвёртый", "четвертый"), ("пас", "пас")])
def test_yo_is_ye(word: str, folded: str) -> None:
    assert fold(word) == folded


@given(st.text())
def test_any_text_becomes_words_without_spaces_and_twice_the_same(text: str) -> None:
    words = normalize(text)
    assert all(word and not word.isspace() and " " not in word for word in words)
    assert normalize(" ".join(words)) == words


SENTENCES = [
    ("Верить нельзя. Я выставляю игрока № 5.", [2]),
    ("он сказал: я выставляю игрока номер пять", []),
    ("Спасибо, всё!", []),
    ("нет! никогда… я выставляю пятого", [1, 2]),
    ("игрок 5.5 и всё", []),
]


@pytest.mark.parametrize(("text", "pauses"), SENTENCES)
def test_a_new_sentence_is_a_pause(text: str, pauses: list[int]) -> None:
    words, found = sentences(text)
    assert sorted(found) == pauses
    assert words == normalize(text)
