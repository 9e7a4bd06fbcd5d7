"""Sound in, formal phrases out: one recognizer per phase, changed between utterances only."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from voice_judge.grammar.intent import Match, NotRecognized
from voice_judge.grammar.phase_rules import NO_MATCH, WRONG_PHASE
from voice_judge.speech.activity import Activity, Pauses
from voice_judge.speech.audio import AudioChunk
from voice_judge.speech.engine import Engine
from voice_judge.speech.noise import NoiseReduction
from voice_judge.speech.recognizer import Hypothesis
from voice_judge.speech.scales import Scales, Weighs
from voice_judge.table.ear import BREATH, Ear
from voice_judge.table.gating import Gate, everything
from voice_judge.table.listening import DEFAULT_LISTENING, ListeningSettings
from voice_judge.table.second_pass import SecondPass, SoundMemory
from voice_judge.table.spotting import Heard, Spotted, Spotter

_PREROLL = 0.8
"""Seconds heard again by the next phase's recognizer: a word may have begun before the phase changed."""

_GAP = 0.001  # seconds; chunks nearer to each other than this are one stream
_LEEWAY = 10.0  # seconds before the longest utterance is reached in which a breath is waited for
_GATES_KEPT = 15.0  # seconds; longer than a phrase and what it takes to be sure of it


class PhaseMatcher(Protocol):
    """Words to formal phrases, in one phase."""

    @property
    def telling(self) -> frozenset[str]:
        """Folded words without which no phrase that has talk before it is said."""

    def match(self, words: Sequence[str], final: bool, pauses: frozenset[int], /) -> Sequence[Match]:
        """The phrases in the words, or one reason for none; `pauses`: before which words the speaker paused."""


class PhaseGrammars(Protocol):
    """What may be said in each phase."""

    def matcher(self, phase: str) -> PhaseMatcher:
        """The phase's matcher."""

    def phrases(self, phase: str, knows: Callable[[str], bool], fillers: bool = True) -> Sequence[str]:
        """The phase's list for the recognizer, in the spelling of the words it `knows`."""

    def talk(self, phase: str, knows: Callable[[str], bool]) -> Sequence[str]:
        """The words of that list that no phrase amid talk is said with."""


