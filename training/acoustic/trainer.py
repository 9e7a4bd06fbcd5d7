"""Train a network: update after update, with checkpoints to go on from exactly.

Everything that is drawn by chance is drawn from the seed and the number of the update. A checkpoint holds the number,
the weights, their average and the optimiser; a run that was cut and goes on ends with the same weights.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path

import torch

from training.acoustic.average import Average
from training.acoustic.batches import Library, batches, strip_of
from training.acoustic.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from training.acoustic.loss import Loss, LossSettings, chain_loss
from training.acoustic.network import Network, Shape, Weights
from training.acoustic.perturbation import PerturbationSettings
from training.acoustic.prepared import Preparation
from training.acoustic.sentences import Sentences
from training.acoustic.training_log import LogLine, TrainingLog
from training.speech.features_store import FRAMES_PER_HOUR

_EARLY = ("tdnn1", "tdnnf2", "tdnnf3", "tdnnf4", "tdnnf5")
_LAST = (".out",)
_WARM_UP = 150
_FLAT = 0.3
_LEAST = 0.02


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How to train. Rates are AdamW's."""

    hours: float
    """Hours of sound to see, however often each."""
    rate: float = 2e-4
    early: float = 0.3
    """The layers nearest the features learn at this share of the rate."""
    last: float = 5.0
    """The outputs learn at this multiple of the rate."""
    batch: int = 6000
    """Frames per update."""
    dropout: float = 0.1
    average: float = 0.998
    """The weights kept are a running average with this memory."""
    order: int = 2
    """Of the phone n-gram in the denominator: 2 or 3."""
    clip: float = 2.0
    longest: int = 1200
    """Recordings of more frames are left out."""
    seed: int = 1
    save_every: float = 180.0
    """Seconds between checkpoints."""
    loss: LossSettings = field(default_factory=LossSettings)
    perturbation: PerturbationSettings = field(default_factory=PerturbationSettings)
    alone: float = 8.0
    """In the first hours nobody talks behind the speaker: what is said when is found sooner."""

    def perturbation_at(self, hours: float) -> PerturbationSettings:
        """How recordings are changed when so many hours have been seen."""
        return replace(self.perturbation, babble=0.0) if hours < self.alone else self.perturbation

    def rate_at(self, update: int, done: float) -> float:
        """The rate of an update when the share `done` of all hours has been seen: warming up, level, sinking."""
        warmth = min(1.0, (update + 1) / _WARM_UP)
        return self.rate * warmth * (1.0 if done < _FLAT else max(_LEAST, (1 - done) / (1 - _FLAT)))


Watch = Callable[[LogLine], None]
"""Told how the training goes, every so many updates."""


def native_precision() -> torch.dtype:
    """The fastest arithmetic of this processor: bfloat16 where it multiplies that natively, else float32."""
    return torch.bfloat16 if torch.cpu._is_avx512_bf16_supported() else torch.float32


