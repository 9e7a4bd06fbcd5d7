"""The speech clock at the table: it waits while the judge speaks, and calls ten seconds and time."""

from collections.abc import Callable
from typing import Protocol

from voice_judge.rules import Command, Stage, StartClock, StopClock, TableState
from voice_judge.table.agenda import Agenda, Timer
from voice_judge.table.voicebox import Voicebox

SPEECHES = frozenset({Stage.SPEECH, Stage.TIE_SPEECH, Stage.LAST_WORD})
"""The stages in which somebody speaks on the clock."""


RETRY_SECONDS = 2.0
"""After which what happens by itself is tried again, if the journal could not keep it."""


class Owner(Protocol):
    """The moderator, as the clock sees it."""

    now: float

    @property
    def table(self) -> TableState:
        """The public state."""


class SpeechClock:
    """Starts and stops the clock of the rules, and keeps its cues on the agenda."""

    def __init__(
        self,
        owner: Owner,
        agenda: Agenda,
        voice: Voicebox,
        command: Callable[[Command], bool],
        cue: Callable[[str], None],
        cue_before_end: float,
    ) -> None:
        self._owner = owner
        self._agenda = agenda
        self._voice = voice
        self._command = command
        self._cue = cue
        self._cue_before_end = cue_before_end

    def stop(self) -> None:
        """Stand still from now."""
        clock = self._owner.table.clock
        if clock and clock.since is not None:
            self.forget_cues()
            self._command(StopClock())

    def start_later(self) -> None:
        """Run from when the judge's voice falls silent, if somebody has the floor."""
        self._agenda.cancel(Timer.CLOCK)
        table = self._owner.table
        stands = table.clock is not None and table.clock.since is None and table.clock.left > 0
        if table.stage in SPEECHES and stands:
            self._agenda.put(max(self._owner.now, self._voice.until), Timer.CLOCK, self._start)

    def forget_cues(self) -> None:
        """Nobody shall hear «Время» of a speech that is over."""
        self._agenda.cancel(Timer.CUE)

    def _start(self) -> None:
        if not self._command(StartClock()):  # it could not be kept: a full disk, perhaps
            self._agenda.put(self._owner.now + RETRY_SECONDS, Timer.CLOCK, self._start)
            return
        clock = self._owner.table.clock
        left = clock.left if clock else 0.0
        if left > self._cue_before_end:
            early = self._owner.now + left - self._cue_before_end
            self._agenda.put(early, Timer.CUE, lambda: self._cue("ten_seconds"))
        self._agenda.put(self._owner.now + left, Timer.CUE, lambda: self._cue("time_up"))
