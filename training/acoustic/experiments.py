"""The experiments: named, frozen settings, each with what it changes against `standard`."""

from dataclasses import dataclass, field, replace

from training.acoustic.loss import LossSettings
from training.acoustic.network import Shape
from training.acoustic.perturbation import UNCHANGED, PerturbationSettings
from training.acoustic.trainer import TrainingSettings
from training.lexicon.phones import PHONES
from voice_judge.errors import UserError

START_KOREAN, START_EMBEDDED, START_NOTHING = "korean", "embedded", "nothing"


@dataclass(frozen=True, slots=True)
class Experiment:
    """One way to train.

    Args:
        name: of the experiment.
        change: what it changes, in a few words for the table of experiments.
        training: hours, rates, loss.
        start: whose weights to begin with: the Korean Vosk model's, the present embedded model's, or none.
        width, narrow, deep: the sizes of the network.
        without: voices or sources left out, to be measured as strangers.
        shares: how often the recordings of a source are seen in a round, if not once.
        bits: of a stored weight: 32, 16 or 8.
        polish: a second, shorter training that goes on from the first, if there is one; with shares of its own.
        thin: of the machines' commands, single recordings and talk of `standard` it is measured on each so many-th.
    """

    name: str
    change: str
    training: TrainingSettings
    start: str = START_KOREAN
    width: int = 768
    narrow: int = 64
    deep: int = 10
    without: tuple[str, ...] = ()
    shares: dict[str, float] = field(default_factory=dict)
    bits: int = 32
    polish: TrainingSettings | None = None
    polish_shares: dict[str, float] = field(default_factory=dict)
    thin: int = 1

    @property
    def shape(self) -> Shape:
        """The network's sizes: two pdfs for each phone."""
        return Shape(2 * len(PHONES), self.width, self.narrow, self.deep)


_TRAINING = TrainingSettings(hours=150.0, rate=8e-4, early=0.5, perturbation=PerturbationSettings(sudden=0.3, cut=0.1))
_POLISH = replace(
    _TRAINING,
    hours=15.0,
    rate=2e-4,
    last=1.0,
    alone=0.0,
    perturbation=replace(_TRAINING.perturbation, cut=0.25, begun=0.25),
)
"""Recordings that begin or end with their speech or a tenth of a second beside it: without, a short word cut out of a
recording was often lost. It needs the recordings in which nobody speaks: without those it made the model hear words in
a room's quiet."""

_NOISIER = replace(_POLISH, hours=40.0, rate=4e-4, perturbation=replace(_POLISH.perturbation, noise=0.45, babble=0.5))
_LOW = replace(_TRAINING, rate=1e-4, early=0.1, last=10.0)
"""What the Korean network knows is kept: at eight times the rate it is forgotten first."""

_LOW_POLISH = replace(_POLISH, rate=5e-5, early=0.1, last=4.0)
_PEOPLE = ("tuxpaint", "asterisk")
_SELDOM = {
    f"{source}{joined}": 0.4
    for source in ("tuxpaint-stamps-default", "asterisk-core-sounds-ru")
    for joined in ("", "-joined")
}

STANDARD = Experiment("standard", "started from the small Korean model", _TRAINING, polish=_POLISH)
_LOW_RATE = replace(
    STANDARD,
    name="low-rate",
    change="`standard` at an eighth of the rate, the layers nearest the features at a tenth of that",
    training=_LOW,
    polish=_LOW_POLISH,
)
_SHORT = replace(_LOW, hours=60.0, alone=3.0)
_EVEN = replace(_SHORT, early=1.0)
_REFERENCE = replace(
    STANDARD,
    name="reference",
    change="60 hours at the rates of `low-rate`, both people left out; the trials change one thing more",
    training=_SHORT,
    without=_PEOPLE,
    polish=None,
    thin=3,
)
_UNPOLISHED = replace(STANDARD, name="unpolished", change="`standard` before its second training", polish=None, thin=3)

