"""For every word of the grammars: does the model know it, and what to say instead."""

import shutil
from pathlib import Path

import pytest

from voice_judge.grammar import fold, load_grammars
from voice_judge.grammar.coverage import NEEDED, OPTIONAL, TALK, GrammarWord, coverage
from voice_judge.resources import resource

GRAMMAR = """
lists:
  number:
    - {in: "(один|одна)", out: 1}
    - {in: "два", out: 2}
intents:
  nominate:
    say: ["[я] выставляю игрока номер {number:seat}"]
    if_known: ["примите кандидатуру {number:seat}", "(прошу|велю) принять {number:seat}"]
    near: [выставил]
    tests:
      "выставляю игрока номер один": {seat: 1}
      "примите кандидатуру два": {seat: 2}
      "прошу принять два": {seat: 2}
  end_speech:
    say: ["спасибо"]
    tests: ["спасибо"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "day.yaml").write_text(GRAMMAR, "utf-8")
    shutil.copy(resource("grammars") / "answers.yaml", tmp_path)
    for name in ("fillers.txt", "confusables.txt"):
        (tmp_path / name).write_text("стол\n", "utf-8")
    return tmp_path


def found(folder: Path, unknown: str, known_words: tuple[str, ...] = ()) -> dict[str, GrammarWord]:
    grammars, missing = load_grammars(folder), unknown.split()
    return {word.word: word for word in coverage(grammars, lambda word: fold(word) not in missing, known_words)}


def test_every_word_is_told_with_its_use(folder: Path) -> None:
    words = found(folder, "")
    uses = {word: told.use for word, told in words.items()}
    assert uses == {
        "я": NEEDED, "выставляю": NEEDED, "игрока": NEEDED, "номер": NEEDED, "спасибо": NEEDED,
        "один": NEEDED, "два": NEEDED, "одна": OPTIONAL, "примите": OPTIONAL, "кандидатуру": OPTIONAL,
        "прошу": OPTIONAL, "велю": OPTIONAL, "принять": OPTIONAL, "выставил": TALK,
    }  # fmt: skip
    assert all(word.known_as == word.word for word in words.values())


@pytest.mark.parametrize(
    ("unknown", "word", "instead"),
    [
        ("велю", "велю", "прошу принять один"),
        ("кандидатуру", "кандидатуру", "выставляю игрока номер один"),
        ("примите прошу велю", "прошу", "выставляю игрока номер один"),
        ("одна", "одна", "один"),
        ("спасибо", "спасибо", None),
        ("выставил", "выставил", None),
        ("один одна", "одна", None),
    ],
)
def test_what_to_say_instead(folder: Path, unknown: str, word: str, instead: str | None) -> None:
    told = found(folder, unknown)[word]
    assert told.known_as is None
    assert told.instead == instead


def test_the_nearest_known_word_is_of_the_models_words_or_else_of_the_grammars(folder: Path) -> None:
    assert found(folder, "велю", ("верю", "стул"))["велю"].nearest == "верю"
    assert found(folder, "одна")["одна"].nearest == "один"
    assert found(folder, "велю", ("абрикос",))["велю"].nearest is None


def test_the_place_is_the_line_of_the_file(folder: Path) -> None:
    place = found(folder, "кандидатуру")["кандидатуру"].place
    assert place is not None
    assert (place.path.name, place.line) == ("day.yaml", 9)


def test_the_other_spelling_counts_as_known() -> None:
    words = {word.word: word for word in coverage(load_grammars(), lambda word: "ё" not in word)}
    assert words["четвёртого"].known_as == "четвертого"
