"""A fault in a grammar file is told with file, line and what to do."""

from pathlib import Path

import pytest

from tests.grammar.conftest import heard
from voice_judge.errors import UserError
from voice_judge.grammar import GrammarError, Grammars, load_grammars

GOOD = {
    "day.yaml": """\
rules:
  whom: "игрока номер {seat}"
lists:
  seat:
    - {in: "пять", out: 5}
    - {in: "шесть", out: 6}
intents:
  nominate:
    say:
      - "я выставляю <whom>"
    tests:
      "я выставляю игрока номер пять": {seat: 5}
  pass:
    whole: true
    say: ["пас"]
    tests: ["пас"]
never:
  "я не пас": inside_talk
""",
    "answers.yaml": """\
answers:
  nominated: "Принято"
  votes: "{votes} {votes:голос|голоса|голосов}"
and: и
numbers: {1: один, 2: два, 5: пять}
feminine: {1: одна}
""",
    "fillers.txt": "и\nв\n",
    "confusables.txt": "# нет\n",
}

# file, what is replaced, by what, line of the error, words of the message
CASES = [
    ("day.yaml", "intents:", "intents", 8, "YAML"),
    ("day.yaml", '"пас"]\n    tests', '"пас"\n    tests', 16, "YAML"),
    ("day.yaml", "  pass:\n", "  nominate:\n", 13, "ключ повторяется: nominate"),
    ("day.yaml", "whole: true", "whle: true", 14, "неизвестное поле «whle»; может быть, «whole»?"),
    ("day.yaml", "intents:", "intent:", 7, "неизвестное поле «intent»"),
    ("day.yaml", "whole: true", "whole: да", 14, "true или false"),
    ("day.yaml", 'say: ["пас"]', "say: пас", 15, "список"),
    ("day.yaml", 'say: ["пас"]', "say: [5]", 15, "строка"),
    ("day.yaml", "out: 5", "out: пять", 5, "целое число"),
    ("day.yaml", '    tests: ["пас"]\n', "", 13, "не хватает поля «tests»"),
    ("day.yaml", '    say: ["пас"]\n', "", 13, "нет ни одного шаблона"),
    ("day.yaml", 'say: ["пас"]', 'say: ["(пас"]', 15, "шаблон «(пас» не разобран"),
    ("day.yaml", 'say: ["пас"]', 'say: ["пас", ""]', 15, "не разобран"),
    ("day.yaml", 'say: ["пас"]', 'say: ["[пас]"]', 15, "подходит и к молчанию"),
    ("day.yaml", "<whom>", "<whum>", 10, "неизвестное правило <whum>; может быть, «whom»?"),
    ("day.yaml", "{seat}", "{seet}", 2, "неизвестный список {seet}; может быть, «seat»?"),
    ("day.yaml", "номер {seat}", "номер <whom>", 2, "ссылается само на себя"),
    ("day.yaml", "номер {seat}", "номер{seat}", 2, "отделяют пробелами"),
    ("day.yaml", '"шесть", out: 6', '"пять", out: 6', 6, "сразу два числа"),
    ("day.yaml", 'say: ["пас"]', 'say: ["пас", "я выставляю игрока номер {seat}"]', 15, "повторяется"),
    ("day.yaml", 'say: ["пас"]', 'say: ["пас", "пас"]', 15, "шаблон «пас» повторяется в намерении «pass»"),
    ("day.yaml", 'say: ["пас"]', 'say: ["[это] пас", "это пас"]', 15, "шаблон «это пас» повторяется"),
    ("day.yaml", 'say: ["пас"]', 'say: ["пас"]\n    if_known: ["Пас!"]', 16, "повторяется"),
    ("day.yaml", '<whom>"', '<whom>"\n      - "я выставляю игрока номер {seat}"', 11, "уже есть в строке 10"),
    ("day.yaml", 'say: ["пас"]', 'say: ["пас", "всё пас"]', 15, "«всё пас» нет ни одного примера"),
    ("day.yaml", '"пас"]\n    tests: ["пас"]', '"пас"]\n    tests: ["пасс"]', 16, "не распознан (no_match)"),
    ("day.yaml", "я выставляю <whom>", "я выстовляю <whom>", 12, "не распознан (no_match); шаблоны: day.yaml:10"),
    ("day.yaml", "{seat: 5}", "{seat: 6}", 12, "значения {'seat': 5} вместо {'seat': 6}"),
    ("day.yaml", 'tests: ["пас"]', 'tests: ["пас", "я выставляю игрока номер шесть"]', 16, "распознан как «nominate»"),
    ("day.yaml", '"я не пас": inside_talk', '"пас": null', 18, "не должно распознаваться, а стало «pass»"),
    ("day.yaml", '"я не пас": inside_talk', '"я не пас": negated', 18, "причина inside_talk, а не negated"),
    ("day.yaml", "inside_talk", "inside_tolk", 18, "неизвестная причина «inside_tolk»; может быть, «inside_talk»?"),
    ("day.yaml", "  pass:", "  passs:", 13, "неизвестное намерение «passs»"),
    ("day.yaml", 'say: ["пас"]', 'say: ["пас"]\n    hear: ["пасс"]', 16, "не подходит ни под один шаблон"),
    (
        "day.yaml",
        'say: ["пас"]',
        'say: ["пас"]\n    decoys: ["не", "пас"]',
        16,
        "похожая фраза «пас» сама распознаётся",
    ),
    ("day.yaml", "never:", "guards:\n  negatd: {before: [не]}\nnever:", 18, "неизвестная причина «negatd»"),
    (
        "day.yaml",
        "never:",
        "guards:\n  x: {reason: negatd, before: [не]}\nnever:",
        18,
        "«negatd»; может быть, «negated»?",
    ),
    (
        "day.yaml",
        "never:",
        "guards:\n  negated: {before: [не], whithin: 2}\nnever:",
        18,
        "«whithin»; может быть, «within»?",
    ),
    ("day.yaml", "never:", "phases: [day, night\nnever:", 18, "YAML"),
    ("day.yaml", "never:", "phases: [day, nigth]\nnever:", 17, "неизвестная фаза «nigth»; может быть, «night»?"),
    ("day.yaml", "never:", "phases:\n  - day\n  - dya\nnever:", 19, "неизвестная фаза «dya»; может быть, «day»?"),
    ("answers.yaml", "nominated:", "nominate:", 1, "не хватает ответа «nominated»; может быть, «nominate»?"),
    ("answers.yaml", '"Принято"', '""', 2, "пуст"),
    ("answers.yaml", '"Принято"', '"Принято {seat"', 2, "скобки"),
    ("answers.yaml", '"Принято"', '"Принято {seet}"', 2, "неизвестное значение {seet}; может быть, «seat»?"),
    ("answers.yaml", '"Принято"', '"Принято {foo}"', 2, "неизвестное значение {foo}; здесь можно: {seat}"),
    (
        "answers.yaml",
        "  votes:",
        '  nominatd: "Да"\n  votes:',
        3,
        "неизвестный ответ «nominatd»; может быть, «nominated»?",
    ),
    ("answers.yaml", "голоса|", "", 3, "три формы"),
    ("answers.yaml", "and: и\n", "", 1, "не хватает поля «and»"),
    ("fillers.txt", "в\n", "в тексте\n", 2, "одно слово на строку"),
]


