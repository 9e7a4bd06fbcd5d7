"""How the game goes on in time: the judge's voice, the speech clock and its cues, the script's own steps, the pause."""

from collections.abc import Callable, Sequence

from voice_judge.journal import Origin
from voice_judge.rules import Command, PauseGame, Proceed, ResumeGame, RulesProfile, Stage, TableState
from voice_judge.table.agenda import Agenda, Frozen, Timer
from voice_judge.table.announcer import Announcer, Line
from voice_judge.table.clockwork import Then, may_be_last, waiting
from voice_judge.table.records import SaidRecord
from voice_judge.table.scribe import Scribe
from voice_judge.table.settings import TableSettings
from voice_judge.table.speech_clock import RETRY_SECONDS, SpeechClock
from voice_judge.table.steps import Source
from voice_judge.table.voicebox import Pace, Voicebox

ASLEEP = frozenset({Stage.NIGHT_FALLEN, Stage.NIGHT_STEP})
_VOTING = frozenset({Stage.CANDIDATE, Stage.LAST_CANDIDATE, Stage.LIFT})


class Leading:
    """Keeps the agenda of one table; `command` gives a command to the rules and tells whether it held."""

    def __init__(
        self,
        scribe: Scribe,
        announcer: Announcer,
        pace: Pace,
        settings: TableSettings,
        command: Callable[[Command, Origin], bool],
    ) -> None:
        self._scribe = scribe
        self._announcer = announcer
        self._settings = settings
        self._command = command
        self._agenda = Agenda()
        self._voice = Voicebox(self._agenda, pace, lambda t, text, length: scribe.tell(SaidRecord(t, text, length)))
        self._clock = SpeechClock(self, self._agenda, self._voice, self._try, self._cue, settings.cue_before_end)
        self._situation: object = None
        self._paused: tuple[float, Frozen] | None = None
        self._pace = pace
        self._wait_began = 0.0  # where the wait of this stage began, as if nothing had stood still since
        self._after_break: tuple[Line, ...] = ()  # said when a resumed game goes on
        self._hands_closed = False  # the last candidate's vote is over, but for the count
        self.now = 0.0

    @property
    def table(self) -> TableState:
        """The public state of the game."""
        return self._scribe.table

    @property
    def _profile(self) -> RulesProfile:
        return self._scribe.game.profile

    @property
    def paused(self) -> bool:
        """Whether everything stands."""
        return self._paused is not None

    @property
    def night_goes_on(self) -> bool:
        """Whether the night's script is in one of its own pauses: nobody may hurry it."""
        return self.table.stage in ASLEEP and self._agenda.next_due(Timer.FLOW) is not None

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
            if self.table.stage in ASLEEP and not through_night and self._agenda.next_due(Timer.VOICE) is None:
                break
            self.advance(due)
        self.advance(self._voice.until)

    # --- the voice and the clock -----------------------------------------------------------------------------------

    def say(self, lines: Sequence[Line], *, holds_clock: bool = True) -> None:
        """Speak; the speech clock stands meanwhile, where the rules in force have it so."""
        if lines and holds_clock and self._profile.clock_waits_for_answer:
            self._clock.stop()
        self._voice.say(lines, self.now)
        if not self.paused:
            self._clock.start_later()

    def repeat(self) -> None:
        """Say the last words again."""
        self.say(self._voice.last)

    def hush(self) -> None:
        """What was not said yet is no longer so."""
        self._voice.hush(self.now)

    def forget_cues(self) -> None:
        """The speech that the cues were for is over."""
        self._clock.forget_cues()

    def _cue(self, key: str) -> None:
        self.say([self._announcer.line(key)], holds_clock=False)

    # --- what goes on by itself ------------------------------------------------------------------------------------

    def plan(self, already: float = 0.0) -> None:
        """Put what this situation brings by itself on the agenda; `already` seconds of its wait are over."""
        situation = (self.table.night, asked(self.table))
        if situation == self._situation or self.paused:
            return
        self._situation = situation
        self._hands_closed = False
        self._agenda.cancel(Timer.FLOW)
        wait = waiting(self.table, self._profile, self._settings)
        if wait:
            action = {Then.CLOSE_HANDS: self._close_hands, Then.PROCEED: self._proceed, Then.REST: _rest}[wait.then]
            begins = max(self.now, self._voice.until)
            self._wait_began = begins - already
            self._agenda.put(begins + max(0.0, wait.seconds - already), Timer.FLOW, action)

    def _try(self, command: Command) -> bool:
        return self._command(command, Origin(Source.CLOCK))

    def _proceed(self) -> None:
        if not self._try(Proceed()) and self._scribe.failing:
            self._agenda.put(self.now + RETRY_SECONDS, Timer.FLOW, self._proceed)

    def _close_hands(self) -> None:
        self.say([self._announcer.line("thanks")])
        if self.table.stage is Stage.LAST_CANDIDATE:
            self._hands_closed = True
            self._agenda.put(self._voice.until, Timer.FLOW, self._proceed)

    def hands_closed_by_judge(self, origin: Origin) -> None:
        """The judge has said «Спасибо» himself."""
        if self.table.stage in _VOTING:
            self._agenda.cancel(Timer.FLOW)
        if self.table.stage is Stage.LAST_CANDIDATE:
            self._command(Proceed(), origin)

    # --- the pause -------------------------------------------------------------------------------------------------

    def pause(self, origin: Origin, *, aloud: bool = True) -> None:
        """Everything stands until `resume`."""
        if self._paused is None:
            self._clock.stop()
            self._agenda.cancel(Timer.CLOCK)
            self._paused = (self.now, self._agenda.freeze())
            told = self._profile.pause and self._command(PauseGame(), origin)
            if aloud and not told:
                self.say([self._announcer.line("paused")])

    def resume(self, origin: Origin, *, aloud: bool = True) -> None:
        """Go on; a game that was taken up again also says where it stands."""
        if self._paused is not None:
            since, frozen = self._paused
            self._wait_began += self.now - since
            told = self.table.stage is Stage.PAUSED and self._command(ResumeGame(), origin)
            self._paused = None
            self._agenda.thaw(frozen, self.now - since)
            lines = () if told or not aloud else (self._announcer.line("resumed"),)
            self.say([*lines, *self._after_break])
            self._after_break = ()
            waited = max(0.0, self.now - self._wait_began) if self.table.stage in ASLEEP else 0.0
            self.plan(waited)
            self._scribe.mark(max(self.now, self._voice.until), waited)

    def replan(self) -> None:
        """Something was undone while everything stands: what was planned before holds no longer."""
        if self._paused is not None:
            self._paused = (self._paused[0], Frozen())
            self._situation = None
            self._wait_began = self._paused[0]

    @property
    def spoken(self) -> float:
        """Seconds that the announcement of the present stage takes."""
        return sum(self._pace.seconds(line.text) for line in self._announcer.restate(self.table))

    def take_up(self, at: float, waited: float) -> None:
        """A game from the journal goes on: its clock stood at `at`, `waited` seconds of the stage's wait are over.

        It stands until the judge resumes it; the speech clock has the seconds it had.
        """
        self.now = at
        self._clock.stop()
        self._paused = (at, Frozen())
        self._wait_began = at - waited
        self._after_break = self._announcer.restate(self.table)


def asked(table: TableState) -> object:
    """What the table is being asked or told to do: when this changes, the judge has something new to say."""
    return (table.stage, table.floor, table.step, table.vote and (table.vote.called, table.vote.round))


def _rest() -> None:
    """The pause is over, and the judge may go on."""
