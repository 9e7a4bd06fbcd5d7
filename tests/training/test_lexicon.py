"""The lexicon: phones, pronunciations, its file."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.lexicon.g2p import MOST_VARIANTS, pronounce
from training.lexicon.lexicon import Lexicon, make_lexicon, pronunciations_of, read_lexicon, write_lexicon
from training.lexicon.phones import NOISE, PHONES, SILENCE, SPEECH, UNKNOWN_WORD
from training.lexicon.yo import spellings, with_yo
from voice_judge.errors import UserError
from voice_judge.resources import resource

PHONE_TABLE = resource("models") / "ru-judge-0.2" / "graph" / "phones.txt"

USUAL = {
    "один": "ax dj i n",
    "два": "d v a",
    "три": "t rj i",
    "четыре": "ch ih t y rj ih",
    "пять": "pj a tj",
    "шесть": "sh e s tj",
    "семь": "sj e mj",
    "восемь": "v o sj ih mj",
    "девять": "dj e vj ih tj",
    "десять": "dj e sj ih tj",
    "ноль": "n o lj",
    "второго": "f t ax r o v ax",
    "щит": "sch i t",
    "жена": "zh y n a",
    "все": "f sj e",
    "всё": "f sj o",
    "судьёй": "s u dj j o j",
    "дождь": "d o sh tj",
    "день": "dj e nj",
    "больше": "b o lj sh y",
    "любовь": "lj u b o fj",
    "октябрь": "ax k tj a b rj",
    "письмо": "pj ih sj m o",
    "боится": "b ax i ts ax",
    "учиться": "u ch i ts ax",
    "подъезд": "p ax d j e s t",
    "выставил": "v y s t ax vj ih l",
}


def test_the_phones_are_those_of_the_model_that_there_is() -> None:
    names = [line.split()[0] for line in PHONE_TABLE.read_text(encoding="utf-8").splitlines()]
    base = dict.fromkeys(name.rpartition("_")[0] or name for name in names if not name.startswith(("<eps>", "#")))
    assert tuple(base) == PHONES
    assert PHONES[:2] == (SILENCE, NOISE)
    assert len(SPEECH) == 43


@pytest.mark.parametrize("word", USUAL)
def test_usual_pronunciation(word: str) -> None:
    assert " ".join(pronunciations_of(word)[0]) == USUAL[word]


def test_fast_forms_follow_the_usual_one() -> None:
    assert [" ".join(way) for way in pronounce("выставляю")] == ["v y s t ax v lj a j u", "v y s t ax v lj a u"]
    assert [" ".join(way) for way in pronounce("первый")] == ["pj e r v y j", "pj e r v y"]
    assert " ".join(pronunciations_of("сейчас")[-1]) == "sch a s"


def test_a_clitic_is_said_as_its_neighbour_asks() -> None:
    assert pronunciations_of("в") == (("v",), ("f",))
    assert pronunciations_of("с") == (("s",), ("z",))


@given(st.text(alphabet="абвгдеёжзийклмнопрстуфхцчшщыэюя", min_size=2, max_size=14))
def test_any_letters_are_said_with_known_phones(letters: str) -> None:
    ways = pronounce(letters)
    assert 1 <= len(ways) <= MOST_VARIANTS
    assert all(phone in SPEECH for way in ways for phone in way)
    assert len(set(ways)) == len(ways)


@pytest.mark.parametrize("word", ["выставляю", "балаболка", "переворачивает", "тарарам"])
def test_only_the_stressed_vowel_is_full(word: str) -> None:
    assert len([phone for phone in pronounce(word)[0] if phone in ("a", "o", "e", "i")]) == 1


def test_what_is_no_russian_word_is_refused() -> None:
    with pytest.raises(UserError, match="произношения"):
        pronounce("")


def test_yo_is_restored_where_it_is_meant() -> None:
    assert with_yo("он еще нашел самолет") == "он ещё нашёл самолёт"
    assert with_yo("все чем небо") == "все чем небо"
    assert spellings("объем") == ("объем", "объём")
    assert spellings("ёлка") == ("ёлка",)


def test_a_word_without_its_dots_is_said_with_them() -> None:
    assert pronunciations_of("нашел") == pronunciations_of("нашёл")
    assert {*pronunciations_of("объем")} >= {*pronunciations_of("объём")}


def test_the_unknown_word_is_noise() -> None:
    lexicon = make_lexicon(["пять", UNKNOWN_WORD])
    assert lexicon[UNKNOWN_WORD] == ((NOISE,),)
    assert lexicon.words == (UNKNOWN_WORD, "пять")
    assert lexicon.knows("пять [unk] пять")
    assert not lexicon.knows("пять шесть")


def test_the_file_comes_back(tmp_path: Path) -> None:
    lexicon = make_lexicon(["пять", "выставляю", "первый"])
    write_lexicon(lexicon, tmp_path / "lexicon.txt")
    assert read_lexicon(tmp_path / "lexicon.txt") == lexicon
    assert "первый\tpj e r v y j\nпервый\tpj e r v y\n" in (tmp_path / "lexicon.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("пять", "строка 1"),
        ("# говорят так\nпять\tpj a tj\nдва\td w a", "строка 3.*«два».*w"),
        ("пять\t", "строка 1"),
    ],
)
def test_a_wrong_line_is_told(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "lexicon.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=told):
        read_lexicon(path)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="не читается"):
        read_lexicon(tmp_path / "none.txt")


def test_two_lexicons_become_one() -> None:
    first = Lexicon({"пять": (("pj", "a", "tj"),)})
    second = Lexicon({"пять": (("pj", "a", "tj"), ("pj", "ih", "tj")), "два": (("d", "v", "a"),)})
    both = first.merged(second)
    assert both.words == ("два", "пять")
    assert both["пять"] == (("pj", "a", "tj"), ("pj", "ih", "tj"))


def test_two_words_are_no_word() -> None:
    with pytest.raises(UserError, match="не одно слово"):
        Lexicon({"номер пять": (("n",),)})