def _folder(path: Path, **changed: str) -> Path:
    for name, text in {**GOOD, **{name.replace("_", "."): text for name, text in changed.items()}}.items():
        (path / name).write_text(text, encoding="utf-8")
    return path


def _load(folder: Path) -> Grammars:
    answers = {"nominated": ["seat"], "votes": ["votes"]}
    return load_grammars(folder, handlers={"nominate", "pass"}, required_answers=answers, phases=["day", "night"])


def test_the_small_example_is_right(tmp_path: Path) -> None:
    assert _load(_folder(tmp_path)).intents == {"nominate", "pass"}


@pytest.mark.parametrize(("file", "old", "new", "line", "words"), CASES)
def test_a_fault_is_told_with_file_and_line(
    tmp_path: Path, file: str, old: str, new: str, line: int, words: str
) -> None:
    assert old in GOOD[file]
    _folder(tmp_path, **{file.replace(".", "_"): GOOD[file].replace(old, new, 1)})
    with pytest.raises(GrammarError) as caught:
        _load(tmp_path)
    assert isinstance(caught.value, UserError)
    assert str(caught.value).startswith(f"{tmp_path / file}:{line}: ")
    assert words in str(caught.value)


@pytest.mark.parametrize("file", GOOD)
def test_a_missing_file_is_told(tmp_path: Path, file: str) -> None:
    (_folder(tmp_path) / file).unlink()
    with pytest.raises(GrammarError, match=r"нет ни одного файла|не читается"):
        _load(tmp_path)


