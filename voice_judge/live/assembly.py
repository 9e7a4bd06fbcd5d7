"""A live table put together from the judge's settings: what is missing is done without, and said in one line."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from voice_judge.grammar import Grammars
from voice_judge.journal import Entry, Journal, JournalError, Note
from voice_judge.live.half_duplex import HalfDuplex
from voice_judge.live.inbox import Inbox
from voice_judge.live.levels_meter import LevelsMeter
from voice_judge.live.lines import clock_lines, coming_lines, fixed_lines
from voice_judge.live.live_table import LiveTable
from voice_judge.live.mouth import Mouth
from voice_judge.live.nights_music import NightsMusic
from voice_judge.live.parts import Keeper, Parts
from voice_judge.live.safe_ears import SafeEars
from voice_judge.live.view import Screen
from voice_judge.live.watcher import Watcher
from voice_judge.rules import Game
from voice_judge.settings import Settings
from voice_judge.speech.loudspeaker import Loudspeaker, NoLoudspeaker, Output
from voice_judge.speech.microphone import Microphone
from voice_judge.speech.mixer import Volumes
from voice_judge.speech.music import Music
from voice_judge.speech.spoken_voice import SpokenVoice
from voice_judge.speech.voice import SilentVoice, Voice
from voice_judge.table.announcer import Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.records import Record


class NumberedJournal(Journal, Protocol):
    """A journal of a game with a number."""

    @property
    def number(self) -> int:
        """The game's number, for people."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A game taken up from the journal: rebuilt, with its entries and its clock's last known second."""

    game: Game
    entries: tuple[Entry, ...]
    clock: float
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a game is to be played with."""

    settings: Settings
    game: Game
    grammars: Grammars
    journal: NumberedJournal
    screen: Screen
    ears: SafeEars | None
    keeper: Keeper | None = None
    names: tuple[str, ...] = ()
    voice: bool = True
    taken: Taken | None = None
    inbox: Inbox = field(default_factory=Inbox)
    watcher: Watcher | None = None


class Assembly:
    """The devices and threads of one live game; `close` ends them all."""

    def __init__(self, wanted: Wanted, progress: Callable[[float], None] = lambda _done: None) -> None:
        self._wanted = wanted
        settings = wanted.settings
        voice = _voice(settings) if wanted.voice else SilentVoice()
        self._prepare(voice, progress)
        # Not before: what a microphone hears while the voice is made ready belongs to no game.
        self._microphone = Microphone(_device(settings.microphone.host_api, settings.microphone.device))
        self._loudspeaker = _loudspeaker(settings) if wanted.voice else NoLoudspeaker()
        self._half_duplex = HalfDuplex(self._microphone.audio_time, lambda: self._loudspeaker.silent_at)
        self._voice_note = voice.note if isinstance(voice, SpokenVoice) else ""
        self._mouth = Mouth(voice, self._loudspeaker, self._half_duplex.sounds)
        self._music = _NightPlayer(self._loudspeaker, Music(settings.music.folder)) if settings.music.on else None
        self._mouth.learn(clock_lines(wanted.grammars.answers))
        self.inbox = wanted.inbox
        self.table = self._table()

    def _prepare(self, voice: Voice, progress: Callable[[float], None]) -> None:
        """Render what is said in every game."""
        lines = fixed_lines(self._wanted.grammars.answers) if self._wanted.voice else ()
        with ThreadPoolExecutor(os.cpu_count()) as pool:  # each line is a child process of its own
            for number, _ in enumerate(pool.map(voice.render, lines), start=1):
                progress(number / len(lines))

    def _table(self) -> LiveTable:
        wanted, taken = self._wanted, self._wanted.taken
        game = taken.game if taken else wanted.game
        announcer = Announcer(wanted.grammars.answers, echo_number=game.profile.echo_number)
        moderator = Moderator(game, announcer, self._mouth, wanted.journal, self._record, wanted.settings.table)
        moderator.talk_key = False
        if taken:
            moderator.take_up(taken.clock, taken.entries, taken.notes)
        else:
            self._note_settings()
        self._moderator = moderator
        return LiveTable(
            Parts(
                moderator,
                wanted.journal,
                self._microphone,
                wanted.ears,
                self._half_duplex,
                LevelsMeter(),
                self._mouth.say,
                self._learn,
                NightsMusic(self._music),
                wanted.keeper,
                wanted.screen,
                self.inbox,
                self._problem,
                wanted.names,
                wanted.journal.number,
                taken.clock if taken else 0.0,
                wanted.watcher,
            )
        )

    def _note_settings(self) -> None:
        """How this game is led: whoever judges it again from its sound needs to know."""
        table = self._wanted.settings.table
        body = {"type": "settings", "lead": table.lead.value, "auto_confirm": table.auto_confirm}
        with suppress(JournalError):  # the first event will tell
            self._wanted.journal.note(Note(0.0, "settings", body))

    def _record(self, record: Record) -> None:
        self.table.record(record)

    def _learn(self) -> None:
        self._mouth.learn(coming_lines(self._wanted.grammars.answers, self._moderator.table))

    def _problem(self) -> str | None:
        music = self._music.problem if self._music else None
        state = self._microphone.state
        no_microphone = None if state.present or self._wanted.ears is None else state.problem
        deaf = self._wanted.ears.problem if self._wanted.ears else None
        voice = self._mouth.problem or self._voice_note
        return deaf or no_microphone or self._loudspeaker.problem or voice or music

    def close(self) -> None:
        """Stop everything; nothing here may keep the program from ending."""
        keeper = self._wanted.keeper
        closers = [self._mouth.close, self._loudspeaker.close, self._microphone.close]
        for close in [*closers, *([keeper.close] if keeper else [])]:
            with suppress(Exception):
                close()


class _NightPlayer:
    """The loudspeaker's music as the night needs it."""

    def __init__(self, output: Output, music: Music) -> None:
        self._output = output
        self._music = music
        self.problem = music.problem()  # looks into every file: once

    def start(self) -> None:
        """Play until `stop`."""
        self._output.start_music(self._music)

    def stop(self) -> None:
        """Fade out."""
        self._output.stop_music()


def _device(host_api: str, name: str) -> str | None:
    if not name:
        return None
    return f"{host_api}: {name}" if host_api else name


def _loudspeaker(settings: Settings) -> Output:
    share = 1 / 100
    volumes = Volumes(
        voice=settings.voice.volume * share,
        music=settings.music.volume * share,
        ducked=settings.music.ducked * share,
    )
    return Loudspeaker(_device(settings.loudspeaker.host_api, settings.loudspeaker.device), volumes)


def _voice(settings: Settings) -> Voice:
    return SpokenVoice(rate=settings.voice.rate, voice=settings.voice.name)
