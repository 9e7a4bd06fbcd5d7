"""Sound in, formal phrases out: one recognizer per phase, changed between utterances only."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from voice_judge.grammar.intent import Match
from voice_judge.speech.activity import Activity
from voice_judge.speech.audio import AudioChunk
from voice_judge.speech.engine import Engine
from voice_judge.speech.recognizer import Hypothesis, Recognizer
from voice_judge.table.spotting import DEFAULT_LISTENING, ListeningSettings, Spotted, Spotter

_PREROLL = 0.8
"""Seconds heard again by the next phase's recognizer: a word may have begun before the phase changed."""


class PhaseMatcher(Protocol):
    """Words to formal phrases, in one phase."""

    def match(self, words: Sequence[str], final: bool, pauses: frozenset[int], /) -> Sequence[Match]:
        """The phrases in the words, or one reason for none; `pauses`: before which words the speaker paused."""


class PhaseGrammars(Protocol):
    """What may be said in each phase."""

    def matcher(self, phase: str) -> PhaseMatcher:
        """The phase's matcher."""

    def phrases(self, phase: str, knows: Callable[[str], bool]) -> Sequence[str]:
        """The phase's list for the recognizer, in the spelling of the words it `knows`."""


@dataclass(frozen=True, slots=True)
class _Ear:
    """A phase's recognizer and what is made of its words."""

    recognizer: Recognizer
    spotter: Spotter


class Ears:
    """Listen with the grammar of the phase; owned by one thread."""

    def __init__(
        self, grammars: PhaseGrammars, engine: Engine, settings: ListeningSettings = DEFAULT_LISTENING
    ) -> None:
        self._grammars = grammars
        self._engine = engine
        self._settings = settings
        self._ears: dict[str, _Ear] = {}
        self._phase: str | None = None
        self._activity = Activity()
        self._recent: deque[AudioChunk] = deque()
        self._peeked = False  # once per pause is enough

    def listen(self, chunk: AudioChunk, phase: str) -> tuple[Spotted, ...]:
        """Take the next chunk of sound; `phase` is what the rules say now, and counts from the next utterance on."""
        spotted = list(self._turn_to(phase))
        ear = self._ear()
        spotted.extend(self._take(ear.recognizer.feed(chunk)))
        spotted.extend(ear.spotter.wait(chunk.end))
        self._remember(chunk)
        if self._pause_completes(ear, self._activity.hear(chunk.samples)):
            spotted.extend(self._take(ear.recognizer.finish()))
        return tuple(spotted)

    def finish(self) -> tuple[Spotted, ...]:
        """The sound is over: conclude the last utterance."""
        return self._take(self._ear().recognizer.finish()) if self._phase is not None else ()

    def close(self) -> None:
        """Free the engines."""
        for ear in self._ears.values():
            ear.recognizer.close()
        self._ears.clear()

    def _pause_completes(self, ear: _Ear, pause: float) -> bool:
        """Whether a long enough pause follows a whole phrase; what the partial does not show yet is peeked at."""
        if pause < self._settings.pause_seconds:
            self._peeked = False
            return False
        if self._peeked or ear.spotter.complete:
            return ear.spotter.complete
        self._peeked = True
        return ear.spotter.completes(ear.recognizer.peek())

    def _turn_to(self, phase: str) -> tuple[Spotted, ...]:
        """Change the recognizer if the phase has changed and nobody is in the middle of an utterance."""
        if phase == self._phase:
            return ()
        if self._phase is None:
            self._phase = phase
            return ()
        if self._ear().spotter.talking:
            return ()
        self._ear().recognizer.finish()  # no word of it was known yet: the new recognizer hears the last moment again
        self._phase = phase
        spotted: list[Spotted] = []
        for chunk in tuple(self._recent):
            spotted.extend(self._take(self._ear().recognizer.feed(chunk)))
        return tuple(spotted)

    def _ear(self) -> _Ear:
        """The current phase's, made when first needed."""
        phase = self._phase or ""
        if phase not in self._ears:
            recognizer = self._engine.recognizer(self._grammars.phrases(phase, self._engine.knows))
            self._ears[phase] = _Ear(recognizer, Spotter(self._grammars.matcher(phase).match, self._settings))
        return self._ears[phase]

    def _take(self, hypotheses: Sequence[Hypothesis]) -> tuple[Spotted, ...]:
        spotted: list[Spotted] = []
        for hypothesis in hypotheses:
            spotted.extend(self._ear().spotter.hear(hypothesis))
            if hypothesis.final:
                self._recent.clear()  # its words are concluded: nobody shall hear them twice
        return tuple(spotted)

    def _remember(self, chunk: AudioChunk) -> None:
        self._recent.append(chunk)
        while self._recent and chunk.end - self._recent[0].start > _PREROLL:
            self._recent.popleft()
