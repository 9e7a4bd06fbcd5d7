"""Listening to a microphone in a thread, as a game does, and waiting for what must come."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples
from voice_judge.speech.microphone import Microphone

PATIENCE = 15.0  # seconds: how long a busy machine may take for what a quiet one does at once


@dataclass(slots=True)
class Heard:
    """Everything a microphone gave, with the monotonic instants at which it came."""

    chunks: list[AudioChunk] = field(default_factory=list)
    at: list[float] = field(default_factory=list)

    def samples(self) -> Samples:
        """All the sound."""
        return np.concatenate([chunk.samples for chunk in tuple(self.chunks)] or [np.zeros(0, np.int16)])

    def is_seamless(self) -> bool:
        """Whether each chunk begins where the one before ended."""
        chunks = tuple(self.chunks)
        return all(abs(two.start - one.end) < 1e-6 for one, two in pairwise(chunks))


@contextmanager
def hearing(microphone: Microphone) -> Iterator[Heard]:
    """Take its chunks meanwhile; close it at the end."""
    heard = Heard()

    def listen() -> None:
        for chunk in microphone.chunks():
            heard.chunks.append(chunk)
            heard.at.append(time.monotonic())

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        yield heard
    finally:
        microphone.close()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def until(condition: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Wait for it; the seconds it took. Fails when it does not come."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() < began + patience, "it did not happen"
        time.sleep(0.01)
    return time.monotonic() - began


def tone(seconds: float, frequency: float = 440.0, amplitude: float = 8000.0, rate: int = SAMPLE_RATE) -> Samples:
    """A sine: int16 mono."""
    time_line = np.arange(round(seconds * rate)) / rate
    return np.asarray(np.rint(amplitude * np.sin(2 * np.pi * frequency * time_line)), np.int16)


def noise(seconds: float, seed: int = 1, amplitude: int = 8000) -> Samples:
    """White noise that is the same every time: int16 mono at 16 kHz. It fits itself at one place only."""
    generator = np.random.default_rng(seed)
    return generator.integers(-amplitude, amplitude, round(seconds * SAMPLE_RATE)).astype(np.int16)


def silence(seconds: float) -> Samples:
    """A player that starts in the middle of a server's block loses its first milliseconds: begin with this."""
    return np.zeros(round(seconds * SAMPLE_RATE), np.int16)


def place_of(pattern: Samples, sound: Samples) -> int:
    """Where the pattern fits best into the sound (a sample's number)."""
    size = len(sound) + len(pattern)
    spectrum = np.fft.rfft(sound.astype(np.float64), size) * np.conj(np.fft.rfft(pattern.astype(np.float64), size))
    return int(np.argmax(np.fft.irfft(spectrum, size)[: len(sound)]))


def loud_parts(sound: Samples, threshold: float = 300.0, frame: float = 0.01) -> tuple[float, float]:
    """Seconds from the recording's beginning to its first and after its last loud frame."""
    step = round(frame * SAMPLE_RATE)
    frames = sound[: len(sound) // step * step].reshape(-1, step).astype(np.float64)
    loud = np.flatnonzero(np.sqrt((frames**2).mean(axis=1)) > threshold)
    assert len(loud), "nothing is loud"
    return float(loud[0] * frame), float((loud[-1] + 1) * frame)
