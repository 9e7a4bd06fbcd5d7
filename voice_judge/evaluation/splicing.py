"""The sound of a stream: talk at one level, phrases spliced in at its quietest moments, noise and hall over it all."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from voice_judge.evaluation.reverb import in_hall
from voice_judge.evaluation.sound import (
    Sound,
    at_level,
    noise_below,
    room,
    seed_of,
    speech_end,
    speech_start,
    to_int16,
)
from voice_judge.evaluation.streams import GAP, Placement, Stream
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.recording import read_recording

LEVEL = 1600.0
"""Active level of talk and phrases in int16 units (26 dB below full scale, as telephony measures speech)."""

PAUSE = 1.2
"""Seconds of silence before and after a phrase that stands in a pause."""

_EDGE = 0.05  # seconds kept before and after a phrase's loud part: soft consonants
_SEARCH = 0.4  # seconds around the wished place in which the quietest moment is looked for
_FRAME = SAMPLE_RATE // 50
_QUIET = 25.0  # dB below the level of talk: quieter frames are no speech
_FADE = SAMPLE_RATE // 100


@dataclass(frozen=True, slots=True)
class Target:
    """A phrase in a stream's sound: where its first and last loud sounds are, in seconds."""

    placement: Placement
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Spliced:
    """A stream's sound (int16 mono at 16 kHz) and the phrases in it."""

    samples: Samples
    targets: tuple[Target, ...]


def splice(stream: Stream) -> Spliced:
    """Make the sound; the same stream gives the same samples.

    Raises:
        UserError: a recording cannot be read.
    """
    talk = np.concatenate([_talk(stream), _silence(GAP)])
    loud = _loud(talk)
    parts: list[Sound] = []
    targets: list[Target] = []
    used = placed = 0
    for placement in stream.placements:
        cut = max(used, _quietest(talk, round(placement.at * SAMPLE_RATE)))
        end, again = (cut, cut) if placement.paused else _unbroken(loud, cut)
        phrase = _phrase(placement)
        margin = _silence(PAUSE if placement.paused else 0.0)
        before = _faded(talk[used : max(used, end)])
        parts += [before, margin, phrase, margin]
        start = (placed + len(before) + len(margin)) / SAMPLE_RATE
        targets.append(Target(placement, start + _EDGE, start + len(phrase) / SAMPLE_RATE - _EDGE))
        placed += len(before) + len(phrase) + 2 * len(margin)
        used = max(used, again)
    return Spliced(_around(stream, np.concatenate([*parts, talk[used:]])), tuple(targets))


def _talk(stream: Stream) -> Sound:
    pieces = [_silence(GAP)]
    for one in stream.talk:
        pieces += [at_level(read_recording(one.file).astype(np.float64), LEVEL), _silence(GAP)]
    return np.concatenate(pieces)


def _phrase(placement: Placement) -> Sound:
    """The phrase without the silence around it."""
    sound = read_recording(placement.clip.file)
    first = max(0, round((speech_start(sound) - _EDGE) * SAMPLE_RATE))
    last = round((speech_end(sound) + _EDGE) * SAMPLE_RATE)
    missing = last - len(sound)
    return np.pad(at_level(sound[first:last].astype(np.float64), LEVEL), (0, max(0, missing)))


def _quietest(talk: Sound, wished: int) -> int:
    """The middle of the quietest frame near the place: most often between two words."""
    first = max(0, wished - round(_SEARCH * SAMPLE_RATE))
    near = talk[first : wished + round(_SEARCH * SAMPLE_RATE)]
    whole = len(near) // _FRAME * _FRAME
    if not whole:
        return len(talk)
    power = (near[:whole].reshape(-1, _FRAME) ** 2).mean(axis=1)
    return first + int(power.argmin()) * _FRAME + _FRAME // 2


def _loud(talk: Sound) -> NDArray[np.intp]:
    """The first samples of the frames in which somebody speaks."""
    whole = len(talk) // _FRAME * _FRAME
    power = (talk[:whole].reshape(-1, _FRAME) ** 2).mean(axis=1)
    return np.flatnonzero(power > LEVEL**2 / 10 ** (_QUIET / 10)) * _FRAME


def _unbroken(loud: NDArray[np.intp], cut: int) -> tuple[int, int]:
    """Where the talk before the cut ends and the talk after it begins: the silence between them is left out."""
    place = int(np.searchsorted(loud, cut))
    end = int(loud[place - 1]) + _FRAME if place else cut
    return min(end, cut), int(loud[place]) if place < len(loud) else cut


def _faded(talk: Sound) -> Sound:
    """Ends softly: a click is no speech."""
    fade = min(_FADE, len(talk))
    return np.concatenate([talk[: len(talk) - fade], talk[len(talk) - fade :] * np.linspace(1.0, 0.0, fade)])


def _around(stream: Stream, sound: Sound) -> Samples:
    seed = seed_of(stream.name)
    if stream.hall:
        sound = at_level(in_hall(sound), LEVEL)
    sound = sound + room(len(sound), seed)
    if stream.noise:
        sound += noise_below(stream.noise, LEVEL, len(sound), seed)
    return to_int16(sound)


def _silence(seconds: float) -> Sound:
    return np.zeros(round(seconds * SAMPLE_RATE))
