"""When a turn begins: another one has the floor, or another stage or step has begun."""

from voice_judge.rules import TableState

TAIL_SECONDS = 0.35
"""After the judge's own voice nothing is listened to for so long, for the room and the devices ring on; longer: its
echoes are safer, the next speaker is heard later."""


class Turns:
    """Remembers the turn that goes on, so that the ears can be told of the next one."""

    def __init__(self) -> None:
        self._situation: object = None

    def begins(self, table: TableState) -> bool:
        """Whether it is another turn than when last asked."""
        before = self._situation
        self._situation = (table.stage, table.floor, table.step, table.day, table.night)
        return self._situation != before