@pytest.mark.parametrize("file", GOOD)
def test_a_file_in_another_encoding_is_told(tmp_path: Path, file: str) -> None:
    (_folder(tmp_path) / file).write_bytes("слово".encode("cp1251"))
    with pytest.raises(GrammarError, match=r"UTF-8") as caught:
        _load(tmp_path)
    assert caught.value.path.name == file


@pytest.mark.parametrize("text", ["", "- пас\n", "просто текст\n", "# ничего\n"])
def test_a_file_that_is_no_mapping_is_told(tmp_path: Path, text: str) -> None:
    _folder(tmp_path, day_yaml=text)
    with pytest.raises(GrammarError, match="пуст"):
        _load(tmp_path)


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(GrammarError, match="нет такой папки"):
        _load(tmp_path / "nowhere")


def test_a_mistyped_file_name_is_told(tmp_path: Path) -> None:
    _folder(tmp_path)
    (tmp_path / "dya.yaml").write_text('intents:\n  pass:\n    say: ["пас"]\n    tests: ["пас"]\n', encoding="utf-8")
    with pytest.raises(GrammarError, match=r"dya\.yaml:1: нет поля phases, .* «dya» - не фаза; может быть, «day»\?"):
        _load(tmp_path)


def test_a_file_of_lists_and_guards_may_have_any_name(tmp_path: Path) -> None:
    _folder(tmp_path)
    (tmp_path / "words.yaml").write_text("guards:\n  negated: {before: [не]}\n", encoding="utf-8")
    assert set(_load(tmp_path).phases) == {"day"}


def test_the_same_list_in_two_files_is_told(tmp_path: Path) -> None:
    _folder(tmp_path)
    (tmp_path / "seats.yaml").write_text('lists:\n  seat:\n    - {in: "семь", out: 7}\n', encoding="utf-8")
    with pytest.raises(GrammarError, match=r"seats\.yaml:2: список «seat» уже есть в day\.yaml"):
        _load(tmp_path)


def test_a_phrase_repeated_in_another_file_of_the_phase_is_told(tmp_path: Path) -> None:
    _folder(tmp_path)
    text = 'phases: [day]\nintents:\n  nominate:\n    say: ["пас"]\n    tests: ["пас"]\n'
    (tmp_path / "more.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(GrammarError, match=r"more\.yaml:4: фраза «пас» повторяется: .*day\.yaml:15"):
        _load(tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("я выставляю игрока номер пять", "nominate seat=5"),
        ("ладно я выставляю игрока номер пять", "no: inside_talk"),
        ("ладно вот я выставляю игрока номер пять", "no: inside_talk"),
        ("ладно вот так я выставляю игрока номер пять", "nominate seat=5"),
        ("я выставляю игрока номер пять завтра", "no: inside_talk"),
        ("я выставляю игрока номер пять прямо завтра", "nominate seat=5"),
    ],
)
def test_an_intent_may_have_guard_words_of_its_own(tmp_path: Path, text: str, expected: str) -> None:
    fields = "    not_before: [ладно]\n    not_after: [завтра]\n    say:\n      - "
    _folder(tmp_path, day_yaml=GOOD["day.yaml"].replace("    say:\n      - ", fields, 1))
    assert heard(_load(tmp_path), "day", text) == expected
