"""One game at a live table: sound, keys and devices in, moderator, voice, music and screen out, in one thread.

The game's thread owns the ears and the moderator (one owner: vosk-api issues 634, 1337). Nothing in it waits for
anything but the microphone's next tenth of a second, which comes even if there is no microphone.
"""

from collections.abc import Sequence
from dataclasses import replace

from voice_judge.grammar.intent import Intent
from voice_judge.live.entry import read_entry
from voice_judge.live.inbox import (
    PAGE_ENTRIES,
    BackKey,
    CutOffKey,
    Message,
    NextKey,
    Notice,
    PairKey,
    PushToTalk,
    Quit,
    Typed,
)
from voice_judge.live.parts import Parts
from voice_judge.live.status import Status
from voice_judge.live.turn import is_of_the_moment, turn_of
from voice_judge.live.view import Listening, Sound, View
from voice_judge.live.watcher import Outcome
from voice_judge.rules import Phase, Proceed, Stage, StartGame, Undo
from voice_judge.speech.audio import AudioChunk
from voice_judge.table.reactions import Control, Do, Reaction, TalkKey
from voice_judge.table.records import EventRecord, PromptRecord, Record, SaidRecord
from voice_judge.table.silent import Next, SilentError
from voice_judge.table.spotting import Heard, Missed, Retracted
from voice_judge.table.steps import Source

_PULSE_SECONDS = 1.0
_JUST_NOW = 1.0  # seconds after a change by voice or by itself in which the key "next" was meant for what was before
_TWICE = "Этап только что сменился сам. Если нужно дальше, нажмите ещё раз."
_LATE = "Этап уже сменился: посмотрите, что идёт сейчас, и повторите."
_NO_PAGE = "Страница судьи не открыта: voice-judge console."
_LOST = "Микрофон пропал: игра на паузе, пока он не вернётся. Клавиша «дальше» продолжает без него."


