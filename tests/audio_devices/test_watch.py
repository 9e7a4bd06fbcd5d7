"""When a device's child process takes its device for lost: a stream that is elsewhere, ended, or gone for a while."""

import threading
from collections.abc import Iterator, Sequence

import pytest

from voice_judge.speech import device_stream
from voice_judge.speech.device_stream import Opened, Watch
from voice_judge.speech.devices import Device, Direction
from voice_judge.speech.portaudio import Entry
from voice_judge.speech.pulse_server import Attachment

HOME, OTHER = Attachment("speakers"), Attachment("headphones")
ENTRY = Entry(Device("speakers", "PulseAudio", 2, 48_000, "", True), 0, "speakers")


class Guard:
    """A sound server that answers one thing after another, the last one for ever."""

    def __init__(self, answers: Sequence[Attachment | Exception | None]) -> None:
        self._answers: Iterator[Attachment | Exception | None] = iter(answers)
        self._last: Attachment | Exception | None = None
        self.asked = 0

    def attachment(self) -> Attachment | None:
        self.asked += 1
        self._last = next(self._answers, self._last)
        if isinstance(self._last, Exception):
            raise self._last
        return self._last


class Stream:
    """A stream that runs until it has been asked so often."""

    def __init__(self, runs: int = 1_000_000) -> None:
        self._runs = runs

    @property
    def active(self) -> bool:
        self._runs -= 1
        return self._runs >= 0


@pytest.mark.parametrize(
    ("answers", "looks"),
    [
        ([HOME, HOME, HOME, OTHER], 4),  # moved to another device: at once
        ([HOME, HOME, None, None, None], 5),  # gone for good
        ([HOME, None, HOME, None, None, HOME, OTHER], 7),  # replaced after an underrun: still ours
        ([OTHER], 1),  # it never got where it was sent
        ([None, None, None, None, None, HOME, HOME, OTHER], 6),  # the server says where only now: opened anew, to know
        ([HOME, ConnectionError("server")], 2),
    ],
)
def test_a_stream_is_lost_when_it_is_elsewhere_or_gone(
    monkeypatch: pytest.MonkeyPatch, answers: list[Attachment | Exception | None], looks: int
) -> None:
    assert left_after(monkeypatch, Guard(answers), Stream()) == looks


def test_a_stream_that_has_ended_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    assert left_after(monkeypatch, Guard([HOME]), Stream(runs=2)) == 4


def left_after(monkeypatch: pytest.MonkeyPatch, guard: Guard, stream: Stream) -> int:
    """How often the server was asked until the process left."""
    left = threading.Event()
    monkeypatch.setattr(device_stream, "leave", left.set)
    monkeypatch.setattr(device_stream, "_WATCH", 0.001)
    monkeypatch.setattr(device_stream, "_guard", lambda *_: guard)
    Watch(Opened(stream, ENTRY), Direction.OUTPUT)
    assert left.wait(10.0)
    return guard.asked
