"""A whole model as stock Vosk loads it: written and read.

The folder::

    am/final.mdl                     transition model and network (`nnet3`)
    conf/mfcc.conf                   the front end's options (`features`)
    conf/model.conf                  the decoder's options, below
    graph/HCLr.fst, graph/Gr.fst     (`graphs`); Gr.fst holds the words' names too
    graph/disambig_tid.int           the marks in HCLr.fst that are no sound, one number a line
    graph/phones/word_boundary.int   which phones begin and end words (`phone_table`)
    graph/phones.txt                 names of the phones: Vosk does not need it, adding words does
    graph/phones/context.txt         only if phones depend on the left neighbour; Vosk does not need it, adding words
                                     does: lines "left phone, phone, pdf on entering, pdf on staying", -1 = any other

There is no graph/words.txt, since Vosk takes the words from Gr.fst, and no ivector folder. Equal models give equal
bytes.

Source: Vosk, https://github.com/alphacep/vosk-api, src/model.cc (``Model::ConfigureV2``, ``ReadDataFiles``).
"""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from training.kaldi.fst import read_fst
from training.kaldi.graph_lexicon import counts_of_loop, words_of_graph
from training.kaldi.graphs import Graphs, build_graphs
from training.kaldi.lexicon_graph import Pronunciations
from training.kaldi.matrix import KaldiFormatError
from training.kaldi.nnet3 import AcousticModel, model_to_bytes, read_model
from training.kaldi.phone_table import PhoneTable, read_phone_table
from training.kaldi.transitions import ContextTree, context_free_tree

MFCC_CONF = (
    "--use-energy=false\n--num-mel-bins=40\n--num-ceps=40\n--low-freq=20\n--high-freq=7600\n"
    "--allow-upsample=true\n--allow-downsample=true\n"
)
"""40 coefficients of 16 kHz sound, no energy: what the networks here are trained on."""

_ANY_LEFT = -1


@dataclass(frozen=True)
class Decoding:
    """The decoder's options (conf/model.conf).

    Args:
        beam: paths that cost this much more than the best are dropped; wider = slower and surer.
        lattice_beam: how much worse than the best an alternative may be that is kept for confidences.
        min_active, max_active: how many paths are kept whatever the beam says.
        frames_per_chunk: frames of features that the network takes at once, a multiple of 3; each chunk is waited
            for, so fewer = results sooner and more work (all that the program does for a second of sound, against 21:
            1.09 times with 15, 1.39 times with 9).
        silences: seconds of silence that end an utterance: after a likely end of the grammar, after a possible one,
            after anything (Kaldi's endpoint rules 2, 3 and 4). The result comes later by the network's right context
            (0.34 s) and a chunk.
    """

    beam: float = 13.0
    lattice_beam: float = 6.0
    min_active: int = 200
    max_active: int = 3000
    frames_per_chunk: int = 15
    silences: tuple[float, float, float] = (0.45, 1.0, 2.0)

    def text(self, silence_phone: int = 1) -> str:
        """The file conf/model.conf."""
        rules = (
            f"--endpoint.rule{rule}.min-trailing-silence={seconds}\n" for rule, seconds in enumerate(self.silences, 2)
        )
        return (
            f"--min-active={self.min_active}\n--max-active={self.max_active}\n--beam={self.beam}\n"
            f"--lattice-beam={self.lattice_beam}\n--acoustic-scale=1.0\n--frame-subsampling-factor=3\n"
            f"--frames-per-chunk={self.frames_per_chunk}\n--endpoint.silence-phones={silence_phone}\n" + "".join(rules)
        )


@dataclass(frozen=True, eq=False)
class VoskModel:
    """Everything in a model's folder.

    Args:
        acoustic: final.mdl.
        phones: names and numbers.
        tree: which pdfs a phone reads after which neighbour.
        words: the lexicon.
        counts: how often words are said without a grammar; None = all alike.
        mfcc_conf, model_conf: the two files of conf/.
    """

    acoustic: AcousticModel
    phones: PhoneTable
    tree: ContextTree
    words: Pronunciations
    counts: Mapping[str, float] | None = None
    mfcc_conf: str = MFCC_CONF
    model_conf: str = Decoding().text()


