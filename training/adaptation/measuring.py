"""Two models side by side, heard with the program's own ears: on what was held back, and on the recorded game day.

The game day comes with the program and has nothing to do with the club: it shows whether anything was forgotten.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import soundfile

from training.adaptation.game_day import DayFigures, hear_game_day
from training.adaptation.labelled import Labelled
from training.speech.noises import noise
from voice_judge.evaluation import Report, Setup, measure
from voice_judge.evaluation.manifest import Clip, Noise
from voice_judge.evaluation.outcome import Outcome
from voice_judge.progress import progress
from voice_judge.speech.audio import SAMPLE_RATE

NOISY = 10.0
"""Decibels of speech over noise."""

_NOISE_SECONDS, _NOISE_LEVEL = 30, 1500.0


@dataclass(frozen=True, slots=True)
class Share:
    """`right` of `total`."""

    right: int
    total: int

    def __str__(self) -> str:
        return f"{self.right} из {self.total}" if self.total else "нет"


@dataclass(frozen=True, slots=True)
class Figures:
    """A model's: phrases heard right and talk left alone, as recorded and in noise; the game day."""

    phrases: Share
    silent: Share
    noisy_phrases: Share
    noisy_silent: Share
    day: DayFigures
    otherwise: Share
    """As recorded, phrases in whose place another one was heard than their label says."""

    def rows(self) -> tuple[tuple[str, int, str], ...]:
        """For a table: what it is, a number that must not become smaller, and how it is shown."""
        shares = (
            ("фразы, как записаны", self.phrases),
            ("фразы в шуме", self.noisy_phrases),
            ("разговор без ложных, как записан", self.silent),
            ("разговор без ложных, в шуме", self.noisy_silent),
        )
        return (
            *((name, share.right, str(share)) for name, share in shares),
            ("игровой день: события", self.day.right, f"{self.day.right} из {self.day.expected}"),
            ("игровой день: лишние", -self.day.extra, str(self.day.extra)),
        )


def measured(model: Path, held: Sequence[Labelled], folder: Path, grammars: Path | None, title: str) -> Figures:
    """Listen to the held recordings and to the game day.

    Args:
        model: its folder.
        held: recordings that it has not learnt from.
        folder: where the noise is written.
        grammars: what may be said; None: the program's own.
        title: of the progress shown.

    Raises:
        UserError: the model or a recording is wrong.
    """
    setup = Setup(model, grammars)
    own = [one.clip for one in held]
    noisy = _in_noise(own, folder / "noise.flac")
    with progress(title, 1.0) as bar:
        told: Callable[[int, int], None] = lambda done, total: bar(done / total)  # noqa: E731
        report = measure([*own, *noisy], setup, told)
    plain, loud = Report(report.outcomes[: len(own)]), Report(report.outcomes[len(own) :])
    otherwise = sum(one.got not in ((), one.clip.expected) for one in plain.positives)
    return Figures(
        phrases=_right(plain.positives),
        silent=_right(plain.negatives),
        noisy_phrases=_right(loud.positives),
        noisy_silent=_right(loud.negatives),
        day=hear_game_day(model, grammars, f"{title}: игровой день"),
        otherwise=Share(otherwise, len(plain.positives)),
    )


def worse(old: Figures, new: Figures) -> tuple[str, ...]:
    """Which rows are worse than before."""
    return tuple(
        name for (name, before, _), (_, after, _) in zip(old.rows(), new.rows(), strict=True) if after < before
    )


def hears_more(old: Figures, new: Figures) -> bool:
    """Whether more phrases are heard right, as recorded and in noise together."""
    before, after = (one.phrases.right + one.noisy_phrases.right for one in (old, new))
    return after > before


def _right(outcomes: Sequence[Outcome]) -> Share:
    return Share(sum(one.right for one in outcomes), len(outcomes))


def _in_noise(clips: Sequence[Clip], file: Path) -> list[Clip]:
    """Each recording once more in noise, whatever is in it already."""
    if not file.exists():
        sound = noise(_NOISE_SECONDS * SAMPLE_RATE, np.random.default_rng(1)) * _NOISE_LEVEL
        soundfile.write(file, sound.clip(-32768, 32767).astype(np.int16), SAMPLE_RATE)
    recordings = {clip.file: clip for clip in reversed(clips)}
    return [replace(clip, noise=Noise(file, NOISY)) for clip in reversed(recordings.values())]
