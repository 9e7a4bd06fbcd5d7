"""The stages that build the model: words, speech, features, training, the model's folder, figures, card."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from training import lexicon
from training.acoustic.exchange import acoustic_model
from training.acoustic.experiments import SMOKE, START_EMBEDDED, Experiment
from training.acoustic.library import StoreLibrary
from training.acoustic.network import Weights
from training.acoustic.sentences import Sentences
from training.acoustic.starts import embedded_model, start_weights
from training.acoustic.trainer import Trainer, TrainingSettings
from training.acoustic.training_log import LogLine
from training.kaldi.components import quantised
from training.kaldi.model_folder import VoskModel, write_model_folder
from training.kaldi.phone_table import phone_table, shared_pdfs
from training.kaldi.transitions import transition_model
from training.lexicon.lexicon import make_lexicon, read_lexicon, write_lexicon
from training.lexicon.phones import PHONES
from training.pipeline.card import Card, Figures, write_card
from training.pipeline.listing import read_list
from training.pipeline.material import TRAINING, Material, prepare
from training.pipeline.results import keep_result, kept_results
from training.pipeline.stages import Folders, Stage, files_digest, read_done
from training.speech.features_store import FeatureStore
from voice_judge.errors import UserError
from voice_judge.resources import resource

MODEL = "model"
WEIGHTS = "weights.npz"
FIGURES = "figures.json"
RESULTS = "results"
"""Figures of the experiments in a work folder, each with its settings: the card's table."""

CARD = "README.md"
_CARD_NEEDS = ("lexicon", "speech", "features", "train", "model", "evaluate")
_LEXICON = "lexicon.txt"
_PRONUNCIATION = Path(lexicon.__file__).parent
_VERSIONS = {
    "lexicon": 2,
    "speech": 1,
    "features": 1,
    "train": 2,
    "polish": 1,
    "model": 1,
    "evaluate": 3,
    "baseline": 3,
    "card": 1,
}
"""Raised when a stage's own code changes what comes out of it."""


