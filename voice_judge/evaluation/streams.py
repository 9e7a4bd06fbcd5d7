"""Hours of talk with phrases at random places: who says what when, before any sound is made."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from voice_judge.errors import UserError
from voice_judge.evaluation.conditions import Condition
from voice_judge.evaluation.manifest import Clip, Expected, Noise
from voice_judge.evaluation.talk import Talk
from voice_judge.grammar import Grammars
from voice_judge.grammar.intent import Intent

STREAM_SECONDS = 300.0
"""About so long is a stream; shorter ones share the cores better."""

GAP = 0.25
"""Seconds between two recordings of talk."""

_SPACING = (10.0, 24.0)  # seconds of talk between two phrases
_BEFORE, _AFTER = ("вот", "значит"), ("а", "потом", "думаю")
"""Words that mean nothing: a phrase that is a phrase between them may be said in unbroken talk."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A phrase to be put into the talk near `at` seconds of it, with a pause on both sides or with none."""

    clip: Clip
    at: float
    paused: bool

    @property
    def expected(self) -> Expected:
        """The one phrase in it."""
        return self.clip.expected[0]


@dataclass(frozen=True, slots=True)
class Stream:
    """Talk one recording after another, with phrases put in; one phase's grammar listens."""

    name: str
    phase: str
    talk: tuple[Talk, ...]
    placements: tuple[Placement, ...]
    noise: Noise | None = None
    hall: bool = False


def plan(
    clips: Sequence[Clip],
    talk: Sequence[Talk],
    grammars: Grammars,
    condition: Condition,
    noises: Sequence[Noise] = (),
    seed: int = 1,
) -> tuple[Stream, ...]:
    """Lay the talk out into streams and put phrases at random places; the same seed gives the same plan.

    Phases get talk in proportion to their phrases. Talk whose words are a formal phrase of the phase is left out of
    its streams. A phrase that the grammar takes inside talk stands there without a pause every other time.

    Args:
        clips: recordings; those with one expected phrase are used, each at most once.
        talk: recordings in which nothing may be heard.
        grammars: what a phrase is, and which may be said inside talk.
        condition: the hall and the noise around it all.
        noises: what to mix in, in turn, if the condition asks for noise.
        seed: of all that is random.

    Raises:
        UserError: no recording has exactly one phrase.
    """
    dice = random.Random(seed)
    phrases = _phrases(clips, dice)
    if not phrases:
        raise UserError("в списке нет записей с одной фразой: вставлять в речь нечего.")
    groups = _groups(talk, dice)
    streams: list[Stream] = []
    for number, (phase, group) in enumerate(zip(_phases(phrases, len(groups)), groups, strict=True)):
        fit = tuple(one for one in group if not _is_phrase(one.words, phase, grammars))
        placements = tuple(_place(phrases[phase], sum(one.seconds + GAP for one in fit), grammars, dice))
        noise = noises[number % len(noises)] if noises else None
        streams.append(Stream(f"{phase}-{number + 1:02}", phase, fit, placements, noise, condition.hall))
    return tuple(streams)


def inside_talk(clip: Clip, grammars: Grammars) -> bool:
    """Whether the grammar takes the phrase with talk on both sides of it."""
    words = (*_BEFORE, *clip.transcript.lower().split(), *_AFTER)
    found = grammars.matcher(clip.phase).match(words)
    return tuple(Expected.of(match) for match in found if isinstance(match, Intent)) == clip.expected


def _phrases(clips: Sequence[Clip], dice: random.Random) -> dict[str, list[Clip]]:
    """Each recording with one phrase once, shuffled, per phase."""
    unique = {(clip.file, clip.phase): clip for clip in clips if len(clip.expected) == 1}
    phases: dict[str, list[Clip]] = {}
    for clip in unique.values():
        phases.setdefault(clip.phase, []).append(clip)
    for group in phases.values():
        dice.shuffle(group)
    return phases


def _groups(talk: Sequence[Talk], dice: random.Random) -> list[list[Talk]]:
    """The talk shuffled and cut into stretches of a stream's length."""
    shuffled = dice.sample(talk, len(talk))
    groups: list[list[Talk]] = []
    for one, end in zip(shuffled, accumulate(one.seconds + GAP for one in shuffled), strict=True):
        number = int((end - one.seconds / 2) / STREAM_SECONDS)
        groups.extend([] for _ in range(number + 1 - len(groups)))
        groups[number].append(one)
    return [group for group in groups if group]


def _phases(phrases: dict[str, list[Clip]], count: int) -> list[str]:
    """A phase for each stream, in proportion to the phases' phrases."""
    given: Counter[str] = Counter()
    for _ in range(count):
        given[max(phrases, key=lambda phase: len(phrases[phase]) / (2 * given[phase] + 1))] += 1
    return list(given.elements())


def _place(phrases: list[Clip], seconds: float, grammars: Grammars, dice: random.Random) -> Iterator[Placement]:
    at = dice.uniform(*_SPACING) / 2
    while phrases and at < seconds:
        clip = phrases.pop()
        paused = dice.random() < 0.5
        yield Placement(clip, at, paused or not inside_talk(clip, grammars))
        at += dice.uniform(*_SPACING)


def _is_phrase(words: str, phase: str, grammars: Grammars) -> bool:
    return bool(words) and any(isinstance(one, Intent) for one in grammars.matcher(phase).match(words.lower().split()))
