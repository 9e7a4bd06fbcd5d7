"""One recording made into many: another speaker, silence around it, a room, noise, a line, a level.

Everything follows from the utterance's id and the number of the copy, so any machine makes the same.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from training.speech.conversion import converted
from training.speech.noises import babble, noise
from training.speech.rooms import Chance, banded, coded, coloured, echoed, telephone
from training.speech.sound import SAMPLE_RATE, Sound, power, trimmed

_SHORT_SILENCE, _LONG_SILENCE = (0.08, 0.5), (0.4, 1.8)  # seconds
_TAIL = 0.25
"""Seconds after the last word that are not called silence: a room rings on."""

_HEAD = 0.03
_OWN = 0.1
"""Seconds at either end of a recording that `trimmed` left as they were: they may hold breath."""


@dataclass(frozen=True, slots=True)
class Augmentation:
    """How often a thing happens (0 to 1) and how strong it is."""

    warp: tuple[float, float] = (0.82, 1.22)  # formants and pitch; a child against a large man is about 1.4
    speed: tuple[float, float] = (0.8, 1.3)
    long_silence: float = 0.35
    room: float = 0.55
    colour: float = 0.7
    phone: float = 0.1
    low_pass: float = 0.15
    codec: float = 0.06
    noise: float = 0.55
    noise_decibels: tuple[float, float] = (4, 35)  # speech over noise
    babble: float = 0.25
    babble_decibels: tuple[float, float] = (6, 30)
    quieter: tuple[float, float] = (0, 30)  # decibels under full scale, the peak
    clipped: float = 0.04


PLAIN = Augmentation(
    warp=(1, 1), speed=(1, 1), room=0, colour=0, phone=0, low_pass=0, codec=0, noise=0, babble=0, quieter=(1, 12),
    clipped=0,
)  # fmt: skip
"""The recording itself, with silence around it: what copy 0 is made with."""


@dataclass(frozen=True, slots=True)
class Augmented:
    """The sound, and how many samples at its beginning and end surely hold no speech."""

    sound: Sound
    silence_before: int
    silence_after: int


def chance_of(identity: str, copy: int) -> Chance:
    """The random numbers of one copy of an utterance."""
    digest = hashlib.sha256(f"{identity} {copy}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "little"))


def augmented(sound: Sound, settings: Augmentation, others: Sequence[Sound], chance: Chance) -> Augmented:
    """A copy of `sound` (not empty) as `settings` say; `others` are recordings that may be heard in the background."""
    speech = trimmed(sound, _OWN)
    speech = speech / np.float32(np.abs(speech).max() + 1e-9)
    speech = converted(speech, _log_uniform(settings.warp, chance), _log_uniform(settings.speed, chance))
    loudness = power(speech)
    before, after = _silence(settings, chance), _silence(settings, chance)
    whole = np.pad(speech, (before, after))
    whole = _placed(whole, settings, chance)
    whole = _disturbed(whole, loudness, settings, others, chance)
    whole = _levelled(_sent(whole, settings, chance), settings, chance)
    return Augmented(whole, max(0, before - round(_HEAD * SAMPLE_RATE)), max(0, after - round(_TAIL * SAMPLE_RATE)))


def _silence(settings: Augmentation, chance: Chance) -> int:
    span = _LONG_SILENCE if chance.random() < settings.long_silence else _SHORT_SILENCE
    return round(chance.uniform(*span) * SAMPLE_RATE)


def _placed(sound: Sound, settings: Augmentation, chance: Chance) -> Sound:
    if chance.random() < settings.room:
        sound = echoed(sound, chance)
    return coloured(sound, chance) if chance.random() < settings.colour else sound


def _disturbed(sound: Sound, loudness: float, settings: Augmentation, others: Sequence[Sound], chance: Chance) -> Sound:
    if chance.random() < settings.noise:
        amplitude = np.sqrt(loudness) * 10 ** (-chance.uniform(*settings.noise_decibels) / 20)
        sound = sound + noise(len(sound), chance) * np.float32(amplitude)
    if chance.random() < settings.babble:
        amplitude = np.sqrt(loudness) * 10 ** (-chance.uniform(*settings.babble_decibels) / 20)
        sound = sound + babble(len(sound), others, chance) * np.float32(amplitude)
    return sound


def _sent(sound: Sound, settings: Augmentation, chance: Chance) -> Sound:
    if chance.random() < settings.phone:
        return telephone(sound, chance)
    if chance.random() < settings.low_pass:
        sound = banded(sound, chance.uniform(-100, 200), chance.uniform(3000, 7000))
    return coded(_unit_peak(sound), chance) if chance.random() < settings.codec else sound


def _levelled(sound: Sound, settings: Augmentation, chance: Chance) -> Sound:
    sound = _unit_peak(sound) * np.float32(10 ** (-chance.uniform(*settings.quieter) / 20))
    if chance.random() < settings.clipped:
        limit = np.float32(chance.uniform(0.3, 0.9) * np.abs(sound).max())
        sound = np.clip(sound, -limit, limit)
    # The last bit of a sound card is never quiet; Vosk itself adds dither of this size.
    return (sound + chance.standard_normal(len(sound), np.float32) / 32768).astype(np.float32)


def _unit_peak(sound: Sound) -> Sound:
    return sound * np.float32(0.99 / (np.abs(sound).max() + 1e-9))


def _log_uniform(span: tuple[float, float], chance: Chance) -> float:
    return float(np.exp(chance.uniform(*np.log(span))))
