"""New voices, rooms and tempi out of stored features: every time a recording is seen it sounds different.

The 40 cepstra of 40 mel bins lose nothing, so features go back to log energies of mel bins, where a longer vocal tract
is a stretched axis, a microphone an added curve, noise or other people's talk an added energy, and a hidden band
(SpecAugment) a gap. This costs a thousandth of the network's own time, unlike doing it in sound.

Sources: Kaldi's feat/feature-mfcc.cc and matrix/matrix-functions.cc (DCT, lifter); Jaitly and Hinton, "Vocal tract
length perturbation (VTLP) improves speech recognition", ICML workshop 2013; Park et al., "SpecAugment", Interspeech
2019; Ko et al., "Audio augmentation for speech recognition", Interspeech 2015 (tempo).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.acoustic.network import FEATURES

Features = NDArray[np.float32]
"""MFCC, frames x 40."""

Mel = NDArray[np.floating[Any]]
"""Logarithms of energies, frames x 40."""

_LIFTER = 22.0
_LOWEST, _HIGHEST = 20.0, 7600.0
_HALF_FRAME = 0.5
_TALKERS = (3, 8)


@dataclass(frozen=True, slots=True)
class PerturbationSettings:
    """How far recordings are changed; chances are of 1."""

    tract: float = 0.12
    """Greatest relative change of the vocal tract's length."""
    tempo: float = 0.12
    """Greatest relative change of tempo."""
    channel: float = 0.7
    """Size of a random smooth curve over the spectrum, in natural logarithms of energy (0.7: 3 dB)."""
    level: float = 1.5
    """Size of a random change of level, in the same unit."""
    noise: float = 0.35
    """Chance of added noise."""
    sudden: float = 0.0
    """Chance that a noise or the talk of others begins or ends in the middle."""
    quietest: float = 25.0
    """The noise is between this many dB below the loudest frames and `loudest`."""
    loudest: float = 5.0
    babble: float = 0.35
    """Chance of others talking behind the speaker."""
    babble_quietest: float = 22.0
    """Their power is between this many dB below the speaker's and `babble_loudest`."""
    babble_loudest: float = 2.0
    bands: float = 0.4
    """Chance of a hidden band of at most eight bins."""
    gaps: float = 0.2
    """Chance of a hidden moment of at most 80 ms."""
    cut: float = 0.0
    """Chance that a recording ends right where its speech does."""
    begun: float = 0.0
    """Chance that a recording begins with its speech, or up to a tenth of a second before it."""


UNCHANGED = PerturbationSettings(
    tract=0.0, tempo=0.0, channel=0.0, level=0.0, noise=0.0, babble=0.0, bands=0.0, gaps=0.0
)

Another = Callable[[], Features]
"""Draws a recording of somebody else."""


def perturb(
    features: Features, settings: PerturbationSettings, drawn: np.random.Generator, another: Another | None = None
) -> Features:
    """Other features for the same words.

    The tempo changes the number of frames; `stretched` says where a frame goes. Without `another` nobody talks behind
    the speaker.
    """
    if settings == UNCHANGED:
        return features
    to_mel, to_mfcc = _transforms()
    mel: Mel = features @ (to_mel @ _warp(1 + settings.tract * _even(drawn)))
    mel = _at_tempo(mel, 1 + settings.tempo * _even(drawn), drawn)
    if another and drawn.random() < settings.babble:
        mel = _partly(mel, _among_others(mel, settings, drawn, another), settings, drawn)
    mel += (settings.channel * drawn.normal(size=4) / (1, 2, 3, 4)) @ _curves() + settings.level * drawn.normal()
    if drawn.random() < settings.noise:
        mel = _partly(mel, _noisy(mel, settings, drawn), settings, drawn)
    if drawn.random() < settings.bands:
        low = int(drawn.integers(0, FEATURES - 8))
        high = low + int(drawn.integers(1, 9))
        mel[:, low:high] = mel[:, low:high].mean()
    if drawn.random() < settings.gaps and len(mel) > 100:
        start = int(drawn.integers(0, len(mel) - 8))
        mel[start : start + int(drawn.integers(1, 9))] = mel.mean(0)
    changed: Features = (mel @ to_mfcc).astype(np.float32)
    return changed


def stretched(frame: int, before: int, after: int) -> int:
    """Where a frame of a recording of `before` frames is when the recording has `after`."""
    return round(frame * after / before)


def _even(drawn: np.random.Generator) -> float:
    return float(drawn.uniform(-1.0, 1.0))


