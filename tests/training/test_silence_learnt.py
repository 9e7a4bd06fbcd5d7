"""A recording in which nobody speaks goes through the loss, and silence is learnt from it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.sounds import LEXICON, Said, Sounds
from tests.training.test_trainer import SETTINGS, SHAPE, trainer
from training.acoustic.batches import quiet_frames, strip_of, take
from training.acoustic.graphs import Denominator, Numerators
from training.acoustic.loss import SILENCE_PDFS, LossSettings, Target, chain_loss
from training.acoustic.network import FEATURES, Network, Scores
from training.acoustic.perturbation import UNCHANGED
from training.acoustic.sentences import Sentences
from training.acoustic.training_log import LogLine

FRAMES = 90
FAST = replace(SETTINGS, rate=0.1)
"""The first updates only warm up."""


class WithAHall(Sounds):
    """Four recordings of words, and a last one in which nobody speaks: a sound like none of the phones."""

    def __init__(self, known: bool) -> None:
        super().__init__(4)
        hall = 2 * np.random.default_rng(7).normal(size=FEATURES) + np.random.default_rng(8).normal(
            size=(FRAMES, FEATURES)
        )
        self._features.append(hall.astype(np.float32))
        self.recordings.append(Said("", FRAMES, silence_before=FRAMES if known else 0, silence_after=0))


def heard(network: Network, library: Sounds) -> Scores:
    """What the network makes of the last recording."""
    sample = take(library, 4, UNCHANGED, np.random.default_rng(0), 0)
    strip = strip_of([sample], SHAPE.context)
    network.eval()
    with torch.no_grad():
        return strip.parted(network(strip.rows))


def silence(network: Network, library: Sounds) -> float:
    """How likely silence is in it, on average."""
    likely = heard(network, library).chain.softmax(2)
    return float(likely[:, :, :SILENCE_PDFS].sum(2).mean())


@pytest.mark.parametrize("known", [True, False])
def test_the_loss_is_a_number_and_nothing_is_left_out(known: bool) -> None:
    library, sentences = WithAHall(known), Sentences.of(LEXICON)
    phones = sentences.phone_model([one.text for one in library.recordings], 2, 1)
    sample = take(library, 4, UNCHANGED, np.random.default_rng(0), 2)
    assert sample.quiet[:-1].all() == known
    target = Target(
        Numerators.of([sentences.graph("")], phones),
        Denominator.of(phones, 1),
        torch.tensor([sample.length]),
        quiet_frames([sample]),
    )
    loss = chain_loss(heard(Network(SHAPE, seed=1), library), target, LossSettings())
    assert torch.isfinite(loss.total)
    assert np.isfinite([loss.mmi, loss.cross_entropy]).all()
    assert loss.mmi < 0
    assert (loss.frames, loss.skipped) == (sample.length, 0)


@pytest.mark.parametrize("known", [True, False])
def test_a_few_updates_make_silence_likelier_in_it(tmp_path: Path, known: bool) -> None:
    told: list[LogLine] = []
    library = WithAHall(known)
    one = trainer(tmp_path, FAST, library)
    before = silence(one.network, library)
    one.run(told.append, stop_after=20)
    assert before < 0.2
    assert silence(one.network, library) > 3 * before
    assert told
    assert np.isfinite([[line.mmi, line.cross_entropy] for line in told]).all()
