"""A child process that plays: announcements and music, through one stream that is open the whole game.

Its argument: the device ("": the default). It is told "say" (int16 mono 16 kHz), "hush", "volumes", "music" and
"no_music"; it tells "waiting", "opened", then "alive" with `pending`, the seconds of announcements not yet given to
the device, as of `at` on the monotonic clock, and `latency`, the seconds from there to the air.
"""

import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import soxr

from voice_judge.speech import portaudio
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.device_stream import Watch, wait_and_open
from voice_judge.speech.devices import Direction
from voice_judge.speech.mixer import Mixer, Sound, Volumes
from voice_judge.speech.music import Music
from voice_judge.speech.music_player import EndlessMusic
from voice_judge.speech.portaudio import Entry
from voice_judge.speech.worker import Message, ignore_interrupts, leave, read_message, write_message

_REPORT = 0.1  # seconds between two reports
_STALLED = (
    3.0  # seconds without a callback: the device is gone, or its driver hangs. A sleeping one may take two to wake
)


class Player:
    """The mixer behind a stream's callback, and what the parent wants of it."""

    def __init__(self) -> None:
        self.mixer: Mixer | None = None
        self.called = time.monotonic()
        self._volumes = Volumes()
        self._nights = 0
        self._music: EndlessMusic | None = None
        self._rate = SAMPLE_RATE

    def start(self, entry: Entry) -> Any:
        """Open the device."""
        stream = portaudio.open_output(entry, self._fill)
        self._rate = round(stream.samplerate)
        self.mixer = Mixer(self._rate, stream.channels, self._volumes)
        return stream

    def obey(self, message: Message) -> None:
        """Do what the parent says."""
        head, mixer = message.header, self.mixer
        if message.kind == "volumes":
            self._volumes.voice, self._volumes.music, self._volumes.ducked = map(float, head["volumes"])
        elif mixer is None:
            return  # it is waiting for the device: late announcements are worse than none
        elif message.kind == "say":
            mixer.say(self._at_device_rate(message.payload))
        elif message.kind == "hush":
            mixer.hush()
        elif message.kind == "music":
            mixer.start_music(self._begin_music(head["folder"]))
        elif message.kind == "no_music":
            mixer.stop_music(float(head["fade"]))

    def _begin_music(self, folder: str | None) -> EndlessMusic:
        self._nights += self._music.finished if self._music else 0
        music = Music(Path(folder) if folder else None)
        self._music = EndlessMusic(music.tracks(), self._rate, self._nights)
        return self._music

    def _at_device_rate(self, payload: bytes) -> Sound:
        sound = np.frombuffer(payload, np.int16).astype(np.float32) / 32768.0
        if self._rate == SAMPLE_RATE:
            return sound
        return np.asarray(soxr.resample(sound, SAMPLE_RATE, self._rate), np.float32)

    def _fill(self, out: Any, frames: int, _times: Any, _status: Any) -> None:
        """PortAudio's callback."""
        self.called = time.monotonic()
        if self.mixer is None:
            out[:] = bytes(len(out))
        else:
            out[:] = self.mixer.fill(frames).tobytes()

    @property
    def pending(self) -> float:
        """Seconds of announcements not yet given to the device."""
        return self.mixer.pending / self._rate if self.mixer else 0.0


def main(arguments: Sequence[str]) -> None:
    """Play until the parent ends or the device is gone."""
    ignore_interrupts()
    player = Player()
    threading.Thread(target=_obey_all, args=(player,), daemon=True).start()

    def tell(kind: str, **fields: object) -> None:
        write_message(sys.stdout.buffer, {"kind": kind, **fields})

    try:
        opened = wait_and_open(Direction.OUTPUT, arguments[0] or None, player.start, tell)
        watch = Watch(opened, Direction.OUTPUT)
        while time.monotonic() - player.called < _STALLED:
            latency = max(opened.stream.latency, watch.delay)
            tell("alive", pending=player.pending, at=time.monotonic(), latency=latency)
            time.sleep(_REPORT)
    except OSError:  # the parent has ended
        pass
    leave()


def _obey_all(player: Player) -> None:
    """The parent's end is the child's end."""
    while (message := read_message(sys.stdin.buffer)) is not None:
        player.obey(message)
    leave()
