"""A whole evening at one table through one process: memory, the clock, and whether any sound is lost.

The sound is made as it goes (talk, a phrase every quarter of a minute, the phases in turn), so that hours of it need no
memory of their own. Everything is listened to by the same ears, as in a game.
"""

import gc
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from voice_judge.evaluation.hearing import Hearer
from voice_judge.evaluation.manifest import Clip, Expected
from voice_judge.evaluation.memory import resident_mib
from voice_judge.evaluation.sound import chunks
from voice_judge.evaluation.splicing import splice
from voice_judge.evaluation.streams import Placement, Stream
from voice_judge.evaluation.talk import Talk
from voice_judge.speech.audio import AudioChunk
from voice_judge.speech.engine import Engine
from voice_judge.speech.recognizer import Hypothesis, Recognizer
from voice_judge.table.ears import Ears
from voice_judge.table.spotting import Heard

_SPACING = 15.0  # seconds of talk between two phrases
_NEAR = 1.0  # seconds by which a decision's times may lie beside its phrase


@dataclass(frozen=True, slots=True)
class Mark:
    """The state after `seconds` of sound: memory in MiB (None: the system does not tell), phrases said and heard.

    `shift` is by how much the recogniser's times lie behind the sound's own, in seconds, as the median over the
    phrases since the mark before; None if none was heard.
    """

    seconds: float
    resident_mib: float | None
    said: int
    heard: int
    shift: float | None


@dataclass(frozen=True, slots=True)
class Soak:
    """The marks in order; seconds of sound given, those that reached no recogniser, and the computing's seconds."""

    marks: tuple[Mark, ...]
    seconds: float
    lost: float
    spent: float

    @property
    def growth_mib(self) -> float | None:
        """Memory at the end above that at the first mark, when everything is loaded."""
        first, last = self.marks[0].resident_mib, self.marks[-1].resident_mib
        return None if first is None or last is None else last - first

    @property
    def drift(self) -> float | None:
        """Change of the shift from the first mark to the last, in seconds."""
        shifts = [mark.shift for mark in self.marks if mark.shift is not None]
        return shifts[-1] - shifts[0] if shifts else None


def soak(
    hearer: Hearer,
    clips: Sequence[Clip],
    talk: Sequence[Talk],
    seconds: float,
    every: float = 600.0,
    told: Callable[[Mark], None] | None = None,
) -> Soak:
    """Listen to a table for so many seconds of sound, with a mark at each `every` of them.

    Args:
        hearer: engine, grammars, settings.
        clips: phrases to be said; those with one expected phrase are used, over and over.
        talk: what is said between them, over and over.
        seconds: length of the evening.
        every: seconds from mark to mark.
        told: called with each mark.
    """
    engine = WatchedEngine(hearer.engine)
    ears, gauge = hearer.ears(engine), _Gauge()
    phases = sorted({clip.phase for clip in clips if len(clip.expected) == 1})
    ears.prepare(phases)
    marks: list[Mark] = []
    began, now = time.process_time(), 0.0
    for stretch in _stretches(clips, talk, phases):
        now = _listen(ears, stretch, now, gauge)
        while now >= every * (len(marks) + 1):
            marks.append(gauge.mark(now))
            if told:
                told(marks[-1])
        if now >= seconds:
            break
    gauge.conclude(ears.finish())
    ears.close()
    if not marks:
        marks.append(gauge.mark(now))
    return Soak(tuple(marks), now, engine.lost + max(0.0, now - engine.until), time.process_time() - began)


class WatchedEngine:
    """An engine that notes which sound its recognisers get: `until` when, and how many seconds were `lost` before."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.until = 0.0
        self.lost = 0.0

    @property
    def name(self) -> str:
        """The model's name."""
        return self._engine.name

    @property
    def note(self) -> str | None:
        """What the judge should know about it."""
        return self._engine.note

    def knows(self, word: str) -> bool:
        """Whether a recogniser can hear the word."""
        return self._engine.knows(word)

    def recognizer(self, phrases: Sequence[str] | None) -> Recognizer:
        """A recogniser that is watched."""
        return _Watched(self._engine.recognizer(phrases), self.note_chunk)

    def note_chunk(self, chunk: AudioChunk) -> None:
        """A recogniser got the chunk; sound that is heard twice counts once."""
        self.lost += max(0.0, chunk.start - self.until)
        self.until = max(self.until, chunk.end)


class _Watched:
    """A recogniser that tells what it is fed."""

    def __init__(self, recognizer: Recognizer, fed: Callable[[AudioChunk], None]) -> None:
        self._fed = fed
        self._recognizer = recognizer
        self.finish, self.peek, self.close = recognizer.finish, recognizer.peek, recognizer.close

    def feed(self, chunk: AudioChunk) -> Sequence[Hypothesis]:
        self._fed(chunk)
        return self._recognizer.feed(chunk)


class _Gauge:
    """Counts while the table plays."""

    def __init__(self) -> None:
        self.said = self.heard = 0
        self._shifts: list[float] = []
        self._due: list[tuple[Expected, float]] = []

    def expect(self, phrase: Expected, end: float) -> None:
        """The phrase is said, and ends at `end` of the clock."""
        self.said += 1
        self._due.append((phrase, end))

    def conclude(self, spotted: Sequence[object]) -> None:
        """Find each decision's phrase."""
        for heard in spotted:
            if isinstance(heard, Heard):
                self._hear(heard)

    def mark(self, now: float) -> Mark:
        """The state now."""
        gc.collect()
        shift = statistics.median(self._shifts) if self._shifts else None
        self._shifts = []
        self._due = [due for due in self._due if due[1] > now - 60.0]
        return Mark(now, resident_mib(), self.said, self.heard, shift)

    def _hear(self, heard: Heard) -> None:
        for due in self._due:
            if due[0] == Expected.of(heard.intent) and abs(due[1] - heard.end) < _NEAR:
                self.heard += 1
                self._shifts.append(heard.end - due[1])
                self._due.remove(due)
                return


def _listen(ears: Ears, stream: Stream, start: float, gauge: _Gauge) -> float:
    """One stretch; the time at its end."""
    spliced = splice(stream)
    for target in spliced.targets:
        gauge.expect(target.placement.expected, start + target.end)
    end = start
    for chunk in chunks(spliced.samples, start=start):
        gauge.conclude(ears.listen(chunk, stream.phase))
        end = chunk.end
    gauge.conclude(ears.turn())
    return end


def _stretches(clips: Sequence[Clip], talk: Sequence[Talk], phases: Sequence[str]) -> Iterator[Stream]:
    """Endless talk, recording after recording, with phrases of the phase; the phases take turns."""
    dice = random.Random(3)
    singles = {phase: [clip for clip in clips if clip.phase == phase and len(clip.expected) == 1] for phase in phases}
    number = 0
    while True:
        for one in dice.sample(talk, len(talk)):
            phase = phases[number % len(phases)]
            places = [_SPACING * place for place in range(1, int(one.seconds / _SPACING) + 1)] or [0.0]
            placed = tuple(Placement(dice.choice(singles[phase]), at, paused=True) for at in places)
            yield Stream(f"{phase}-{number}", phase, (one,), placed)
            number += 1
