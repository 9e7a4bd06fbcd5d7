"""The reverberation of a hall, made by code: image sources for the first echoes, a decaying noise for the rest.

Sources:
- the echoes: J. Allen, D. Berkley, "Image method for efficiently simulating small-room acoustics", J. Acoust. Soc. Am.
  65(4), 1979, 943-950, https://doi.org/10.1121/1.382599;
- the tail, noise under an exponential: J. Moorer, "About this reverberation business", Computer Music Journal 3(2),
  1979, 13-28, https://doi.org/10.2307/3680280.
"""

from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from voice_judge.speech.audio import SAMPLE_RATE

_Sound = NDArray[np.float64]

_ROOM = (14.0, 9.0, 3.5)
"""Metres: a club's hall."""

_SPEAKER = (6.0, 5.2, 1.2)
_MICROPHONE = (7.1, 4.6, 0.8)
"""A player at a table for ten, and the microphone in its middle: 1.3 metres apart."""

DECAY = 0.6
"""Seconds until the sound has fallen by 60 dB: a furnished hall with bare walls."""

_SPEED = 343.0  # metres per second
_ORDER = 3  # reflections in each direction that are counted one by one
_MIXED = 0.04  # seconds after the direct sound from which echoes are too dense to be told apart
_SEED = 20


@lru_cache(maxsize=1)
def hall_response() -> _Sound:
    """The hall's impulse response at 16 kHz, the direct sound first and of height 1; always the same."""
    length = round(DECAY * SAMPLE_RATE)
    response = _echoes(length)
    seconds = np.arange(length) / SAMPLE_RATE
    tail = np.random.default_rng(_SEED).normal(0.0, 1.0, length) * 10 ** (-3.0 * seconds / DECAY)
    tail[seconds < _MIXED] = 0.0
    return response + tail * _tail_height(response, tail)


def in_hall(sound: _Sound) -> _Sound:
    """The sound as the table's microphone gets it, as long as before; its beginning is not late."""
    response = hall_response()
    size = len(sound) + len(response) - 1
    spectrum = np.fft.rfft(sound, size) * np.fft.rfft(response, size)
    return np.asarray(np.fft.irfft(spectrum, size)[: len(sound)])


def _reflection() -> float:
    """How much of a wall's incoming sound comes back, after Sabine: 0.161 V / (S T) is absorbed of the energy."""
    x, y, z = _ROOM
    absorbed = 0.161 * x * y * z / (2.0 * (x * y + y * z + x * z) * DECAY)
    return float(np.sqrt(1.0 - absorbed))


def _echoes(length: int) -> _Sound:
    """The direct sound and the first echoes, each at its delay and height relative to the direct sound."""
    response = np.zeros(length)
    reflection = _reflection()
    direct = _distance(_SPEAKER)
    turns = range(-_ORDER, _ORDER + 1)
    for turn in product(turns, repeat=3):
        image = tuple(_image(place, size, number) for place, size, number in zip(_SPEAKER, _ROOM, turn, strict=True))
        distance = _distance(image)
        place = round((distance - direct) / _SPEED * SAMPLE_RATE)
        if place < length:
            response[place] += reflection ** sum(map(abs, turn)) * direct / distance
    return response


def _image(place: float, size: float, number: int) -> float:
    """Where the source stands in the room mirrored `number` times along one axis."""
    return number * size + (place if number % 2 == 0 else size - place)


def _distance(point: tuple[float, ...]) -> float:
    return float(np.linalg.norm(np.subtract(point, _MICROPHONE)))


def _tail_height(response: _Sound, tail: _Sound) -> float:
    """The tail goes on as loud as the echoes about its beginning."""
    first = round(_MIXED * SAMPLE_RATE)
    window = slice(first // 2, first)
    echoes = float((response[window] ** 2).mean())
    begins = float((tail[first : first + first // 2] ** 2).mean())
    return float(np.sqrt(echoes / begins))
