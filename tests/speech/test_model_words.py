"""The words a model knows are read from its files, whatever they are like."""

import shutil
import struct
from pathlib import Path

import pytest

from voice_judge.speech.model_words import model_words
from voice_judge.speech.models import load_model, model_path


def graph(tmp_path: Path, body: bytes) -> Path:
    (tmp_path / "graph").mkdir()
    (tmp_path / "graph/Gr.fst").write_bytes(body)
    return tmp_path


def test_the_embedded_models_words_are_those_it_knows() -> None:
    words = model_words(model_path())
    assert {"выставляю", "шериф", "ночь"} <= words
    assert not words & {"[unk]", "<eps>", "#0"}
    assert all(map(load_model().knows, sorted(words)[::500]))
    assert len(words) == 18834


def test_a_big_model_lists_its_words(tmp_path: Path) -> None:
    (tmp_path / "graph").mkdir()
    (tmp_path / "graph/words.txt").write_text("<eps> 0\nночь 1\nпо-моему 2\n[unk] 3\n#0 4\n\n", "utf-8")
    assert model_words(tmp_path) == {"ночь", "по-моему"}


HEADER = struct.pack("<i", 2125659606) + b"\6\0\0\0vector\x08\0\0\0standard" + struct.pack("<iiqqqq", 2, 3, 0, 0, 1, 1)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no graph at all, just text",
        HEADER[:20],
        HEADER,
        HEADER + struct.pack("<i", 1),
        HEADER + struct.pack("<i", 2125658996) + struct.pack("<i", -5),
        HEADER + struct.pack("<i", 2125658996) + struct.pack("<iqq", 0, 0, 1 << 60),
        HEADER + struct.pack("<i", 2125658996) + struct.pack("<iqq", 0, 2, 2) + b"\1\0\0\0",
    ],
    ids=["empty", "text", "cut", "no table", "other table", "name", "count", "cut table"],
)
def test_what_cannot_be_read_gives_no_words(tmp_path: Path, body: bytes) -> None:
    assert model_words(graph(tmp_path, body)) == frozenset()


def test_no_files_give_no_words(tmp_path: Path) -> None:
    assert model_words(tmp_path) == frozenset()


def test_a_cut_graph_gives_no_words(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(model_path() / "graph", tmp_path / "graph"))
    (copy / "Gr.fst").write_bytes((copy / "Gr.fst").read_bytes()[:3000])
    assert model_words(tmp_path) == frozenset()
