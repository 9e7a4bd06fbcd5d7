"""A second opinion on a piece of sound: how much likelier it is with the game's phrases than as mere talk."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from voice_judge.speech.audio import Samples


class Scales(Protocol):
    """Weighs sound: one list of phrases against another."""

    def margin(self, samples: Samples) -> float:
        """How much likelier (natural logarithm) `samples`, int16 mono at 16 kHz, are with the first list."""


@runtime_checkable
class Weighs(Protocol):
    """An engine that can weigh: its hypotheses have scores that two lists can be compared by."""

    def scales(self, phrases: Sequence[str], talk: Sequence[str]) -> Scales | None:
        """Scales for `phrases` against `talk`; None where the model takes no lists."""
