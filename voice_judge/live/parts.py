"""What a live table is made of: the seams between the loop and the devices round it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from voice_judge.journal import Journal
from voice_judge.live.half_duplex import HalfDuplex
from voice_judge.live.inbox import Inbox
from voice_judge.live.nights_music import NightsMusic
from voice_judge.live.view import Screen
from voice_judge.live.watcher import Watcher
from voice_judge.speech.audio import AudioChunk
from voice_judge.table.gating import Gate, everything
from voice_judge.table.moderator import Moderator
from voice_judge.table.spotting import Heard, Missed, Retracted


class Listener(Protocol):
    """Ears, owned by the game's thread."""

    def listen(self, chunk: AudioChunk, phase: str, gate: Gate = everything) -> Sequence[Heard | Missed | Retracted]:
        """Phrases that this chunk completes."""

    def turn(self) -> Sequence[Heard | Missed | Retracted]:
        """Another one speaks: end the utterance now."""


class DeviceState(Protocol):
    """How the microphone fares (`speech.microphone.MicrophoneState`)."""

    @property
    def present(self) -> bool:
        """Whether it gives sound."""

    @property
    def device(self) -> str:
        """Host API and name."""

    @property
    def overflows(self) -> int:
        """How often the driver lost sound."""

    @property
    def dropped(self) -> int:
        """How often we did."""

    @property
    def problem(self) -> str | None:
        """Why there is no sound, in one Russian line."""


class LiveSource(Protocol):
    """A microphone: sound for ever, silence while the device is missing."""

    @property
    def state(self) -> DeviceState:
        """Now."""

    def chunks(self) -> Iterator[AudioChunk]:
        """The sound in order."""


class Meter(Protocol):
    """How loud the microphone is."""

    def sound(self, chunk: AudioChunk) -> tuple[float, bool]:
        """The level of a chunk in dB below full scale, and whether it clips."""


class Keeper(Protocol):
    """Keeps the game's sound, where the judge has asked for it."""

    @property
    def problem(self) -> str | None:
        """Why nothing more is kept, in one Russian line."""

    def take(self, chunk: AudioChunk) -> None:
        """The next sound of the table, on the game's clock."""

    def turn(self, at: float) -> None:
        """Another player has the floor, or another stage has begun."""

    def close(self) -> None:
        """Finish what is kept."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What a live table is made of."""

    moderator: Moderator
    journal: Journal
    source: LiveSource
    ears: Listener | None
    """None: nothing is listened to, the keys play the game."""
    half_duplex: HalfDuplex
    meter: Meter
    say: Callable[[str], None]
    learn: Callable[[], None]
    """Called when the table's state has changed: what may be said now can be rendered ahead."""
    music: NightsMusic
    keeper: Keeper | None
    screen: Screen
    inbox: Inbox
    problems: Callable[[], str | None]
    """What is amiss with the voice or the devices, in one Russian line."""
    names: tuple[str, ...] = ()
    game: int | None = None
    offset: float = 0.0
    """Where the game's clock stood when its sound began: not 0 for a game that was taken up again."""
    watcher: Watcher | None = None
    """Whoever looks on from another process."""
