"""The vote (4.4): opening, counting candidate by candidate, the outcome."""

from voice_judge.rules.circle import fall_night
from voice_judge.rules.commands import CountVotes
from voice_judge.rules.draft import Draft
from voice_judge.rules.events import CandidateCalled, Cause, NoVote, NoVoteReason, VoteOpened, VotesCounted
from voice_judge.rules.hands import why_not_counted
from voice_judge.rules.leaving import depart
from voice_judge.rules.outcome import Refused
from voice_judge.rules.profile import RulesProfile
from voice_judge.rules.seats import Seat
from voice_judge.rules.state import Stage, TableState, Vote
from voice_judge.rules.tie import count_lift, resolve_tie


def open_vote(draft: Draft) -> None:
    """After the circle: the vote, or no vote and the night (4.4.1, 4.4.11, C23)."""
    reason = no_vote_reason(draft.table, draft.profile)
    if reason is None:
        begin_round(draft, draft.table.nominated, 1)
    else:
        draft.add(NoVote(reason))
        fall_night(draft)


def no_vote_reason(table: TableState, profile: RulesProfile) -> NoVoteReason | None:
    """Why no vote follows the circle that is going on or has just ended; None: it does."""
    if profile.removal_cancels_vote and table.vote_cancelled:
        return NoVoteReason.REMOVAL
    return why_no_vote(table, table.nominated)


def why_no_vote(table: TableState, candidates: tuple[Seat, ...]) -> NoVoteReason | None:
    """Whether these candidates are too few for a vote: none, or one on the first day (D1-D4)."""
    if not candidates:
        return NoVoteReason.NO_CANDIDATES
    if len(candidates) == 1 and table.day == 1:
        return NoVoteReason.FIRST_DAY_SINGLE
    return None


def open_revote(draft: Draft) -> None:
    """The tied have spoken: only they are voted, in the same order (4.4.13)."""
    vote = draft.table.vote or Vote(())
    begin_round(draft, vote.tied, vote.round + 1)


def begin_round(draft: Draft, candidates: tuple[Seat, ...], number: int) -> None:
    """Open round `number` of the vote and call the first candidate."""
    draft.add(VoteOpened(candidates, number))
    _call_next(draft)


def _call_next(draft: Draft) -> None:
    rest = _uncounted(_vote(draft))
    draft.add(CandidateCalled(rest[0], last=len(rest) == 1))


def _uncounted(vote: Vote) -> tuple[Seat, ...]:
    counted = {tally.seat for tally in vote.tallies}
    return tuple(seat for seat in vote.candidates if seat not in counted)


def _vote(draft: Draft) -> Vote:
    return draft.table.vote or Vote(())


def _left(draft: Draft) -> int:
    return len(draft.table.alive) - sum(tally.votes for tally in _vote(draft).tallies)


def count_votes(draft: Draft, command: CountVotes) -> Refused | None:
    """Hands for the candidate called, or for the question; the last candidate gets every vote not cast (4.4.9)."""
    if draft.table.stage is Stage.LIFT:
        return count_lift(draft, command)
    vote = _vote(draft)
    used = tuple(seat for tally in vote.tallies for seat in tally.voters or ())
    refused = why_not_counted(draft, command, may_vote=draft.table.alive, used=used, left=_left(draft))
    if refused is not None:
        return refused
    if draft.table.stage is Stage.LAST_CANDIDATE:
        close_vote(draft, by_seat=command.voters is not None)
        return None
    draft.add(VotesCounted(vote.called or 0, command.count, command.voters))
    if _left(draft) or draft.profile.read_all_candidates:
        _call_next(draft)
    else:
        draft.add(*(VotesCounted(seat, 0, ()) for seat in _uncounted(_vote(draft))))
        _decide(draft)
    return None


def close_vote(draft: Draft, *, by_seat: bool = False) -> None:
    """The last candidate gets the rest (4.4.9). Its voters are known if everybody else's are."""
    vote = _vote(draft)
    counted = [tally.voters for tally in vote.tallies]
    voters = None
    if (counted or by_seat) and None not in counted:
        used = {seat for seats in counted for seat in seats or ()}
        voters = tuple(seat for seat in draft.table.alive if seat not in used)
    draft.add(VotesCounted(vote.called or 0, _left(draft), voters))
    _decide(draft)


def _decide(draft: Draft) -> None:
    """Who leaves: the one with the most votes; a tie for it is resolved apart (4.4.12, D14, D15)."""
    vote = _vote(draft)
    tied, votes = _leaders(vote, anywhere=draft.profile.tie_among == "any")
    if len(tied) > 1:
        resolve_tie(draft, vote, tied, votes)
    elif draft.profile.vote_rule == "majority" and 2 * votes <= len(draft.table.alive):
        draft.add(NoVote(NoVoteReason.NO_MAJORITY))
    else:
        depart(draft, tied, Cause.VOTE)


def _leaders(vote: Vote, *, anywhere: bool) -> tuple[tuple[Seat, ...], int]:
    """The candidates with the most votes, in voting order; `anywhere`: the best group of two or more equals, if any."""
    groups: dict[int, list[Seat]] = {}
    for tally in vote.tallies:
        groups.setdefault(tally.votes, []).append(tally.seat)
    best = max(groups)
    if anywhere:
        best = max((votes for votes, seats in groups.items() if votes and len(seats) > 1), default=best)
    return tuple(groups[best]), best
