"""The microphone as a source of sound that never ends: 16 kHz mono, on a clock that neither stops nor jumps.

While the device is missing there is silence at the pace of the monotonic clock, so that everything that lives on the
audio clock goes on, and the keys can play the game without any microphone at all.
"""

import queue
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray

from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples
from voice_judge.speech.audio_clock import AudioClock
from voice_judge.speech.devices import NO_PORTAUDIO
from voice_judge.speech.worker import Message, Worker, child_command

_BACKLOG = 1500  # blocks of 20 ms (30 s) kept for a game that is busy; older ones become silence
_FIRST_WAIT = 5.0  # seconds to wait for the device when the game begins
_LOST_AFTER = 0.7  # seconds without sound after which the device counts as lost: a second is allowed
_HUNG_AFTER = 1.5  # seconds without sound after which its process is ended; before, a busy machine may catch up

_PROBLEMS = {
    "missing": "Микрофон не найден{name}: подключите его. Клавиши работают.",
    "refused": "Микрофон{name} не открывается: возможно, его занимает другая программа. Клавиши работают.",
    "library": NO_PORTAUDIO + " Микрофона не будет, клавиши работают.",
    "lost": "Микрофон{name} пропал: подключите его снова. Клавиши работают.",
}


@dataclass(frozen=True, slots=True)
class MicrophoneState:
    """Whether there is sound, from which device (host API and name), and what was lost of it.

    `overflows`: how often the driver lost sound; `dropped`: blocks of 20 ms lost because the program was late.
    `problem`: why there is no sound, one Russian line.
    """

    present: bool
    device: str
    overflows: int
    dropped: int
    problem: str | None


@dataclass(frozen=True, slots=True)
class _Block:
    """Sound at the device's rate; `life` numbers the openings of the device, `first` its frames."""

    life: int
    rate: int
    sound: NDArray[np.int16]
    first: int
    at: float