_TRIALS = (
    _UNPOLISHED,
    replace(
        STANDARD, name="people-left-out", change="`standard` without the two people that are measured", without=_PEOPLE
    ),
    replace(
        STANDARD, name="without-tuxpaint", change="`standard` without the man tuxpaint", without=_PEOPLE[:1], thin=3
    ),
    replace(
        STANDARD, name="without-asterisk", change="`standard` without the woman asterisk", without=_PEOPLE[1:], thin=3
    ),
    replace(
        STANDARD,
        name="noisier",
        change="a longer second training: 40 hours, more noise, the two people 0.4 times as often",
        polish=_NOISIER,
        polish_shares=_SELDOM,
        thin=3,
    ),
    _LOW_RATE,
    replace(
        _LOW_RATE,
        name="low-rate-people-left-out",
        change="`low-rate` without the two people that are measured",
        without=_PEOPLE,
    ),
    _REFERENCE,
    replace(
        _REFERENCE,
        name="from-scratch",
        change="started from nothing",
        start=START_NOTHING,
        training=replace(_EVEN, rate=1e-3, last=1.0),
    ),
    replace(
        _REFERENCE,
        name="lower-as-fast",
        change="the five layers nearest the features learn as fast as the others, not at a tenth of the rate",
        training=_EVEN,
    ),
    replace(
        _REFERENCE,
        name="lower-fixed",
        change="the five layers nearest the features stay as they were in the Korean model",
        training=replace(_SHORT, early=0.0),
    ),
    replace(
        _REFERENCE,
        name="farther",
        change="as `lower-as-fast`; vocal tract and tempo changed by up to a fifth, not an eighth, the channel more",
        training=replace(_EVEN, perturbation=replace(_SHORT.perturbation, tract=0.2, tempo=0.2, channel=1.2)),
    ),
    replace(
        _REFERENCE,
        name="louder",
        change="noise and talk of others in half of what is seen instead of a third",
        training=replace(_SHORT, perturbation=replace(_SHORT.perturbation, noise=0.5, babble=0.5)),
    ),
    replace(
        _REFERENCE,
        name="likelihood",
        change="frames' states compete instead of sentences (as in CTC)",
        training=replace(_SHORT, loss=LossSettings(discriminative=False)),
    ),
    replace(_REFERENCE, name="trigram", change="phone trigram in the denominator", training=replace(_SHORT, order=3)),
    replace(
        _REFERENCE,
        name="unperturbed",
        change="features not perturbed anew each time",
        training=replace(_SHORT, perturbation=UNCHANGED),
    ),
    replace(
        _REFERENCE,
        name="nobody-behind",
        change="no talk behind the speaker added anew each time",
        training=replace(_SHORT, perturbation=replace(_SHORT.perturbation, babble=0.0)),
    ),
    replace(
        _REFERENCE,
        name="somebody-always",
        change="no recordings in which nobody speaks",
        without=(*_PEOPLE, "nobody"),
    ),
    replace(
        _REFERENCE,
        name="longer-context",
        change="13 layers instead of 10: 0.43 s to either side",
        deep=13,
    ),
    replace(STANDARD, name="bytes", change="`standard` with weights of 8 bits", bits=8, thin=3),
    replace(STANDARD, name="again", change="started from the embedded model", start=START_EMBEDDED),
)

SMOKE = Experiment(
    "smoke",
    "a tiny network, minutes",
    replace(_TRAINING, hours=3.0, rate=5e-3, early=1.0, last=1.0, batch=1500, average=0.98, perturbation=UNCHANGED),
    start=START_NOTHING,
    width=128,
    narrow=32,
    deep=4,
)

EXPERIMENTS = {one.name: one for one in (STANDARD, *_TRIALS)}
"""By name; `SMOKE` is none of them, for it is nothing without the smoke test's small material."""


def experiment(name: str) -> Experiment:
    """The experiment of that name.

    Raises:
        UserError: there is none.
    """
    if name not in EXPERIMENTS:
        raise UserError(f"нет опыта «{name}»; есть: {', '.join(EXPERIMENTS)}.")
    return EXPERIMENTS[name]
