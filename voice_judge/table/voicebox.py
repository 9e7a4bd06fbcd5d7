"""The judge's announcements, one after another, each with its time on the audio clock."""

from collections.abc import Callable, Sequence
from typing import Protocol

from voice_judge.table.agenda import Agenda, Timer
from voice_judge.table.announcer import Line


class Pace(Protocol):
    """How long an announcement takes."""

    def seconds(self, text: str) -> float:
        """Length of the spoken text in seconds."""


class Voicebox:
    """A queue of one voice: nothing overlaps, and the end of what is being said is known."""

    def __init__(self, agenda: Agenda, pace: Pace, said: Callable[[float, str, float], None]) -> None:
        self._agenda = agenda
        self._pace = pace
        self._said = said
        self._last: tuple[Line, ...] = ()
        self._ends = 0.0
        self.until = 0.0
        """When the voice falls silent, in seconds of the audio clock."""

    def say(self, lines: Sequence[Line], now: float) -> None:
        """Speak `lines` as soon as the voice is free."""
        self._last = tuple(lines) or self._last
        for line in lines:
            start = max(now, self.until)
            seconds = self._pace.seconds(line.text)
            self.until = start + max(seconds, line.slot)
            self._begin(line.text, start, seconds, now)

    def _begin(self, text: str, start: float, seconds: float, now: float) -> None:
        if start <= now:
            self._speak(text, start, seconds)
        else:
            self._agenda.put(start, Timer.VOICE, lambda: self._speak(text, start, seconds))

    def _speak(self, text: str, start: float, seconds: float) -> None:
        self._ends = start + seconds
        self._said(start, text, seconds)

    def hush(self, now: float) -> None:
        """Forget what has not begun; the line that is being spoken is spoken to its end."""
        self._agenda.cancel(Timer.VOICE)
        self.until = min(self.until, max(now, self._ends))

    @property
    def last(self) -> tuple[Line, ...]:
        """What was said last, for «повтори»."""
        return self._last
