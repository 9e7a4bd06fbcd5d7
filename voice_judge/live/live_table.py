"""One game at a live table: sound, keys and devices in, moderator, voice, music and screen out, in one thread.

The game's thread owns the ears and the moderator (one owner: vosk-api issues 634, 1337). Nothing in it waits for
anything but the microphone's next tenth of a second, which comes even if there is no microphone.
"""

from collections.abc import Sequence
from dataclasses import replace

from voice_judge.grammar.intent import Intent
from voice_judge.live.at_hand import AtHand
from voice_judge.live.inbox import Message, Notice, Quit
from voice_judge.live.parts import Parts
from voice_judge.live.status import Status
from voice_judge.live.view import Listening, Sound, View
from voice_judge.rules import Phase, Stage, TableState
from voice_judge.speech.audio import AudioChunk
from voice_judge.table.reactions import Control
from voice_judge.table.records import EventRecord, PromptRecord, Record, SaidRecord
from voice_judge.table.spotting import Heard, Missed, Retracted
from voice_judge.table.steps import Source
from voice_judge.table.turns import Turns

_PULSE_SECONDS = 1.0
_LOST = "Микрофон пропал: игра на паузе, пока он не вернётся. Клавиша «дальше» продолжает без него."


class LiveTable:
    """Runs one game until the judge leaves."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._moderator = parts.moderator
        self._status = Status()
        self._turns = Turns()
        self._pulse = 0.0
        self._deaf = False
        self._lost = False  # the microphone was there, and is gone
        self._was_present = False
        self._halted = False  # the pause that stands is for the lost microphone
        self._sound = Sound(Listening.NONE)
        self._running = True
        self._hands = AtHand(parts, self.notice, lambda: self._status.entered)

    @property
    def over(self) -> bool:
        """Whether the game has come to its end."""
        return self._moderator.table.stage is Stage.OVER

    def record(self, record: Record) -> None:
        """Whatever the moderator tells: shown, spoken, learned from."""
        self._status = self._status.after(record)
        self._hands.record(record)
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
            self._hands.turned = on_clock.end
        self._publish()  # before any hand moves: what the table sees never waits for a silent entry
        self._device()
        for message in self._parts.inbox.take():
            self._hand(message)
        self._changed(on_clock)
        self._listen(on_clock, captured)
        if self._changed(on_clock):
            self._hands.turned = on_clock.end
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
                self._hands.start()
            else:
                self._moderator.hear(message)

    def _opens(self, message: Heard | Missed | Retracted) -> bool:
        if not self._hands.not_begun or not isinstance(message, Heard):
            return False
        intent: Intent = message.intent
        return intent.name == "confirm"

    # --- hands ---------------------------------------------------------------------------------------------------

    def _hand(self, message: Message) -> None:
        match message:
            case Notice(text=text):
                self._status = self._status.noticed(text, self._moderator.now)
            case Quit():
                self._running = False
            case _:
                self._hands.move(message)

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
        if on_clock.end - self._pulse >= _PULSE_SECONDS and not self._moderator.paused:  # a pause is no time of play
            self._pulse = on_clock.end
            self._parts.journal.pulse(on_clock.end)

    def _changed(self, on_clock: AudioChunk) -> bool:
        """Whether the stage or the floor is another one since last asked; a turn ends the utterance."""
        if not self._turns.begins(self._moderator.table):
            return False
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
        view = View(
            self._table,
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
        fouls = moderator.game.profile.fouls
        shown = self._status.on(view, waiting=waiting, urgent=urgent, lasting=self._lasting(), fouls=fouls)
        self._parts.screen.show(shown)
        self._publish()
        if self._parts.watcher is not None:
            self._parts.watcher.show(shown)

    @property
    def _table(self) -> TableState:
        """The public state; before the game with the names of who will play."""
        table = self._moderator.table
        return replace(table, names=self._parts.names) if self._hands.not_begun else table

    def _publish(self) -> None:
        """What everyone may know, to the hall's screen."""
        if self._parts.watcher is not None:
            self._parts.watcher.table(self._table, self._moderator.now, paused=self._moderator.paused)

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
