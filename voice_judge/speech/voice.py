"""The judge's voice as a seam: text in, sound and its length out."""

from typing import Protocol

from voice_judge.speech.audio import Samples

_BREATH = 0.35  # seconds: what every utterance costs whatever its length
_PER_CHARACTER = 0.07  # seconds: a calm judge. espeak-ng at 165 words a minute needs 0.05-0.06: always done in time


class Voice(Protocol):
    """Speaks the judge's lines, or only knows how long they would take."""

    @property
    def problem(self) -> str | None:
        """Why nothing can be spoken, in one Russian line for the judge; None when all is well."""

    def seconds(self, text: str) -> float:
        """How long the text takes, in seconds."""

    def render(self, text: str) -> Samples | None:
        """The text as sound (int16 mono, 16 kHz), or None: then it is only shown. Never raises."""


def nominal_seconds(text: str) -> float:
    """A length that depends on the text alone, so that a replay comes out the same on every machine."""
    return round(_BREATH + _PER_CHARACTER * len(text), 2)


class SilentVoice:
    """No sound, the nominal pace: for replays' clocks, tests and tables that read the screen."""

    @property
    def problem(self) -> str | None:
        """Silence is no problem."""
        return None

    def seconds(self, text: str) -> float:
        """The nominal length."""
        return nominal_seconds(text)

    def render(self, text: str) -> Samples | None:  # noqa: ARG002  (the seam's shape)
        """Nothing."""
        return None
