"""A transcript as Whisper writes it, and the words that the grammar knows."""

import pytest

from voice_judge.speech.whisper_text import is_large_number, number_in, other_numbers, words_of, written

WORDS = [
    ("Я выставляю игрока №5, спасибо!", "я выставляю игрока номер пять спасибо"),
    ("Игрок № 10.", "игрок номер десять"),
    ("Отзываю 5-го. 3-го! 3-ю, 2-й, 10й", "отзываю пятого третьего третью второй десятый"),
    ("6-ой 1-ую 3-ей 4-му 7-м 8-ое", "шестой первую третьей четвёртому седьмым восьмое"),
    ("0 голосов", "ноль голосов"),
    ("05", "пять"),
    ("15 голосов, 234", "15 голосов 234"),
    ("12-го", "12-го"),
    ("Всё-таки по-моему он чёрный...", "всё-таки по-моему он чёрный"),
    ("Don, don't!", "don don t"),
    ("", ""),
    ("...?!", ""),
    # what noise makes of Whisper
    ("Нет. Нет. Нет. Нет. Нет.", "нет"),
    ("Три голоса. Три голоса.", "три голоса"),
    ("шериф засыпает шериф засыпает шериф засы", "шериф засыпает засы"),
    ("а мафия спит мафия спит мафия", "а мафия спит"),
    # and what it must not be taken for
    ("номер четыре, четыре голоса", "номер четыре четыре голоса"),
    ("номер три, три, четыре", "номер три три четыре"),
    ("он сказал, он сказал нет", "он сказал он сказал нет"),
]


@pytest.mark.parametrize(("text", "words"), WORDS, ids=[text[:30] for text, _ in WORDS])
def test_words(text: str, words: str) -> None:
    assert " ".join(words_of(text)) == words


@pytest.mark.parametrize(
    ("words", "pieces"),
    [
        ("", ["."]),
        ("спасибо", [" Спасибо", "."]),
        ("выставляю игрока номер пять", [" Выставляю", " игрока", " №5", "."]),
        ("номер десять десять голосов", [" №10", " десять", " голосов", "."]),
        ("номер пятый", [" Номер", " пятый", "."]),
        ("игрок номер", [" Игрок", " номер", "."]),
    ],
)
def test_words_are_written_as_whisper_would(words: str, pieces: list[str]) -> None:
    found = written(words.split())
    assert [piece for piece, _ in found] == pieces
    assert [word for _, spoken in found for word in spoken] == words.split()


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("пять", 5), ("пяти", 5), ("пятого", 5), ("пятую", 5), ("четвертого", 4), ("четвёртого", 4), ("третьей", 3),
        ("одну", 1), ("ноль", 0), ("пятнадцать", None), ("опять", None), ("стол", None), ("5", None),
    ],
)  # fmt: skip
def test_which_number_a_word_names(word: str, number: int | None) -> None:
    assert number_in(word) == number


@pytest.mark.parametrize(
    ("word", "large"),
    [
        ("пятнадцать", True), ("восемьдесят", True), ("двадцатого", True), ("пятидесятый", True), ("сорок", True),
        ("сто", True), ("15", True), ("12-го", True), ("десять", False), ("десятого", False), ("десятка", False),
        ("стол", False), ("место", False), ("просто", False), ("игрок", False),
    ],
)  # fmt: skip
def test_which_word_names_a_number_above_ten(word: str, large: bool) -> None:
    assert is_large_number(word) is large


@pytest.mark.parametrize(
    ("word", "second", "third"),
    [
        ("пять", "два", "три"),
        ("пятого", "второго", "третьего"),
        ("шестой", "второй", "третий"),
        ("пятую", "вторую", "третью"),
        ("четвертому", "второму", "третьему"),
    ],
)
def test_the_other_numbers_come_in_the_same_form(word: str, second: str, third: str) -> None:
    family = other_numbers(word)
    assert len(family) == 10
    assert family[1:3] == (second, third)
    assert [number_in(other) for other in family] == list(range(1, 11))


def test_no_number_has_no_others() -> None:
    assert other_numbers("стол") == ()
    assert "два" in other_numbers("пятью")
