"""Events of the flow, the day and the vote: what they do to the table."""

from dataclasses import replace

from voice_judge.rules.applying import applies, on_judge, on_table
from voice_judge.rules.events import (
    CandidateCalled,
    Cause,
    ClockStarted,
    ClockStopped,
    DayBegan,
    FloorGiven,
    GameOver,
    GameStarted,
    LiftAsked,
    LiftCounted,
    MinuteLost,
    Nominated,
    NomineesTold,
    NoVote,
    NoVoteReason,
    PlayerLeaving,
    PlayerLeft,
    SpeechEnded,
    SpeechesOver,
    SpeechKind,
    Tied,
    VoteOpened,
    VotesCounted,
    Withdrawn,
)
from voice_judge.rules.seats import ALL_SEATS
from voice_judge.rules.state import (
    Clock,
    Floor,
    GameState,
    Gone,
    Nomination,
    Phase,
    Stage,
    TableState,
    Tally,
    Vote,
)

_FLOORS = {
    SpeechKind.SPEECH: (Phase.DAY, Stage.SPEECH),
    SpeechKind.TIE: (Phase.VOTE, Stage.TIE_SPEECH),
    SpeechKind.LAST_WORD: (Phase.LAST_WORD, Stage.LAST_WORD),
}


@applies(GameStarted)
def _game_started(state: GameState, event: GameStarted, _at: float) -> GameState:
    table = TableState(
        profile=event.profile,
        names=event.names,
        phase=Phase.INTRODUCTION,
        stage=Stage.INTRODUCTION,
        alive=ALL_SEATS[: len(event.names)] if event.names else ALL_SEATS,
    )
    return replace(state, table=table)


@applies(DayBegan)
def _day_began(state: GameState, event: DayBegan, _at: float) -> GameState:
    return on_table(
        state,
        phase=Phase.DAY,
        day=event.day,
        opener=event.opener,
        step=None,
        nominations=(),
        withdrawals=(),
        vote=None,
        circle_open=False,
        circle_over=False,
        morning_word=None,
    )


@applies(FloorGiven)
def _floor_given(state: GameState, event: FloorGiven, _at: float) -> GameState:
    table = state.table
    phase, stage = _FLOORS[event.kind]
    last_word = event.kind is SpeechKind.LAST_WORD
    return on_table(
        state,
        phase=phase,
        stage=stage,
        floor=Floor(event.seat, event.kind),
        clock=Clock(event.seconds, event.seconds),
        circle_open=table.circle_open or event.kind is SpeechKind.SPEECH,
        last_words=tuple(s for s in table.last_words if s != event.seat) if last_word else table.last_words,
        morning_word=event.seat if last_word and not table.circle_open else table.morning_word,
    )


@applies(MinuteLost)
def _minute_lost(state: GameState, event: MinuteLost, _at: float) -> GameState:
    silenced = tuple(seat for seat in state.table.silenced if seat != event.seat)
    return on_table(state, silenced=silenced, circle_open=True)


@applies(ClockStarted)
def _clock_started(state: GameState, _event: ClockStarted, at: float) -> GameState:
    clock = state.table.clock
    return state if clock is None else on_table(state, clock=Clock(clock.length, clock.left, at))


@applies(ClockStopped)
def _clock_stopped(state: GameState, event: ClockStopped, _at: float) -> GameState:
    clock = state.table.clock
    return state if clock is None else on_table(state, clock=Clock(clock.length, event.left))


@applies(SpeechEnded)
def _speech_ended(state: GameState, _event: SpeechEnded, _at: float) -> GameState:
    floor = state.table.floor
    state = on_table(state, floor=None, clock=None)
    if floor is not None and floor.kind is SpeechKind.LAST_WORD:
        return on_table(state, phase=Phase.VOTE, stage=Stage.DAY_OVER)
    return state


@applies(SpeechesOver)
def _speeches_over(state: GameState, event: SpeechesOver, _at: float) -> GameState:
    if event.kind is SpeechKind.TIE:
        return on_table(state, phase=Phase.VOTE, stage=Stage.REVOTE)
    return on_table(state, phase=Phase.DAY, stage=Stage.SPEECHES_OVER, circle_open=True, circle_over=True)


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


@applies(GameOver)
def _game_over(state: GameState, event: GameOver, _at: float) -> GameState:
    state = on_table(
        state,
        phase=Phase.OVER,
        stage=Stage.OVER,
        step=None,
        floor=None,
        clock=None,
        winner=event.winner,
        result_reason=event.reason,
        last_words=(),
        leaving=(),
        question=None,
        held=None,
    )
    return on_judge(state, warned=False)


def _vote(state: GameState) -> Vote:
    """The vote going on; an empty one for a log that was cut."""
    return state.table.vote or Vote(())
