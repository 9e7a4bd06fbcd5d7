"""Any folder with a Vosk model works; a bad one is explained and never reaches the engine."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from voice_judge.errors import UserError
from voice_judge.speech.models import SpeechModel, load_model, model_path

EMBEDDED = model_path()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(EMBEDDED, tmp_path / "model"))


def test_the_embedded_model_takes_grammars_and_rejects() -> None:
    model = load_model()
    assert model.runtime_grammar
    assert model.takes_phrases
    assert model.note is None
    assert model.knows("выставляю")
    assert not model.knows("выставляюю")
    assert load_model() is model


class Engine:
    """An engine that knows the given words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def vosk_model_find_word(self, word: str) -> int:
        return self.words.index(word) if word in self.words else -1


@pytest.mark.parametrize(
    ("runtime_grammar", "words", "takes_phrases"),
    [(True, ("я", "[unk]"), True), (True, ("я",), False), (False, ("я", "[unk]"), False)],
)
def test_phrases_need_a_runtime_graph_and_a_word_for_the_rest(
    runtime_grammar: bool, words: tuple[str, ...], takes_phrases: bool
) -> None:
    model = SpeechModel(Path("other"), runtime_grammar, Engine(*words))
    assert model.takes_phrases is takes_phrases
    assert (model.note is None) is takes_phrases


def test_the_path_beats_the_environment_and_the_environment_beats_the_embedded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert model_path().name == "ru-judge-0.2"
    monkeypatch.setenv("VOICE_JUDGE_MODEL", str(tmp_path))
    assert model_path() == tmp_path
    assert model_path(Path("other")) == Path("other")


def test_another_folder_is_tried_in_a_child_first_and_then_used(copy: Path) -> None:
    assert load_model(copy).knows("шериф")


def test_missing_folders_and_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="такой папки нет"):
        load_model(tmp_path / "none")
    (tmp_path / "file").write_text("x")
    with pytest.raises(UserError, match="это не папка"):
        load_model(tmp_path / "file")
    with pytest.raises(UserError, match=r"нет или пусто: am/final\.mdl, .*graph/HCLr\.fst"):
        load_model(tmp_path)


def _remove(file: Path) -> None:
    file.unlink()


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _scramble(file: Path) -> None:
    file.write_bytes(bytes(range(256)) * 20)


@pytest.mark.parametrize("harm", [_remove, _empty, _cut, _scramble])
@pytest.mark.parametrize("name", ["am/final.mdl", "conf/model.conf", "graph/HCLr.fst", "graph/disambig_tid.int"])
def test_a_damaged_model_is_explained(copy: Path, name: str, harm: Callable[[Path], None]) -> None:
    harm(copy / name)
    with pytest.raises(UserError, match=r"неполная|поврежд") as error:
        load_model(copy)
    assert str(copy) in str(error.value)


def test_checksums_beside_a_model_find_a_changed_file(copy: Path) -> None:
    shutil.copy(EMBEDDED.with_name(EMBEDDED.name + ".sha256"), copy.with_name("model.sha256"))
    assert load_model(copy).runtime_grammar
    (copy / "conf/mfcc.conf").write_text("--num-ceps=13\n")
    load_model.__globals__["_load"].cache_clear()
    with pytest.raises(UserError, match=r"mfcc\.conf: файл модели повреждён"):
        load_model(copy)


def test_a_checksum_list_with_a_bad_line_is_named(copy: Path) -> None:
    copy.with_name("model.sha256").write_text("abc\n")
    with pytest.raises(UserError, match=r"model\.sha256:1:"):
        load_model(copy)
