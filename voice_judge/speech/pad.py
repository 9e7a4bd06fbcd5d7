"""The embedded night track: a slow chord pad, made here, so that no recording and no licence is needed.

Four calm chords of sixteen seconds melt into one another. All frequencies fit a whole number of times into the loop,
so that its end meets its beginning, and nothing in it begins suddenly.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

RATE = 16_000
"""Hz: nothing in it is above 2 kHz."""

SECONDS = 64
"""The length of the loop."""

LOUDEST = 0.1205
"""The RMS of its loudest second, full scale 1.0."""

_CHORDS = ((45, 57, 60, 64, 71), (41, 53, 57, 60, 64), (48, 55, 60, 64, 67), (43, 55, 59, 62, 69))
# MIDI notes: A minor 9, F major 7, C major, G 9: no leading tones, nothing that asks to be followed
_PARTIALS = ((1, 1.0), (2, 0.28), (3, 0.1))
_SWELL = 5  # slow waves of loudness in the loop, different for each note
_GAIN = 0.31  # the peak is a third of full scale


def pad(first: int, frames: int) -> NDArray[np.float32]:
    """So many frames from frame `first` of the loop on: shape (frames, 2). The same on every machine."""
    time = ((first + np.arange(frames)) % (SECONDS * RATE)) / (SECONDS * RATE)  # in rounds
    sound = np.zeros((frames, 2))
    for place, chord in enumerate(_CHORDS):
        window = _window(time, place)
        if window.any():
            for number, note in enumerate(chord):
                tone = _tone(time, note, number) * window
                side = 0.5 + 0.3 * (-1) ** number * (number / len(chord))
                sound += tone[:, None] * (side, 1.0 - side)
    return np.asarray(sound * _GAIN, np.float32)


def endless(block: int) -> Iterator[NDArray[np.float32]]:
    """The loop for ever, `block` frames at a time: made as it is played, a hundredth of a core."""
    first = 0
    while True:
        yield pad(first, block)
        first = (first + block) % (SECONDS * RATE)


def _window(time: NDArray[np.float64], place: int) -> NDArray[np.float64]:
    """How much of the chord is heard: it rises for a quarter of the loop and falls for another, around its middle."""
    centre = (place + 0.5) / len(_CHORDS)
    away = np.abs((time - centre + 0.5) % 1.0 - 0.5) * len(_CHORDS)
    return np.asarray(np.where(away < 1.0, np.cos(np.pi / 2 * np.minimum(away, 1.0)) ** 2, 0.0))


def _tone(time: NDArray[np.float64], note: int, number: int) -> NDArray[np.float64]:
    rounds = round(440.0 * 2 ** ((note - 69) / 12) * SECONDS)
    weight = 0.9**number / (1.0 + note / 60.0)
    swell = 0.75 + 0.25 * np.sin(2 * np.pi * (time * (_SWELL + number) + number / 7))
    tone = sum(part * np.sin(2 * np.pi * rounds * times * time) for times, part in _PARTIALS)
    return np.asarray(weight * swell * tone)
