"""Music that never stops: tracks decoded ahead by a thread, one running into the next, all equally quiet."""

import queue
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np
import soundfile
import soxr

from voice_judge.speech import pad
from voice_judge.speech.mixer import Sound
from voice_judge.speech.music import is_music

LEVEL = 0.08
"""The loudest second's RMS (full scale 1.0) after levelling: -22 dB, under a voice that has about -18."""

_MOST_GAIN = 10.0  # a very quiet recording is not pulled up to its noise
_BLOCK = 0.25  # seconds decoded at a time
_AHEAD = 24  # blocks (6 s): what the disk may be late by
_BLEND = 2.0  # seconds in which one track runs into the next
_HEARD = 0.003  # quieter than this at a track's two ends is no music: left out
_MOST_QUIET = 3.0  # seconds of silence left in the middle of a track
_PEAK = 0.35  # a track that grows much louder than where it was looked at is clipped here: softer than the voice
_PROBES = 12  # places at which a track's loudness is looked at


class EndlessMusic:
    """A `MusicPlayer` over files, or over the embedded track where no file can be played.

    Args:
        tracks: the files, in their order.
        rate: Hz of the device.
        first: number of the track to begin with.
    """

    def __init__(self, tracks: Sequence[Path], rate: int, first: int = 0) -> None:
        self._tracks = tuple(tracks)
        self._rate = rate
        self._first = first
        self.finished = 0
        """How many tracks have ended: the next night goes on from there."""
        self._blocks: queue.Queue[Sound] = queue.Queue(_AHEAD)
        self._rest: Sound = np.zeros((0, 2), np.float32)
        self._ended = threading.Event()
        threading.Thread(target=self._decode, name="music", daemon=True).start()

    def read(self, frames: int) -> Sound:
        """The next frames."""
        while len(self._rest) < frames:
            try:
                block = self._blocks.get_nowait()
            except queue.Empty:
                break
            self._rest = np.concatenate((self._rest, block))
        sound, self._rest = self._rest[:frames], self._rest[frames:]
        if len(sound) == frames:
            return sound
        return np.concatenate((sound, np.zeros((frames - len(sound), 2), np.float32)))

    def stop(self) -> None:
        """End the thread."""
        self._ended.set()
        with suppress(queue.Empty):
            while True:
                self._blocks.get_nowait()

    def _decode(self) -> None:
        for block in _blended(self._endless(), round(_BLEND * self._rate)):
            while not self._ended.is_set():
                with suppress(queue.Full):
                    self._blocks.put(block, timeout=0.2)
                    break
            if self._ended.is_set():
                return

    def _endless(self) -> Iterator[Iterator[Sound]]:
        """Tracks for ever; one that has gone or breaks is passed over; where none is left the embedded one plays."""
        number, barren = self._first, 0
        while True:
            playable = [path for path in self._tracks if is_music(path)]
            if barren >= len(playable):
                yield _resampled(_embedded(), pad.RATE, self._rate)
            track = _Track(playable[number % len(playable)], self._rate)
            yield iter(track)
            barren = 0 if track.heard else barren + 1
            number += 1
            self.finished = number - self._first


class _Track:
    """A file's sound: levelled, without quiet ends; `heard` tells afterwards whether there was any."""

    def __init__(self, path: Path, rate: int) -> None:
        self._path = path
        self._rate = rate
        self.heard = False

    def __iter__(self) -> Iterator[Sound]:
        for block in _without_quiet_ends(_levelled(self._path, self._rate), self._rate):
            self.heard = True
            yield block


def _embedded() -> Iterator[Sound]:
    """The embedded track for ever: its end fits its beginning, nothing has to be blended."""
    for block in pad.endless(round(_BLOCK * pad.RATE)):
        yield block * np.float32(LEVEL / pad.LOUDEST)


