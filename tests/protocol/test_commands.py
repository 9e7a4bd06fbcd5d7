"""`voice-judge games` and `protocol` as a user meets them."""

import json
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.protocol.stories import TWO_DAYS, VOTED_OUT, story
from voice_judge.cli import main
from voice_judge.evidence.storage import sound_folder
from voice_judge.journal.opening import open_library

Output = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def two_games() -> None:
    """Game 1 is over, game 2 is not."""
    library = open_library()
    library.add(story(f"{VOTED_OUT}; end red решение"))
    library.add(story(TWO_DAYS))


@pytest.mark.usefixtures("two_games")
class TestWithGames:
    @pytest.mark.parametrize("form", ["json", "csv", "html", "txt", "pdf"])
    def test_protocol_to_a_file(self, form: str, tmp_path: Path) -> None:
        out = tmp_path / f"игра.{form}"
        assert main(["protocol", "1", "--format", form, "--out", str(out)]) == 0
        assert out.stat().st_size > 500
        assert [path.name for path in tmp_path.glob("*.partial")] == []

    @pytest.mark.parametrize(
        ("arguments", "told", "not_told"),
        [
            (["protocol", "1"], "8  Игрок З, дон", "не окончена"),
            (["protocol"], "не окончена", "дон"),
            (["protocol", "last", "--secrets"], "дон", "не вошли"),
            (["games", "show", "2"], "Роли, выстрелы и проверки в этот протокол не вошли", "дон"),
            (["games", "list"], "красные", "дон"),
            (["games", "repair"], "журнал цел, игр: 2", "спас"),
            (["games", "stats"], "Оконченных игр: 1, неоконченных (не считаются): 1", "None"),
            (["protocol", "2", "--format", "csv"], "выставление", "выстрел"),
            (["protocol", "1", "--format", "html"], "<svg", "<script"),
            (["protocol", "--schema"], "json-schema.org", "Traceback"),
        ],
    )
    def test_printed(self, arguments: list[str], told: str, not_told: str, capsys: Output) -> None:
        assert main(arguments) == 0
        printed = capsys.readouterr().out
        assert told in printed
        assert not_told not in printed

    def test_pdf_to_a_pipe(self, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        assert main(["protocol", "1", "--format", "pdf"]) == 0
        path = tmp_path / "a.pdf"
        path.write_bytes(capfdbinary.readouterr().out)
        assert len(PdfReader(path).pages) == 1

    def test_pdf_is_not_thrown_at_a_terminal(self, monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        assert main(["protocol", "1", "--format", "pdf"]) == 2
        assert "--out" in capsys.readouterr().err

    def test_export_and_import(self, tmp_path: Path, capsys: Output) -> None:
        first, again = tmp_path / "1.json", tmp_path / "2.json"
        assert main(["games", "export", "1", str(first)]) == 0
        assert main(["games", "import", str(first)]) == 0
        assert "под номером 3" in capsys.readouterr().out
        assert main(["games", "export", "3", str(again)]) == 0
        assert first.read_bytes() == again.read_bytes()

    def test_export_of_an_unfinished_game_says_what_is_left_out(self, tmp_path: Path, capsys: Output) -> None:
        out = tmp_path / "2.json"
        assert main(["games", "export", "2", str(out)]) == 0
        assert "роли и выстрелы не записаны" in capsys.readouterr().err
        assert "ShotFired" not in out.read_text(encoding="utf-8")
        assert main(["games", "export", "2", str(out), "--secrets"]) == 0
        assert "не записаны" not in capsys.readouterr().err
        assert "ShotFired" in out.read_text(encoding="utf-8")

    def test_delete_takes_the_sound_too(self, capsys: Output) -> None:
        folder = sound_folder(1)
        folder.mkdir(parents=True)
        (folder / "0001.flac").write_bytes(b"x")
        assert main(["games", "delete", "1", "--yes"]) == 0
        assert "вместе со звуком" in capsys.readouterr().out
        assert not folder.exists()
        assert main(["games", "show", "1"]) == 2

    def test_delete_asks_first(self, capsys: Output) -> None:
        assert main(["games", "delete", "1"]) == 2
        assert "--yes" in capsys.readouterr().err
        assert main(["games", "show", "1"]) == 0

    @pytest.mark.parametrize(("answer", "code"), [("да\n", 0), ("нет\n", 2), ("\n", 2)])
    def test_delete_obeys_the_answer(self, answer: str, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("builtins.input", lambda _question: answer.strip())
        assert main(["games", "delete", "1"]) == code


WRONG = [
    (["protocol", "7"], "игры 7"),
    (["protocol", "семь"], "«семь»: нужен номер игры"),
    (["protocol", "-1"], ""),
    (["protocol"], "игр ещё нет"),
    (["games", "show", "99999999999999999999"], "нужен номер игры"),
    (["games", "import", "нет-такого.json"], "не читается"),
    (["games", "delete", "5", "--yes"], "игры 5"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG, ids=[" ".join(case[0]) for case in WRONG])
def test_mistakes_get_one_line(arguments: list[str], message: str, capsys: Output) -> None:
    try:
        code = main(arguments)
    except SystemExit as exit_:  # argparse's own
        code = int(exit_.code or 0)
    error = capsys.readouterr().err
    assert code == 2
    assert message in error
    assert "Traceback" not in error


@pytest.mark.parametrize(
    ("arguments", "told"), [(["games", "list"], "Игр ещё нет."), (["games", "stats"], "Оконченных игр: 0.")]
)
def test_without_games(arguments: list[str], told: str, capsys: Output) -> None:
    assert main(arguments) == 0
    assert capsys.readouterr().out.strip() == told


def test_a_folder_is_no_place_for_a_protocol(tmp_path: Path, capsys: Output) -> None:
    open_library().add(story(VOTED_OUT))
    assert main(["protocol", "1", "--out", str(tmp_path)]) == 2
    assert main(["protocol", "1", "--out", str(tmp_path / "none" / "a.txt")]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) == 2


def test_replay_writes_the_same_protocol(tmp_path: Path) -> None:
    """`replay --protocol` and `protocol --format json` are one format: a replay can be imported."""
    text, out = tmp_path / "game.txt", tmp_path / "game.json"
    text.write_text("/start day\n/roles don=1 mafia=2,3 sheriff=4\nвыставляю пятого\nпас\n", encoding="utf-8")
    assert main(["replay", str(text), "--protocol", str(out), "--secrets"]) == 0
    assert main(["games", "import", str(out)]) == 0
    told = json.loads(out.read_text(encoding="utf-8"))
    assert [one["seat"] for one in told["game"]["nominations"]] == [5]
    assert {note["kind"] for note in told["notes"]} >= {"heard", "said", "input"}
