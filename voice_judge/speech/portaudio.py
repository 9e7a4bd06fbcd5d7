"""PortAudio as the device children use it: devices by name, streams that suit the device.

Nothing else imports sounddevice: its libraries print on the error stream, hang with their drivers, keep an old list.
"""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from voice_judge.speech.devices import NO_PORTAUDIO, Device, Direction, candidates
from voice_judge.speech.pulse_server import HOST_API, ROUTE_VARIABLE, pulse_devices

BLOCK = 0.02
"""Seconds of sound per callback: shorter costs more, longer is later."""

_LATENCY = {Direction.INPUT: 0.06, Direction.OUTPUT: 0.06}
# Seconds asked of the driver. "low" (9 ms with ALSA) is quicker than a laptop that decodes speech can serve.
_BRIDGES = ("pulse", "default")  # ALSA devices that lead to the sound server
_RATES = (48_000, 44_100, 16_000)


class NoPortAudioError(Exception):
    """The library is missing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A device with the number PortAudio knows it by just now, and its name at the sound server, if it is there."""

    device: Device
    index: int
    route: str | None = None


def refresh() -> None:
    """Look for devices anew; ends every stream of this process."""
    sounddevice = _library()
    sounddevice._terminate()
    sounddevice._initialize()


def entries(direction: Direction) -> tuple[Entry, ...]:
    """The devices that there are.

    Raises:
        NoPortAudioError: there is no PortAudio.
    """
    found = tuple(_portaudio_entries(direction))
    bridge = next((one for name in _BRIDGES for one in found if one.device.name == name), None)
    routed = pulse_devices(direction) if bridge and bridge.device.host_api == "ALSA" else None
    if bridge is None or routed is None:
        return found
    own = [replace(one, device=replace(one.device, default=False)) for one in found if one.device.name not in _BRIDGES]
    return (*(Entry(device, bridge.index, device.name) for device in routed), *own)


def choose(wanted: str | None, direction: Direction) -> Entry | None:
    """The one that is wanted (None: the usual one); None: it is not there, or it is not clear which."""
    there = entries(direction)
    found = candidates(wanted, [entry.device for entry in there])
    return next((entry for entry in there if len(found) == 1 and entry.device == found[0]), None)


def _portaudio_entries(direction: Direction) -> Iterator[Entry]:
    sounddevice = _library()
    apis = sounddevice.query_hostapis()
    for index, info in enumerate(sounddevice.query_devices()):
        channels = int(info[f"max_{direction.value}_channels"])
        if channels > 0:
            api = apis[info["hostapi"]]
            default = api[f"default_{direction.value}_device"] == index
            yield Entry(
                Device(info["name"], api["name"], channels, round(info["default_samplerate"]), "", default), index
            )


def open_input(entry: Entry, rate: int | None, callback: Callable[..., None]) -> Any:
    """A stream that captures int16 at the device's rate (or at `rate`): one or two channels, started.

    Raises:
        OSError: it cannot be opened in any of the ways tried.
    """
    return _open(Direction.INPUT, entry, rate, callback)


def open_output(entry: Entry, callback: Callable[..., None]) -> Any:
    """A stream that plays int16 at the device's rate: one or two channels, started; see `open_input`."""
    return _open(Direction.OUTPUT, entry, None, callback)


def _open(direction: Direction, entry: Entry, rate: int | None, callback: Callable[..., None]) -> Any:
    sounddevice = _library()
    make = sounddevice.RawInputStream if direction is Direction.INPUT else sounddevice.RawOutputStream
    if entry.route:
        os.environ[ROUTE_VARIABLE[direction]] = entry.route
    fault: Exception = OSError(entry.device.key)
    for speed, channels in _ways(entry.device, rate):
        try:
            stream = make(
                samplerate=speed,
                blocksize=round(speed * BLOCK),
                device=entry.index,
                channels=channels,
                dtype="int16",
                latency=_LATENCY[direction],
                extra_settings=_extra(sounddevice, entry.device),
                callback=callback,
            )
            stream.start()
        except (sounddevice.PortAudioError, ValueError) as error:
            fault = error
        else:
            return stream
    raise OSError(str(fault)) from fault


def _ways(device: Device, rate: int | None) -> Iterator[tuple[int, int]]:
    """Rates and channels to try, the device's own first."""
    for speed in dict.fromkeys((rate or device.rate, device.rate, *_RATES)):
        for channels in dict.fromkeys((min(2, device.channels), 1)):
            yield speed, channels


def _extra(sounddevice: Any, device: Device) -> Any:
    """WASAPI refuses every rate but its mixer's unless it is told to convert (sounddevice issue 52)."""
    return sounddevice.WasapiSettings(auto_convert=True) if device.host_api == "Windows WASAPI" else None


def _library() -> Any:
    try:
        import sounddevice  # noqa: PLC0415  (raises where PortAudio is missing)
    except OSError:
        raise NoPortAudioError(NO_PORTAUDIO) from None
    return sounddevice


def is_routed(entry: Entry) -> bool:
    """Whether the sound server carries this device's streams: it may move them."""
    return sys.platform.startswith("linux") and (entry.route is not None or entry.device.host_api in {"ALSA", HOST_API})
