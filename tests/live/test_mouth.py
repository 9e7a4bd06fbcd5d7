"""The mouth: the game never waits for it, whatever the synthesiser or the loudspeaker does."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from voice_judge.live.mouth import Mouth
from voice_judge.speech.audio import SAMPLE_RATE, Samples


@dataclass
class Voice:
    """Renders what it knows; anything else hangs until `released`."""

    known: dict[str, Samples]
    problem: str | None = None
    released: threading.Event = field(default_factory=threading.Event)

    def seconds(self, text: str) -> float:
        return len(self.known[text]) / SAMPLE_RATE if text in self.known else 1.0

    def render(self, text: str) -> Samples | None:
        if text not in self.known:
            self.released.wait(20.0)
        return self.known.get(text)


@dataclass
class Speaker:
    silent_at: float = 0.0
    played: list[int] = field(default_factory=list)

    def play(self, samples: Samples) -> None:
        self.played.append(len(samples))
        self.silent_at = max(self.silent_at, time.monotonic()) + len(samples) / SAMPLE_RATE


def sound(seconds: float) -> Samples:
    return np.ones(round(seconds * SAMPLE_RATE), np.int16)


@dataclass
class Spoken:
    voice: Voice
    speaker: Speaker
    soundings: list[tuple[float, float]]
    mouth: Mouth

    def wait(self, lines: int) -> None:
        until = time.monotonic() + 10.0
        while len(self.soundings) < lines:
            assert time.monotonic() < until
            time.sleep(0.005)


@pytest.fixture
def spoken() -> Iterator[Spoken]:
    voice, speaker = Voice({"Принято": sound(0.5), "Отозвано": sound(0.7)}), Speaker()
    soundings: list[tuple[float, float]] = []
    mouth = Mouth(voice, speaker, lambda begin, end: soundings.append((begin, end)))
    yield Spoken(voice, speaker, soundings, mouth)
    voice.released.set()
    mouth.close()


def test_lines_are_played_in_order(spoken: Spoken) -> None:
    spoken.mouth.say("Отозвано")
    spoken.mouth.say("Принято")
    spoken.wait(2)
    assert spoken.speaker.played == [len(sound(0.7)), len(sound(0.5))]


def test_the_end_of_what_sounds_is_told_as_a_deadline(spoken: Spoken) -> None:
    before = time.monotonic()
    spoken.mouth.say("Принято")
    spoken.wait(1)
    ((begin, end),) = spoken.soundings
    assert before <= begin <= end
    assert end == spoken.speaker.silent_at


def test_a_hanging_synthesiser_holds_nobody_up(spoken: Spoken) -> None:
    began = time.monotonic()
    for _ in range(3):
        spoken.mouth.say("Слово, которого никто не знает")
    spoken.mouth.learn(["и ещё одно"])
    assert time.monotonic() - began < 5.0
    assert spoken.soundings == []  # nothing is deaf because of it


def test_a_line_that_cannot_be_spoken_makes_nobody_deaf(spoken: Spoken) -> None:
    spoken.voice.released.set()
    spoken.mouth.say("Слово, которого никто не знает")
    spoken.mouth.say("Принято")
    spoken.wait(1)
    assert spoken.speaker.played == [len(sound(0.5))]


def test_the_pace_is_the_voices_own(spoken: Spoken) -> None:
    assert spoken.mouth.seconds("Отозвано") == pytest.approx(0.7)
