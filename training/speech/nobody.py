"""Recordings in which nobody speaks: noises of a hall, a crowd, music, alone or one after the other.

Without them a model learns that something is said in every recording, and hears short words in noise.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from training.speech.augmentation import chance_of
from training.speech.noises import babble, noise
from training.speech.rooms import Chance, banded
from training.speech.sound import SAMPLE_RATE, Sound, faded, power, read_sound, trimmed, write_sound
from training.speech.utterance import Source, Utterance

VOICE = "nobody"
_LENGTH = (1.5, 9.0)  # seconds of a recording
_PART = (0.05, 4.0)  # seconds of a noise in it
_SPREAD = 25.0  # decibels between its loudest noise and its quietest
_ALONE = 0.4
"""So many recordings have one noise from beginning to end."""

_CROWD = 8
"""Of fewer groups of people at once a word could be understood."""

_SHORTEST = 80  # samples of a knock

Others = Sequence[Sound]
_Noise = Callable[[int, Others, Chance], Sound]


@dataclass(frozen=True, slots=True)
class Nobody:
    """`count` recordings without a word; `crowd` are the sources whose people talk all at once in some of them."""

    count: int
    crowd: tuple[Source, ...]
    crowd_every: int = 40
    name: str = VOICE

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """The recordings, written where they are missing; their text is empty.

        Raises:
            UserError: a source of the crowd cannot be fetched.
        """
        return tuple(self._made(work, work / "speech" / self.name))

    def _made(self, work: Path, folder: Path) -> Iterator[Utterance]:
        @cache
        def others() -> Others:
            found = [one for source in self.crowd for one in source.utterances(work)[:: self.crowd_every]]
            return [trimmed(read_sound(one.audio)) for one in found]

        for number in range(self.count):
            audio = folder / f"{number:05}.flac"
            if not audio.exists():
                write_sound(audio, hall(others(), chance_of(self.name, number)))
            yield Utterance(f"{self.name}/{number:05}", audio, "", VOICE, "synthetic", "GPL-3.0-or-later", self.name)


def hall(others: Others, chance: Chance) -> Sound:
    """A few seconds in which nobody of `others` can be understood; the peak is 0.9."""
    length = round(chance.uniform(*_LENGTH) * SAMPLE_RATE)
    made = _drawn if chance.random() < _ALONE else _in_turn
    sound = made(length, others, chance)
    return sound * np.float32(0.9 / (np.abs(sound).max() + 1e-9))


def _in_turn(length: int, others: Others, chance: Chance) -> Sound:
    """Noises that begin and end suddenly, over a quiet one that goes on."""
    sound = _drawn(length, others, chance) * np.float32(_fainter(chance))
    for _ in range(int(chance.integers(1, 8))):
        size = min(length, round(float(np.exp(chance.uniform(*np.log(_PART)))) * SAMPLE_RATE))
        start = int(chance.integers(0, length - size + 1))
        sound[start : start + size] += faded(_drawn(size, others, chance)) * np.float32(_fainter(chance))
    return sound


def _fainter(chance: Chance) -> float:
    return float(10 ** (-chance.uniform(0, _SPREAD) / 20))


def _drawn(length: int, others: Others, chance: Chance) -> Sound:
    kinds: tuple[_Noise, ...] = (_steady, _steady, _knocks, _tones, _crowd if others else _steady)
    sound = kinds[int(chance.integers(len(kinds)))](length, others, chance)
    return (sound / np.float32(np.sqrt(power(sound)))).astype(np.float32)


def _steady(length: int, _: Others, chance: Chance) -> Sound:
    return noise(length, chance)


def _crowd(length: int, others: Others, chance: Chance) -> Sound:
    """Eight groups of people at once, each as loud as the others."""
    groups = [babble(length, others, chance) for _ in range(_CROWD)]
    crowd: Sound = np.sum(groups, axis=0, dtype=np.float32)
    return crowd


def _knocks(length: int, _: Others, chance: Chance) -> Sound:
    """Steps, chairs, cups, claps: bursts of a colour each, dying away sooner or later."""
    sound = np.zeros(length, np.float32)
    for start in chance.integers(0, length, max(1, round(length / SAMPLE_RATE * chance.uniform(1, 6)))):
        size = min(length - int(start), round(chance.uniform(0.02, 0.4) * SAMPLE_RATE))
        if size < _SHORTEST:
            continue
        low = chance.uniform(50, 2500)
        burst = banded(noise(size, chance), low, low + chance.uniform(300, 5000))
        dying = np.exp(-chance.uniform(3, 12) * np.arange(size, dtype=np.float32) / size)
        sound[start : start + size] += burst * dying * np.float32(chance.uniform(0.2, 1))
    return sound


def _tones(length: int, _: Others, chance: Chance) -> Sound:
    """Music of a kind: notes with overtones, one to three at a time, or one whistle."""
    sound = np.zeros(length, np.float32)
    beat = round(chance.uniform(0.12, 0.8) * SAMPLE_RATE)
    for start in range(0, length, beat):
        size = min(beat, length - start)
        for _note in range(int(chance.integers(0, 4))):
            sound[start : start + size] += _note_of(size, 55 * 2 ** (chance.integers(0, 60) / 12), chance)
    return sound


def _note_of(size: int, pitch: float, chance: Chance) -> Sound:
    time = np.arange(size) / SAMPLE_RATE
    fading = np.exp(-chance.uniform(0, 6) * time)
    overtones = [np.sin(2 * np.pi * pitch * n * time) / n ** chance.uniform(0.8, 2) for n in range(1, 8)]
    note: Sound = (fading * np.sum(overtones, axis=0)).astype(np.float32)
    return faded(note)
