"""One game at one table: phrases and silent inputs in, commands to the rules, answers out, timers kept.

The moderator never asks the operating system for the time: `advance` moves the audio clock, and everything that
happens by itself (cues, the vote's two seconds, the night's script) is an item of the agenda on that clock.
"""

from collections.abc import Callable, Sequence

from voice_judge.journal import Entry, Journal, Origin
from voice_judge.rules import (
    Accepted,
    AskNominated,
    Command,
    CountVotes,
    EndSpeech,
    Game,
    Nominate,
    OwnShotNoted,
    PauseGame,
    Phase,
    Proceed,
    Recorded,
    Refused,
    ResumeGame,
    Stage,
    StartClock,
    StopClock,
    TableEvent,
    TableState,
    Undo,
    Undone,
    Withdraw,
    command_to_dict,
)
from voice_judge.table.agenda import Agenda, Frozen, Timer
from voice_judge.table.announcer import Announcer, Line
from voice_judge.table.clockwork import Then, may_be_last, waiting
from voice_judge.table.reactions import Control, Do, Ignore, Moment, Reaction, Reject, react
from voice_judge.table.records import (
    EventRecord,
    HeardRecord,
    InputRecord,
    NotRecognizedRecord,
    PromptRecord,
    Record,
    RefusedRecord,
    ResultRecord,
    RetractedRecord,
    SaidRecord,
)
from voice_judge.table.settings import Lead, TableSettings
from voice_judge.table.silent import Next
from voice_judge.table.speech_clock import SPEECHES, SpeechClock
from voice_judge.table.spotting import Heard, Missed, Retracted
from voice_judge.table.steps import Source, Steps
from voice_judge.table.voicebox import Pace, Voicebox

_BEFORE_VOTE = frozenset({Stage.SPEECHES_OVER, Stage.REVOTE})


