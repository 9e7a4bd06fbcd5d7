"""Words added to a finished model."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.training.listening import MODEL, Job, clip, listen, text_of
from training.add_words import add_words, main
from training.kaldi.model_folder import copy_with_words, read_model_folder
from training.word_sources import read_words, words_of_text
from voice_judge.errors import UserError
from voice_judge.resources import resource
from voice_judge.speech.model_words import model_words

PHRASE = "чужестранец выкрутасничает"
GRAMMAR = """\
phases: [day]
intents:
  repeat:
    say:
      - "чужестранец {number:seat} выкрутасничает"
    tests:
      "чужестранец пять выкрутасничает": {seat: 5}
"""


@pytest.fixture(scope="module")
def words_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("words") / "club.txt"
    path.write_text(f"# клуб\n{PHRASE} # так говорят у нас\nигрок, тёплый...\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def bigger(words_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The embedded model with the words of the file."""
    out = tmp_path_factory.mktemp("bigger") / "deeper" / "model"
    add_words(MODEL, [words_file], out)
    return out


def test_the_words_are_in_the_model_and_nothing_else_has_changed(bigger: Path) -> None:
    assert model_words(bigger) >= model_words(MODEL) | set(PHRASE.split())
    new, old = read_model_folder(bigger).words, read_model_folder(MODEL).words
    assert {word: new[word] for word in old} == old
    assert new["чужестранец"][0][0] == "ch"
    for name in ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "graph/phones.txt"):
        assert (bigger / name).read_bytes() == (MODEL / name).read_bytes()
    assert not list(bigger.parent.glob(".*"))


def test_the_same_words_again_change_nothing(bigger: Path, words_file: Path, tmp_path: Path) -> None:
    assert not add_words(bigger, [words_file], tmp_path / "again").ways
    for name in ("HCLr.fst", "Gr.fst", "disambig_tid.int"):
        assert (tmp_path / "again/graph" / name).read_bytes() == (bigger / "graph" / name).read_bytes()


def test_a_word_that_was_not_known_is_heard(tmp_path: Path) -> None:
    """A model that has lost a word hears a phrase with it after the word is added."""
    phrase = "дон засыпает"
    (tmp_path / "list.txt").write_text("засыпает", encoding="utf-8")
    (tmp_path / "few.txt").write_text("дон", encoding="utf-8")
    without_word(tmp_path / "poor", "засыпает")
    assert "засыпает" not in model_words(tmp_path / "poor")
    added = add_words(tmp_path / "poor", [tmp_path / "list.txt", tmp_path / "few.txt"], tmp_path / "rich")
    assert list(added.ways) == ["засыпает"]
    sound = clip("rhvoice-irina", phrase)
    poor, rich = listen([Job(tmp_path / name, sound, (phrase, "[unk]")) for name in ("poor", "rich")], tmp_path)
    assert text_of(rich) == phrase
    assert "засыпает" not in text_of(poor)


def without_word(folder: Path, word: str) -> None:
    model = read_model_folder(MODEL)
    words = {other: ways for other, ways in model.words.items() if other != word}
    copy_with_words(MODEL, folder, replace(model, words=words))


