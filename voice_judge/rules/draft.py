"""An answer in the making: events and the state they lead to, so that a later event may depend on an earlier one."""

from voice_judge.rules.events import Event
from voice_judge.rules.fold import apply
from voice_judge.rules.outcome import Accepted
from voice_judge.rules.profile import RulesProfile
from voice_judge.rules.state import GameState, JudgeState, TableState


class Draft:
    """Collects the events of one command."""

    def __init__(self, state: GameState, profile: RulesProfile, at: float = 0.0) -> None:
        self.state = state
        self.profile = profile
        self.at = at
        self._events: list[Event] = []

    @property
    def table(self) -> TableState:
        """What the table may know, after the events so far."""
        return self.state.table

    @property
    def judge(self) -> JudgeState:
        """What only the judge may know, after the events so far."""
        return self.state.judge

    def add(self, *events: Event) -> None:
        """Say what happens next."""
        for event in events:
            self._events.append(event)
            self.state = apply(self.state, event, self.at)

    def accepted(self) -> Accepted:
        """The answer."""
        return Accepted(tuple(self._events))
