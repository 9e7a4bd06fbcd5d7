"""One game: a thin shell round the pure functions `decide` and `commit`, and the log they make."""

from collections.abc import Iterable
from math import isfinite

from voice_judge.rules.commands import Command
from voice_judge.rules.decide import decide
from voice_judge.rules.events import Event, GameStarted
from voice_judge.rules.expected import Expected, expected
from voice_judge.rules.fold import Recorded, commit, fold
from voice_judge.rules.outcome import Outcome
from voice_judge.rules.profile import OFFICIAL, RulesProfile
from voice_judge.rules.profile_file import profile_from_switches
from voice_judge.rules.state import GameState, JudgeState, TableState


class Game:
    """A game of Mafia by the rules of `profile`. Not safe for several threads at once."""

    def __init__(self, profile: RulesProfile = OFFICIAL) -> None:
        self._profile = profile
        self._state = GameState()
        self._log: list[Recorded] = []

    @property
    def profile(self) -> RulesProfile:
        """The rules in force."""
        return self._profile

    @property
    def state(self) -> GameState:
        """Where the game stands."""
        return self._state

    @property
    def table(self) -> TableState:
        """The part of the state that everyone may know."""
        return self._state.table

    @property
    def judge(self) -> JudgeState:
        """The part only the judge may know."""
        return self._state.judge

    @property
    def events(self) -> tuple[Recorded, ...]:
        """The whole log, undone events and `Undone` included."""
        return tuple(self._log)

    def events_since(self, number: int) -> tuple[Recorded, ...]:
        """The log after the event `number`; 0 gives all of it."""
        return tuple(self._log[max(0, number) :])

    def expected(self) -> Expected:
        """What may come now, and from whom."""
        return expected(self._state, self._profile)

    def handle(self, command: Command, at: float = 0.0) -> Outcome:
        """Answer `command`, given at `at` seconds of the audio clock. Never raises for any command."""
        at = at if isfinite(at) else 0.0  # the log must stay writable
        outcome = decide(self._state, command, at, self._profile)
        self._record(outcome.events, at)
        return outcome

    @classmethod
    def rebuild(cls, records: Iterable[Recorded], profile: RulesProfile | None = None) -> "Game":
        """The game a log tells of, always in the same state; it can go on.

        Without `profile` the rules stored with the game hold.

        Raises:
            ProfileError: the stored rules are not ones this program knows.
        """
        log = list(records)
        game = cls(profile or _stored_profile(log))
        game._log = log
        game._state = fold(log)
        return game

    def _record(self, events: tuple[Event, ...], at: float) -> None:
        if not events:
            return
        command = self._log[-1].command + 1 if self._log else 1
        number = len(self._log)
        self._log += [Recorded(number + place, at, event, command) for place, event in enumerate(events, start=1)]
        self._state = commit(self._state, events, at)


def _stored_profile(log: list[Recorded]) -> RulesProfile:
    for record in reversed(log):
        if isinstance(record.event, GameStarted):
            return profile_from_switches(record.event.profile, record.event.switches)
    return OFFICIAL
