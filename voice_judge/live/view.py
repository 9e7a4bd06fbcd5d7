"""What the judge's screen shows: a snapshot of the live table."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from voice_judge.live.inbox import Inbox
from voice_judge.rules import Command, JudgeState, TableState


class Listening(StrEnum):
    """What the microphone is used for now."""

    ON = "on"
    SPEAKING = "speaking"  # the judge's own voice sounds: half-duplex
    NIGHT = "night"  # off, but for push-to-talk
    LOST = "lost"  # the device is gone: the game stands, keys work
    NONE = "none"  # no microphone at all: the keys play the game


@dataclass(frozen=True, slots=True)
class Sound:
    """The microphone's state: `level` is the loudest sample of the last tenth of a second in dB below full scale."""

    listening: Listening
    device: str = ""
    level: float = -96.0
    clipping: bool = False
    overflows: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """Everything at one moment. `now` is the audio clock in seconds, as `table.clock` counts it.

    `judge` is secret: shown only while the judge asks for it. The texts are Russian, ready to be shown; an empty one
    means nothing.
    """

    table: TableState
    judge: JudgeState
    now: float
    sound: Sound
    paused: bool = False
    heard: str = ""
    """What was heard last."""
    answer: str = ""
    """What the judge's voice said last."""
    notice: str = ""
    """What the judge should know or answer now: a refusal, «Номер?».

    At night it may tell of a silent entry, so it is secret then: only a mark shows that there is one.
    """
    trouble: str = ""
    """What is amiss with a device or the disk, as long as it lasts; never a matter of secrets, shown day and night."""
    next_step: str = ""
    """What the key "next" does now."""
    entry_hint: str = ""
    """What a silent entry means now, for example «кто и в кого: 1 5»; public, so never a matter of roles."""
    entered: str = ""
    """What the last silent entry meant. Secret."""
    recording: bool = False
    """The game's sound is being kept."""
    music: bool = False
    """The night's music plays."""
    game: int | None = None
    """The game's number in the journal."""
    correctable: Command | None = None
    """The last phrase with a number, as long as nothing has come after it: `/correct` gives it another number."""


class Screen(Protocol):
    """A view of the game for the judge, and the keys under his hands."""

    def run(self, inbox: Inbox) -> None:
        """Show and read keys until `stop`; called in the program's main thread."""

    def show(self, view: View) -> None:
        """Show this now; called by the game's thread, never blocks."""

    def stop(self) -> None:
        """Leave `run`; may be called by any thread."""