def _at_tempo(mel: Mel, tempo: float, drawn: np.random.Generator) -> Mel:
    frames = max(1, round(len(mel) / tempo))
    if frames == len(mel):
        return mel
    places = np.clip((np.arange(frames) + drawn.random() * _HALF_FRAME) * len(mel) / frames, 0, len(mel) - 1)
    low = places.astype(int)
    share = (places - low)[:, None]
    between: Mel = mel[low] * (1 - share) + mel[np.minimum(low + 1, len(mel) - 1)] * share
    return between


def _among_others(mel: Mel, settings: PerturbationSettings, drawn: np.random.Generator, another: Another) -> Mel:
    """Three or more people talk behind the speaker: of one or two nobody could tell in a moment who the speaker is."""
    to_mel, _ = _transforms()
    talk = [_looped(another() @ to_mel, len(mel), drawn) for _ in range(int(drawn.integers(*_TALKERS)))]
    mixed: Mel = np.logaddexp.reduce([one - _loudness(one) for one in talk])
    below = drawn.uniform(settings.babble_loudest, settings.babble_quietest) * np.log(10) / 10
    among: Mel = np.logaddexp(mel, mixed - _loudness(mixed) + _loudness(mel) - below)
    return among


def _partly(mel: Mel, disturbed: Mel, settings: PerturbationSettings, drawn: np.random.Generator) -> Mel:
    """The disturbed frames, or by chance only a stretch of them amid the others."""
    if not settings.sudden or drawn.random() >= settings.sudden:
        return disturbed
    begin, end = np.sort(drawn.integers(0, len(mel) + 1, 2))
    mixed = mel.copy()
    mixed[begin:end] = disturbed[begin:end]
    return mixed


def _looped(mel: Mel, frames: int, drawn: np.random.Generator) -> Mel:
    """As many frames of it, from a random one on, over and over."""
    return mel[(int(drawn.integers(len(mel))) + np.arange(frames)) % len(mel)]


def _loudness(mel: Mel) -> float:
    """The logarithm of the mean power over all frames."""
    return float(np.log(np.exp(mel).sum(1).mean()))


def _noisy(mel: Mel, settings: PerturbationSettings, drawn: np.random.Generator) -> Mel:
    """Steady noise of a random colour; its bins flicker as those of real noise do, the wide ones less."""
    decibel = np.log(10) / 10
    loud = np.quantile(mel.mean(1), 0.95) - decibel * drawn.uniform(settings.loudest, settings.quietest)
    colour = (1.5 * drawn.normal(size=4) / (1, 1, 2, 2)) @ _curves()
    flicker = drawn.normal(size=mel.shape) * np.linspace(0.9, 0.35, FEATURES)
    noisy: Mel = np.logaddexp(mel, loud + colour - colour.mean() + flicker)
    return noisy


@cache
def _transforms() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Matrices from MFCC to log mel energies and back, for rows on the left."""
    bins = np.arange(FEATURES)
    dct = np.sqrt(2 / FEATURES) * np.cos(np.pi / FEATURES * np.outer(bins, bins + 0.5))
    dct[0] = np.sqrt(1 / FEATURES)
    lifter = 1 + 0.5 * _LIFTER * np.sin(np.pi * bins / _LIFTER)
    to_mfcc = (lifter[:, None] * dct).T
    return np.linalg.inv(to_mfcc), to_mfcc


@cache
def _curves() -> NDArray[np.float64]:
    """Four smooth curves over the bins."""
    return np.cos(np.pi * np.outer(np.arange(1, 5), (np.arange(FEATURES) + 0.5) / FEATURES))


def _warp(factor: float) -> NDArray[np.float64]:
    """Mel bins whose centres are at `factor` times the frequency, taken from the bins beside them."""
    edges = np.linspace(_mel(_LOWEST), _mel(_HIGHEST), FEATURES + 2)
    wanted = _mel(np.minimum(_hertz(edges[1:-1]) * factor, _hertz(edges[-2])))
    place = np.clip((wanted - edges[1]) / (edges[1] - edges[0]), 0, FEATURES - 1)
    low = np.minimum(place.astype(int), FEATURES - 2)
    warp = np.zeros((FEATURES, FEATURES))
    warp[low, np.arange(FEATURES)] = 1 - (place - low)
    warp[low + 1, np.arange(FEATURES)] += place - low
    return warp


def _mel(hertz: Mel | float) -> Mel:
    return np.asarray(1127.0 * np.log(1.0 + np.asarray(hertz) / 700.0))


def _hertz(mel: Mel) -> Mel:
    hertz: Mel = 700.0 * (np.exp(mel / 1127.0) - 1.0)
    return hertz
