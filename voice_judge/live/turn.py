"""What was going on when a hand moved: an entry that comes late is not taken for another moment's."""

from voice_judge.rules import CountVotes, EndSpeech, Proceed, TableState
from voice_judge.table.reactions import AsSaid, Correct, Do, Reaction
from voice_judge.table.silent import Next


def turn_of(table: TableState) -> str:
    """Names the moment: another speaker, candidate, stage or step is another one. Depends on public state only."""
    floor, vote = table.floor, table.vote
    parts = (
        table.day,
        table.night,
        table.stage.value,
        table.step.value if table.step else "",
        f"{floor.seat}{floor.kind.value}" if floor else "",
        f"{vote.called or 0}r{vote.round}" if vote else "",
    )
    return ".".join(str(part) for part in parts)


def is_of_the_moment(reaction: Reaction | Next) -> bool:
    """Whether an entry means this speaker, candidate or stage, and would be wrong for the one after.

    The night's secrets are not: a shot may be entered as slowly as the judge likes.
    """
    match reaction:
        case Next() | AsSaid() | Correct():
            return True
        case Do(command=Proceed() | CountVotes() | EndSpeech()):
            return True
        case _:
            return False