class Ears:
    """Listen with the grammar of the phase; owned by one thread.

    Args:
        grammars: what may be said in each phase.
        engine: makes the recognizers.
        settings: when a phrase counts.
    """

    def __init__(
        self, grammars: PhaseGrammars, engine: Engine, settings: ListeningSettings = DEFAULT_LISTENING
    ) -> None:
        self._grammars = grammars
        self._engine = engine
        self._settings = settings
        self._ears: dict[str, Ear] = {}
        self._sound = SoundMemory(settings.longest_seconds + _GATES_KEPT)
        self._begin()

    def _begin(self) -> None:
        self._phase: str | None = None
        self._activity = Activity()
        self._pauses = Pauses()
        self._noise = NoiseReduction(self._settings.noise_reduction)
        self._gates: deque[tuple[float, Gate]] = deque()  # since when each of the last gates was shown
        self._recent: deque[AudioChunk] = deque()
        self._since: float | None = None  # where the sound began, or went on after a gap
        self._now = 0.0
        self._began = 0.0  # where the utterance may have begun

    def restart(self) -> None:
        """Be as new for another sound; the engines stay, since making them takes a while."""
        self.finish()
        for ear in self._ears.values():
            ear.restart()
        self._begin()

    def prepare(self, phases: Iterable[str]) -> None:
        """Make the recognizers of these phases now, so that none is made in the middle of the game."""
        for phase in phases:
            self._ear_of(phase).second.prepare()

    def listen(self, chunk: AudioChunk, phase: str, gate: Gate = everything) -> tuple[Spotted, ...]:
        """Take the next chunk of sound; `phase` is what the rules say now, and counts from the next utterance on.

        `gate` tells which phrases can be meant now; one is told if it could be meant at any time since it began.
        A gap in time (the voice spoke, and was not listened to) ends what came before it: nothing of it is joined
        with what follows.
        """
        spotted = list(self._mind_the_gap(chunk))
        pause = min(self._activity.hear(chunk.samples), chunk.end - (self._since or 0.0))
        self._pauses.note(chunk.end, pause)
        self._show(gate, chunk)
        spotted.extend(self._turn_to(phase))
        ear = self._ear()
        clean = self._noise.clean(chunk)
        self._sound.keep(clean)
        if len(clean.samples):
            spotted.extend(self._take(ear.recognizer.feed(clean)))
        self._now = chunk.end
        spotted.extend(ear.spotter.wait(chunk.end))
        self._remember(clean)
        if ear.pause_completes(pause) or self._too_long(ear, pause):
            spotted.extend(self.finish())
        else:
            spotted.extend(ear.look(self._now, pause))
        return tuple(spotted)

    def turn(self) -> tuple[Spotted, ...]:
        """The floor goes to somebody else: conclude the utterance, so that no phrase is joined across speakers."""
        return self.finish()

    def finish(self) -> tuple[Spotted, ...]:
        """The sound is over: conclude the last utterance."""
        if self._phase is None:
            return ()
        spotted = self._take(self._ear().recognizer.finish())
        self._ear().second.forget()
        self._began = self._now  # also where no word was said: else every chunk of a long silence would end it again
        return spotted

    def close(self) -> None:
        """Free the engines."""
        for ear in self._ears.values():
            ear.recognizer.close()
        self._ears.clear()

    def _mind_the_gap(self, chunk: AudioChunk) -> tuple[Spotted, ...]:
        if self._since is not None and abs(chunk.start - self._now) <= _GAP:
            return ()
        spotted = self.finish() if self._since is not None else ()
        self._since = self._now = self._began = chunk.start
        self._recent.clear()
        self._sound.forget()
        self._noise.forget()
        return spotted

    def _show(self, gate: Gate, chunk: AudioChunk) -> None:
        self._gates.append((chunk.end, gate))
        while chunk.end - self._gates[0][0] > _GATES_KEPT:
            self._gates.popleft()

    def _weigh(self, heard: Heard, second: SecondPass) -> Heard | NotRecognized:
        """The phrase with its margin, or why it does not count."""
        intent = heard.intent
        meant = any(gate(intent) for at, gate in self._gates if at >= heard.start)
        if self._settings.floor_gating and not meant:
            return NotRecognized(intent.text, WRONG_PHASE, intent.first, intent.last)
        margin = second.margin(intent.text, heard.start, heard.end) if self._settings.second_pass else None
        if margin is not None and margin < self._settings.margin:
            return NotRecognized(intent.text, NO_MATCH, intent.first, intent.last)
        return replace(heard, margin=margin)

    def _paused(self, at: float, seconds: float) -> bool:
        return self._pauses.before(at, seconds)

    def _too_long(self, ear: Ear, pause: float) -> bool:
        """Whether to force a final: talk without end lets memory grow (vosk-api issue 209). Better between words."""
        lasted = self._now - self._began
        if lasted < self._settings.longest_seconds - _LEEWAY:
            return False
        breath = pause >= BREATH and not ear.spotter.promising
        return breath or lasted >= self._settings.longest_seconds

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

    def _ear(self) -> Ear:
        """The current phase's."""
        return self._ear_of(self._phase or "")

    def _ear_of(self, phase: str) -> Ear:
        """The phase's, made when first needed."""
        if phase not in self._ears:
            self._ears[phase] = self._new_ear(phase)
        return self._ears[phase]

    def _new_ear(self, phase: str) -> Ear:
        engine, matcher = self._engine, self._grammars.matcher(phase)
        phrases = self._grammars.phrases(phase, engine.knows, self._settings.fillers)

        def scales() -> Scales | None:
            if not isinstance(engine, Weighs):
                return None
            return engine.scales(phrases, self._grammars.talk(phase, engine.knows))

        second = SecondPass(scales, self._sound, matcher.telling)
        spotter = Spotter(
            matcher.match,
            self._settings,
            lambda heard: self._weigh(heard, second),
            self._paused,
        )
        return Ear(engine.recognizer(phrases), spotter, second, self._settings)

    def _take(self, hypotheses: Sequence[Hypothesis]) -> tuple[Spotted, ...]:
        spotted: list[Spotted] = []
        for hypothesis in hypotheses:
            spotted.extend(self._ear().spotter.hear(hypothesis))
            if hypothesis.final:
                self._recent.clear()  # its words are concluded: nobody shall hear them twice
                self._began = hypothesis.at
        return tuple(spotted)

    def _remember(self, chunk: AudioChunk) -> None:
        self._recent.append(chunk)
        while self._recent and chunk.end - self._recent[0].start > _PREROLL:
            self._recent.popleft()
