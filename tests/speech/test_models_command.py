"""`voice-judge models` as a user meets it: what it prints, its one-line errors, its exit codes."""

import re
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.speech.file_server import Manners, serve
from voice_judge.cli import main
from voice_judge.speech.model_files import sha256_of
from voice_judge.speech.models import model_path

Output = pytest.CaptureFixture[str]
NAME = "vosk-model-small-ru-0.22"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("VOICE_JUDGE_MODEL", raising=False)
    return tmp_path / "home"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The embedded model as a server would have it."""
    path = tmp_path_factory.mktemp("archive") / f"{NAME}.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for file in model_path().rglob("*"):
            packed.write(file, f"{NAME}/{file.relative_to(model_path()).as_posix()}")
    return path


def test_a_fresh_list_has_the_embedded_model_and_the_official_ones(capsys: Output) -> None:
    assert main(["models", "list"]) == 0
    out = capsys.readouterr().out
    assert "ru-judge-0.2               14 МБ (слушает она)" in out
    assert "Установленных нет" in out
    for name, size in ((NAME, "45 МБ"), ("vosk-model-ru-0.42", "1,8 ГБ"), ("vosk-model-ru-0.22", "1,5 ГБ")):
        assert f"{name:<26} около {size}, не установлена" in out


def test_an_official_model_from_download_to_use(archive: Path, home: Path, capsys: Output) -> None:
    body = archive.read_bytes()
    manners = Manners(body, breaks=[len(body) // 2])
    with serve(manners) as mirror:
        assert main(["models", "install", NAME, "--mirror", mirror]) == 0
    told = capsys.readouterr()
    assert f"({len(body)} байт), SHA-256 {sha256_of(archive)}" in told.out
    assert f"{NAME}: 50 %" in told.err
    assert f"{NAME}: 100 %" in told.err
    assert manners.asked == [None, f"bytes={len(body) // 2}-"]

    assert main(["models", "list"]) == 0
    listed = capsys.readouterr().out
    assert f"Установленные ({home / 'data' / 'models'}):" in listed
    assert f"{NAME:<26} около 45 МБ, установлена" in listed

    assert main(["check", "--model", NAME]) == 0
    assert f"модель {NAME} знает все слова" in capsys.readouterr().out

    assert main(["models", "install", str(archive)]) == 2
    assert "уже установлена" in capsys.readouterr().err
    assert main(["models", "install", str(archive), "--force"]) == 0

    assert main(["models", "check", NAME]) == 0
    assert f"Модель {NAME}: {home}" in capsys.readouterr().out


def test_an_installed_model_that_lost_a_file_is_shown_so(home: Path, capsys: Output) -> None:
    shutil.copytree(model_path(), home / "data/models/mine")
    (home / "data/models/mine/am/final.mdl").unlink()
    assert main(["models", "list"]) == 0
    assert "неполная, нет: am/final.mdl" in capsys.readouterr().out
    assert main(["models", "check", "mine"]) == 2
    assert "модель неполная" in capsys.readouterr().err


def test_a_model_from_the_environment_is_shown_as_the_one_that_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv("VOICE_JUDGE_MODEL", str(tmp_path))
    assert main(["models", "list"]) == 0
    out = capsys.readouterr().out
    assert f"Слушает другая: {tmp_path}" in out
    assert "слушает она" not in out


def test_the_embedded_model_knows_every_word_of_the_grammars(capsys: Output) -> None:
    assert main(["models", "check"]) == 0
    out = capsys.readouterr().out
    assert "Список фраз на ходу: работает" in out
    assert "Слово [unk] для всего остального: работает" in out
    found = re.search(r"Слова грамматик: знает (\d+) из (\d+)", out)
    assert found
    assert found[1] == found[2]
    assert int(found[1]) > 400


def test_check_tells_of_every_word_and_what_to_say_instead(tmp_path: Path, capsys: Output) -> None:
    grammars = Path(shutil.copytree(model_path().parent.parent / "grammars", tmp_path / "grammars"))
    changes = (("common.yaml", '"отмени"', '"аннулируй"'), ("day.yaml", "near: [", "near: [выставлюсь, "))
    for file, word, other in changes:
        text = (grammars / file).read_text("utf-8")
        assert word in text
        (grammars / file).write_text(text.replace(word, other), "utf-8")
    assert main(["models", "check", "--all", "--grammars", str(grammars)]) == 0
    out = capsys.readouterr().out
    assert "«аннулируй»; скажите: «отмена»" in out
    assert "«выставлюсь»; ближайшее известное: «выставлю»" in out
    known = out.partition("Знает:\n")[2]
    assert "  выставляю\n" in known
    assert "  голосуем\n" in known


def test_check_fails_when_a_needed_word_is_unknown(tmp_path: Path, capsys: Output) -> None:
    grammars = Path(shutil.copytree(model_path().parent.parent / "grammars", tmp_path / "grammars"))
    text = (grammars / "day.yaml").read_text("utf-8")
    line = '      - "[я] отзываю <whom>"\n'
    assert line in text
    changed = text.replace(line, line + '      - "[я] аннулирую <whom>"\n', 1)
    place = changed.index("tests:", changed.index("  withdraw:"))
    changed = changed[:place] + 'tests:\n      "я аннулирую пятого": {seat: 5}' + changed[place + len("tests:") :]
    (grammars / "day.yaml").write_text(changed, "utf-8")
    assert main(["models", "check", "--grammars", str(grammars)]) == 2
    told = capsys.readouterr()
    assert "Нужные слова, которых модель не знает: 1" in told.out
    assert "«аннулирую»; скажите: «я отзываю" in told.out
    assert "не знает нужных слов: аннулирую" in told.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["install", "vosk-model-zz"], f"нет ни такой папки, ни такой модели. Официальные: {NAME}, "),
        (["install", "none.zip"], "none.zip: такого файла или папки нет"),
        (["install", "some/where"], "такого файла или папки нет"),
        (["check", "vosk-model-zz"], "vosk-model-zz: такой папки нет"),
        (["check", NAME], f"не установлена. Установите её: voice-judge models install {NAME}"),
        (["install", NAME, "--mirror", "example"], "адрес должен начинаться с https://"),
    ],
)
def test_what_is_not_there_is_one_line(arguments: list[str], message: str, capsys: Output) -> None:
    assert main(["models", *arguments]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert message in lines[-1]
    assert not any("Traceback" in line for line in lines)


def test_a_folder_of_whisper_is_recognised(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "base").mkdir()
    (tmp_path / "base/model.bin").write_bytes(b"x")
    assert main(["models", "install", str(tmp_path / "base")]) == 2
    assert "это модель Whisper, её не устанавливают" in capsys.readouterr().err
    assert main(["models", "check", str(tmp_path / "base")]) == 2
    assert "нет или пусто: config.json, tokenizer.json, vocabulary.json" in capsys.readouterr().err


def test_a_home_that_cannot_be_written_is_one_line(archive: Path, home: Path, capsys: Output) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("a file in the way")
    assert main(["models", "install", str(archive)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("voice-judge: ")


def test_an_interruption_says_that_nothing_is_lost(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("voice_judge.speech.model_store.download", interrupted)
    assert main(["models", "install", NAME]) == 130
    assert "скачанное сохранено" in capsys.readouterr().err


def test_a_path_beats_an_installed_name(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "data/models/mine").mkdir(parents=True)
    assert model_path("mine") == home / "data/models/mine"
    assert model_path(Path("mine")) == home / "data/models/mine"
    monkeypatch.setenv("VOICE_JUDGE_MODEL", "mine")
    assert model_path() == home / "data/models/mine"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    assert model_path("mine") == Path("mine")
    assert model_path("./none") == Path("./none")
    assert model_path("ru-judge-0.2").parent.name == "models"
