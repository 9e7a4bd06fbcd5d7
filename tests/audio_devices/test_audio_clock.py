"""The microphone's clock: it never stops, never jumps, and stays in step with the monotonic one."""

import numpy as np
import pytest

from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.audio_clock import AudioClock

BLOCK = 320  # 20 ms


def sound(samples: int = BLOCK) -> Samples:
    return np.ones(samples, np.int16)


class Line:
    """Blocks that come one after another, `late` seconds after they were captured."""

    def __init__(self, clock: AudioClock, at: float) -> None:
        self.clock = clock
        self.at = at
        self.given = 0

    def blocks(self, count: int, late: float = 0.0, gap: float = 0.0, length: float = 0.02) -> list[Samples]:
        """Give so many; the first has `gap` seconds missing before it."""
        given = []
        for number in range(count):
            self.at += length + (gap if number == 0 else 0.0)
            given.append(self.clock.place(sound(), self.at + late, gap if number == 0 else 0.0))
            self.given += len(given[-1])
        return given


def test_the_first_sound_sets_it() -> None:
    clock = AudioClock(100.0)
    clock.place(sound(), at=107.02, gap=0.0)
    assert clock.audio_time(107.0) == pytest.approx(0.0)
    assert clock.due(BLOCK) == pytest.approx(107.04)


def test_silence_is_due_at_the_pace_of_the_monotonic_clock() -> None:
    clock = AudioClock(0.0)
    clock.begin(5.0)
    assert [round(clock.due(1600), 3), len(clock.silence(1600)), round(clock.due(1600), 3)] == [5.1, 1600, 5.2]


def test_a_late_block_changes_nothing() -> None:
    line = Line(AudioClock(0.0), 0.0)
    line.blocks(50)
    before = line.clock.audio_time(10.0)
    line.blocks(10, late=0.4)
    line.blocks(50)
    assert line.clock.audio_time(10.0) == pytest.approx(before)
    assert line.given == 110 * BLOCK


def test_an_earlier_block_shows_that_those_before_were_late() -> None:
    line = Line(AudioClock(0.0), 0.0)
    line.blocks(10, late=0.3)
    line.blocks(10)
    assert line.clock.audio_time(line.at) == pytest.approx(line.given / SAMPLE_RATE)


def test_known_missing_sound_becomes_silence() -> None:
    line = Line(AudioClock(0.0), 0.0)
    line.blocks(10)
    first = line.blocks(1, gap=1.5)[0]
    assert len(first) == BLOCK + 1.5 * SAMPLE_RATE
    assert not first[:-BLOCK].any()
    assert line.clock.audio_time(line.at) == pytest.approx(line.given / SAMPLE_RATE)


def test_sound_that_the_driver_lost_without_a_word_is_found_out() -> None:
    line = Line(AudioClock(0.0), 0.0)
    line.blocks(120)
    line.at += 0.5
    line.blocks(220)
    assert line.clock.audio_time(line.at) == pytest.approx(line.given / SAMPLE_RATE, abs=0.02)
    assert line.given == 340 * BLOCK + SAMPLE_RATE // 2


@pytest.mark.parametrize("length", [0.02 * 1.0005, 0.02 * 0.9995], ids=["slow device", "quick device"])
def test_a_device_with_seconds_of_its_own_is_followed(length: float) -> None:
    line = Line(AudioClock(0.0), 0.0)
    line.blocks(30_000, length=length)  # ten minutes, 0.3 s apart at their end
    assert line.clock.audio_time(line.at) == pytest.approx(line.given / SAMPLE_RATE, abs=0.02)
    assert line.given == 30_000 * BLOCK  # nothing was put in or left out


def test_a_device_that_comes_back_neither_repeats_nor_skips_time() -> None:
    line = Line(AudioClock(0.0), 0.0)
    line.blocks(50)
    for _ in range(10):
        line.given += len(line.clock.silence(1600))
    line.at = 1.9  # its first block was captured while silence was being given out for that moment already
    short = line.blocks(1)[0]
    assert len(short) == 0
    line.blocks(10)
    assert line.clock.audio_time(line.at) == pytest.approx(line.given / SAMPLE_RATE, abs=0.001)
    for _ in range(3):
        line.given += len(line.clock.silence(1600))
    line.at += 1.0
    line.blocks(1)  # and here there was less silence than time
    assert line.clock.audio_time(line.at) == pytest.approx(line.given / SAMPLE_RATE, abs=0.001)
