"""«Стоп игра»: the game is broken off only after the judge has been asked again."""

from voice_judge.rules import Command, EndGame, Proceed, Stage, TableState, Undo

REASON = "остановлена судьёй"
QUESTION = "Остановить игру без результата? «Подтверждаю» или «отмена»"


class StopQuestion:
    """Whether the question stands, and what the next command means while it does."""

    def __init__(self) -> None:
        self.asked = False

    def may_ask(self, table: TableState) -> bool:
        """Whether there is a game to be stopped."""
        return table.stage not in (Stage.NO_GAME, Stage.OVER)

    def answer(self, command: Command) -> Command | None:
        """The command that `command` stands for now; None if it only takes the question back."""
        if not self.asked:
            return command
        self.asked = False
        if isinstance(command, Proceed):
            return EndGame(None, REASON)
        return None if isinstance(command, Undo) else command