class Trainer:
    """One training.

    Args:
        library: recordings to learn from.
        sentences: how their words are said.
        shape: the network's.
        settings: how to train.
        folder: for the checkpoint and the log; what is there already is gone on from.
        start: weights to start from; those missing or of another size are drawn from the seed.
        precision: of the activations; None: `native_precision`.
    """

    def __init__(
        self,
        library: Library,
        sentences: Sentences,
        shape: Shape,
        settings: TrainingSettings,
        folder: Path,
        start: Weights | None = None,
        precision: torch.dtype | None = None,
    ) -> None:
        self._library, self._settings, self._folder = library, settings, folder
        self.network = Network(shape, start, settings.seed, precision or native_precision())
        self.network.dropout = settings.dropout
        self._average = Average(self.network, settings.average)
        self._optimiser = torch.optim.AdamW(
            self._groups(), lr=settings.rate, betas=(0.9, 0.98), weight_decay=1e-3, fused=True
        )
        texts = [recording.text for recording in library.recordings]
        phones = sentences.phone_model(texts, settings.order, settings.seed)
        self._preparation = Preparation(library, sentences, phones)
        self._fits = [n for n, one in enumerate(library.recordings) if one.frames <= settings.longest]
        self.update, self.seen = 0, 0

    @property
    def checkpoint(self) -> Path:
        """Where the training is kept while it goes on."""
        return self._folder / "checkpoint.pt"

    def run(self, watch: Watch | None = None, stop_after: int | None = None) -> Weights:
        """Train until all hours are seen, and return the averaged weights.

        Args:
            watch: told of every line of the log.
            stop_after: stop at this update already (with a checkpoint), as if cut there.
        """
        torch.set_num_threads(1)
        self._folder.mkdir(parents=True, exist_ok=True)
        self._resume()
        log = TrainingLog(self._folder / "log.jsonl", self.update, watch)
        total = self._settings.hours * FRAMES_PER_HOUR
        saved = time.monotonic()
        self.network.train()
        for batch in self._remaining():
            if self.seen >= total or self.update == stop_after:
                break
            loss, frames = self._learn(batch, self._settings.rate_at(self.update, self.seen / total))
            self.update += 1
            self.seen += frames
            log.add(self.update, self.seen, total, loss)
            if time.monotonic() - saved > self._settings.save_every:
                self._save()
                saved = time.monotonic()
        self._save()
        return self._average.weights()

    def _learn(self, batch: tuple[int, ...], rate: float) -> tuple[Loss | None, int]:
        """One update; returns its loss (None: nothing could be learnt from it) and the frames seen."""
        torch.manual_seed(self._settings.seed * 1_000_003 + self.update)
        perturbation = self._settings.perturbation_at(self.seen / FRAMES_PER_HOUR)
        prepared = self._preparation.prepared(batch, perturbation, self._settings.seed, self.update)
        if prepared is None:
            return None, 1
        strip = strip_of(prepared.samples, self.network.shape.context)
        loss = chain_loss(strip.parted(self.network(strip.rows, strip.owners)), prepared.target, self._settings.loss)
        torch.autograd.backward(loss.total)
        size = torch.nn.utils.clip_grad_norm_(self.network.parameters(), self._settings.clip)
        if torch.isfinite(size):
            for group in self._optimiser.param_groups:
                group["lr"] = rate * group["share"]
            self._optimiser.step()
            self._average.add(self.update)
        self._optimiser.zero_grad()
        return loss, sum(len(sample.features) for sample in prepared.samples)

    def _remaining(self) -> Iterator[tuple[int, ...]]:
        context = 2 * self.network.shape.context
        lengths = [self._library.recordings[number].frames + context for number in self._fits]
        order = batches(lengths, self._settings.batch, self._settings.seed)
        return (tuple(self._fits[place] for place in batch) for batch in islice(order, self.update, None))

    def _groups(self) -> list[dict[str, object]]:
        shares: dict[float, list[torch.nn.Parameter]] = {}
        for name, array in self.network.named_arrays():
            shares.setdefault(self._share(name), []).append(array)
        return [{"params": arrays, "share": share} for share, arrays in shares.items()]

    def _share(self, name: str) -> float:
        if name.endswith(_LAST):
            return self._settings.last
        return self._settings.early if name.split(".", maxsplit=1)[0] in _EARLY else 1.0

    def _save(self) -> None:
        write_checkpoint(
            self.checkpoint,
            Checkpoint(
                asdict(self._settings),
                self.update,
                self.seen,
                self.network.state_dict(),
                self._average.state(),
                self._optimiser.state_dict(),
            ),
        )

    def _resume(self) -> None:
        kept = read_checkpoint(self.checkpoint)
        if kept is None or kept.settings != asdict(self._settings):
            return
        self.update, self.seen = kept.update, kept.seen
        self.network.load_state_dict(kept.network)
        self._average.load(kept.average)
        self._optimiser.load_state_dict(kept.optimiser)
