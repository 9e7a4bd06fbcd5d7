"""One phase's ear: when it decodes again, and that what costs time is done while a pause is waited for."""

from collections.abc import Sequence

import numpy as np
import pytest

from voice_judge.grammar.intent import Intent, Match, NotRecognized
from voice_judge.speech.audio import AudioChunk, Samples
from voice_judge.speech.recognizer import Hypothesis, Word
from voice_judge.table.ear import Ear
from voice_judge.table.listening import DEFAULT_LISTENING
from voice_judge.table.second_pass import SecondPass, SoundMemory
from voice_judge.table.spotting import Heard, Spotter


def match(words: Sequence[str], final: bool, _pauses: frozenset[int] = frozenset()) -> tuple[Match, ...]:
    """«Номер пять», and amid talk only with another word after it."""
    for first in range(len(words) - 1):
        if list(words[first : first + 2]) == ["номер", "пять"] and (final or len(words) > first + 2):
            return (Intent("nominate", "номер пять", first, first + 2, {"seat": 5}),)
    return (NotRecognized(" ".join(words), "no_match"),)


class Scripted:
    """A recognizer whose looks show «номер пять» from 1.0 to 1.6 s, with «да» after it if there is room."""

    def __init__(self) -> None:
        self.now = 0.0
        self.peeks: list[float] = []

    def feed(self, chunk: AudioChunk) -> Sequence[Hypothesis]:
        raise AssertionError(f"not fed here: {chunk}")

    def finish(self) -> Sequence[Hypothesis]:
        return (phrase(self.now),)

    def peek(self) -> Hypothesis:
        self.peeks.append(round(self.now, 2))
        return phrase(self.now)

    def close(self) -> None:
        pass


class Scales:
    """Say that the phrase is much likelier, and count how often they were asked."""

    def __init__(self) -> None:
        self.weighed: list[float] = []

    def margin(self, samples: Samples) -> float:
        self.weighed.append(round(len(samples) / 16_000, 2))
        return 20.0


def phrase(now: float, *, final: bool = True) -> Hypothesis:
    words = [Word("номер", 1.0, 1.3, 1.0), Word("пять", 1.3, min(now, 1.6), 1.0)]
    after = [Word("да", 1.6, now, 1.0)] if now > 1.6 else []
    return Hypothesis((*words, *after), final=final, at=now)


@pytest.fixture
def recognizer() -> Scripted:
    return Scripted()


@pytest.fixture
def scales() -> Scales:
    return Scales()


@pytest.fixture
def ear(recognizer: Scripted, scales: Scales) -> Ear:
    memory = SoundMemory(30.0)
    memory.keep(AudioChunk(np.zeros(16_000 * 3, np.int16), 0.0))
    second = SecondPass(lambda: scales, memory, frozenset({"номер"}))

    def weigh(heard: Heard) -> Heard:
        second.margin(heard.intent.text, heard.start, heard.end)
        return heard

    return Ear(recognizer, Spotter(match, DEFAULT_LISTENING, weigh), second, DEFAULT_LISTENING)


def test_talk_is_looked_at_every_so_often_and_just_when_a_phrase_is_ripe(ear: Ear, recognizer: Scripted) -> None:
    ear.spotter.hear(phrase(1.55, final=False))
    told = {}
    for step in range(31, 50):
        recognizer.now = step / 20
        for spotted in ear.look(recognizer.now, pause=0.0):
            told[recognizer.now] = spotted
    assert recognizer.peeks == [1.55, 1.75, 1.8]  # ripe at 1.6 + 0.2, not at the next round look
    assert list(told) == [1.8]


def test_a_breath_is_no_talk_to_look_at(ear: Ear, recognizer: Scripted) -> None:
    ear.spotter.hear(phrase(1.55, final=False))
    recognizer.now = 1.8
    assert ear.look(1.8, pause=0.1) == ()
    assert recognizer.peeks == []


@pytest.mark.parametrize(
    ("pauses", "complete", "weighed"),
    [
        ((0.05, 0.1), [False, False], 0),
        ((0.1, 0.15), [False, False], 1),  # while the pause is waited for
        ((0.15, 0.2, 0.25), [False, False, True], 1),
        ((0.15, 0.05, 0.1), [False, False, False], 1),  # the talk went on
        ((0.3,), [True], 0),  # chunks that bring the pause all at once
    ],
)
def test_a_phrase_before_a_pause_is_weighed_once_and_early(
    ear: Ear, recognizer: Scripted, scales: Scales, pauses: Sequence[float], complete: list[bool], weighed: int
) -> None:
    recognizer.now = 1.6
    ear.spotter.hear(phrase(1.55, final=False))
    assert [ear.pause_completes(pause) for pause in pauses] == complete
    assert len(scales.weighed) == weighed
    ear.spotter.hear(phrase(1.6))
    assert len(scales.weighed) == 1  # the final asks again: the answer is known by now
    ear.second.forget()
    ear.second.margin("номер пять", 1.0, 1.6)
    assert len(scales.weighed) == 2


@pytest.mark.parametrize(
    ("text", "start", "end", "again"),
    [
        ("номер пять", 1.15, 1.75, False),  # a final's times are a little different
        ("номер пять", 1.25, 1.6, True),
        ("номер пять", 1.0, 1.85, True),
        ("номер шесть", 1.0, 1.6, True),
    ],
)
def test_only_the_same_phrase_at_the_same_place_was_weighed(
    ear: Ear, scales: Scales, text: str, start: float, end: float, again: bool
) -> None:
    ear.second.foresee("номер пять", 1.0, 1.6)
    assert ear.second.margin(text, start, end) == 10.0
    assert len(scales.weighed) == 1 + again


def test_talk_before_a_pause_is_not_weighed(recognizer: Scripted, ear: Ear, scales: Scales) -> None:
    recognizer.now = 1.9
    ear.spotter.hear(phrase(1.9, final=False))
    assert not ear.pause_completes(0.15)
    assert scales.weighed == []
