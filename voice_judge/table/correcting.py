"""The last number that was acted on, so that it can be corrected in one step: "heard 5, was 6"."""

from voice_judge.rules import Command, CountVotes, Nominate, Withdraw
from voice_judge.table.steps import Steps

NOTHING = "Исправлять нечего: после последней фразы с номером было что-то ещё. Отмените и введите верно."


class LastNumber:
    """Remembers the last accepted nomination, withdrawal or count, as long as nobody has done anything since."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._place = -1
        self._command: Command | None = None
        self._at = 0.0

    def remember(self, command: Command, at: float) -> None:
        """`command` was accepted, given at `at` seconds; one without a number is passed over."""
        if isinstance(command, Nominate | Withdraw | CountVotes):
            self._place, self._command, self._at = self._steps.last_of_ours, command, at

    @property
    def command(self) -> Command | None:
        """What can be corrected; None if nothing."""
        return self._command if self._place >= 0 and self._place == self._steps.last_of_ours else None

    def corrected(self, number: int) -> tuple[Command, float] | None:
        """The same command with another number, and the time it was given at; None if there is nothing to correct."""
        match self.command:
            case Nominate(by=by):
                return Nominate(by, (number,)), self._at
            case Withdraw(by=by):
                return Withdraw(by, number), self._at
            case CountVotes():
                return CountVotes(number), self._at
            case _:
                return None
