"""The loudspeaker: announcements with a known end, music under them. Whatever happens to the device, nothing is raised.

The end of an announcement is a deadline, computed from its length when it is queued: a loudspeaker that fails in the
middle cannot leave the table deaf (half-duplex waits for `silent_at`, never for a report).
"""

import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.devices import NO_PORTAUDIO
from voice_judge.speech.mixer import Volumes
from voice_judge.speech.music import Music
from voice_judge.speech.worker import Message, Worker, child_command

_FIRST_WAIT = 5.0  # seconds to wait for the device when the game begins
_MARGIN = 0.1  # seconds added to the deadline: the way to the child, a block of the mixer, drivers that are not exact
_PATIENCE = 3.0  # seconds without a report after which the child hangs; a busy machine is late by one or two

_PROBLEMS = {
    "missing": "Колонка не найдена{name}: подключите её. Ответы — на экране.",
    "refused": "Колонка{name} не открывается: возможно, её занимает другая программа. Ответы — на экране.",
    "library": NO_PORTAUDIO + " Ответы — на экране.",
    "lost": "Колонка{name} пропала: подключите её снова. Ответы — на экране.",
}


class Output(Protocol):
    """What the game needs of a loudspeaker."""

    @property
    def silent_at(self) -> float:
        """The monotonic instant at which everything queued will have died out."""

    @property
    def problem(self) -> str | None:
        """Why nothing is heard, one Russian line; None if all is well."""

    def play(self, samples: Samples) -> None:
        """Queue an announcement (int16 mono, 16 kHz); returns at once."""

    def hush(self) -> None:
        """Drop what has not begun."""

    def start_music(self, music: Music) -> None:
        """Music from now on, under the announcements."""

    def stop_music(self, fade: float = 2.0) -> None:
        """Fade the music out in `fade` seconds."""

    def close(self) -> None:
        """Give the device back."""


class NoLoudspeaker:
    """Silence: tables that read the screen."""

    silent_at = 0.0
    problem: str | None = None

    def play(self, samples: Samples) -> None:
        """Nothing."""

    def hush(self) -> None:
        """Nothing."""

    def start_music(self, music: Music) -> None:
        """Nothing."""

    def stop_music(self, fade: float = 2.0) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """When an announcement is in the air, by its length: monotonic instants."""

    begin: float
    end: float


class Loudspeaker:
    """A device of this machine, kept open the whole game; any thread may call it.

    Args:
        device: "host API: name", a name, or a part of one; None: the default. One that is not there is waited for.
        volumes: factors of the amplitude.
        child: the command of the playing process (tests have others).
    """

    def __init__(
        self, device: str | None = None, volumes: Volumes | None = None, child: Sequence[str] | None = None
    ) -> None:
        self._wanted = device
        self._volumes = volumes or Volumes()
        self._child = tuple(child or child_command("output_child"))
        self._lock = threading.Lock()
        self._turns: deque[_Turn] = deque()
        self._music: Music | None = None
        self._device = ""
        self._latency = 0.0
        self._open = False
        self._reason = "missing"
        self._news = threading.Event()
        self._worker = Worker(self._command, self._hear, self._end_of_life, "alive", _PATIENCE)
        if not self._news.wait(_FIRST_WAIT):
            self._reason = "refused"

    @property
    def device(self) -> str:
        """Host API and name of the device in use; empty until there is one."""
        return self._device

    @property
    def problem(self) -> str | None:
        """Why nothing is heard, one Russian line; None if all is well."""
        if self._open:
            return None
        name = self._device or self._wanted
        return _PROBLEMS[self._reason].format(name=f" «{name}»" if name else "")

    @property
    def latency(self) -> float:
        """Seconds from the mixer to the air, as the driver or the sound server tells."""
        return self._latency

    @property
    def silent_at(self) -> float:
        """The monotonic instant at which everything queued will have died out; in the past if it has."""
        with self._lock:
            return self._turns[-1].end + self._latency + _MARGIN if self._turns else 0.0

    def play(self, samples: Samples) -> None:
        """Queue an announcement (int16 mono, 16 kHz); returns at once. Without a device it is not kept for later."""
        if not self._open or not len(samples):
            return
        with self._lock:
            now = time.monotonic()
            begin = max(now, self._turns[-1].end if self._turns else 0.0)
            self._turns.append(_Turn(begin, begin + len(samples) / SAMPLE_RATE))
            while len(self._turns) > 1 and self._turns[0].end < now:
                self._turns.popleft()
            self._worker.send("say", samples.tobytes())

    def hush(self) -> None:
        """Drop what has not begun."""
        with self._lock:
            now = time.monotonic()
            while len(self._turns) > 1 and self._turns[-1].begin > now + _MARGIN:
                self._turns.pop()
            self._worker.send("hush")

    def set_volumes(self, volumes: Volumes) -> None:
        """From now on."""
        self._volumes = volumes
        self._send_volumes()

    def start_music(self, music: Music) -> None:
        """Music from now on, under the announcements; after a lost device it goes on."""
        self._music = music
        self._send_music(music)

    def stop_music(self, fade: float = 2.0) -> None:
        """Fade the music out in `fade` seconds."""
        self._music = None
        self._worker.send("no_music", fade=fade)

    def close(self) -> None:
        """Give the device back, at once."""
        self._worker.close()

    def _command(self) -> Sequence[str]:
        """The device that was opened is taken back, not another one that is the default meanwhile."""
        return (*self._child, self._device or self._wanted or "")

    def _hear(self, message: Message) -> None:
        if message.kind == "opened":
            self._device, self._latency = str(message.header["device"]), float(message.header["latency"])
            self._open = True
            self._send_volumes()
            if self._music is not None:
                self._send_music(self._music)
        elif message.kind == "waiting":
            if not self._device or message.header["reason"] != "missing":
                self._reason = str(message.header["reason"])
        elif message.kind == "alive":
            self._latency = float(message.header["latency"])
            self._correct(float(message.header["pending"]), float(message.header["at"]))
        self._news.set()

    def _correct(self, pending: float, at: float) -> None:
        """A device that plays later than planned moves the deadline: only what really is still to come does."""
        with self._lock:
            if pending > 0.0 and self._turns and at + pending > self._turns[-1].end:
                self._turns[-1] = _Turn(self._turns[-1].begin, at + pending)

    def _end_of_life(self) -> None:
        self._open = False
        self._reason = "lost" if self._device else self._reason

    def _send_volumes(self) -> None:
        volumes = self._volumes
        self._worker.send("volumes", volumes=[volumes.voice, volumes.music, volumes.ducked])

    def _send_music(self, music: Music) -> None:
        self._worker.send("music", folder=str(Path(music.folder).absolute()) if music.folder else None)