def test_told_pronunciations_are_taken_and_added_to_known_words(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("брейнсторминг\tbj r e j n s t o r mj i n k\nигрок\ti g r o k ax\n", "utf-8")
    added = add_words(MODEL, [tmp_path / "list.txt"], tmp_path / "out")
    words = read_model_folder(tmp_path / "out").words
    assert words["брейнсторминг"] == (("bj", "r", "e", "j", "n", "s", "t", "o", "r", "mj", "i", "n", "k"),)
    assert set(words["игрок"]) == {*read_model_folder(MODEL).words["игрок"], ("i", "g", "r", "o", "k", "ax")}
    assert set(added.ways) == {"брейнсторминг", "игрок"}


def test_a_word_of_e_is_said_with_yo_where_it_is_meant_so(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("переплет съем", encoding="utf-8")
    ways = add_words(MODEL, [tmp_path / "list.txt"], tmp_path / "out").ways
    assert {way[-2] for way in ways["переплет"]} == {"o"}
    assert {way[-2] for way in ways["съем"]} == {"e", "o"}


def test_all_words_of_a_grammar_folder() -> None:
    words = read_words(resource("grammars")).words
    assert {"выставил", "выставлю", "отозвал", "выставляю", "девятого", "мол"} <= words
    assert not any(word.isdigit() or word == "[unk]" for word in words)


def test_a_grammar_file_of_the_clubs_own(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(GRAMMAR, encoding="utf-8")
    words = read_words(tmp_path / "club.yaml").words
    assert {*PHRASE.split(), "пять"} <= words


def test_a_grammar_file_beside_its_fellows(tmp_path: Path) -> None:
    shutil.copytree(resource("grammars"), tmp_path / "grammars")
    (tmp_path / "grammars/club.yaml").write_text(GRAMMAR, encoding="utf-8")
    assert set(PHRASE.split()) <= read_words(tmp_path / "grammars/club.yaml").words
    assert set(PHRASE.split()) <= read_words(tmp_path / "grammars").words


def test_a_mistake_in_a_grammar_file_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "club.yaml").write_text(GRAMMAR.replace("say:", "sey:"), encoding="utf-8")
    with pytest.raises(UserError, match=rf"^{tmp_path}/club\.yaml:\d+: "):
        read_words(tmp_path / "club.yaml")


def test_words_of_a_text() -> None:
    found = words_of_text("Ёж - какой-нибудь «зверь»...\r\n\n# дрозд\nКто? Что-то!\n", "x")
    assert found.words == {"ёж", "какой-нибудь", "зверь", "кто", "что-то"}
    assert words_of_text("за\u0301мок и\u0306од/лес", "x").words == {"замок", "йод", "лес"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("да\nнет\nroom", r"x, строка 3: «room» - не русское слово"),
        ("номер 5", r"x, строка 1: «5» - не русское слово.*числа - словами"),
        ("два слова\ta", r"x, строка 1: перед табуляцией нужно одно слово, а там 2"),
        ("а" * 51, r"x, строка 1: «аааааааааааааааааааа...» - слово длиннее 50 букв"),
        ("а\t" + "a " * 51, r"x, строка 1: в произношении больше 50 звуков"),
        ("слово\ts l q", r"x, строка 1: .*неизвестные звуки: q"),
        ("да\nшум\tSPN", r"x, строка 2: у слова «шум» неизвестные звуки: SPN\. Звуки речи: ax i .* fj\.$"),
        ("тишина\tSIL t", r"x, строка 1: у слова «тишина» неизвестные звуки: SIL\."),
        ("подъезд\nъъ", r"x, строка 2: «ъъ» - не русское слово"),
    ],
)
def test_what_is_no_word_is_told_with_its_place(text: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        words_of_text(text, "x")


def test_a_place_that_is_taken_is_not_written_over(words_file: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/mine").write_text("mine", encoding="utf-8")
    with pytest.raises(UserError, match="здесь уже что-то есть"):
        add_words(MODEL, [words_file], tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine"]


def test_a_place_inside_the_model_is_refused(words_file: Path, tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "model")
    with pytest.raises(UserError, match="внутри старой модели"):
        add_words(tmp_path / "model", [words_file], tmp_path / "model/new")
    assert not (tmp_path / "model/new").exists()


def test_a_phone_that_the_model_has_not_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "model")
    phones = tmp_path / "model/graph/phones.txt"
    phones.write_text(phones.read_text("utf-8").replace("fj_", "other_"), encoding="utf-8")
    (tmp_path / "list.txt").write_text("фимка\tfj i m k a\n", encoding="utf-8")
    with pytest.raises(UserError, match="звука «fj» в этом месте"):
        add_words(tmp_path / "model", [tmp_path / "list.txt"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_command(words_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(MODEL), str(words_file), "--out", str(tmp_path / "out")]) == 0
    shown = capsys.readouterr().out
    assert "чужестранец\tch u " in shown
    assert f"всего в модели: {len(model_words(tmp_path / 'out')) + 1}" in shown


@pytest.mark.parametrize("missing", ["model", "source"])
def test_the_command_tells_what_is_missing(
    missing: str, words_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"model": MODEL, "source": words_file, missing: tmp_path / "nowhere"}
    assert main([str(given["model"]), str(given["source"]), "--out", str(tmp_path / "out")]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("run words: ")
    assert "nowhere" in shown
    assert shown.count("\n") == 1
    assert not (tmp_path / "out").exists()
