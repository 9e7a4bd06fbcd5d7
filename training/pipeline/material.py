"""What a model is made of: the real material, or a handful of synthetic phrases for the smoke test."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Protocol

from training.kaldi.features import MODEL_MFCC, mfcc
from training.lexicon.vocabulary import FREQUENT, grammar_words, vocabulary
from training.pipeline.listing import read_list, write_list
from training.pipeline.stages import files_digest
from training.speech import strangers
from training.speech.corpora import Amounts, background, evaluation_sets, sources, utterances
from training.speech.feature_set import FeaturePlan, write_features
from training.speech.held_out import FIXTURES, LISTS
from training.speech.rhvoice import INDEX
from training.speech.synthesis import EspeakVoices
from training.speech.texts import Texts
from voice_judge.errors import UserError
from voice_judge.grammar import load_grammars
from voice_judge.table.listening import DEFAULT_LISTENING

TRAINING, BEHIND, MEASURED = "training.jsonl", "behind.jsonl", "measured.jsonl"
"""Lists: what is trained on, who talks in the background of it, what is measured on."""

_SOUNDS = {".opus", ".flac"}


class Material(Protocol):
    """Words, recordings and features of a build."""

    @property
    def identity(self) -> Mapping[str, object]:
        """What decides which words and recordings there are."""

    @property
    def plan(self) -> FeaturePlan:
        """How many copies are made of the recordings, and how they are changed."""

    @property
    def measures(self) -> Mapping[str, object]:
        """What decides how the model is measured."""

    def words(self) -> tuple[str, ...]:
        """The model's words."""

    def kept(self) -> frozenset[str]:
        """Words that are never hidden behind `[unk]` in training."""

    def collect(self, work: Path, folder: Path) -> None:
        """Fetch or make all recordings in `work`, and list them in `folder`: TRAINING, BEHIND, MEASURED."""

    def evaluation(self, work: Path, speech: Path, without: tuple[str, ...], thin: int) -> list[str]:
        """Options for evaluate.py.

        Args:
            work: where the recordings are.
            speech: where the lists are.
            without: the voices left out of the training.
            thin: each so many-th of the samples is enough.
        """


@dataclass(frozen=True, slots=True)
class RealMaterial:
    """Everything: packages of recordings, synthetic voices, RHVoice's corpus if there is one.

    Args:
        rhvoice: a folder of speech rendered by RHVoice, or None.
        amounts: of the synthetic.
        every: each so many-th of the machines' commands is measured on, `words_every` of the single recordings,
            `streams_every` of the five minutes of talk.
    """

    rhvoice: Path | None
    amounts: Amounts = field(default_factory=Amounts)
    plan: FeaturePlan = field(default_factory=FeaturePlan)
    every: int = 8
    words_every: int = 3
    streams_every: int = 2

    @property
    def identity(self) -> Mapping[str, object]:
        """Amounts, the number of frequent words, the lists of RHVoice's corpus and of the tests' recordings."""
        lists = [FIXTURES / name for name in LISTS]
        corpus = files_digest(self.rhvoice / INDEX) if self.rhvoice else ""
        amounts = asdict(self.amounts)
        return {"amounts": amounts, "rhvoice": corpus, "tests": files_digest(*lists), "frequent": FREQUENT}

    @property
    def measures(self) -> Mapping[str, object]:
        """How dense the samples are, how the program listens, and the tests' recordings."""
        samples = {"every": self.every, "words": self.words_every, "streams": self.streams_every}
        sounds = sorted(path for path in FIXTURES.rglob("*") if path.suffix in _SOUNDS)
        heard = files_digest(*(FIXTURES / name for name in LISTS), *sounds)
        return {**samples, "listening": asdict(DEFAULT_LISTENING), "recordings": heard}

    def words(self) -> tuple[str, ...]:
        """The whole vocabulary."""
        return vocabulary(load_grammars())

    def kept(self) -> frozenset[str]:
        """The words of the grammars."""
        return grammar_words(load_grammars())

    def collect(self, work: Path, folder: Path) -> None:
        """Fetch, make and list."""
        sets = evaluation_sets(work, self.rhvoice)
        write_list(folder / MEASURED, (one for found in sets.values() for one in found))
        found = utterances(sources(work, self.rhvoice, self.amounts), work)
        write_list(folder / BEHIND, background(work, found, self.amounts))
        write_list(folder / TRAINING, found)

    def evaluation(self, work: Path, speech: Path, without: tuple[str, ...], thin: int) -> list[str]:
        """Fixtures and the strangers' recordings."""
        unseen = [f"--unseen={voice}" for voice in without]
        samples = {"every": self.every, "words-every": self.words_every, "streams-every": self.streams_every}
        options = [f"--{name}={every * thin}" for name, every in samples.items()]
        phrases = work / "speech" / strangers.NAME / "manifest.tsv"
        return ["--recordings", str(speech / MEASURED), "--clips", str(phrases), *options, *unseen]


SMOKE_PHRASES = (
    "я выставляю игрока номер пять",
    "я выставляю игрока номер два",
    "прошу слова",
    "наступает ночь",
    "доброе утро город",
    "голосование закончено",
    "три голоса",
    "судья ошибка",
)


@dataclass(frozen=True, slots=True)
class SmokeMaterial:
    """A few phrases in a few voices of espeak-ng, no network needed."""

    variants: tuple[str, ...] = ("m1", "m3", "f2", "max")
    plan: FeaturePlan = field(
        default_factory=lambda: FeaturePlan(copies={"espeak-ng": 3}, plain=frozenset({"espeak-ng"}))
    )

    @property
    def identity(self) -> Mapping[str, object]:
        """Phrases and voices."""
        return {"phrases": SMOKE_PHRASES, "variants": self.variants}

    @property
    def measures(self) -> Mapping[str, object]:
        """Nothing but what was trained on."""
        return {"smoke": True}

    def words(self) -> tuple[str, ...]:
        """The words of the phrases."""
        return tuple(sorted({word for phrase in SMOKE_PHRASES for word in phrase.split()}))

    def kept(self) -> frozenset[str]:
        """All of them."""
        return frozenset(self.words())

    def collect(self, work: Path, folder: Path) -> None:
        """Let espeak-ng speak."""
        texts = Texts(SMOKE_PHRASES, self.words(), SMOKE_PHRASES, self.words())
        spoken = EspeakVoices(texts, 20, self.variants).utterances(work)
        write_list(folder / TRAINING, spoken)
        write_list(folder / BEHIND, spoken[::7])
        write_list(folder / MEASURED, [one for one in spoken if one.text in SMOKE_PHRASES])

    def evaluation(
        self,
        work: Path,  # noqa: ARG002 - there is nothing else in it
        speech: Path,
        without: tuple[str, ...],
        thin: int,  # noqa: ARG002 - they are few as it is
    ) -> list[str]:
        """The recordings alone."""
        unseen = [f"--unseen={voice}" for voice in without]
        return ["--recordings", str(speech / MEASURED), "--no-fixtures", *unseen]


def prepare(material: Material, speech: Path, folder: Path) -> None:
    """Make the features of the training's recordings in `folder`, shard by shard.

    Raises:
        UserError: a recording of the lists in `speech` is gone.
    """
    spoken, behind = read_list(speech / TRAINING), read_list(speech / BEHIND)
    if gone := next((one for one in (*spoken, *behind) if not one.audio.exists()), None):
        raise UserError(f"Записи {gone.audio} больше нет. Удалите папку {speech}: записи будут собраны заново.")
    write_features(spoken, behind, folder, material.plan, lambda sound: mfcc(sound, MODEL_MFCC))
