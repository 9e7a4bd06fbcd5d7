"""Whether counted hands can be true (4.4.8): the checks common to a vote and the question to lift."""

from voice_judge.rules.commands import CountVotes
from voice_judge.rules.outcome import Refused
from voice_judge.rules.reasons import refuse
from voice_judge.rules.seats import ALL_SEATS, Seat


def why_not_counted(
    command: CountVotes, *, living: tuple[Seat, ...], left: int, used: tuple[Seat, ...]
) -> Refused | None:
    """None if the count holds. `left` votes are not cast yet; `used` have voted in this round, as far as known."""
    count, voters = command.count, command.voters
    if count < 0:
        return refuse("bad_votes")
    if voters is not None:
        if any(seat not in ALL_SEATS for seat in voters):
            return refuse("no_such_seat")
        if len(set(voters)) != len(voters) or len(voters) != count:
            return refuse("bad_votes")
        if any(seat not in living for seat in voters):
            return refuse("not_alive")
        if any(seat in used for seat in voters):
            return refuse("already_voted")
    if count > left:
        return refuse("too_many_votes", f"Осталось голосов: {left}.")
    return None
