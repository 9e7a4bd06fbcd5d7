"""Ears that may fail without the game: a fault in recognition leaves the keys, and says so."""

from collections.abc import Callable, Sequence

from voice_judge.live.parts import Listener
from voice_judge.speech.audio import AudioChunk
from voice_judge.table.gating import Gate, everything
from voice_judge.table.spotting import Heard, Missed, Retracted

_PATIENCE = 3
_BROKEN = "Распознавание речи сломалось ({what}). Игру можно вести клавишами; при следующем запуске оно вернётся."


class SafeEars:
    """Ears that are made again after a fault, and given up after the third.

    Args:
        make: makes ears; the first are made at once.
    """

    def __init__(self, make: Callable[[], Listener]) -> None:
        self._make = make
        self._ears: Listener | None = make()
        self._faults = 0
        self.problem: str | None = None
        """Why nothing is heard any more, in one Russian line."""

    def listen(self, chunk: AudioChunk, phase: str, gate: Gate = everything) -> Sequence[Heard | Missed | Retracted]:
        """Phrases that this chunk completes."""
        return self._safely(lambda ears: ears.listen(chunk, phase, gate))

    def turn(self) -> Sequence[Heard | Missed | Retracted]:
        """Another one speaks: end the utterance now."""
        return self._safely(lambda ears: ears.turn())

    def _safely(
        self, action: Callable[[Listener], Sequence[Heard | Missed | Retracted]]
    ) -> Sequence[Heard | Missed | Retracted]:
        if self._ears is None:
            return ()
        try:
            return action(self._ears)
        except Exception as error:  # whatever an engine or a grammar of the club's can think of
            self._faults += 1
            self._ears = self._again(error)
            return ()

    def _again(self, error: Exception) -> Listener | None:
        if self._faults < _PATIENCE:
            try:
                return self._make()
            except Exception as again:
                error = again
        self.problem = _BROKEN.format(what=f"{type(error).__name__}: {error}"[:80])
        return None
