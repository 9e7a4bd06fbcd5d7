"""The judge's own voice never fools it: what was captured while it sounded is not listened to.

Half-duplex by capture time: a chunk is deaf if it was captured between the beginning of an announcement and its end
plus a tail for the room. The end is a known deadline, so a failed loudspeaker cannot make the table deaf for ever.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from voice_judge.speech.audio import AudioChunk
from voice_judge.table.turns import TAIL_SECONDS

_LATEST = 1.0  # seconds by which a device that starts late may move the end of an announcement
_LEAD = 0.05  # seconds before the announcement that are deaf too: the clocks of devices are not exact


@dataclass(frozen=True, slots=True)
class Sounding:
    """An announcement in the air between two instants of the monotonic clock, in seconds."""

    begin: float
    end: float


class HalfDuplex:
    """Knows when the judge's own voice was in the air; told by one thread, asked by another.

    Args:
        audio_time: an instant of the monotonic clock as seconds of the audio clock (`Microphone.audio_time`).
        silent_at: the instant at which the loudspeaker will be silent, as it knows by now: a device that starts late
            moves the end of the last announcement.
        tail: seconds after an announcement that are deaf too.
    """

    def __init__(
        self,
        audio_time: Callable[[float], float],
        silent_at: Callable[[], float] = lambda: 0.0,
        tail: float = TAIL_SECONDS,
    ) -> None:
        self._audio_time = audio_time
        self._silent_at = silent_at
        self._tail = tail
        self._soundings: deque[Sounding] = deque(maxlen=64)
        self._lock = Lock()

    def sounds(self, begin: float, end: float) -> None:
        """An announcement sounds between these instants of the monotonic clock."""
        with self._lock:
            self._soundings.append(Sounding(begin, end))

    def deaf(self, chunk: AudioChunk) -> bool:
        """Whether the judge's own voice is in this chunk."""
        with self._lock:
            soundings = list(self._soundings)
        if soundings:
            last = soundings[-1]
            late = min(self._silent_at(), last.end + _LATEST)  # whatever a driver says: a deadline, not "for ever"
            soundings[-1] = Sounding(last.begin, max(last.end, late))
        return any(
            chunk.end > self._audio_time(one.begin) - _LEAD and chunk.start < self._audio_time(one.end) + self._tail
            for one in soundings
        )
