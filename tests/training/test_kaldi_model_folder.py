"""Whole model folders, without Vosk."""

import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.training.listening import MODEL
from training.kaldi.fst import const_bytes, from_arcs, read_fst
from training.kaldi.model_folder import (
    MFCC_CONF,
    Decoding,
    VoskModel,
    copy_with_words,
    read_model_folder,
    write_model_folder,
)
from training.kaldi.phone_table import biphone_pdfs
from training.kaldi.transitions import transition_model
from voice_judge.errors import UserError
from voice_judge.speech.model_words import model_words

GRAPHS = {"graph/HCLr.fst", "graph/Gr.fst", "graph/disambig_tid.int"}


@pytest.fixture(scope="module")
def model() -> VoskModel:
    """The embedded model with a handful of its words."""
    whole = read_model_folder(MODEL)
    return replace(whole, words={word: whole.words[word] for word in ("[unk]", "один", "два", "номер", "игрок")})


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_embedded_model_is_put_together_again(tmp_path: Path) -> None:
    model = read_model_folder(MODEL)
    write_model_folder(tmp_path, model)
    old, new = files(MODEL), files(tmp_path)
    assert old.keys() == new.keys()
    assert {name for name in old if old[name] != new[name]} <= GRAPHS
    again = read_model_folder(tmp_path)
    assert again.words == model.words
    assert model_words(tmp_path) == model_words(MODEL)


def test_equal_models_give_equal_bytes(model: VoskModel, tmp_path: Path) -> None:
    write_model_folder(tmp_path / "one", model)
    write_model_folder(tmp_path / "two", read_model_folder(tmp_path / "one"))
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_no_file_names_a_place_on_this_machine(model: VoskModel, tmp_path: Path) -> None:
    write_model_folder(tmp_path, model)
    for name, data in files(tmp_path).items():
        assert str(tmp_path).encode() not in data, name
        assert tempfile.gettempdir().encode() not in data, name


def test_a_model_that_sees_neighbours_comes_back(model: VoskModel, tmp_path: Path) -> None:
    names = model.phones.names[1:]
    bases = list(dict.fromkeys(model.phones.base(number) for number in range(1, len(names) + 1)))
    pdfs: dict[tuple[str | None, str], tuple[int, int]] = {(None, b): (2 * i, 2 * i + 1) for i, b in enumerate(bases)}
    tree = biphone_pdfs(model.phones, pdfs | {("d", "v"): (1, 0)})
    acoustic = replace(model.acoustic, transitions=transition_model(tree))
    write_model_folder(tmp_path, replace(model, tree=tree, acoustic=acoustic))
    found = read_model_folder(tmp_path)
    assert found.tree == tree
    assert found.words == model.words
    (tmp_path / "graph/phones/context.txt").write_text("1 2 3\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"context\.txt"):
        read_model_folder(tmp_path)
    (tmp_path / "graph/phones/context.txt").unlink()
    with pytest.raises(UserError, match="зависят от соседних"):
        read_model_folder(tmp_path)


def test_the_decoders_options() -> None:
    assert Decoding().text().splitlines() == [
        "--min-active=200",
        "--max-active=3000",
        "--beam=13.0",
        "--lattice-beam=6.0",
        "--acoustic-scale=1.0",
        "--frame-subsampling-factor=3",
        "--frames-per-chunk=15",
        "--endpoint.silence-phones=1",
        "--endpoint.rule2.min-trailing-silence=0.45",
        "--endpoint.rule3.min-trailing-silence=1.0",
        "--endpoint.rule4.min-trailing-silence=2.0",
    ]
    assert "--beam=11.0" in Decoding(beam=11.0).text().splitlines()
    assert "--endpoint.rule3.min-trailing-silence=0.9" in Decoding(silences=(0.4, 0.9, 1.5)).text().splitlines()


def test_a_copy_keeps_what_it_does_not_know(model: VoskModel, tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "old")
    (tmp_path / "old/README").write_text("ours", encoding="utf-8")
    (tmp_path / "old/graph/words.txt").write_text("<eps> 0\n", encoding="utf-8")
    copy_with_words(tmp_path / "old", tmp_path / "new", model)
    old, new = files(tmp_path / "old"), files(tmp_path / "new")
    assert old.keys() - new.keys() == {"graph/words.txt"}
    assert {name for name in new if old[name] != new[name]} <= GRAPHS
    assert read_model_folder(tmp_path / "new").words == model.words


@pytest.mark.parametrize("name", ["am/final.mdl", "graph/phones.txt", "graph/HCLr.fst", "conf/mfcc.conf"])
def test_a_missing_file_is_told(name: str, tmp_path: Path) -> None:
    shutil.copytree(MODEL, tmp_path / "m")
    (tmp_path / "m" / name).unlink()
    with pytest.raises(UserError, match=f"нет файла .*{Path(name).name}"):
        read_model_folder(tmp_path / "m")


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("graph/phones.txt", b"<eps> 0\nSIL\xff 1\n", "повреждены"),
        ("graph/phones.txt", b"", "нет тишины"),
        ("graph/phones.txt", b"<eps> 0\nSIL 1\n", "повреждены"),
        ("conf/mfcc.conf", b"--num-ceps=\xff\n", "повреждены"),
        ("conf/mfcc.conf", MFCC_CONF[:60].encode(), "mfcc.conf: нет строки --low-freq=20, файл повреждён"),
        ("conf/mfcc.conf", b"", "mfcc.conf: нет строки --use-energy=false"),
    ],
)
def test_a_damaged_file_is_told(model: VoskModel, name: str, data: bytes, told: str, tmp_path: Path) -> None:
    write_model_folder(tmp_path, model)
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UserError, match=told):
        read_model_folder(tmp_path)


@pytest.mark.parametrize(("target", "told"), [(1_000_000, "повреждены"), (None, "more than 200 phones")])
def test_a_graph_that_leads_nowhere_or_in_a_circle_is_told(
    model: VoskModel, target: int | None, told: str, tmp_path: Path
) -> None:
    write_model_folder(tmp_path, model)
    place = tmp_path / "graph/HCLr.fst"
    graph = read_fst(place.read_bytes(), place.name)
    arcs = graph.fst.arcs.copy()
    arcs["target"] = graph.fst.sources if target is None else target
    damaged = from_arcs(len(graph.fst.finals), graph.fst.start, {}, arcs, graph.fst.sources)
    place.write_bytes(const_bytes(damaged))
    with pytest.raises(UserError, match=told):
        read_model_folder(tmp_path)
