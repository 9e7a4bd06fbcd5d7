"""A PulseAudio of one's own: null sinks stand for the microphone and the loudspeaker, no sound card is needed.

What is played into the sink "hall" is what the microphone hears (the source "hall.monitor"); what the program plays
comes out of the sink "speakers" and can be recorded from its monitor.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from voice_judge.speech.audio import SAMPLE_RATE, Samples

MICROPHONE, LOUDSPEAKER = "hall", "speakers"
MICROPHONE_KEY, LOUDSPEAKER_KEY = f"PulseAudio: {MICROPHONE}.monitor", f"PulseAudio: {LOUDSPEAKER}"
_PATIENCE = 10.0
_NEEDED = ("pulseaudio", "pactl", "paplay", "parec")


class PulseServer:
    """Started by its constructor; `close` ends exactly its own processes.

    Args:
        folder: for its socket and logs.
        rate: Hz of both sinks.
        channels: of both sinks.
    """

    def __init__(self, folder: Path, rate: int = 48_000, channels: int = 2) -> None:
        missing = [name for name in _NEEDED if shutil.which(name) is None]
        if missing:
            raise RuntimeError(f"not installed: {missing} (Debian: pulseaudio pulseaudio-utils libasound2-plugins)")
        self.rate, self.channels = rate, channels
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        socket = folder / "native"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PULSE_")},
            "XDG_RUNTIME_DIR": str(folder),
            "PULSE_SERVER": f"unix:{socket}",
        }
        self.intact = False
        """Nothing was plugged in or out: the next test may use it too."""
        self._processes: list[subprocess.Popen[bytes]] = []
        self._awake: dict[str, subprocess.Popen[bytes]] = {}
        self._start(socket)

    def _start(self, socket: Path) -> None:
        command = ["pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit", "--use-pid-file=no"]
        command += ["-L", f"module-native-protocol-unix auth-anonymous=1 socket={socket}"]
        with (self._folder / "pulseaudio.log").open("wb") as log:
            self.server = self._begin(*command, stderr=log)
        deadline = time.monotonic() + _PATIENCE
        while self._control("info").returncode != 0:
            if time.monotonic() > deadline or self.server.poll() is not None:
                raise RuntimeError((self._folder / "pulseaudio.log").read_text(errors="replace"))
            time.sleep(0.02)
        for name in (MICROPHONE, LOUDSPEAKER):
            self.add_sink(name)
        for name in (MICROPHONE, LOUDSPEAKER):
            self._wait_until_awake(name)
        self.intact = True

    def add_sink(self, name: str) -> None:
        """Plug a device in, and make the defaults what they were."""
        self.intact = False
        load = self._control(
            "load-module", "module-null-sink", f"sink_name={name}", f"rate={self.rate}", f"channels={self.channels}"
        )
        assert load.returncode == 0, load.stderr
        # Without a reader a null sink wakes up seldom, and the first two seconds of what is played are lost.
        self._awake[name] = self._begin("parec", "--raw", "--latency-msec=10", f"--device={name}.monitor")
        if name == MICROPHONE:
            self._control("set-default-source", f"{MICROPHONE}.monitor")
        else:
            self._control("set-default-sink", name)

    def _wait_until_awake(self, name: str) -> None:
        """A new null sink works through a first block of up to two seconds: until its sound comes at its own pace."""
        options = ["--raw", "--latency-msec=10", f"--device={name}.monitor", "--format=s16le", "--rate=16000"]
        probe = self._begin("parec", *options, "--channels=1", stdout=subprocess.PIPE)
        assert probe.stdout is not None
        os.set_blocking(probe.stdout.fileno(), False)
        deadline = time.monotonic() + 3 * _PATIENCE
        share = 0.0
        while not 0.6 < share < 1.4:
            assert time.monotonic() < deadline, f"{name} gives no sound"
            began = time.monotonic()
            time.sleep(0.4)
            came = len(probe.stdout.read() or b"") / (2 * SAMPLE_RATE)
            share = came / (time.monotonic() - began)
        _stop(probe)

    def remove_sink(self, name: str) -> None:
        """Pull a device out."""
        self.intact = False
        _stop(self._awake.pop(name))
        modules = self._control("list", "short", "modules").stdout.decode()
        number = next(line.split("\t")[0] for line in modules.splitlines() if f"sink_name={name} " in line)
        assert self._control("unload-module", number).returncode == 0

    def feed_back(self) -> None:
        """From now on the microphone hears the loudspeaker at full level."""
        loop = self._control(
            "load-module", "module-loopback", f"source={LOUDSPEAKER}.monitor", f"sink={MICROPHONE}", "latency_msec=20"
        )
        assert loop.returncode == 0, loop.stderr

    def kill(self) -> None:
        """The server dies."""
        self.intact = False
        self.server.kill()

    def freeze(self) -> None:
        """The server hangs."""
        self.intact = False
        self.server.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """It goes on."""
        self.server.send_signal(signal.SIGCONT)

    def play(self, path: Path, device: str = MICROPHONE) -> None:
        """Play a file to its end."""
        done = subprocess.run(["paplay", f"--device={device}", str(path)], env=self.environment, check=False)
        assert done.returncode == 0

    @contextmanager
    def playing(self, path: Path, device: str = MICROPHONE) -> Iterator[subprocess.Popen[bytes]]:
        """Play a file meanwhile."""
        process = self._begin("paplay", f"--device={device}", str(path))
        try:
            yield process
        finally:
            _stop(process)

    @contextmanager
    def recording(self, device: str = LOUDSPEAKER) -> Iterator["Tape"]:
        """Record meanwhile what comes out of a sink."""
        path = self._folder / f"{device}-{time.monotonic_ns()}.raw"
        options = [f"--device={device}.monitor", f"--rate={SAMPLE_RATE}", "--channels=1", "--format=s16le"]
        with path.open("wb") as file:
            process = self._begin("parec", "--raw", "--latency-msec=10", *options, stdout=file)
        tape = Tape(path)
        try:
            tape.wait_for_sound()
            yield tape
            time.sleep(0.1)  # what is still on its way into the file
        finally:
            _stop(process)

    def record(self, seconds: float, device: str = LOUDSPEAKER) -> Samples:
        """Record for so long: int16 mono at 16 kHz."""
        with self.recording(device) as tape:
            time.sleep(seconds)
        return tape.samples()

    def close(self) -> None:
        """End everything that was started here."""
        if self.server.poll() is None:
            self.thaw()
        for process in reversed(self._processes):
            _stop(process)

    def _control(self, *arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(["pactl", *arguments], env=self.environment, capture_output=True, check=False)

    def _begin(self, *command: str, **streams: Any) -> "subprocess.Popen[bytes]":
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(command, env=self.environment, **{**silent, **streams})
        self._processes.append(process)
        return process


class Tape:
    """A recording that grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.started = 0.0
        """The monotonic instant at which the recording was known to run, a few hundredths after its first sample."""

    def wait_for_sound(self) -> None:
        """Until the recorder really records."""
        deadline = time.monotonic() + _PATIENCE
        while not self._path.stat().st_size:
            assert time.monotonic() < deadline, "nothing is recorded"
            time.sleep(0.005)
        self.started = time.monotonic()

    def samples(self) -> Samples:
        """What is recorded so far: int16 mono at 16 kHz."""
        raw = self._path.read_bytes()
        return np.frombuffer(raw[: len(raw) // 2 * 2], np.int16)


def write_sound(path: Path, samples: Samples, rate: int = SAMPLE_RATE) -> Path:
    """A WAV file."""
    soundfile.write(path, samples, rate, "PCM_16")
    return path


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(2.0)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
