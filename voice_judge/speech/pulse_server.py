"""PulseAudio (or PipeWire in its place): the real devices behind ALSA's "pulse", and to which one a stream is attached.

When a device is unplugged the server moves its streams to another one without a word (PulseAudio 14 and later, see
https://github.com/bastibe/SoundCard/issues/149), so PortAudio sees no loss: a game would listen to a wrong microphone.
Used in the device children only: a server that hangs stops nothing else. Missing library or server: no routes.
"""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from voice_judge.speech.devices import Device, Direction

HOST_API = "PulseAudio"
ROUTE_VARIABLE = {Direction.INPUT: "PULSE_SOURCE", Direction.OUTPUT: "PULSE_SINK"}
"""The environment's name of the device that libpulse connects a stream to."""


def pulse_devices(direction: Direction) -> tuple[Device, ...] | None:
    """The server's devices; None without a server."""
    server = _connect()
    if server is None:
        return None
    with server:
        info = server.server_info()
        if direction is Direction.OUTPUT:
            return tuple(_device(sink, sink.name == info.default_sink_name) for sink in server.sink_list())
        return tuple(_microphone(source, info) for source in server.source_list())


def _microphone(source: Any, info: Any) -> Device:
    echo = bool(source.monitor_of_sink_name) and source.monitor_of_sink_name == info.default_sink_name
    return _device(source, source.name == info.default_source_name, echo)


def _device(entry: Any, default: bool, echo: bool = False) -> Device:
    spec = entry.sample_spec
    return Device(entry.name, HOST_API, int(spec.channels), int(spec.rate), entry.description or "", default, echo)


@dataclass(frozen=True, slots=True)
class Attachment:
    """The device, by name, that this process's stream is attached to.

    `delay`: seconds from the stream to the air as the server knows it; far more than the driver says with Bluetooth.
    """

    name: str
    delay: float = field(default=0.0, compare=False)


class PulseGuard:
    """Tells whether this process's stream is still where it was.

    Args:
        direction: of the stream.
        route: the name of the device it was sent to, if it was sent to one.

    Raises:
        ConnectionError: no server.
    """

    def __init__(self, direction: Direction, route: str | None) -> None:
        server = _connect()
        if server is None:
            raise ConnectionError
        self._server = server
        self._direction = direction
        self._route = route

    def attachment(self) -> Attachment | None:
        """Where the stream is attached; None: the server does not say (its clients' process numbers may be others).

        Raises:
            ConnectionError: the server has gone, or the device it was sent to.
        """
        try:
            streams, devices = self._streams(), self._devices()
        except Exception as error:  # pulsectl's errors have no common root but this
            raise ConnectionError from error
        if self._route is not None and all(device.name != self._route for device in devices):
            raise ConnectionError(self._route)
        ours = next((stream for stream in streams if _is_ours(stream)), None)
        device = next((one for one in devices if ours is not None and one.index == self._place(ours)), None)
        return None if device is None else Attachment(device.name, self._delay(ours))

    def _streams(self) -> Sequence[Any]:
        into = self._direction is Direction.INPUT
        return tuple(self._server.source_output_list() if into else self._server.sink_input_list())

    def _devices(self) -> Sequence[Any]:
        return tuple(self._server.source_list() if self._direction is Direction.INPUT else self._server.sink_list())

    def _place(self, stream: Any) -> int:
        return int(stream.source if self._direction is Direction.INPUT else stream.sink)

    def _delay(self, stream: Any) -> float:
        if self._direction is Direction.INPUT:
            return 0.0  # not asked for: a microphone's clock must not waver
        return float(stream.buffer_usec + stream.sink_usec) / 1e6


def _is_ours(stream: Any) -> bool:
    return bool(stream.proplist.get("application.process.id") == str(os.getpid()))


def _connect() -> Any:
    """A connection, or None."""
    if not sys.platform.startswith("linux"):
        return None
    try:
        import pulsectl  # noqa: PLC0415  (raises where libpulse is missing)

        server = pulsectl.Pulse("voice-judge", connect=False)
        server.connect(autospawn=False)
    except Exception:  # no library (OSError) or no server (PulseError)
        return None
    return server