@dataclass(frozen=True, slots=True)
class Build:
    """What is built.

    Args:
        material: of what.
        experiment: how.
        work: in which folder.
        before: the model that the new one is compared with; None: with none.
    """

    material: Material
    experiment: Experiment
    work: Path
    before: Path | None = None

    def stages(self) -> tuple[Stage, ...]:
        """All stages in order."""
        return (
            self._stage("lexicon", (), self._lexicon, words=self.material.identity, grammars=_grammars(), said=_said()),
            self._stage("speech", (), self._speech, material=self.material.identity, grammars=_grammars()),
            self._stage("features", ("speech",), self._features, plan=asdict(self.material.plan)),
            self._stage("train", ("lexicon", "features"), self._train, experiment=_trained(self.experiment)),
            *self._polish_stages(),
            self._stage("model", ("lexicon", self._trained_in), self._model, bits=self.experiment.bits),
            self._stage("evaluate", ("speech", "model"), self._evaluate, measures=self.material.measures, **self._thin),
            *self._baseline_stages(),
            replace(self._stage("card", self._card_needs, self._card, about=asdict(self.experiment)), always=True),
        )

    @property
    def _thin(self) -> dict[str, int]:
        return {"thin": self.experiment.thin} if self.experiment.thin > 1 else {}

    @property
    def _card_needs(self) -> tuple[str, ...]:
        baseline = (one.name for one in self._baseline_stages())
        return tuple(dict.fromkeys((*_CARD_NEEDS, self._trained_in, *baseline)))

    @property
    def _trained_in(self) -> str:
        """The stage with the finished weights."""
        return "polish" if self.experiment.polish else "train"

    def _polish_stages(self) -> tuple[Stage, ...]:
        if self.experiment.polish is None:
            return ()
        settings, shares = _settings(self.experiment.polish), self.experiment.polish_shares
        needs = ("lexicon", "features", "train")
        inputs = {"settings": settings, **({"shares": shares} if shares else {})}
        return (self._stage("polish", needs, self._polish, **inputs),)

    def _baseline_stages(self) -> tuple[Stage, ...]:
        """The model of before, measured in the same way."""
        if self.before is None:
            return ()
        before, measures = files_digest(self.before), self.material.measures
        return (self._stage("baseline", ("speech",), self._baseline, model=before, measures=measures),)

    def _stage(self, name: str, needs: tuple[str, ...], run: object, **inputs: object) -> Stage:
        return Stage(name, {"version": _VERSIONS[name], **inputs}, needs, run)  # type: ignore[arg-type]

    def _lexicon(self, folder: Path, _: Folders) -> None:
        write_lexicon(make_lexicon(self.material.words()), folder / _LEXICON)

    def _speech(self, folder: Path, _: Folders) -> None:
        self.material.collect(self.work, folder)

    def _features(self, folder: Path, folders: Folders) -> None:
        prepare(self.material, folders["speech"], folder)

    def _train(self, folder: Path, folders: Folders) -> None:
        start = start_weights(self.experiment.start, self.work)
        library = self._library(folders, self.experiment.training, self.experiment.shares)
        self._learn(folder, folders, library, self.experiment.training, start)

    def _polish(self, folder: Path, folders: Folders) -> None:
        one = self.experiment
        assert one.polish is not None
        library = self._library(folders, one.polish, one.polish_shares)
        self._learn(folder, folders, library, one.polish, load_weights(folders["train"] / WEIGHTS))

    def _learn(
        self, folder: Path, folders: Folders, library: StoreLibrary, settings: TrainingSettings, start: Weights | None
    ) -> None:
        # People say many words that the model will not know: they teach its phones all the same.
        said = make_lexicon(word for entry in library.recordings for word in entry.text.split())
        known = read_lexicon(folders["lexicon"] / _LEXICON).merged(said)
        sentences = Sentences.of(known, self.material.kept())
        trainer = Trainer(library, sentences, self.experiment.shape, settings, folder, start)
        _save(folder / WEIGHTS, trainer.run(_told))

    def _model(self, folder: Path, folders: Folders) -> None:
        table = phone_table(PHONES)
        tree = shared_pdfs(table)
        acoustic = acoustic_model(load_weights(folders[self._trained_in] / WEIGHTS), transition_model(tree))
        if self.experiment.bits < 32:
            acoustic = replace(acoustic, network=quantised(acoustic.network, self.experiment.bits))
        words = read_lexicon(folders["lexicon"] / _LEXICON).entries
        write_model_folder(folder / MODEL, VoskModel(acoustic, table, tree, words))

    def _evaluate(self, folder: Path, folders: Folders) -> None:
        one = self.experiment
        self._measure(folders["model"] / MODEL, folders["speech"], one.without, one.thin, folder)

    def _baseline(self, folder: Path, folders: Folders) -> None:
        assert self.before is not None
        self._measure(self.before, folders["speech"], (), 1, folder)

    def _measure(self, model: Path, speech: Path, without: tuple[str, ...], thin: int, folder: Path) -> None:
        command = [sys.executable, "-m", "training.pipeline.evaluate", str(model), "--out", str(folder / FIGURES)]
        options = self.material.evaluation(self.work, speech, without, thin)
        done = subprocess.run([*command, *options], check=False, stdout=subprocess.DEVNULL)
        if done.returncode:  # what is wrong it has said itself
            raise UserError(f"Модель {model} не измерена (код {done.returncode}). Та же команда измерит её снова.")

    def _results(self, folders: Folders) -> dict[str, Figures]:
        """Figures of this experiment, of the experiments done here before with their present settings, by name.

        And of the model of before.
        """
        own = json.loads((folders["evaluate"] / FIGURES).read_text("utf-8"))
        results = self.work / RESULTS
        keep_result(results, self.experiment, own)
        small = self.experiment.name == SMOKE.name
        found = {} if small else dict(kept_results(results))
        found[self.experiment.name] = own
        if self.before:
            found[self.before.name] = json.loads((folders["baseline"] / FIGURES).read_text("utf-8"))
        return found

    def _card(self, folder: Path, folders: Folders) -> None:
        library = self._library(folders, self.experiment.training, self.experiment.shares)
        trained = {entry.id for entry in library.recordings}
        card = Card(
            experiment=self.experiment,
            recordings=[one for one in read_list(folders["speech"] / TRAINING) if one.id in trained],
            hours=library.hours(),
            words=len(read_lexicon(folders["lexicon"] / _LEXICON).words) - 1,
            results=self._results(folders),
            done={name: done for name, one in folders.items() if (done := read_done(one))},
            before=self.before.name if self.before else "",
        )
        write_card(folder / CARD, card)

    def _library(self, folders: Folders, settings: TrainingSettings, shares: Mapping[str, float]) -> StoreLibrary:
        store = FeatureStore(folders["features"])
        return StoreLibrary(store, self.experiment.without, shares, settings.seed)


def load_weights(path: Path) -> Weights:
    """The arrays of a finished training."""
    with np.load(path) as arrays:
        return {name: arrays[name] for name in arrays.files}


def _save(path: Path, weights: Weights) -> None:
    part = path.with_name("part-" + path.name)
    np.savez(part, **weights)  # type: ignore[arg-type]
    part.replace(path)


def _trained(experiment: Experiment) -> dict[str, object]:
    """What of an experiment changes its training; of one that begins with the embedded model, that model too."""
    left_out = ("name", "change", "bits", "polish", "polish_shares", "thin")
    settings = {name: value for name, value in asdict(experiment).items() if name not in left_out}
    start = {"model": files_digest(embedded_model())} if experiment.start == START_EMBEDDED else {}
    return {**settings, **start, "training": _settings(experiment.training)}


def _settings(settings: TrainingSettings) -> dict[str, object]:
    """What changes what is learnt."""
    return {name: value for name, value in asdict(settings).items() if name != "save_every"}


def _grammars() -> str:
    return files_digest(resource("grammars"))


def _said() -> str:
    """The files about pronunciation; a change of the code that reads them raises the stage's version."""
    return files_digest(*sorted(_PRONUNCIATION.glob("*.txt")))


def _told(line: LogLine) -> None:
    print(line.text, file=sys.stderr, flush=True)
