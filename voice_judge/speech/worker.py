"""A child process that owns a sound device: watched, killed when it hangs, started again when it ends.

A driver may hang or crash, and PortAudio can only look for devices anew by closing every stream (sounddevice issues
125, 493, 601). In a process of its own each device can be lost and found without touching the other or the game.
Messages in both directions: a header (JSON) with any bytes after it.
"""

import json
import os
import queue
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

_LENGTHS = struct.Struct("<II")
_STEP = 0.1  # seconds between two looks at the child
_PAUSE = 0.3  # seconds before the next child is started: a driver that crashes at once costs little
_FAREWELL = 1.0  # seconds for a child to end


@dataclass(frozen=True, slots=True)
class Message:
    """What a child and its parent tell each other."""

    header: Mapping[str, Any]
    payload: bytes = field(default=b"", repr=False)

    @property
    def kind(self) -> str:
        """What it is about."""
        return str(self.header.get("kind", ""))


def write_message(stream: IO[bytes], header: Mapping[str, Any], payload: bytes = b"") -> None:
    """Send one message.

    Raises:
        OSError: nobody reads any more.
    """
    text = json.dumps(header).encode()
    stream.write(_LENGTHS.pack(len(text), len(payload)) + text + payload)
    stream.flush()


def read_message(stream: IO[bytes]) -> Message | None:
    """The next message; None when the other side has ended."""
    lengths = stream.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    header, payload = _LENGTHS.unpack(lengths)
    text, sound = stream.read(header), stream.read(payload)
    if len(text) < header or len(sound) < payload:
        return None
    return Message(json.loads(text), sound)


def child_command(module: str) -> tuple[str, ...]:
    """The command line of a module of this folder, `main(arguments)` in it; arguments are added at the end.

    It finds the package wherever it lies, and nothing in the current folder can take a module's place.
    """
    root = str(Path(__file__).resolve().parents[2])
    start = f"import sys; sys.path.append({root!r}); from voice_judge.speech.{module} import main; main(sys.argv[1:])"
    return (sys.executable, "-P", "-c", start)


def hidden_window() -> int:
    """Windows would open a console window for a child."""
    return int(getattr(subprocess, "CREATE_NO_WINDOW", 0))


def ignore_interrupts() -> None:
    """For a child: Ctrl+C in the terminal is the parent's business; the child ends when its pipe does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Worker:
    """Keeps one child alive.

    Args:
        command: tells how to start the next one.
        hear: called with each of its messages, in a thread of the worker.
        lost: called when a child has ended or was killed, before the next one starts.
        steady: the kind of message that a child sends all the time once its device works.
        patience: seconds without a message after which a child is taken for hung, once it was steady.
        slow: the same before that: drivers may take their time to open and to start a device.
    """

    def __init__(
        self,
        command: Callable[[], Sequence[str]],
        hear: Callable[[Message], None],
        lost: Callable[[], None],
        steady: str,
        patience: float,
        slow: float = 10.0,
    ) -> None:
        self._command = command
        self._hear = hear
        self._lost = lost
        self._steady = steady
        self._patience = (slow, patience)
        self._closing = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._outbox: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._last = 0.0
        self._is_steady = False
        self._thread = threading.Thread(target=self._run, name="sound device", daemon=True)
        self._thread.start()

    def send(self, kind: str, payload: bytes = b"", **fields: Any) -> None:
        """Tell the child something; never blocks. Without a child, or if it ends meanwhile, it is lost."""
        self._outbox.put(Message({"kind": kind, **fields}, payload))

    def close(self) -> None:
        """End the child."""
        self._closing.set()
        self._thread.join(_FAREWELL + 4 * _STEP)

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._process = subprocess.Popen(
                    self._command(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    creationflags=hidden_window(),
                )
            except OSError:  # no memory, no more processes: later, perhaps
                self._closing.wait(1.0)
                continue
            self._live(self._process)
            self._lost()
            self._closing.wait(_PAUSE)

    def _live(self, process: subprocess.Popen[bytes]) -> None:
        """From a child's beginning to its end."""
        self._last, self._is_steady = time.monotonic(), False
        outbox = self._outbox = queue.SimpleQueue()
        reader = threading.Thread(target=self._read, args=(process,), daemon=True)
        writer = threading.Thread(target=_write, args=(process, outbox), daemon=True)
        reader.start()
        writer.start()
        while reader.is_alive() and not self._closing.is_set():
            reader.join(_STEP)
            if time.monotonic() - self._last > self._patience[self._is_steady]:
                break
        outbox.put(None)
        _end(process)

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with suppress(OSError, ValueError):  # cut off in the middle by its end
            while (message := read_message(process.stdout)) is not None:
                if process is not self._process or self._closing.is_set():
                    return
                self._last = time.monotonic()
                self._is_steady = self._is_steady or message.kind == self._steady
                self._hear(message)


def _write(process: subprocess.Popen[bytes], outbox: "queue.SimpleQueue[Message | None]") -> None:
    assert process.stdin is not None
    with suppress(OSError, ValueError):
        while (message := outbox.get()) is not None:
            write_message(process.stdin, message.header, message.payload)
        process.stdin.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill: there is nothing in a child worth saving. One that even then stays (a driver in the kernel) is left."""
    with suppress(OSError):
        process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_FAREWELL)


def leave() -> None:
    """For a child: end now, whatever its drivers' threads are doing."""
    os._exit(0)
