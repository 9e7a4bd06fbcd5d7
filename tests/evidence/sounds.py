"""Sound for tests: every sample tells its own second."""

from collections.abc import Iterator

import numpy as np

from voice_judge.evidence.recorder import Recorder
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples

CHUNK = 0.1


def tone(start: float, seconds: float) -> Samples:
    """Samples whose value is the whole second of the clock that they belong to, times ten."""
    at = start + np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    return (np.floor(at + 1e-6) * 10).astype(np.int16)


def chunks(start: float, end: float) -> Iterator[AudioChunk]:
    """The clock's sound from `start` to `end` in tenths of a second."""
    for number in range(round((end - start) / CHUNK)):
        at = start + number * CHUNK
        yield AudioChunk(tone(at, CHUNK), at)


def record(recorder: Recorder, start: float, end: float, *turns: float) -> None:
    """Give the recorder the sound of these seconds; a turn begins at each of `turns`."""
    waiting = list(turns)
    for chunk in chunks(start, end):
        while waiting and chunk.start >= waiting[0] - 1e-6:
            recorder.turn(waiting.pop(0))
        recorder.take(chunk)


def seconds_of(samples: Samples) -> list[int]:
    """Which seconds of the clock the samples come from, each once; 0 is silence too."""
    values = np.unique(samples // 10)
    return [int(value) for value in values]