class Microphone:
    """An `AudioSource`: one consumer iterates over `chunks`; everything else may be called from any thread.

    Args:
        device: "host API: name", a name, or a part of one; None: the default. One that is not there is waited for.
        chunk_seconds: length of the chunks.
        rate: capture at this rate in Hz instead of the device's own.
        child: the command of the capturing process (tests have others).
    """

    def __init__(
        self,
        device: str | None = None,
        chunk_seconds: float = 0.05,
        rate: int | None = None,
        child: Sequence[str] | None = None,
    ) -> None:
        self._wanted = device
        self._chunk = round(chunk_seconds * SAMPLE_RATE)
        self._rate = rate
        self._child = tuple(child or child_command("capture_child"))
        self._blocks: queue.Queue[_Block] = queue.Queue(_BACKLOG)
        self._news: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._life = 0
        self._opened: dict[str, Any] = {}
        self._sounding = False
        self._sounded = 0.0
        self._reason = "missing"
        self._lost: dict[str, int] = {"overflows": 0, "dropped": 0}
        self._lost_before: dict[str, int] = {"overflows": 0, "dropped": 0}
        self._late = 0
        self._closed = False
        self._clock = AudioClock(time.monotonic())
        self._worker = Worker(self._command, self._hear, self._end_of_life, "sound", _HUNG_AFTER)
        self._wait_for_first_sound()

    @property
    def seconds(self) -> float | None:
        """A microphone has no end."""
        return None

    @property
    def state(self) -> MicrophoneState:
        """How it is now."""
        device = str(self._opened.get("device") or self._wanted or "")
        present = self._is_present()
        reason = "lost" if self._sounding else self._reason
        problem = None if present else _PROBLEMS[reason].format(name=f" «{device}»" if device else "")
        overflows, dropped = (self._lost_before[name] + self._lost[name] for name in ("overflows", "dropped"))
        return MicrophoneState(present, device, overflows, dropped + self._late, problem)

    def audio_time(self, monotonic: float) -> float:
        """The second of the audio clock at which a sound that is in the air at that monotonic instant is captured."""
        return self._clock.audio_time(monotonic)

    def chunks(self) -> Iterator[AudioChunk]:
        """Sound for ever, until `close`: one chunk each `chunk_seconds`, silence where there is none."""
        stream = _Stream()
        waiting: Samples = np.zeros(0, np.int16)
        sent = 0
        self._clock.begin(time.monotonic())
        while not self._closed:
            waiting = np.concatenate((waiting, self._next(stream)))
            while len(waiting) >= self._chunk:
                yield AudioChunk(waiting[: self._chunk], sent / SAMPLE_RATE)
                sent += self._chunk
                waiting = waiting[self._chunk :]

    def close(self) -> None:
        """Give the device back; `chunks` ends."""
        self._closed = True
        self._worker.close()

    def _next(self, stream: "_Stream") -> Samples:
        """The next sound at 16 kHz, or silence that is due."""
        due = self._clock.due(self._chunk)
        length, present = self._chunk / SAMPLE_RATE, self._is_present()
        try:
            block = self._blocks.get(timeout=length if present else min(max(0.0, due - time.monotonic()), length))
        except queue.Empty:
            if present or time.monotonic() < due:
                return np.zeros(0, np.int16)
            return self._clock.silence(self._chunk)
        sound = stream.take(block)
        return self._clock.place(sound, block.at, stream.gap)

    def _is_present(self) -> bool:
        return self._sounding and time.monotonic() - self._sounded < _LOST_AFTER

    def _command(self) -> Sequence[str]:
        """The device that was opened is taken back, not another one that is the default meanwhile."""
        return (*self._child, str(self._opened.get("device") or self._wanted or ""), str(self._rate or ""))

    def _hear(self, message: Message) -> None:
        if message.kind == "opened":
            self._life += 1
            self._opened = dict(message.header)
        elif message.kind == "waiting":
            if not self._opened or message.header["reason"] != "missing":
                self._reason = str(message.header["reason"])
            self._news.put("waiting")
        elif message.kind == "sound":
            self._take(message)

    def _take(self, message: Message) -> None:
        head = message.header
        frames = np.frombuffer(message.payload, np.int16).reshape(-1, int(self._opened["channels"]))
        block = _Block(self._life, int(self._opened["rate"]), _mono(frames), int(head["first"]), float(head["at"]))
        self._lost = {name: int(head[name]) for name in self._lost}
        try:
            self._blocks.put_nowait(block)
        except queue.Full:  # the game has been busy for half a minute: the oldest sound makes room
            self._blocks.get_nowait()
            self._blocks.put_nowait(block)
            self._late += 1
        self._sounded = time.monotonic()
        if not self._sounding:
            self._sounding = True
            self._news.put("sound")

    def _end_of_life(self) -> None:
        self._lost_before = {name: self._lost_before[name] + self._lost[name] for name in self._lost}
        self._lost = dict.fromkeys(self._lost, 0)
        self._sounding = False
        self._reason = "lost" if self._opened else self._reason

    def _wait_for_first_sound(self) -> None:
        try:
            self._news.get(timeout=_FIRST_WAIT)
        except queue.Empty:
            self._reason = "refused"


class _Stream:
    """Blocks to 16 kHz mono; `gap`: seconds that are missing before the last block."""

    def __init__(self) -> None:
        self.gap = 0.0
        self._life = -1
        self._expected = 0
        self._resampler: soxr.ResampleStream | None = None

    def take(self, block: _Block) -> Samples:
        """The block's sound; a new opening of the device starts afresh."""
        if block.life != self._life:
            self._life, self._expected = block.life, block.first
            same = block.rate == SAMPLE_RATE
            self._resampler = None if same else soxr.ResampleStream(block.rate, SAMPLE_RATE, 1, dtype="int16")
        self.gap = max(0, block.first - self._expected) / block.rate
        self._expected = block.first + len(block.sound)
        if self._resampler is None:
            return block.sound
        return np.asarray(self._resampler.resample_chunk(block.sound), np.int16)


def _mono(frames: NDArray[np.int16]) -> NDArray[np.int16]:
    """The mean of the channels; a channel that is silent (one jack of two in use) does not halve the other."""
    if frames.shape[1] == 1:
        return frames[:, 0]
    loud = [channel for channel in frames.T if channel.any()]
    if len(loud) < 2:
        return loud[0] if loud else frames[:, 0]
    return np.asarray(frames.astype(np.int32).mean(axis=1).round(), np.int16)
