"""What the level of a microphone says about it."""

import numpy as np
import pytest

from tests.audio_devices.hearing import noise, silence, tone
from voice_judge.live.sound_check import SoundCheck
from voice_judge.speech.audio import AudioChunk, Samples


def checked(sound: Samples) -> SoundCheck:
    check = SoundCheck()
    for start in range(0, len(sound), 1600):
        check.hear(AudioChunk(sound[start : start + 1600], start / 16_000))
    return check


def in_noise(voice: float, hall: int) -> Samples:
    return np.concatenate((noise(1.0, amplitude=hall), tone(1.0, amplitude=voice), noise(1.0, amplitude=hall)))


CASES = [
    (in_noise(8000, 200), None),
    (in_noise(1500, 50), None),
    (silence(3.0), "полная тишина"),
    (noise(3.0, amplitude=2), "полная тишина"),  # a muted converter's last bit
    (in_noise(300, 30), "слишком тихо"),
    (np.clip(tone(2.0).astype(np.int32) * 6, -32768, 32767).astype(np.int16), "перегружен"),
    (noise(3.0, amplitude=4000), "не отличается от шума"),
    (np.zeros(0, np.int16), "полная тишина"),
]


@pytest.mark.parametrize(("sound", "says"), CASES)
def test_the_verdict(sound: Samples, says: str | None) -> None:
    problem = checked(sound).problem()
    assert (problem is None) if says is None else (problem is not None and says in problem[0] and problem[1])


def test_one_knock_is_no_overload() -> None:
    sound = in_noise(8000, 200)
    sound[20_000:20_010] = 32767
    assert checked(sound).problem() is None
    assert checked(sound).peak == pytest.approx(0.0, abs=0.01)