def _levelled(path: Path, rate: int) -> Iterator[Sound]:
    """The file at the device's rate, two channels, as loud as all others; it ends where it cannot be read on."""
    try:
        with soundfile.SoundFile(path) as file:
            loudness = _loudest(_probes(file))
            gain = min(_MOST_GAIN, LEVEL / loudness) if loudness else 0.0
            file.seek(0)
            for block in _resampled(_stereo(file), file.samplerate, rate):
                yield np.clip(block * gain, -_PEAK, _PEAK)
    except (OSError, RuntimeError, TypeError, ValueError):  # libsndfile's errors are RuntimeErrors
        return


def _stereo(file: soundfile.SoundFile) -> Iterator[Sound]:
    """Blocks of two channels: of more, the first two."""
    while len(block := file.read(round(_BLOCK * file.samplerate), dtype="float32", always_2d=True)):
        sound = np.nan_to_num(block, nan=0.0, posinf=0.0, neginf=0.0)
        yield sound[:, :2] if sound.shape[1] >= 2 else np.repeat(sound, 2, axis=1)


def _resampled(blocks: Iterator[Sound], rate: int, wanted: int) -> Iterator[Sound]:
    if rate == wanted:
        yield from blocks
        return
    resampler = soxr.ResampleStream(rate, wanted, 2, dtype="float32")
    for block in blocks:
        yield resampler.resample_chunk(np.ascontiguousarray(block))
    yield resampler.resample_chunk(np.zeros((0, 2), np.float32), last=True)


def _probes(file: soundfile.SoundFile) -> Iterator[Sound]:
    """A second here and there: reading all of an hour would delay the night."""
    for place in range(_PROBES):
        file.seek(int(file.frames * place / _PROBES))
        yield file.read(file.samplerate, dtype="float32", always_2d=True)


def _loudest(pieces: Iterable[Sound]) -> float:
    """The greatest RMS of the pieces."""
    powers = [float(np.mean(np.nan_to_num(piece).astype(np.float64) ** 2)) for piece in pieces if len(piece)]
    return float(np.sqrt(max(powers, default=0.0)))


def _without_quiet_ends(blocks: Iterator[Sound], rate: int) -> Iterator[Sound]:
    """Without the silence before and after the music; silence in the middle lasts three seconds at the most."""
    begun = False
    quiet: list[Sound] = []
    for block in blocks:
        loud = np.flatnonzero(np.abs(block).max(axis=1) > _HEARD)
        if len(loud):
            yield from quiet
            yield block[0 if begun else loud[0] : loud[-1] + 1]
            quiet, begun = [block[loud[-1] + 1 :]], True
        elif begun and sum(len(one) for one in quiet) < _MOST_QUIET * rate:
            quiet.append(block)


def _blended(tracks: Iterator[Iterator[Sound]], overlap: int) -> Iterator[Sound]:
    """One stream: the last `overlap` frames of each track sound together with the first of the next."""
    tail: Sound = np.zeros((0, 2), np.float32)
    for track in tracks:
        held, tail, head, length = tail[:0], tail[:0], tail, 0
        for block in track:
            length += len(block)
            held = np.concatenate((held, block))
            if len(held) < 2 * overlap:
                continue
            held, head = _joined(head, held), head[:0]
            yield held[:-overlap]
            held = held[-overlap:]
        tail = _joined(head, held)
        keep = min(overlap, length // 2) or len(tail)  # of a short track the half at most, of none what there was
        yield tail[: len(tail) - keep]
        tail = tail[len(tail) - keep :]


def _joined(old: Sound, new: Sound) -> Sound:
    """`old` runs into `new`: the power stays the same."""
    shared = min(len(old), len(new))
    if not shared:
        return old if len(old) else new
    turn = np.linspace(0.0, np.pi / 2, shared, dtype=np.float32)[:, None]
    both = old[len(old) - shared :] * np.cos(turn) + new[:shared] * np.sin(turn)
    return np.concatenate((old[: len(old) - shared], both, new[shared:]))
