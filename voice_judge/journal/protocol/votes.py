"""Nominations and votes out of the course of a game."""

from collections.abc import Sequence
from dataclasses import replace

from voice_judge.journal.protocol.course import Step
from voice_judge.journal.protocol.facts import Count, Lift, NominationFact, NoVoteFact, VoteRound
from voice_judge.rules import (
    Cause,
    Event,
    LiftAsked,
    LiftCounted,
    Nominated,
    NoVote,
    PlayerLeaving,
    PlayerLeft,
    Tied,
    VoteOpened,
    VotesCounted,
    Withdrawn,
)

_BY_VOTE = (Cause.VOTE, Cause.LIFT)


def nominations_of(steps: Sequence[Step]) -> tuple[NominationFact, ...]:
    """Every nomination, the withdrawn ones too."""
    made: list[NominationFact] = []
    for step in steps:
        for event in step.events:
            if isinstance(event, Nominated):
                made.append(NominationFact(step.day, step.at, event.by, event.seat, None, step.origin, None))
            elif isinstance(event, Withdrawn):
                _withdraw(made, step, event)
    return tuple(made)


def _withdraw(made: list[NominationFact], step: Step, event: Withdrawn) -> None:
    for place in reversed(range(len(made))):
        one = made[place]
        if (one.day, one.by, one.seat) == (step.day, event.by, event.seat) and one.withdrawn is None:
            made[place] = replace(one, withdrawn=step.at, withdrawal=step.origin)
            return


def votes_of(steps: Sequence[Step]) -> tuple[VoteRound, ...]:
    """Every vote round by round, with the question to lift and who left."""
    rounds: list[VoteRound] = []
    for step in steps:
        for event in step.events:
            if isinstance(event, VoteOpened):
                rounds.append(VoteRound(step.day, event.round, step.at, event.candidates, (), (), None, (), None))
            elif rounds and rounds[-1].day == step.day:
                rounds[-1] = _with(rounds[-1], step, event)
    return tuple(rounds)


def _with(vote: VoteRound, step: Step, event: Event) -> VoteRound:
    match event:
        case VotesCounted(seat=seat, votes=votes, voters=voters):
            return replace(vote, counts=(*vote.counts, Count(seat, votes, voters, step.at, step.origin)))
        case Tied(seats=seats):
            return replace(vote, tied=seats)
        case LiftAsked(seats=seats):
            return replace(vote, lift=Lift(seats, step.at))
        case LiftCounted(votes=votes, passed=passed, voters=voters):
            asked = vote.lift or Lift(vote.tied, step.at)
            return replace(vote, lift=Lift(asked.seats, asked.at, votes, passed, voters, step.origin))
        case NoVote(reason=reason):
            return replace(vote, no_vote=reason)
        case PlayerLeft(seat=seat, cause=cause) | PlayerLeaving(seat=seat, cause=cause) if cause in _BY_VOTE:
            return vote if seat in vote.left else replace(vote, left=(*vote.left, seat))
        case _:
            return vote


def no_votes_of(steps: Sequence[Step]) -> tuple[NoVoteFact, ...]:
    """The days on which no vote was opened."""
    return tuple(
        NoVoteFact(step.day, step.at, event.reason)
        for step in steps
        for event in step.events
        if isinstance(event, NoVote) and step.before.table.vote is None
    )
