"""A tie: extra speeches, the revote, and the question whether all the tied leave (4.4.13)."""

from voice_judge.rules.commands import CountVotes
from voice_judge.rules.draft import Draft
from voice_judge.rules.events import (
    Cause,
    FloorGiven,
    LiftAsked,
    LiftCounted,
    MinuteLost,
    NoVote,
    NoVoteReason,
    SpeechesOver,
    SpeechKind,
    Tied,
)
from voice_judge.rules.hands import why_not_counted
from voice_judge.rules.leaving import depart
from voice_judge.rules.outcome import Refused
from voice_judge.rules.profile import RulesProfile
from voice_judge.rules.seats import Seat
from voice_judge.rules.state import Tally, Vote


def resolve_tie(draft: Draft, vote: Vote, tied: tuple[Seat, ...], votes: int) -> None:
    """Equal votes for all of `tied`: speeches and a revote, or the question (E1-E8)."""
    again = vote.round > 1
    if again and tied == vote.candidates and not _revote_the_regrouped(draft, vote):
        ask_lift(draft, tied)
    elif again and tied != vote.candidates and draft.profile.other_tie != "revote":
        ask_lift(draft, tied if draft.profile.other_tie == "ask_new" else vote.candidates)
    else:
        draft.add(Tied(tied, votes))
        next_tie_speech(draft)


def _revote_the_regrouped(draft: Draft, vote: Vote) -> bool:
    """E7, the reading of an older rule text: other supporters behind the same tie earn one more revote, no more."""
    if not draft.profile.regrouped_tie_revotes or vote.round != 2:
        return False
    before, now = _supporters(vote.before, vote.candidates), _supporters(vote.tallies, vote.candidates)
    return None not in (*before, *now) and before != now


def _supporters(tallies: tuple[Tally, ...], seats: tuple[Seat, ...]) -> list[frozenset[Seat] | None]:
    """Who voted against each of `seats`; None where only the number is known."""
    by_seat = {tally.seat: tally.voters for tally in tallies}
    found = [by_seat.get(seat) for seat in seats]
    return [None if voters is None else frozenset(voters) for voters in found]


def next_tie_speech(draft: Draft, after: Seat | None = None) -> None:
    """The next of the tied speaks, in the order of nomination (E1); after the last the revote waits."""
    vote = draft.table.vote or Vote(())
    rest = vote.tied if after is None else vote.tied[vote.tied.index(after) + 1 :]
    for seat in rest:
        if draft.profile.silenced_speaks_in_tie or seat not in draft.table.silenced:
            draft.add(FloorGiven(seat, draft.profile.tie_seconds, SpeechKind.TIE))
            return
        draft.add(MinuteLost(seat))
    draft.add(SpeechesOver(SpeechKind.TIE))


def ask_lift(draft: Draft, seats: tuple[Seat, ...]) -> None:
    """The question, unless it may not be asked about these players."""
    reason = _why_not_lifted(draft.profile, tied=len(seats), living=len(draft.table.alive))
    draft.add(LiftAsked(seats) if reason is None else NoVote(reason))


def _why_not_lifted(profile: RulesProfile, *, tied: int, living: int) -> NoVoteReason | None:
    """E13-E15."""
    if tied == living and not profile.lift_whole_table:
        return NoVoteReason.WHOLE_TABLE
    three_of_nine = tied == 3 and living == 9 and not profile.lift_three_of_nine
    two_of_four = tied == 2 and living == 4 and not profile.lift_two_of_four
    return NoVoteReason.LIFT_FORBIDDEN if three_of_nine or two_of_four else None


def count_lift(draft: Draft, command: CountVotes) -> Refused | None:
    """Hands for the question: more than half of the living, a hand not raised is against (E9-E12)."""
    vote = draft.table.vote or Vote(())
    living = draft.table.alive
    may_vote = tuple(s for s in living if draft.profile.lift_majority_of == "living" or s not in vote.tied)
    refused = why_not_counted(draft, command, may_vote=may_vote, used=(), left=len(may_vote))
    if refused is not None:
        return refused
    passed = 2 * command.count > len(may_vote)
    draft.add(LiftCounted(command.count, passed, command.voters))
    if passed:
        by_seat = draft.profile.lifted_order == "seat"
        depart(draft, tuple(sorted(vote.tied)) if by_seat else vote.tied, Cause.LIFT)
    return None
