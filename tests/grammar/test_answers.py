"""The judge's answers in words."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_judge.grammar import Grammars, load_answers

CASES = [
    ("nominated", {"seat": 5}, "Принято"),
    ("nominated_several", {"seat": 2}, "Принято, номер два"),
    ("withdrawn", {"seat": 2}, "Отозвано"),
    ("floor", {"seat": 10}, "Слово игроку номер десять"),
    ("nominees", {"seats": (3, 5, 8)}, "Выставлены игроки номер три, пять и восемь"),
    ("nominees", {"seats": (3, 5)}, "Выставлены игроки номер три и пять"),
    ("nominees_none", {}, "Никто не выставлен"),
    ("vote_opened", {"seats": (4,)}, "На голосование выставлен игрок номер четыре"),
    ("vote_opened", {"seats": [7, 1]}, "На голосование выставлены игроки номер семь и один"),
    ("votes", {"votes": 0}, "Ноль голосов"),
    ("votes", {"votes": 1}, "Один голос"),
    ("votes", {"votes": 4}, "Четыре голоса"),
    ("votes", {"votes": 5}, "Пять голосов"),
    ("votes", {"votes": 10, "seat": 3}, "Десять голосов"),
    ("call_candidate", {"seat": 6}, "Кто за то, чтобы игровой стол покинул игрок номер шесть?"),
    ("lift", {}, "Кто за то, чтоб все голосуемые игроки покинули игровой стол?"),
    ("leaves", {"seat": 9}, "Игрок номер девять покидает игровой стол"),
    ("seconds_left", {"seconds": 1}, "Осталась одна секунда"),
    ("seconds_left", {"seconds": 42}, "Осталось сорок две секунды"),
    ("seconds_left", {"seconds": 11}, "Осталось одиннадцать секунд"),
    ("seconds_left", {"seconds": 21}, "Осталась двадцать одна секунда"),
    ("seconds_left", {"seconds": 60}, "Осталось шестьдесят секунд"),
    ("seconds_left", {"seconds": 115}, "Осталось сто пятнадцать секунд"),
]


@pytest.mark.parametrize(("key", "values", "sentence"), CASES)
def test_an_answer(grammars: Grammars, key: str, values: dict[str, object], sentence: str) -> None:
    assert grammars.answers.say(key, **values) == sentence


@given(st.integers(0, 399))
def test_any_number_of_a_game_is_said_in_letters(grammars: Grammars, number: int) -> None:
    assert grammars.answers.number(number).replace(" ", "").isalpha()
    assert grammars.answers.number(number, feminine=True).replace(" ", "").isalpha()


@pytest.mark.parametrize("number", [-1, 400, 1000])
def test_numbers_beyond_are_said_in_digits(grammars: Grammars, number: int) -> None:
    assert grammars.answers.number(number) == str(number)


@pytest.mark.parametrize("number", range(0, 30))
def test_a_number_that_the_file_lacks_is_said_in_digits(tmp_path: Path, number: int) -> None:
    text = 'answers: {number: "{seat}"}\nand: и\nnumbers: {0: ноль, 20: двадцать}\nfeminine: {}\n'
    (tmp_path / "answers.yaml").write_text(text, encoding="utf-8")
    said = load_answers(tmp_path / "answers.yaml", {"number": {"seat"}}).say("number", seat=number)
    assert said == {0: "Ноль", 20: "Двадцать"}.get(number, f"Двадцать {number - 20}" if number > 20 else str(number))


def test_a_missing_value_or_key_is_a_fault_of_the_code(grammars: Grammars) -> None:
    with pytest.raises(KeyError):
        grammars.answers.say("floor")
    with pytest.raises(KeyError):
        grammars.answers.say("no_such_answer")
    with pytest.raises(TypeError):
        grammars.answers.say("votes", votes="много")
