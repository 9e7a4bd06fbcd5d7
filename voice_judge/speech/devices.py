"""Microphones and loudspeakers by name: what there is, and which one is meant.

PortAudio keeps the list it made when it was initialised (sounddevice issues 125 and 493), its indices change when a
device comes or goes (427), and its libraries write to the error stream. So the list is made by a child process, fresh
each time, and a device is known by its host API and its name, never by a number.
"""

import json
import re
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from voice_judge.errors import UserError
from voice_judge.speech.worker import child_command, hidden_window

_TIME_LIMIT = 15.0  # seconds: a driver that needs longer to list its devices hangs
_SHORT_NAME = 31  # characters that Windows MME keeps of a name (sounddevice issue 393)
_CARD = re.compile(r"\s*\(hw:\d+,\d+\)$")  # ALSA's card number: another one when the device is plugged in again
_BY_PREFERENCE = ("PulseAudio", "Windows WASAPI", "Core Audio", "ALSA", "JACK", "Windows DirectSound", "MME", "WDM-KS")
_SERVERS = ("pulse", "default")  # names of the sound server's own choice

NO_PORTAUDIO = "Нет библиотеки PortAudio (на Debian: apt install libportaudio2)."
_HANGS = "Звуковая система не отвечает: список устройств не получен. Переподключите устройства или перезагрузитесь."


class Direction(StrEnum):
    """Into the program or out of it."""

    INPUT = "input"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class Device:
    """A microphone or a loudspeaker: `rate` in Hz and `channels` are the device's own.

    `label` is its name for people where it has another one; `default` is the system's choice; an `echo` hears what
    this machine itself plays, so it is no microphone unless it is asked for by name.
    """

    name: str
    host_api: str
    channels: int
    rate: int
    label: str = ""
    default: bool = False
    echo: bool = False

    @property
    def key(self) -> str:
        """What to remember: host API and name."""
        return f"{self.host_api}: {self.name}"

    @property
    def title(self) -> str:
        """For people."""
        return f"{self.label} ({self.key})" if self.label and self.label != self.name else self.key


def microphones() -> tuple[Device, ...]:
    """The microphones that are there now.

    Raises:
        UserError: PortAudio is missing, or a driver hangs.
    """
    return _listed(Direction.INPUT)


def loudspeakers() -> tuple[Device, ...]:
    """The loudspeakers that are there now.

    Raises:
        UserError: PortAudio is missing, or a driver hangs.
    """
    return _listed(Direction.OUTPUT)


def device_key(host_api: str, name: str) -> str | None:
    """What settings say of a device as `find` understands it; None: the default."""
    if not name:
        return None
    return f"{host_api}: {name}" if host_api else name


def find(wanted: str | None, devices: Sequence[Device], what: str = "микрофон") -> Device:
    """The device that `wanted` means: "host API: name", a name, or an unmistakable part of one; None: the default.

    Raises:
        UserError: there is none such, or several; the message names those there are.
    """
    found = candidates(wanted, devices)
    if len(found) == 1:
        return found[0]
    there = "\n".join(f"  {device.title}" for device in devices) or "  (ничего)"
    if wanted is None:
        raise UserError(f"Не найден {what}. Подключите его или выберите из того, что есть:\n{there}")
    fault = "подходит несколько устройств, назовите точнее" if found else "такого устройства нет"
    raise UserError(f"{what} «{wanted}»: {fault}. Есть:\n{there}")


def candidates(wanted: str | None, devices: Sequence[Device]) -> tuple[Device, ...]:
    """The devices that `wanted` may mean: one if it is clear."""
    if wanted is None or wanted.casefold() in _SERVERS:
        exact = [device for device in devices if wanted is not None and device.name.casefold() == wanted.casefold()]
        return tuple(exact[:1] or _usual(devices)[:1])
    said = wanted.casefold()
    for fits in (_is_key, _is_name, _is_short_name, _is_part):
        found = [device for device in devices if fits(said, device)]
        if found:
            return _of_one_api(found)
    return ()


def _usual(devices: Sequence[Device]) -> list[Device]:
    """What is taken when nothing is asked for, best first."""
    real = [device for device in devices if not device.echo]
    return sorted(real, key=lambda device: (not device.default, _preference(device)))


def _of_one_api(found: Sequence[Device]) -> tuple[Device, ...]:
    """The same device comes once per host API: only the best host API's count."""
    best = min(_preference(device) for device in found)
    return tuple(device for device in found if _preference(device) == best)


def _preference(device: Device) -> int:
    return _BY_PREFERENCE.index(device.host_api) if device.host_api in _BY_PREFERENCE else len(_BY_PREFERENCE)


def _plain(name: str) -> str:
    return _CARD.sub("", name).casefold()


def _is_key(said: str, device: Device) -> bool:
    return _within(said, device) in _names(device) and _says_api(said, device)


def _is_name(said: str, device: Device) -> bool:
    return said in _names(device)


def _is_short_name(said: str, device: Device) -> bool:
    """The same but for the card's number, or cut where MME cuts."""
    plain, bare = _plain(device.name), _within(said, device)
    return _plain(bare) == plain or (len(plain) >= _SHORT_NAME - 1 and bare.startswith(plain))


def _is_part(said: str, device: Device) -> bool:
    return any(_within(said, device) in name for name in _names(device))


def _names(device: Device) -> tuple[str, ...]:
    return (device.name.casefold(), *([device.label.casefold()] if device.label else []))


def _says_api(said: str, device: Device) -> bool:
    return said.startswith(f"{device.host_api}: ".casefold())


def _within(said: str, device: Device) -> str:
    """What is said without the device's host API, if that is said."""
    return said[len(device.host_api) + 2 :] if _says_api(said, device) else said


def _listed(direction: Direction) -> tuple[Device, ...]:
    try:
        done = subprocess.run(
            (*child_command("device_child"), direction.value),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_TIME_LIMIT,
            check=False,
            creationflags=hidden_window(),
        )
        answer = json.loads(done.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        raise UserError(_HANGS) from None
    if answer["problem"]:
        raise UserError(str(answer["problem"]))
    return tuple(device_from(entry) for entry in answer["devices"])


def device_from(fields: dict[str, Any]) -> Device:
    """A device from its fields, as `to_fields` gives them."""
    return Device(**fields)


def to_fields(device: Device) -> dict[str, Any]:
    """A device as JSON can carry it."""
    return asdict(device)
