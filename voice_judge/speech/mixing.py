"""What the table would hear: a recording and the judge's answers in one file."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from voice_judge.errors import UserError
from voice_judge.speech.audio import SAMPLE_RATE, AudioSource, Samples


@dataclass(frozen=True, slots=True)
class Answer:
    """A spoken line and the audio time (seconds) at which it is due."""

    start: float
    samples: Samples


def mix(source: AudioSource | None, answers: Sequence[Answer], path: Path) -> float:
    """Write the source with the answers as a 16 kHz mono WAV, block by block; its length in seconds.

    An answer that is due while another is still being spoken waits for it. Without a source (a transcript was judged)
    there are only the answers.

    Raises:
        UserError: the file cannot be written.
    """
    try:
        with soundfile.SoundFile(path, "w", SAMPLE_RATE, 1, "PCM_16", format="WAV") as file:
            for block in _mixed(source, queue_answers(answers)):
                file.write(block)
            return float(file.frames / SAMPLE_RATE)
    except (OSError, soundfile.LibsndfileError) as error:
        raise UserError(f"{path}: звук не записывается, проверьте папку и место на диске.") from error


def queue_answers(answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """The answers in order of time, moved back where they would overlap."""
    queued: list[Answer] = []
    free = 0.0
    for answer in sorted(answers, key=lambda one: one.start):
        start = max(answer.start, free)
        queued.append(Answer(start, answer.samples))
        free = start + len(answer.samples) / SAMPLE_RATE
    return tuple(queued)


def _mixed(source: AudioSource | None, answers: Sequence[Answer]) -> Iterator[Samples]:
    waiting = deque(answers)
    position = 0
    for chunk in source.chunks() if source else ():
        yield _over(chunk.samples, position, waiting)
        position += len(chunk.samples)
    while waiting:
        yield _over(np.zeros(SAMPLE_RATE, np.int16), position, waiting)
        position += SAMPLE_RATE


def _over(block: Samples, position: int, waiting: deque[Answer]) -> Samples:
    """Lay over the block what falls into it; answers that are over leave the queue."""
    sound = block.astype(np.int32)
    for answer in tuple(waiting):
        offset = round(answer.start * SAMPLE_RATE) - position
        if offset >= len(sound):
            break
        piece = answer.samples[max(0, -offset) : len(sound) - offset]
        first = max(0, offset)
        sound[first : first + len(piece)] += piece
        if offset + len(answer.samples) <= len(sound):
            waiting.popleft()
    return np.asarray(np.clip(sound, -32768, 32767), dtype=np.int16)
