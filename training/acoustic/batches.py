"""Which recordings are seen when, and how a batch of them becomes one strip of frames.

Everything depends on the seed and the number of the update only, so a run that is cut goes on as if it had not been.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.acoustic.network import SUBSAMPLING, Scores
from training.acoustic.perturbation import PerturbationSettings, perturb, stretched

_BUCKET = 1500
"""So many recordings, near each other by chance, are sorted by length; batches are made of neighbours."""

_ROUND = 384
"""Strips are a multiple of so many rows long: fewer different sizes, for each of which code is made and kept."""


_CUT = (12, 33)
"""Frames before the known silence at which a recording is cut: near the end of its speech, as somebody else's may be.
Known silence begins that much later than the last word, for a room rings on."""

_BEGUN = (0, 5)
"""Frames after the known silence at which a recording is begun: its speech begins 3 to 13 frames after it."""

_LEAST = 12  # frames of a cut recording


class Recording(Protocol):
    """What is known of a recording without its features."""

    @property
    def text(self) -> str:
        """Its words."""

    @property
    def frames(self) -> int:
        """Its length, 100 frames a second."""

    @property
    def silence_before(self) -> int:
        """The first so many frames hold no speech."""

    @property
    def silence_after(self) -> int:
        """The last so many frames hold no speech."""


class Library(Protocol):
    """Recordings to train on."""

    @property
    def recordings(self) -> Sequence[Recording]:
        """All of them."""

    def features(self, number: int) -> NDArray[np.float32]:
        """MFCC of a recording, frames x 40."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A recording as it is seen once: features, and the output frames known to hold no speech."""

    number: int
    features: NDArray[np.float32]
    quiet: NDArray[np.bool_]

    @property
    def length(self) -> int:
        """Frames of output."""
        return len(self.quiet)


@dataclass(frozen=True, slots=True)
class Strip:
    """Recordings one after the other, each with `context` copies of its first and last frame round it.

    `rows`: frames x 40; `owners`: the recording of each; `starts`: the output row of each recording's first output.
    """

    rows: Tensor
    owners: Tensor
    starts: Tensor
    lengths: Tensor

    def parted(self, scores: Scores) -> Scores:
        """Scores of the strip's rows as batch x frames x pdfs; beyond a recording's end they are its last."""
        longest = int(self.lengths.max())
        within = torch.minimum(torch.arange(longest)[None], self.lengths[:, None] - 1)
        index = (self.starts[:, None] + within).reshape(-1)
        return Scores(*(part.index_select(0, index).view(len(self.starts), longest, -1) for part in scores))


def strip_of(samples: Sequence[Sample], context: int) -> Strip:
    """Lay samples out as a strip."""
    parts, owners, starts, at = [], [], [], 0
    for place, sample in enumerate(samples):
        needed = SUBSAMPLING * (sample.length - 1) + 1 + 2 * context
        needed += -needed % SUBSAMPLING
        frames = np.clip(np.arange(needed) - context, 0, len(sample.features) - 1)
        parts.append(sample.features[frames])
        owners.append(np.full(needed, place))
        starts.append(at // SUBSAMPLING)
        at += needed
    filling = -at % _ROUND
    parts.append(np.zeros((filling, parts[0].shape[1]), np.float32))
    owners.append(np.full(filling, len(samples) - 1))
    lengths = torch.tensor([sample.length for sample in samples])
    rows = torch.from_numpy(np.concatenate(parts).astype(np.float32, copy=False))
    return Strip(rows, torch.from_numpy(np.concatenate(owners)), torch.tensor(starts), lengths)


def quiet_frames(samples: Sequence[Sample]) -> Tensor:
    """Batch x frames of output: where nobody is known to speak."""
    quiet = torch.zeros(len(samples), max(sample.length for sample in samples), dtype=torch.bool)
    for row, sample in enumerate(samples):
        quiet[row, : sample.length] = torch.from_numpy(sample.quiet)
    return quiet


def take(
    library: Library, number: int, settings: PerturbationSettings, drawn: np.random.Generator, margin: int
) -> Sample:
    """See a recording once: perturbed, perhaps cut where its speech begins or ends, from a random one of three frames.

    Args:
        library: where it is.
        number: which it is.
        settings: how far to perturb.
        drawn: the source of chance.
        margin: frames beside the speech that are not counted as known silence.
    """
    recording = library.recordings[number]
    features = perturb(library.features(number), settings, drawn, partial(_somebody, library, drawn))
    frames = len(features)
    before = stretched(recording.silence_before, recording.frames, frames)
    after = stretched(recording.silence_after, recording.frames, frames)
    last = frames
    if after and drawn.random() < settings.cut:
        last, after = max(_LEAST, frames - after - int(drawn.integers(*_CUT))), 0
    start = 0
    if settings.begun and 0 < before < last - 2 * _LEAST and drawn.random() < settings.begun:
        start, before = before + int(drawn.integers(*_BEGUN)), 0
    begin = before - margin if before else 0
    end = frames - after + margin if after else frames
    first = start + int(drawn.integers(0, min(SUBSAMPLING, last - start)))
    middles = np.arange(first, min(last, frames), SUBSAMPLING)
    return Sample(number, features[first:last], (middles < begin) | (middles >= end))


def _somebody(library: Library, drawn: np.random.Generator) -> NDArray[np.float32]:
    return library.features(int(drawn.integers(len(library.recordings))))


def batches(lengths: Sequence[int], frames: int, seed: int) -> Iterator[tuple[int, ...]]:
    """Endless batches of at most `frames` frames each: every recording once per round, in an order drawn by chance."""
    turn = 0
    while True:
        chance = Random(f"{seed} {turn}")
        order = list(range(len(lengths)))
        chance.shuffle(order)
        made = [batch for bucket in _buckets(order) for batch in _cut(bucket, lengths, frames)]
        chance.shuffle(made)
        yield from made
        turn += 1


def _buckets(order: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(order), _BUCKET):
        yield order[start : start + _BUCKET]


def _cut(bucket: Sequence[int], lengths: Sequence[int], frames: int) -> Iterator[tuple[int, ...]]:
    batch: list[int] = []
    held = 0
    for number in sorted(bucket, key=lambda number: (lengths[number], number)):
        if batch and held + lengths[number] > frames:
            yield tuple(batch)
            batch, held = [], 0
        batch.append(number)
        held += lengths[number]
    if batch:
        yield tuple(batch)
