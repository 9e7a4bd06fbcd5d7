"""A live table without devices: sound is silence by the second, ears are told what they hear."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from tests.table.judged import grammars
from voice_judge.grammar.intent import Intent
from voice_judge.journal import MemoryJournal
from voice_judge.live.half_duplex import HalfDuplex
from voice_judge.live.inbox import Inbox, Typed
from voice_judge.live.live_table import LiveTable
from voice_judge.live.nights_music import NightsMusic
from voice_judge.live.parts import Parts
from voice_judge.live.view import View
from voice_judge.live.watcher import Watcher
from voice_judge.rules import OFFICIAL, Game, RulesProfile
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.gating import Gate, everything
from voice_judge.table.moderator import Moderator
from voice_judge.table.records import Record
from voice_judge.table.settings import TableSettings
from voice_judge.table.spotting import Heard, Missed, Retracted

TENTH = np.zeros(SAMPLE_RATE // 10, np.int16)


@dataclass
class State:
    present: bool = True
    device: str = "ALSA: Микрофон"
    overflows: int = 0
    dropped: int = 0
    problem: str | None = None


@dataclass
class Source:
    state: State = field(default_factory=State)

    def chunks(self) -> Iterator[AudioChunk]:
        number = 0
        while True:
            yield AudioChunk(TENTH, number / 10)
            number += 1


@dataclass
class Ears:
    """Hears what was put before it, one message per chunk; remembers which chunks it was given."""

    coming: list[Heard | Missed | Retracted] = field(default_factory=list)
    given: list[tuple[float, str]] = field(default_factory=list)
    finished: int = 0

    def listen(self, chunk: AudioChunk, phase: str, gate: Gate = everything) -> Sequence[Heard | Missed | Retracted]:
        assert callable(gate)
        self.given.append((round(chunk.start, 2), phase))
        return [self.coming.pop(0)] if self.coming else []

    def turn(self) -> Sequence[Heard | Missed | Retracted]:
        self.finished += 1
        return []


@dataclass
class Player:
    calls: list[str] = field(default_factory=list)

    def start(self) -> None:
        self.calls.append("start")

    def stop(self) -> None:
        self.calls.append("stop")


@dataclass
class Shown:
    views: list[View] = field(default_factory=list)

    def run(self, inbox: Inbox) -> None:
        raise AssertionError(inbox)

    def show(self, view: View) -> None:
        self.views.append(view)

    def stop(self) -> None:
        raise AssertionError

    @property
    def last(self) -> View:
        return self.views[-1]


class Quiet:
    def sound(self, chunk: AudioChunk) -> tuple[float, bool]:
        return (-60.0 - chunk.start * 0, False)


class Live:
    """A table, and everything round it."""

    def __init__(
        self,
        settings: TableSettings | None = None,
        names: tuple[str, ...] = (),
        watch: Callable[[Inbox], Watcher] | None = None,
        profile: RulesProfile = OFFICIAL,
    ) -> None:
        self.source, self.ears, self.player, self.screen = Source(), Ears(), Player(), Shown()
        self.inbox, self.journal = Inbox(), MemoryJournal()
        self.said: list[str] = []
        self.records: list[Record] = []
        self.half_duplex = HalfDuplex(lambda monotonic: monotonic)
        self.moderator = Moderator(
            Game(profile), Announcer(grammars().answers), SilentVoice(), self.journal, self._emit, settings
        )
        self.moderator.talk_key = False
        self.table = LiveTable(
            Parts(
                self.moderator,
                self.journal,
                self.source,
                self.ears,
                self.half_duplex,
                Quiet(),
                self.said.append,
                lambda: None,
                NightsMusic(self.player),
                None,
                self.screen,
                self.inbox,
                lambda: None,
                names,
                watcher=watch(self.inbox) if watch else None,
            )
        )
        self._sound = self.source.chunks()

    def _emit(self, record: Record) -> None:
        self.records.append(record)
        self.table.record(record)

    def wait(self, seconds: float = 0.1) -> None:
        """Let so many seconds of silence go by."""
        for _ in range(max(1, round(seconds * 10))):
            chunk = next(self._sound)
            self.table.step(chunk, chunk)

    def type(self, *lines: str) -> None:
        """Enter these in silence, each after what is being said."""
        for line in lines:
            self.inbox.put(Typed(line))
            self.wait(3.0)

    def hear(self, name: str, text: str = "", **slots: int) -> None:
        """A phrase is heard in the next chunk."""
        text = text or name
        now = self.moderator.now
        self.ears.coming.append(Heard(Intent(name, text, 0, len(text.split()), slots), 0.9, now, now, now))
        self.wait()