class Moderator:
    """Leads one game; everything it does is told to `emit` in order."""

    def __init__(
        self,
        game: Game,
        announcer: Announcer,
        pace: Pace,
        journal: Journal,
        emit: Callable[[Record], None],
        settings: TableSettings | None = None,
    ) -> None:
        self._game = game
        self._announcer = announcer
        self._journal = journal
        self._emit = emit
        self._settings = settings or TableSettings()
        self._agenda = Agenda()
        self._voice = Voicebox(self._agenda, pace, lambda t, text, seconds: emit(SaidRecord(t, text, seconds)))
        self._clock = SpeechClock(
            self, self._agenda, self._voice, self._by_itself, self._cue, self._settings.cue_before_end
        )
        self._situation: object = None
        self._paused: tuple[float, Frozen] | None = None
        self._early: tuple[Heard, int] | None = None
        self._steps = Steps()
        self._hands_closed = False  # the last candidate's vote is over, but for the count
        self.now = 0.0

    @property
    def table(self) -> TableState:
        """The public state of the game."""
        return self._game.table

    # --- the audio clock -----------------------------------------------------------------------------------------

    def advance(self, to: float) -> None:
        """Move the audio clock to `to` seconds; whatever falls due on the way happens at its time."""
        while item := self._agenda.pop(to):
            due, action = item
            self.now = max(self.now, due)
            action()
        self.now = max(self.now, to)

    def settle(self, *, through_night: bool = True, count: int | None = None) -> None:
        """Let the clock run until the game waits for somebody: announcements and the script's own steps are over.

        With `count`, that many votes are about to be told: if they may be the last candidate's, he waits for them.
        """
        while (due := self._agenda.next_due(Timer.VOICE, Timer.CLOCK, Timer.FLOW)) is not None:
            if count is not None and self._hands_closed and may_be_last(self.table, count):
                return
            if self._asleep and not through_night and self._agenda.next_due(Timer.VOICE) is None:
                break
            self.advance(due)
        self.advance(self._voice.until)

    @property
    def _asleep(self) -> bool:
        return self.table.stage in (Stage.NIGHT_FALLEN, Stage.NIGHT_STEP)

    # --- what comes in -------------------------------------------------------------------------------------------

    def hear(self, message: Heard | Missed | Retracted) -> None:
        """A phrase was heard, or something else was, or a phrase turns out not to have been said."""
        if self.table.phase is Phase.NIGHT and self._game.profile.night_listening == "off":
            return
        match message:
            case Heard():
                self._hear(message)
            case Missed(not_recognized=missed, start=start, end=end):
                self._emit(NotRecognizedRecord(self.now, missed.text, missed.reason, start, end))
                if missed.reason == "number_unclear" and self.table.stage is Stage.SPEECH:
                    self._ask_number()
            case Retracted(heard=heard):
                self._emit(RetractedRecord(self.now, heard.intent.text, heard.intent.name))
                if self._early == (heard, len(self._steps)):
                    self._command(Undo(), self.now, Origin(Source.VOICE, heard.intent.text))

    def _ask_number(self) -> None:
        self._emit(PromptRecord(self.now, "Номер?"))
        if self._game.profile.unclear_number == "aloud":
            self._say([self._announcer.line("which_number")])

    def silent(self, reaction: Reaction | Next, text: str) -> None:
        """The judge's silent input: a key, a tap, or a transcript's `/` line (`text`, for the judge's log)."""
        self._emit(InputRecord(self.now, text))
        if isinstance(reaction, Next):
            reaction = Do(EndSpeech() if self.table.stage in SPEECHES else Proceed())
        if isinstance(reaction, Do) and isinstance(reaction.command, CountVotes) and self.table.stage in _BEFORE_VOTE:
            self._command(Proceed(), self.now, Origin(Source.SILENT, text))  # a count means that the vote has begun
        self._perform(reaction, self.now, Origin(Source.SILENT, text), text)

    def result(self) -> None:
        """Report where the game stands."""
        self._emit(ResultRecord(self.now, self.table))

    def _hear(self, heard: Heard) -> None:
        intent = heard.intent
        self._emit(
            HeardRecord(self.now, intent.text, intent.name, intent.slots, heard.confidence, heard.start, heard.end)
        )
        reaction = react(intent, Moment(self.table, self._game.profile, self._settings.lead))
        # A nomination begun within the minute holds, however late the last word is recognised (4.4.2).
        within = isinstance(reaction, Do) and isinstance(reaction.command, Nominate | Withdraw | AskNominated)
        origin = Origin(Source.VOICE, intent.text, heard.confidence, heard.start, heard.end)
        if self._perform(reaction, heard.start if within else self.now, origin, intent.name):
            self._early = (heard, len(self._steps))

    def _perform(self, reaction: Reaction, at: float, origin: Origin, name: str) -> bool:
        match reaction:
            case Do() if self._paused:
                self._emit(RefusedRecord(self.now, name, "paused", "Игра на паузе: сначала «продолжить»."))
            case Do(command=Undo(steps=steps)):
                return self._command(Undo(self._steps.back(steps)), at, origin)
            case Do(command=Proceed()) if self._asleep and self._agenda.next_due(Timer.FLOW) is not None:
                # The night keeps its pauses and its exact minute, whoever is in a hurry (4.2.2).
                self._emit(
                    RefusedRecord(self.now, "Proceed", "nothing_to_confirm", "Ночь идёт сама, дождитесь её конца.")
                )
            case Do(command=command, spoken=spoken):
                return self._command(command, at, origin, spoken)
            case Control():
                self._control(reaction, origin)
            case Reject(reason=reason, message=message):
                self._emit(RefusedRecord(self.now, name, reason, message))
            case Ignore():
                pass
        return False

    # --- the rules -----------------------------------------------------------------------------------------------

    def _command(self, command: Command, at: float, origin: Origin, spoken: str = "") -> bool:
        before, known = self.table, len(self._game.events)
        outcome = self._game.handle(command, at)
        self._keep(self._game.events_since(known), origin)  # a refusal may bring a warning to be remembered
        if isinstance(outcome, Refused):
            arguments = {name: value for name, value in command_to_dict(command).items() if name != "command"}
            name = type(command).__name__
            self._emit(RefusedRecord(self.now, name, outcome.reason, outcome.message, arguments))
            return False
        self._steps.follow(self._game.state.steps, Source(origin.source))
        if not isinstance(command, StartClock | StopClock):
            if self.table.floor != before.floor or isinstance(command, Undo):
                self._clock.forget_cues()
            if isinstance(command, Undo):
                self._voice.hush(self.now)  # what was not said yet is no longer so
            self._say(self._lines(command, outcome, before, spoken))
            self._plan()
        return True

    def _keep(self, records: Sequence[Recorded], origin: Origin) -> None:
        self._journal.append([Entry(record, origin) for record in records])  # before the table hears the answer
        for record in records:
            self._emit(EventRecord(self.now, record.event))
            if isinstance(record.event, OwnShotNoted):
                self._emit(PromptRecord(self.now, "Выстрел в своего. Верно? Если нет, отмените."))

    def _lines(self, command: Command, outcome: Accepted, before: TableState, spoken: str) -> Sequence[Line]:
        if isinstance(command, Undo):
            if not any(isinstance(event, Undone) for event in outcome.events):
                return ()  # a secret entry is taken back without a sound
            again = self._announcer.restate(self.table) if self._asks(self.table) != self._asks(before) else ()
            return (self._announcer.line("undone"), *again)
        lines = self._announcer.announce([event for event in outcome.events if isinstance(event, TableEvent)])
        led_by_judge = self._settings.lead is Lead.JUDGE
        return [line for line in lines if line.key != spoken and not (led_by_judge and line.script)]

    @staticmethod
    def _asks(table: TableState) -> object:
        return (table.stage, table.floor, table.step, table.vote and (table.vote.called, table.vote.round))

    # --- the voice and the clock -----------------------------------------------------------------------------------

    def _say(self, lines: Sequence[Line], *, holds_clock: bool = True) -> None:
        if lines and holds_clock and self._game.profile.clock_waits_for_answer:
            self._clock.stop()
        self._voice.say(lines, self.now)
        if not self._paused:
            self._clock.start_later()

    def _cue(self, key: str) -> None:
        self._say([self._announcer.line(key)], holds_clock=False)

    # --- what goes on by itself ------------------------------------------------------------------------------------

    def _plan(self) -> None:
        situation = (self.table.night, self._asks(self.table))
        if situation == self._situation or self._paused:
            return
        self._situation = situation
        self._hands_closed = False
        self._agenda.cancel(Timer.FLOW)
        wait = waiting(self.table, self._game.profile, self._settings)
        if wait:
            action = {Then.CLOSE_HANDS: self._close_hands, Then.PROCEED: self._proceed, Then.REST: _rest}[wait.then]
            self._agenda.put(max(self.now, self._voice.until) + wait.seconds, Timer.FLOW, action)

    def _by_itself(self, command: Command) -> None:
        self._command(command, self.now, Origin(Source.CLOCK))

    def _proceed(self) -> None:
        self._by_itself(Proceed())

    def _close_hands(self) -> None:
        self._say([self._announcer.line("thanks")])
        if self.table.stage is Stage.LAST_CANDIDATE:
            self._hands_closed = True
            self._agenda.put(self._voice.until, Timer.FLOW, self._proceed)

    # --- answers about the table itself ----------------------------------------------------------------------------

    def _control(self, control: Control, origin: Origin) -> None:
        match control:
            case Control.REPEAT:
                self._say(self._voice.last)
            case Control.PAUSE:
                self._pause(origin)
            case Control.RESUME:
                self._resume(origin)
            case Control.TIME_LEFT:
                self._say([self._announcer.time_left(self.table, self.now)])
            case Control.WHO_SPEAKS:
                self._say([self._announcer.who_speaks(self.table)])
            case Control.CLOSE_HANDS:
                self._hands_closed_by_judge(origin)

    def _hands_closed_by_judge(self, origin: Origin) -> None:
        if self.table.stage in (Stage.CANDIDATE, Stage.LAST_CANDIDATE, Stage.LIFT):
            self._agenda.cancel(Timer.FLOW)
        if self.table.stage is Stage.LAST_CANDIDATE:
            self._command(Proceed(), self.now, origin)

    def _pause(self, origin: Origin) -> None:
        if self._paused is None:
            self._clock.stop()
            self._agenda.cancel(Timer.CLOCK)
            self._paused = (self.now, self._agenda.freeze())
            if not (self._game.profile.pause and self._command(PauseGame(), self.now, origin)):
                self._say([self._announcer.line("paused")])

    def _resume(self, origin: Origin) -> None:
        if self._paused is not None:
            since, frozen = self._paused
            told = self.table.stage is Stage.PAUSED and self._command(ResumeGame(), self.now, origin)
            self._paused = None
            self._agenda.thaw(frozen, self.now - since)
            self._say([] if told else [self._announcer.line("resumed")])
            self._plan()


def _rest() -> None:
    """The pause is over, and the judge may go on."""