def write_model_folder(folder: Path, model: VoskModel) -> None:
    """Write the whole folder (made when it is not there; files of the same names are written over)."""
    for part in ("am", "conf", "graph/phones"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "am/final.mdl").write_bytes(model_to_bytes(model.acoustic))
    _write_text(folder / "conf/mfcc.conf", model.mfcc_conf)
    _write_text(folder / "conf/model.conf", model.model_conf)
    _write_text(folder / "graph/phones.txt", model.phones.text())
    _write_text(folder / "graph/phones/word_boundary.int", model.phones.boundaries_text())
    if model.tree.sees_context:
        _write_text(folder / "graph/phones/context.txt", _context_text(model.tree))
    _write_graphs(folder, _graphs(model))


def copy_with_words(source: Path, target: Path, model: VoskModel) -> None:
    """Copy a model's folder, its graphs built anew from `model`; the network and everything else stay as they are."""
    shutil.copytree(source, target, dirs_exist_ok=True)
    (target / "graph/words.txt").unlink(missing_ok=True)
    _write_graphs(target, _graphs(model))


def read_model_folder(folder: Path) -> VoskModel:
    """Read the whole folder; the words come out of the graphs.

    Raises:
        KaldiFormatError: a file is missing or damaged, or the model is of another make: without the names of its
            phones, or with phones in contexts that no file tells.
    """
    try:
        acoustic = read_model(folder / "am/final.mdl")
        phones = read_phone_table(folder / "graph/phones.txt")
        tree = _tree(folder, acoustic)
        hclr = read_fst((folder / "graph/HCLr.fst").read_bytes(), str(folder / "graph/HCLr.fst"))
        loop = read_fst((folder / "graph/Gr.fst").read_bytes(), str(folder / "graph/Gr.fst"))
        texts = [(folder / "conf" / name).read_text(encoding="utf-8") for name in ("mfcc.conf", "model.conf")]
        words = words_of_graph(hclr.fst, loop.symbols, phones, acoustic.transitions)
        counts = counts_of_loop(loop.fst, loop.symbols)
        _check_front_end(folder / "conf/mfcc.conf", texts[0])
    except OSError as error:
        raise KaldiFormatError(
            f"{folder}: в модели нет файла {error.filename} или он не читается. Нужна целая модель, сделанная этой "
            "программой: в готовых моделях Vosk нет имён звуков, слова к ним так не добавить."
        ) from error
    except (ValueError, LookupError) as error:  # text that is no text, numbers of states or phones that there are not
        raise KaldiFormatError(
            f"{folder}: файлы модели повреждены или не подходят друг к другу ({error}). Возьмите целую модель."
        ) from error
    return VoskModel(acoustic, phones, tree, words, counts, *texts)


def _check_front_end(path: Path, text: str) -> None:
    """Kaldi takes its defaults for what a cut file does not say, and the network would hear something else."""
    if missing := [line for line in MFCC_CONF.split() if line not in text.split()]:
        raise KaldiFormatError(f"{path}: нет строки {missing[0]}, файл повреждён или не наш. Возьмите целую модель.")


def _graphs(model: VoskModel) -> Graphs:
    return build_graphs(model.words, model.phones, model.acoustic.transitions, model.tree, model.counts)


def _write_graphs(folder: Path, graphs: Graphs) -> None:
    (folder / "graph/HCLr.fst").write_bytes(graphs.hclr)
    (folder / "graph/Gr.fst").write_bytes(graphs.gr)
    _write_text(folder / "graph/disambig_tid.int", graphs.marks_text())


def _write_text(path: Path, text: str) -> None:
    path.write_bytes(text.encode())  # never with the system's own line ends


def _context_text(tree: ContextTree) -> str:
    rows = sorted((_ANY_LEFT if left is None else left, phone, *pdfs) for (left, phone), pdfs in tree.pdfs.items())
    return "".join(f"{left} {phone} {entering} {staying}\n" for left, phone, entering, staying in rows)


def _tree(folder: Path, acoustic: AcousticModel) -> ContextTree:
    told = folder / "graph/phones/context.txt"
    try:
        if not told.exists():
            return context_free_tree(acoustic.transitions)
        rows = [[int(number) for number in line.split()] for line in told.read_text(encoding="utf-8").splitlines()]
        return ContextTree({(None if left == _ANY_LEFT else left, phone): (a, b) for left, phone, a, b in rows})
    except ValueError as error:
        raise KaldiFormatError(
            f"{folder}: звуки этой модели зависят от соседних, а {told} не говорит как ({error}). Слова можно "
            "добавить только к модели, сделанной этой программой."
        ) from error
