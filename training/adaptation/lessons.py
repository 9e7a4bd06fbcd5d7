"""The labelled recordings as features to learn from: each in several copies, with other voices, rooms and noise.

Copy 0 is the recording itself between two silences. The network also hears recordings of the club behind each other.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.adaptation.job import LONGEST, Lesson
from training.speech.augmentation import PLAIN, Augmentation, augmented, chance_of
from training.speech.feature_set import Mfcc
from training.speech.sound import Sound, read_sound, seconds, trimmed
from voice_judge.errors import UserError
from voice_judge.grammar.phrases import spelling
from voice_judge.grammar.words import UNKNOWN, normalize

CLUB = Augmentation(warp=(0.9, 1.1), speed=(0.88, 1.15), room=0.35, colour=0.5, phone=0.0, codec=0.0)
"""Milder than for a model for everybody: these are the voices and the hall that it is for."""

_SHORTEST = 0.2
_FRAME = 160
_LOUD = np.float32(32767)


@dataclass(frozen=True, slots=True)
class Copy:
    """One copy of a lesson as the training takes it (`acoustic.batches.Recording`)."""

    text: str
    fold: int
    plain: bool
    frames: int
    silence_before: int
    silence_after: int


@dataclass(frozen=True, slots=True)
class Copies:
    """Copies with their features (`acoustic.batches.Library`)."""

    recordings: Sequence[Copy]
    arrays: Sequence[NDArray[np.float32]]

    def features(self, number: int) -> NDArray[np.float32]:
        """MFCC, frames x 40."""
        return self.arrays[number]

    def only(self, keep: Callable[[Copy], bool]) -> "Copies":
        """Some of them."""
        chosen = [number for number, one in enumerate(self.recordings) if keep(one)]
        return Copies([self.recordings[number] for number in chosen], [self.arrays[number] for number in chosen])


def words_said(text: str, known: Callable[[str], bool]) -> str:
    """The text in the model's spelling (ё or е); words that it does not know are `[unk]`."""
    return " ".join(word if word == UNKNOWN else spelling(word, known) or UNKNOWN for word in normalize(text))


def make_copies(
    lessons: Sequence[Lesson],
    count: int,
    known: Callable[[str], bool],
    mfcc: Mfcc,
    told: Callable[[int], None] = lambda _: None,
) -> Copies:
    """`count` copies of each lesson; those that are too short, too long or without words are left out.

    Args:
        lessons: what there is.
        count: copies of each, the plain one among them.
        known: which words the model has.
        mfcc: features of a sound in the scale of int16.
        told: called with the number of lessons that are done.

    Raises:
        UserError: a recording cannot be read.
    """
    sounds = [trimmed(_sound(lesson.file)) for lesson in lessons]
    copies: list[tuple[Copy, NDArray[np.float32]]] = []
    for number, (lesson, sound) in enumerate(zip(lessons, sounds, strict=True)):
        said = words_said(lesson.text, known)
        if said and _SHORTEST <= seconds(sound) <= LONGEST:
            behind = [other for other in sounds if other is not sound and len(other)]
            copies += _copies(lesson, said, sound, count, behind, mfcc)
        told(number + 1)
    return Copies([copy for copy, _ in copies], [features for _, features in copies])


def _sound(file: Path) -> Sound:
    try:
        return read_sound(file)
    except UserError:  # whose advice is for what the training fetches
        raise UserError(f"{file}: запись повреждена. Скопируйте файл заново или уберите его из списка.") from None


def _copies(
    lesson: Lesson, said: str, sound: Sound, count: int, behind: Sequence[Sound], mfcc: Mfcc
) -> Iterable[tuple[Copy, NDArray[np.float32]]]:
    for copy in range(count):
        settings = CLUB if copy else PLAIN
        made = augmented(sound, settings, behind, chance_of(lesson.file.name, copy))
        features = mfcc(made.sound * _LOUD)
        frames = len(features)
        before, after = (min(frames, samples // _FRAME) for samples in (made.silence_before, made.silence_after))
        yield Copy(said, lesson.fold, copy == 0, frames, before, after), features
