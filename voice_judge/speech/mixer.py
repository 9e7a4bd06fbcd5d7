"""What comes out of the loudspeaker: announcements one after another over music that makes room for them."""

import threading
from collections import deque
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Sound = NDArray[np.float32]
"""Full scale is 1.0; shape (frames, channels), or (frames,) for one voice."""

_DUCK_SECONDS = 0.15  # how soon the music is down when a voice begins: slower hides the first word, quicker clicks
_RISE_SECONDS = 0.8  # how slowly it comes back
_HOLD_SECONDS = 0.5  # it stays down between two announcements this close
_FADE_IN_SECONDS = 1.0


class MusicPlayer(Protocol):
    """Music that goes on for ever."""

    def read(self, frames: int) -> Sound:
        """The next frames, two channels, never blocking: silence where nothing is ready."""

    def stop(self) -> None:
        """It will not be read any more."""


@dataclass(slots=True)
class Volumes:
    """Factors of the amplitude: of the voice, of the music, and of the music while a voice speaks."""

    voice: float = 1.0
    music: float = 0.5
    ducked: float = 0.3


class Mixer:
    """Fills block after block; `fill` belongs to the sound callback, the rest may be called by another thread."""

    def __init__(self, rate: int, channels: int, volumes: Volumes) -> None:
        self._rate = rate
        self._channels = channels
        self.volumes = volumes
        self._waiting: deque[Sound] = deque()
        self._current: Sound = np.zeros(0, np.float32)
        self._lock = threading.Lock()  # held for a moment only: the callback must not wait
        self._music: MusicPlayer | None = None
        self._music_gain, self._music_goal, self._music_step = 0.0, 0.0, 0.0
        self._duck = 1.0
        self._quiet_frames = rate

    @property
    def pending(self) -> int:
        """Frames of announcements that have not been given out."""
        with self._lock:
            return len(self._current) + sum(len(sound) for sound in self._waiting)

    def say(self, sound: Sound) -> None:
        """Queue an announcement: one voice, at the mixer's rate."""
        with self._lock:
            self._waiting.append(sound)

    def hush(self) -> None:
        """Forget the announcements that have not begun."""
        with self._lock:
            self._waiting.clear()

    def start_music(self, player: MusicPlayer) -> None:
        """Fade in; music that played before ends at once."""
        self._music, old = player, self._music
        self._music_gain = 0.0
        self._glide(1.0, _FADE_IN_SECONDS)
        if old is not None:
            old.stop()

    def stop_music(self, fade: float) -> None:
        """Fade out in `fade` seconds."""
        self._glide(0.0, fade)

    def fill(self, frames: int) -> NDArray[np.int16]:
        """The next block: int16, shape (frames, channels)."""
        voice = self._voice(frames)
        block = np.repeat((voice * self.volumes.voice)[:, None], self._channels, axis=1)
        music = self._music_block(frames)
        if music is not None:
            block += music[:, :2] if self._channels == 2 else music.mean(axis=1, keepdims=True)
        return np.asarray(np.clip(np.rint(block * 32767.0), -32768, 32767), np.int16)

    def _voice(self, frames: int) -> Sound:
        block = np.zeros(frames, np.float32)
        filled = 0
        with self._lock:
            while filled < frames and (len(self._current) or self._waiting):
                if not len(self._current):
                    self._current = self._waiting.popleft()
                piece = self._current[: frames - filled]
                block[filled : filled + len(piece)] = piece
                self._current = self._current[len(piece) :]
                filled += len(piece)
        self._quiet_frames = 0 if filled else self._quiet_frames + frames
        return block

    def _music_block(self, frames: int) -> Sound | None:
        if self._music is None:
            return None
        if self._music_gain <= 0.0 and self._music_goal <= 0.0:
            self._music.stop()
            self._music = None
            return None
        speaking = self._quiet_frames < _HOLD_SECONDS * self._rate
        fades = self._ramp(self._music_gain, self._music_goal, self._music_step, frames)
        self._music_gain = float(fades[-1])
        seconds = _DUCK_SECONDS if speaking else _RISE_SECONDS
        goal = self.volumes.ducked if speaking else 1.0
        ducks = self._ramp(self._duck, goal, (1.0 - self.volumes.ducked) / (seconds * self._rate), frames)
        self._duck = float(ducks[-1])
        return np.asarray(self._music.read(frames) * (fades * ducks * self.volumes.music)[:, None], np.float32)

    def _glide(self, goal: float, seconds: float) -> None:
        self._music_goal, self._music_step = goal, 1.0 / max(1.0, seconds * self._rate)

    @staticmethod
    def _ramp(start: float, goal: float, step: float, frames: int) -> Sound:
        """From `start` towards `goal` by `step` a frame, and staying there."""
        way = step * np.arange(1, frames + 1)
        line = np.minimum(start + way, goal) if goal >= start else np.maximum(start - way, goal)
        return np.asarray(line, np.float32)
