"""The examples of docs/grammars.md load and do what the text says."""

import re
import shutil
from pathlib import Path

import pytest

from tests.grammar.conftest import heard
from voice_judge.grammar import Grammars, load_answers, load_grammars, normalize
from voice_judge.grammar.schema import GuardSpec, IntentSpec
from voice_judge.resources import resource

DOCS = Path(__file__).resolve().parents[2] / "docs" / "grammars.md"
TEXT = DOCS.read_text(encoding="utf-8")
BLOCKS = {Path(name).name: body for name, body in re.findall(r"```yaml\n# (grammars/\S+)\n(.*?)```", TEXT, re.DOTALL)}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Grammars:
    folder = tmp_path_factory.mktemp("club") / "grammars"
    shutil.copytree(resource("grammars"), folder)
    for name in ("club.yaml", "more_guards.yaml"):
        (folder / name).write_text(BLOCKS[name], encoding="utf-8")
    return load_grammars(folder)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("я голосую против игрока номер девять", "nominate seat=9"),
        ("по-моему, голосую сегодня против № 2", "nominate seat=2"),
        ("я не голосую против игрока номер пять", "no: negated"),
        ("я выставляю игрока номер пять", "nominate seat=5"),
        ("в мечтах я выставляю игрока номер пять", "no: conditional"),
        ("в мечтах всякое поэтому я выставляю игрока номер пять", "nominate seat=5"),
        ("не мечтаю, я выставляю игрока номер пять", "nominate seat=5"),
    ],
)
def test_the_club_phrase(club: Grammars, text: str, expected: str) -> None:
    assert heard(club, "day", text) == expected


@pytest.mark.parametrize(
    ("key", "values", "sentence"),
    [
        ("votes", {"votes": 3}, "Три голоса"),
        ("nominees", {"seats": (3, 5, 8)}, "Выставлены игроки номер три, пять и восемь"),
        ("seconds_left", {"seconds": 22}, "Осталось двадцать две секунды"),
    ],
)
def test_the_answers(tmp_path: Path, key: str, values: dict[str, object], sentence: str) -> None:
    (tmp_path / "answers.yaml").write_text(BLOCKS["answers.yaml"], encoding="utf-8")
    assert load_answers(tmp_path / "answers.yaml", ["nominated"]).say(key, **values) == sentence


@pytest.mark.parametrize(
    ("reason", "examples"), re.findall(r"^\| `(\w+)` \| ((?:«.*»)(?: by day)?) \|$", TEXT, re.MULTILINE)
)
def test_the_reasons(grammars: Grammars, reason: str, examples: str) -> None:
    for example in re.findall("«(.*?)»", examples):
        assert heard(grammars, "day", example) == f"no: {reason}"


def test_every_field_and_file_is_described() -> None:
    names = {*IntentSpec.model_fields, *GuardSpec.model_fields, "phases", "never", "links", "no_links"}
    names |= {path.name for path in resource("grammars").iterdir()}
    assert [name for name in sorted(names) if f"`{name}`" not in TEXT] == []


def test_the_example_of_a_line() -> None:
    assert normalize("Я выставляю игрока № 5.") == ["я", "выставляю", "игрока", "номер", "5"]
