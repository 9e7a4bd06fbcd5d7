"""Events of nomination, the vote and leaving: what they do to the table."""

from dataclasses import replace

from voice_judge.rules.applying import applies, on_table
from voice_judge.rules.events import (
    CandidateCalled,
    Cause,
    LiftAsked,
    LiftCounted,
    Nominated,
    NomineesTold,
    NoVote,
    NoVoteReason,
    PlayerLeaving,
    PlayerLeft,
    Tied,
    VoteOpened,
    VotesCounted,
    Withdrawn,
)
from voice_judge.rules.state import GameState, Gone, Nomination, Phase, Stage, Tally, Vote


@applies(Nominated)
def _nominated(state: GameState, event: Nominated, _at: float) -> GameState:
    return on_table(state, nominations=(*state.table.nominations, Nomination(event.by, event.seat)))


@applies(Withdrawn)
def _withdrawn(state: GameState, event: Withdrawn, _at: float) -> GameState:
    table = state.table
    return on_table(
        state,
        nominations=tuple(n for n in table.nominations if n.seat != event.seat),
        withdrawals=(*table.withdrawals, event.by),
    )


@applies(NomineesTold)
def _nominees_told(state: GameState, _event: NomineesTold, _at: float) -> GameState:
    return state


@applies(NoVote)
def _no_vote(state: GameState, event: NoVote, _at: float) -> GameState:
    table, by_removal = state.table, event.reason is NoVoteReason.REMOVAL
    return on_table(
        state,
        phase=Phase.VOTE,
        stage=Stage.DAY_OVER,
        floor=None,
        clock=None,
        vote=None if by_removal else table.vote,  # a broken count is no result
        vote_cancelled=table.vote_cancelled and not by_removal,
    )


@applies(VoteOpened)
def _vote_opened(state: GameState, event: VoteOpened, _at: float) -> GameState:
    last = state.table.vote
    tied = last.tied if last is not None else ()
    before = last.tallies if last is not None else ()
    return on_table(
        state,
        phase=Phase.VOTE,
        stage=Stage.CANDIDATE,
        floor=None,
        clock=None,
        vote=Vote(event.candidates, event.round, tied=tied, before=before),
    )


@applies(CandidateCalled)
def _candidate_called(state: GameState, event: CandidateCalled, _at: float) -> GameState:
    vote = _vote(state)
    return on_table(
        state,
        stage=Stage.LAST_CANDIDATE if event.last else Stage.CANDIDATE,
        vote=replace(vote, called=event.seat),
    )


@applies(VotesCounted)
def _votes_counted(state: GameState, event: VotesCounted, _at: float) -> GameState:
    vote = _vote(state)
    tally = Tally(event.seat, event.votes, event.voters)
    return on_table(state, vote=replace(vote, called=None, tallies=(*vote.tallies, tally)))


@applies(Tied)
def _tied(state: GameState, event: Tied, _at: float) -> GameState:
    return on_table(state, vote=replace(_vote(state), tied=event.seats))


@applies(LiftAsked)
def _lift_asked(state: GameState, event: LiftAsked, _at: float) -> GameState:
    vote = replace(_vote(state), tied=event.seats, called=None)
    return on_table(state, phase=Phase.VOTE, stage=Stage.LIFT, floor=None, clock=None, vote=vote)


@applies(LiftCounted)
def _lift_counted(state: GameState, _event: LiftCounted, _at: float) -> GameState:
    return on_table(state, stage=Stage.DAY_OVER)


@applies(PlayerLeaving)
def _player_leaving(state: GameState, event: PlayerLeaving, _at: float) -> GameState:
    table = state.table
    return on_table(
        state,
        leaving=(*table.leaving, Gone(event.seat, event.cause, table.day)),
        last_words=(*table.last_words, event.seat),
        phase=Phase.VOTE,
        stage=Stage.DAY_OVER,
    )


@applies(PlayerLeft)
def _player_left(state: GameState, event: PlayerLeft, _at: float) -> GameState:
    table = state.table
    removed = event.cause is Cause.REMOVED
    said = removed or any(gone.seat == event.seat for gone in table.leaving)
    state = on_table(
        state,
        alive=tuple(seat for seat in table.alive if seat != event.seat),
        gone=(*table.gone, Gone(event.seat, event.cause, table.day)),
        leaving=tuple(gone for gone in table.leaving if gone.seat != event.seat),
        last_words=table.last_words if said else (*table.last_words, event.seat),
        silenced=tuple(seat for seat in table.silenced if seat != event.seat),
        quiet_days=0,
        quiet_nights=0,
    )
    if not removed:
        return on_table(state, stage=Stage.DAY_OVER)
    return on_table(
        state,
        nominations=tuple(n for n in table.nominations if n.seat != event.seat),
        last_words=tuple(seat for seat in table.last_words if seat != event.seat),
        vote_cancelled=True,
        stage=table.held or table.stage,
        held=None,
        question=None,
    )


def _vote(state: GameState) -> Vote:
    """The vote going on; an empty one for a log that was cut."""
    return state.table.vote or Vote(())
