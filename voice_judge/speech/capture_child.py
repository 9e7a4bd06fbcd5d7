"""A child process that captures a microphone. Arguments: the device ("": the default) and the rate ("": its own).

It tells "waiting", "opened", then "sound": int16, interleaved, with `at`, the moment its last sample was captured in
seconds of the monotonic clock, and `first`, the number of its first frame since "opened".
"""

import queue
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from voice_judge.speech import portaudio
from voice_judge.speech.device_stream import Watch, wait_and_open
from voice_judge.speech.devices import Direction
from voice_judge.speech.portaudio import Entry
from voice_judge.speech.worker import ignore_interrupts, leave, write_message

_QUEUE = 200  # blocks (4 s): what the parent may be late by before sound is lost


@dataclass(frozen=True, slots=True)
class Block:
    """What one callback brought."""

    sound: bytes
    first: int
    arrived: float


class Captured:
    """The callback's side: it copies, counts, and does nothing else (sounddevice issues 155 and 323)."""

    def __init__(self) -> None:
        self.blocks: queue.Queue[Block] = queue.Queue(_QUEUE)
        self.overflows = 0
        self.dropped = 0
        self._frames = 0

    def take(self, sound: Any, frames: int, _times: Any, status: Any) -> None:
        """PortAudio's callback."""
        if status.input_overflow:
            self.overflows += 1
        try:
            self.blocks.put_nowait(Block(bytes(sound), self._frames, time.monotonic()))
        except queue.Full:
            self.dropped += 1
        self._frames += frames


def main(arguments: Sequence[str]) -> None:
    """Capture until the parent ends or the device is gone."""
    ignore_interrupts()
    wanted, rate = arguments[0] or None, int(arguments[1] or 0) or None
    captured = Captured()

    def tell(kind: str, payload: bytes = b"", **fields: object) -> None:
        write_message(sys.stdout.buffer, {"kind": kind, **fields}, payload)

    def start(entry: Entry) -> Any:
        return portaudio.open_input(entry, rate, captured.take)

    try:
        opened = wait_and_open(Direction.INPUT, wanted, start, tell)
        Watch(opened, Direction.INPUT)
        while True:
            block = captured.blocks.get()
            tell(
                "sound",
                block.sound,
                first=block.first,
                at=block.arrived - opened.stream.latency,
                overflows=captured.overflows,
                dropped=captured.dropped,
            )
    except OSError:  # the parent has ended
        leave()
