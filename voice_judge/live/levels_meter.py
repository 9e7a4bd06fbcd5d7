"""How loud the microphone is, for the screen."""

from voice_judge.speech.audio import AudioChunk
from voice_judge.speech.levels import Levels


class LevelsMeter:
    """The level of each chunk; clipping is remembered for a while, so that the judge can see it."""

    def __init__(self) -> None:
        self._levels = Levels()

    def sound(self, chunk: AudioChunk) -> tuple[float, bool]:
        """The loudest sample in dB below full scale, and whether the sound was clipped lately."""
        level = self._levels.hear(chunk.samples)
        return level.db, level.clipping
