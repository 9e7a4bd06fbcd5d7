"""Whether counted hands can be true (4.4.8): the checks common to a vote and the question to lift."""

from voice_judge.rules.commands import CountVotes
from voice_judge.rules.draft import Draft
from voice_judge.rules.outcome import Refused
from voice_judge.rules.reasons import refuse
from voice_judge.rules.seats import Seat


def why_not_counted(
    draft: Draft, command: CountVotes, *, may_vote: tuple[Seat, ...], used: tuple[Seat, ...], left: int
) -> Refused | None:
    """None if the count holds. Of those who may vote, `used` have done so by seat; `left` votes are not cast yet."""
    count, voters = command.count, command.voters
    if count < 0:
        return refuse("bad_votes")
    if voters is not None:
        if any(seat not in draft.table.seats for seat in voters):
            return refuse("no_such_seat")
        if len(set(voters)) != len(voters) or len(voters) != count:
            return refuse("bad_votes")
        if any(seat not in may_vote for seat in voters):
            return refuse("not_alive")
        if any(seat in used for seat in voters):
            return refuse("already_voted")
    if count > left:
        return refuse("too_many_votes", f"Осталось голосов: {left}.")
    return None
