"""Texts for the synthetic voices, and written lines made spoken."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.speech.spoken_words import cardinal, spoken_words
from training.speech.texts import Texts, game_phrases, make_texts, number_words, sentences
from voice_judge.grammar import Grammars, load_grammars

SAYINGS = """Кто рано встаёт, тому бог подаёт. Еще не вечер!
    -- Народная мудрость
%
Купите 5 пива; программист пишет на Python.
СССР был велик
%
Он ушел, а она осталась ждать его на берегу
%
"""


@pytest.fixture(scope="module")
def grammars() -> Grammars:
    return load_grammars()


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A work folder in which the package of sayings lies unpacked."""
    folder = tmp_path / "debian" / "fortunes-ru" / "usr/share/games/fortunes/ru"
    folder.mkdir(parents=True)
    (folder / "sayings.u8").write_text(SAYINGS, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Нажмите 1, или 21.", "нажмите один или двадцать один"),
        ("Номер 100 и 999", "номер сто и девятьсот девяносто девять"),
        ("25 центов США («четвертак»).", "двадцать пять центов сша четвертак"),
        ("Карибу (северный олень)", "карибу северный олень"),
        ("Плюс. [+]", "плюс"),
        ("вол+ос за ухо", "волос за ухо"),
        ("Рыба-бабочка", "рыба бабочка"),
        ("Нажмите решетку еще раз", "нажмите решётку ещё раз"),
    ],
)
def test_what_is_written_is_said(written: str, said: str) -> None:
    assert spoken_words(written) == said


@pytest.mark.parametrize("written", ["", "...", "[beep]", "1 доллар ($1.00)", "Python", "2000 год", "5й", "в 10:30"])
def test_what_cannot_be_read_out_is_left(written: str) -> None:
    assert spoken_words(written) is None


@given(st.integers(0, 999))
def test_numbers_differ_in_words(number: int) -> None:
    words = cardinal(number)
    assert spoken_words(str(number)) == words
    assert len(words.split()) <= 3
    assert words not in {cardinal(other) for other in range(1000) if other != number}


def test_numbers_without_words() -> None:
    with pytest.raises(ValueError, match="1000"):
        cardinal(1000)


def test_every_phrase_of_the_game_is_among_the_texts(grammars: Grammars) -> None:
    texts = {*game_phrases(grammars)}
    for phase in grammars.phases:
        for phrase in grammars.phrases(phase, fillers=False):
            assert phrase == "[unk]" or phrase in texts
    assert "я выставляю игрока номер пять" in texts
    assert "отмена" in texts
    assert "пятого я не выставляю" in texts  # talk that sounds like a phrase
    assert all(text == text.lower() and not any(sign.isdigit() for sign in text) for text in texts)


def test_numbers_come_in_every_form(grammars: Grammars) -> None:
    numbers = {*number_words(grammars)}
    assert {"пять", "пяти", "пятью", "пятый", "пятая", "пятого", "пятой", "пятым", "пятом"} <= numbers
    assert {"один", "одна", "одного", "ноль", "двадцать"} <= numbers


def test_sentences_are_plain_words(work: Path) -> None:
    assert sentences(work) == (
        "кто рано встаёт тому бог подаёт",
        "ещё не вечер",
        "он ушёл а она осталась ждать его на берегу",
    )


def test_the_same_seed_draws_the_same(grammars: Grammars, work: Path) -> None:
    texts = make_texts(grammars, ("человек", "сегодня"), work)
    assert texts.draw(50, "m1") == texts.draw(50, "m1")
    assert texts.draw(50, "m1") != texts.draw(50, "m2")


@given(st.integers(10, 200), st.integers(0, 99))
def test_every_kind_has_its_share(count: int, seed: int) -> None:
    texts = Texts(("я выставляю",), ("пять",), ("это просто сказка",), ("человек",))
    drawn = texts.draw(count, str(seed))
    assert len(drawn) <= count
    assert len(drawn) >= count - 4
    assert {text.split()[0] for text in drawn} == {"я", "пять", "это", "человек"}
    assert abs(drawn.count("я выставляю") - 0.4 * count) <= 2


def test_chains_have_several_words() -> None:
    texts = Texts(("а",), tuple("бв"), ("г",), tuple("дежзик"))
    lengths = {len(text.split()) for text in texts.draw(400, str(random.Random(1).random()))}
    assert lengths == {1, 2, 3, 4, 5, 6}
