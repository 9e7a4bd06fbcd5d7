"""One game at one table: phrases and silent inputs in, commands to the rules, answers out, timers kept.

The moderator never asks the operating system for the time: `advance` moves the audio clock, and everything that
happens by itself (cues, the vote's two seconds, the night's script) is an item of the agenda on that clock.
"""

from collections.abc import Callable, Sequence

from voice_judge.journal import Entry, Journal, JournalError, Note, Origin
from voice_judge.rules import (
    Accepted,
    AskNominated,
    Command,
    CountVotes,
    EndGame,
    EndSpeech,
    Game,
    Nominate,
    Phase,
    Proceed,
    Refused,
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
from voice_judge.rules.vote import no_vote_reason
from voice_judge.table.announcer import Announcer, Line
from voice_judge.table.correcting import NOTHING, LastNumber
from voice_judge.table.gating import Gate, gate
from voice_judge.table.leading import Leading, asked
from voice_judge.table.reactions import (
    NIGHT_WORDS,
    AsSaid,
    Control,
    Correct,
    Do,
    Ignore,
    Moment,
    Reaction,
    Reject,
    TalkKey,
    meaning,
    react,
)
from voice_judge.table.records import (
    HeardRecord,
    InputRecord,
    NotRecognizedRecord,
    PromptRecord,
    Record,
    RefusedRecord,
    ResultRecord,
    RetractedRecord,
)
from voice_judge.table.scribe import Scribe, waited
from voice_judge.table.settings import Lead, TableSettings
from voice_judge.table.silent import Next
from voice_judge.table.speech_clock import SPEECHES
from voice_judge.table.spotting import Heard, Missed, Retracted
from voice_judge.table.steps import Source
from voice_judge.table.stopping import QUESTION, StopQuestion
from voice_judge.table.voicebox import Pace

_BEFORE_VOTE = frozenset({Stage.SPEECHES_OVER, Stage.REVOTE})


class Moderator:
    """Leads one game; everything it does is told to `emit` in order.

    Args:
        game: fresh, or rebuilt from a journal (then call `take_up`).
        announcer: the judge's words.
        pace: how long they take.
        journal: keeps everything before the table hears of it.
        emit: told every record.
        settings: the table's own numbers.
    """

    def __init__(
        self,
        game: Game,
        announcer: Announcer,
        pace: Pace,
        journal: Journal,
        emit: Callable[[Record], None],
        settings: TableSettings | None = None,
    ) -> None:
        self._announcer = announcer
        self._settings = settings or TableSettings()
        self._scribe = Scribe(game, journal, emit)
        self._leading = Leading(self._scribe, announcer, pace, self._settings, self._at_once)
        self._early: tuple[Heard, int] | None = None
        self._last_number = LastNumber(self._scribe.steps)
        self._stop = StopQuestion()
        self.talk_key: bool | None = None
        """Whether the push-to-talk key is on; None: there is none, and the night hears every phrase of its grammar."""

    @property
    def game(self) -> Game:
        """The game as kept."""
        return self._scribe.game

    @property
    def table(self) -> TableState:
        """The public state of the game."""
        return self._scribe.table

    @property
    def now(self) -> float:
        """The audio clock in seconds."""
        return self._leading.now

    @property
    def paused(self) -> bool:
        """Whether everything stands."""
        return self._leading.paused

    @property
    def night_goes_on(self) -> bool:
        """Whether the night's script is in one of its own pauses."""
        return self._leading.night_goes_on

    @property
    def correctable(self) -> Command | None:
        """The last accepted phrase with a number, if nobody has done anything since."""
        return self._last_number.command

    @property
    def listens_for(self) -> Phase:
        """The phase whose phrases may be said now: before a vote already the vote's, for the judge may open it."""
        table = self.table
        opens = table.stage is Stage.SPEECHES_OVER and no_vote_reason(table, self.game.profile) is None
        return Phase.VOTE if opens else table.phase

    @property
    def gate(self) -> Gate:
        """Which phrases can be meant now."""
        return gate(self.table, self.game.expected())

    def advance(self, to: float) -> None:
        """Move the audio clock to `to` seconds; whatever falls due on the way happens at its time."""
        self._leading.advance(to)

    def settle(self, *, through_night: bool = True, count: int | None = None) -> None:
        """Let the clock run until the game waits for somebody (`Leading.settle`)."""
        self._leading.settle(through_night=through_night, count=count)

    def take_up(self, at: float, entries: Sequence[Entry], notes: Sequence[Note] = ()) -> None:
        """Go on with a game from the journal whose audio clock stood at `at`; it waits for «продолжить»."""
        self._scribe.restore(entries)
        self._leading.take_up(at, waited(entries, notes, at, self._leading.spoken))

    # --- what comes in -------------------------------------------------------------------------------------------

    def hear(self, message: Heard | Missed | Retracted) -> None:
        """A phrase was heard, or something else was, or a phrase turns out not to have been said."""
        if self.table.phase is Phase.NIGHT and self._closed_ears(message):
            return
        match message:
            case Heard():
                self._hear(message)
            case Missed(not_recognized=missed, start=start, end=end):
                self._tell(NotRecognizedRecord(self.now, missed.text, missed.reason, start, end))
                if missed.reason == "number_unclear" and self.table.stage is Stage.SPEECH:
                    self._ask_number()
            case Retracted(heard=heard):
                self._tell(RetractedRecord(self.now, heard.intent.text, heard.intent.name))
                if self._early == (heard, len(self._scribe.steps)):
                    self._command(Undo(), self.now, Origin(Source.VOICE, heard.intent.text))

    def _closed_ears(self, message: Heard | Missed | Retracted) -> bool:
        """At night only the judge's script is listened to, and whatever is said with the key on (F26)."""
        if self.game.profile.night_listening == "off":
            return True
        return self.talk_key is False and not (isinstance(message, Heard) and message.intent.name in NIGHT_WORDS)

    def _ask_number(self) -> None:
        self._tell(PromptRecord(self.now, "Номер?"))
        if self.game.profile.unclear_number == "aloud":
            self._leading.say([self._announcer.line("which_number")])

    def silent(self, reaction: Reaction | Next, text: str, source: Source = Source.SILENT) -> None:
        """The judge's silent input: a key, a tap, or a transcript's `/` line (`text`, for the judge's log)."""
        self._tell(InputRecord(self.now, text))
        origin = Origin(source, text)
        if isinstance(reaction, Next):
            ends = self.table.stage in SPEECHES and not self._stop.asked
            reaction = Do(EndSpeech() if ends else Proceed())
        if isinstance(reaction, Do) and isinstance(reaction.command, CountVotes) and self.table.stage in _BEFORE_VOTE:
            self._command(Proceed(), self.now, origin)  # a count means that the vote has begun
        self._perform(reaction, self.now, origin, text)

    def result(self) -> None:
        """Report where the game stands."""
        self._tell(ResultRecord(self.now, self.table))

    def _hear(self, heard: Heard) -> None:
        intent = heard.intent
        self._tell(
            HeardRecord(self.now, intent.text, intent.name, intent.slots, heard.confidence, heard.start, heard.end)
        )
        reaction = react(intent, self._moment)
        # A nomination begun within the minute holds, however late the last word is recognised (4.4.2).
        within = isinstance(reaction, Do) and isinstance(reaction.command, Nominate | Withdraw | AskNominated)
        origin = Origin(Source.VOICE, intent.text, heard.confidence, heard.start, heard.end)
        if self._perform(reaction, heard.start if within else self.now, origin, intent.name):
            self._early = (heard, len(self._scribe.steps))

    @property
    def _moment(self) -> Moment:
        return Moment(self.table, self.game.profile, self._settings.lead)

    def _perform(self, reaction: Reaction, at: float, origin: Origin, name: str) -> bool:
        match reaction:
            case Do(command=command, spoken=spoken):
                return self._do(command, at, origin, name, spoken)
            case AsSaid(name=intent, slots=slots):
                return self._perform(meaning(intent, slots, self._moment), at, origin, name)
            case Correct(number=number):
                self._correct(number, origin)
            case TalkKey(on=on):
                self.talk_key = on
            case Control():
                self._control(reaction, origin)
            case Reject(reason=reason, message=message):
                self._tell(RefusedRecord(self.now, name, reason, message))
            case Ignore():
                pass
        return False

    def _do(self, command: Command, at: float, origin: Origin, name: str, spoken: str) -> bool:
        meant = self._stop.answer(command)
        if meant is None:
            self._leading.say([self._announcer.line("resumed")])
        elif self.paused and not isinstance(meant, EndGame | Undo):
            self._tell(RefusedRecord(self.now, name, "paused", "Игра на паузе: сначала «продолжить»."))
        elif isinstance(meant, Undo):
            return self._command(self._scribe.back(meant.steps), at, origin)
        elif isinstance(meant, Proceed) and self._leading.night_goes_on:
            # The night keeps its pauses and its exact minute, whoever is in a hurry (4.2.2).
            message = "Ночь идёт сама, дождитесь её конца."
            self._tell(RefusedRecord(self.now, "Proceed", "nothing_to_confirm", message))
        else:
            return self._command(meant, at, origin, spoken)
        return False

    def _correct(self, number: int, origin: Origin) -> None:
        """Take back what was heard last, and do the same with another number."""
        corrected = self._last_number.corrected(number)
        if corrected is None:
            self._tell(RefusedRecord(self.now, "correct", "nothing_to_undo", NOTHING))
            return
        right, at = corrected
        if refused := self._scribe.rehearse((self._scribe.back(1), self.now), (right, at)):
            self._refused(right, refused)  # a correction that is wrong itself takes nothing back
        elif self._do(Undo(), self.now, origin, "correct", ""):
            self._do(right, at, origin, "correct", "")

    # --- the rules -----------------------------------------------------------------------------------------------

    def _at_once(self, command: Command, origin: Origin) -> bool:
        return self._command(command, self.now, origin)

    def _command(self, command: Command, at: float, origin: Origin, spoken: str = "") -> bool:
        before, known = self.table, len(self.game.events)
        try:
            outcome = self._scribe.handle(command, at, origin)
        except JournalError as error:
            self._refused(command, Refused("not_kept", str(error)))
            return False
        self._scribe.tell_events(self.now, self.game.events_since(known))
        if isinstance(outcome, Refused):
            self._refused(command, outcome)
            return False
        self._last_number.remember(command, at)
        if not isinstance(command, StartClock | StopClock):
            if self.table.floor != before.floor or isinstance(command, Undo):
                self._leading.forget_cues()
            lines = self._lines(command, outcome, before, spoken)
            if isinstance(command, Undo) and lines:
                self._leading.hush()
            if isinstance(command, Undo):
                self._leading.replan()
            self._leading.say(lines)
            self._leading.plan()
        return True

    def _refused(self, command: Command, refused: Refused) -> None:
        arguments = {name: value for name, value in command_to_dict(command).items() if name != "command"}
        self._tell(RefusedRecord(self.now, type(command).__name__, refused.reason, refused.message, arguments))

    def _lines(self, command: Command, outcome: Accepted, before: TableState, spoken: str) -> Sequence[Line]:
        if isinstance(command, Undo):
            if not any(isinstance(event, Undone) for event in outcome.events):
                return ()  # a secret entry is taken back without a sound
            again = self._announcer.restate(self.table) if asked(self.table) != asked(before) else ()
            return (self._announcer.line("undone"), *again)
        lines = self._announcer.announce([event for event in outcome.events if isinstance(event, TableEvent)])
        led_by_judge = self._settings.lead is Lead.JUDGE
        return [line for line in lines if line.key != spoken and not (led_by_judge and line.script)]

    def _tell(self, record: Record) -> None:
        self._scribe.tell(record)

    # --- answers about the table itself ----------------------------------------------------------------------------

    def _control(self, control: Control, origin: Origin) -> None:
        match control:
            case Control.REPEAT:
                self._leading.repeat()
            case Control.PAUSE:
                self._leading.pause(origin)
            case Control.RESUME:
                self._leading.resume(origin)
            case Control.TIME_LEFT:
                self._leading.say([self._announcer.time_left(self.table, self.now)])
            case Control.WHO_SPEAKS:
                self._leading.say([self._announcer.who_speaks(self.table)])
            case Control.CLOSE_HANDS:
                self._leading.hands_closed_by_judge(origin)
            case Control.STOP:
                self._ask_stop()

    def _ask_stop(self) -> None:
        if not self._stop.may_ask(self.table):
            self._tell(RefusedRecord(self.now, "stop_game", "no_game", "Игра не идёт, останавливать нечего."))
            return
        self._stop.asked = True
        self._tell(PromptRecord(self.now, QUESTION))
        self._leading.say([self._announcer.line("stop_asked")])