class LiveTable:
    """Runs one game until the judge leaves."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._moderator = parts.moderator
        self._status = Status()
        self._situation: object = None
        self._pulse = 0.0
        self._deaf = False
        self._lost = False  # the microphone was there, and is gone
        self._was_present = False
        self._halted = False  # the pause that stands is for the lost microphone
        self._sound = Sound(Listening.NONE)
        self._running = True
        self._turned = float("-inf")  # when the stage changed by voice or by itself
        self._outcome: Outcome | None = None  # of the entry that somebody waits for an answer to

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self._moderator.table.stage is Stage.OVER

    def record(self, record: Record) -> None:
        """Whatever the moderator tells: shown, spoken, learned from."""
        self._status = self._status.after(record)
        if self._outcome is not None:
            self._outcome.record(record)
        if self._parts.watcher is not None:
            self._parts.watcher.record(record)
        match record:
            case SaidRecord(text=text):
                self._parts.say(text)
            case EventRecord():
                self._parts.learn()
            case _:
                pass

    def run(self) -> None:
        """Play until `Quit`."""
        for chunk in self._parts.source.chunks():
            on_clock = replace(chunk, start=chunk.start + self._parts.offset)
            self.step(on_clock, chunk)
            if not self._running:
                return

    def step(self, on_clock: AudioChunk, captured: AudioChunk) -> None:
        """One chunk: `captured` on the microphone's clock, the same `on_clock` on the game's."""
        self._moderator.advance(on_clock.end)
        if self._changed(on_clock):
            self._turned = on_clock.end
        self._publish()  # before any hand moves: what the table sees never waits for a silent entry
        self._device()
        for message in self._parts.inbox.take():
            self._hand(message)
        self._changed(on_clock)
        self._listen(on_clock, captured)
        if self._changed(on_clock):
            self._turned = on_clock.end
        self._follow(on_clock)
        self._show(on_clock)

    # --- ears ----------------------------------------------------------------------------------------------------

    def _listen(self, on_clock: AudioChunk, captured: AudioChunk) -> None:
        ears = self._parts.ears
        if self._parts.keeper:
            self._parts.keeper.take(on_clock)
        if ears is None:
            return
        if not self._hears(captured):
            if not self._deaf:
                self._deaf = True
                self._tell(ears.turn())  # what was said before the judge's voice is concluded now
            return
        self._deaf = False
        self._tell(ears.listen(on_clock, self._moderator.listens_for.value, self._moderator.gate))

    def _hears(self, captured: AudioChunk) -> bool:
        present = self._parts.source.state.present
        return present and not self._parts.half_duplex.deaf(captured)

    def _tell(self, messages: Sequence[Heard | Missed | Retracted]) -> None:
        for message in messages:
            if self._opens(message):
                self._start()
            else:
                self._moderator.hear(message)

    def _opens(self, message: Heard | Missed | Retracted) -> bool:
        if self._moderator.table.stage is not Stage.NO_GAME or not isinstance(message, Heard):
            return False
        intent: Intent = message.intent
        return intent.name == "confirm"

    # --- hands ---------------------------------------------------------------------------------------------------

    def _hand(self, message: Message) -> None:
        match message:
            case NextKey():
                self._next()
            case BackKey():
                self._input(Do(Undo()), "/undo")
            case Typed():
                self._entry(message)
            case PushToTalk(on=on):
                self._input(TalkKey(on), f"/talk {'on' if on else 'off'}")
            case PairKey() | CutOffKey():
                self._pages(message)
            case Notice(text=text):
                self._status = self._status.noticed(text, self._moderator.now)
            case Quit():
                self._running = False

    def _pages(self, key: PairKey | CutOffKey) -> None:
        watcher = self._parts.watcher
        if watcher is None:
            self.notice(_NO_PAGE)
        elif isinstance(key, PairKey):
            watcher.pair()
        else:
            watcher.cut_off()

    def _entry(self, typed: Typed) -> None:
        """Do what was typed or tapped, and tell who waits for it what came of it."""
        source = Source.PAGE if typed.source == Source.PAGE else Source.SILENT
        if source is Source.SILENT and (key := PAGE_ENTRIES.get(typed.text.strip().lower())):
            self._pages(key)
            return
        if typed.answer is None:
            self._typed(typed.text, source, typed.turn)
            return
        self._outcome = Outcome()
        self._typed(typed.text, source, typed.turn)
        typed.answer(self._outcome.answered(self._status.entered))
        self._outcome = None

    def _refuse(self, message: str) -> None:
        self.notice(message)
        if self._outcome is not None:
            self._outcome.refuse(message)

    def _next(self, source: Source = Source.SILENT) -> None:
        if self._moderator.table.stage is Stage.NO_GAME:
            self._start()
        elif self._moderator.paused:
            self._input(Control.RESUME, "/resume", source)
        elif self._moderator.now - self._turned < _JUST_NOW:
            self._refuse(_TWICE)
        else:
            self._input(Next(), "/next", source)

    def _typed(self, text: str, source: Source, turn: str) -> None:
        try:
            reaction = read_entry(text, self._moderator.table)
        except SilentError as error:
            self._refuse(str(error))
            return
        if turn and turn != turn_of(self._moderator.table) and is_of_the_moment(reaction):
            self._refuse(_LATE)
        elif isinstance(reaction, Next):
            self._next(source)
        elif isinstance(reaction, Do) and isinstance(reaction.command, Proceed) and self._not_begun:
            self._start()
        else:
            self._input(reaction, text, source)

    @property
    def _not_begun(self) -> bool:
        return self._moderator.table.stage is Stage.NO_GAME

    def _start(self) -> None:
        self._input(Do(StartGame(self._parts.names)), "/start")

    def _input(self, reaction: Reaction | Next, text: str, source: Source = Source.SILENT) -> None:
        self._moderator.silent(reaction, text, source)

    def notice(self, text: str) -> None:
        """Show the judge this for a while."""
        self.record(PromptRecord(self._moderator.now, text))

    # --- devices ---------------------------------------------------------------------------------------------------

    def _device(self) -> None:
        """A microphone that is pulled out stops the clock until it is back; at night the script needs none."""
        present = self._parts.source.state.present
        if self._was_present and not present and not self._lost:
            self._lost = True
            self._halt(Control.PAUSE, "/pause")
        elif present and self._lost:
            self._lost = False
            self._status = self._status.noticed("Микрофон снова слышит.", self._moderator.now)
            self._halt(Control.RESUME, "/resume")
        self._was_present = self._was_present or present

    def _halt(self, control: Control, text: str) -> None:
        table, pausing = self._moderator.table, control is Control.PAUSE
        needed = table.stage not in (Stage.NO_GAME, Stage.OVER) and table.phase is not Phase.NIGHT
        if pausing and needed and not self._moderator.paused:
            self._halted = True
            self._moderator.silent(control, text, Source.CLOCK)
        elif not pausing and self._halted:
            self._halted = False
            if self._moderator.paused:
                self._moderator.silent(control, text, Source.CLOCK)

    # --- what follows ------------------------------------------------------------------------------------------------

    def _follow(self, on_clock: AudioChunk) -> None:
        self._parts.music.follow(self._moderator.table)
        if on_clock.end - self._pulse >= _PULSE_SECONDS:
            self._pulse = on_clock.end
            self._parts.journal.pulse(on_clock.end)

    def _changed(self, on_clock: AudioChunk) -> bool:
        """Whether the stage or the floor is another one since last asked; a turn ends the utterance."""
        table = self._moderator.table
        situation = (table.stage, table.floor, table.step, table.day, table.night)
        if situation == self._situation:
            return False
        self._situation = situation
        if self._parts.keeper:
            self._parts.keeper.turn(on_clock.end)
        if self._parts.ears is not None and not self._deaf:
            self._tell(self._parts.ears.turn())  # frees its memory, too
        return True

    def _show(self, on_clock: AudioChunk) -> None:
        state, moderator = self._parts.source.state, self._moderator
        level, clipping = self._parts.meter.sound(on_clock)
        sound = Sound(self._listening(), state.device, level, clipping, state.overflows + state.dropped)
        keeper = self._parts.keeper
        table = moderator.table
        if self._not_begun:
            table = replace(table, names=self._parts.names)  # who will play
        view = View(
            table,
            moderator.game.judge,
            moderator.now,
            sound,
            paused=moderator.paused,
            recording=keeper is not None and keeper.problem is None,
            music=self._parts.music.plays,
            game=self._parts.game,
            correctable=moderator.correctable,
        )
        urgent = _LOST if self._lost else ""
        waiting = moderator.night_goes_on
        shown = self._status.on(view, waiting=waiting, urgent=urgent, lasting=self._lasting())
        self._parts.screen.show(shown)
        self._publish()
        if self._parts.watcher is not None:
            self._parts.watcher.show(shown)

    def _publish(self) -> None:
        """What everyone may know, to the hall's screen."""
        if self._parts.watcher is not None:
            moderator = self._moderator
            self._parts.watcher.table(moderator.table, moderator.now, paused=moderator.paused)

    def _lasting(self) -> str:
        keeper = self._parts.keeper
        return (keeper.problem if keeper else None) or self._parts.problems() or ""

    def _listening(self) -> Listening:
        if self._parts.ears is None:
            return Listening.NONE
        if not self._parts.source.state.present:
            return Listening.LOST if self._was_present else Listening.NONE
        if self._deaf:
            return Listening.SPEAKING
        if self._moderator.table.phase is Phase.NIGHT and not self._moderator.talk_key:
            return Listening.NIGHT
        return Listening.ON
