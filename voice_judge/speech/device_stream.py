"""What the two device children share: wait for the device, open it, notice when it is gone."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from voice_judge.speech import portaudio
from voice_judge.speech.devices import Direction
from voice_judge.speech.portaudio import Entry
from voice_judge.speech.pulse_server import Attachment, PulseGuard
from voice_judge.speech.worker import leave

_LOOK = 0.7  # seconds between two looks for a device that is missing
_WATCH = 0.2  # seconds between two looks at one that is there
_ABSENT = 3
"""So many looks in a row without the stream: ALSA's bridge to the server replaces it after an underrun."""

Tell = Callable[..., None]
"""Sends the parent a message: `tell(kind, **fields)`."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A stream that runs, and the device it belongs to."""

    stream: Any
    entry: Entry


def wait_and_open(direction: Direction, wanted: str | None, start: Callable[[Entry], Any], tell: Tell) -> Opened:
    """Open the wanted device, however long it takes to appear; tells "waiting" meanwhile, "opened" at the end."""
    while True:
        reason = "missing"
        try:
            entry = portaudio.choose(wanted, direction)
            if entry is not None:
                stream = start(entry)
                tell(
                    "opened",
                    device=entry.device.key,
                    rate=round(stream.samplerate),
                    channels=stream.channels,
                    latency=stream.latency,
                )
                return Opened(stream, entry)
        except portaudio.NoPortAudioError:
            reason = "library"
        except OSError:
            reason = "refused"
        tell("waiting", reason=reason)
        time.sleep(_LOOK)
        if reason != "library":
            portaudio.refresh()


class Watch:
    """Ends this process when the stream ends or the sound server has moved it to another device."""

    def __init__(self, opened: Opened, direction: Direction) -> None:
        self._opened = opened
        self._guard = _guard(opened.entry, direction)
        self.delay = 0.0
        """Seconds from the stream to the air, as far as the sound server tells."""
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        try:
            home = self._look()
            if self._guard is None or _is_home(home, self._opened.entry):
                self._stay(home)
        except ConnectionError:  # the server has gone, and the device with it
            pass
        leave()

    def _stay(self, home: Attachment | None) -> None:
        """As long as the stream runs and is where it was."""
        absent = 0
        while absent < _ABSENT:
            time.sleep(_WATCH)
            place = self._look()
            if not self._opened.stream.active or place not in (home, None):
                return
            absent = absent + 1 if place is None and home is not None else 0

    def _look(self) -> Attachment | None:
        place = self._guard.attachment() if self._guard else None
        self.delay = place.delay if place else 0.0
        return place


def _guard(entry: Entry, direction: Direction) -> PulseGuard | None:
    try:
        return PulseGuard(direction, entry.route) if portaudio.is_routed(entry) else None
    except ConnectionError:
        return None


def _is_home(home: Attachment | None, entry: Entry) -> bool:
    """Whether the stream got where it was sent (the device may have gone at that very moment)."""
    return entry.route is None or home is None or home.name == entry.route
