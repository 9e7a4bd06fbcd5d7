"""The judge's mouth: texts in, sound out, in a thread of its own, so that the game never waits for a synthesiser."""

import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from threading import Event, Thread
from typing import Protocol

from voice_judge.speech.audio import Samples
from voice_judge.speech.voice import Voice

_STALE_SECONDS = 4.0
"""A line that could not begin this long after its time is shown only: spoken late it would be wrong."""


class Speaker(Protocol):
    """A loudspeaker that plays announcements one after another."""

    @property
    def silent_at(self) -> float:
        """The instant of the monotonic clock at which all that was given will have died out."""

    def play(self, samples: Samples) -> None:
        """Queue sound (int16 mono, 16 kHz); returns at once."""


class Mouth:
    """Speaks lines in order; knows beforehand those it was given to learn.

    Args:
        voice: renders lines.
        speaker: plays them.
        sounding: told the monotonic instants between which a line is in the air, before it is.
    """

    def __init__(self, voice: Voice, speaker: Speaker, sounding: Callable[[float, float], None]) -> None:
        self._voice = voice
        self._speaker = speaker
        self._sounding = sounding
        self._lines: SimpleQueue[tuple[str, float] | None] = SimpleQueue()
        self._lessons: SimpleQueue[str | None] = SimpleQueue()
        self._closed = Event()
        self._threads = [
            Thread(target=self._speak_all, name="mouth", daemon=True),
            Thread(target=self._learn_all, name="mouth-learning", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def problem(self) -> str | None:
        """Why nothing is spoken, in one Russian line."""
        return self._voice.problem

    def seconds(self, text: str) -> float:
        """How long a line takes (`table.voicebox.Pace`)."""
        return self._voice.seconds(text)

    def say(self, text: str) -> None:
        """Speak this after what is being spoken; returns at once."""
        self._lines.put((text, time.monotonic()))

    def learn(self, texts: Sequence[str]) -> None:
        """Render these in the background, so that they start at once when their time comes."""
        for text in texts:
            self._lessons.put(text)

    def close(self) -> None:
        """Stop; a line that is being rendered is abandoned."""
        self._closed.set()
        self._lines.put(None)
        self._lessons.put(None)

    def _speak_all(self) -> None:
        while (line := self._lines.get()) is not None and not self._closed.is_set():
            text, since = line
            samples = self._voice.render(text)
            now = time.monotonic()
            if samples is None or now - since > _STALE_SECONDS + self._waiting(now):
                continue
            self._speaker.play(samples)
            self._sounding(now, max(self._speaker.silent_at, now))

    def _waiting(self, now: float) -> float:
        """Seconds for which the lines before are still in the air."""
        return max(0.0, self._speaker.silent_at - now)

    def _learn_all(self) -> None:
        while (text := self._lessons.get()) is not None and not self._closed.is_set():
            self._voice.render(text)
