"""Modules beyond the official rules: fouls, removal, team loss, best move, technical pause (section H).

A removal is never the result of one command: it asks, and `Proceed` confirms or `Undo` takes the question back.
"""

from voice_judge.rules.circle import next_word, pass_floor
from voice_judge.rules.commands import (
    DeclareTeamLoss,
    GiveFoul,
    GiveTechnicalFoul,
    NameBestMove,
    PauseGame,
    RemovePlayer,
    ResumeGame,
    Team,
)
from voice_judge.rules.day import halt_clock
from voice_judge.rules.draft import Draft
from voice_judge.rules.events import (
    BestMoveNamed,
    Cause,
    FoulGiven,
    GameOver,
    GamePaused,
    GameResumed,
    NoVote,
    NoVoteReason,
    PlayerLeft,
    RemovalAsked,
    Silenced,
    SpeechEnded,
    TeamLossAsked,
    TechnicalFoulGiven,
)
from voice_judge.rules.outcome import Refused
from voice_judge.rules.reasons import refuse
from voice_judge.rules.seats import Seat
from voice_judge.rules.state import Question, Stage, Vote
from voice_judge.rules.victory import judge_victory
from voice_judge.rules.vote import begin_round, why_no_vote

VOTING = (Stage.CANDIDATE, Stage.LAST_CANDIDATE, Stage.TIE_SPEECH, Stage.REVOTE, Stage.LIFT)


def give_foul(draft: Draft, command: GiveFoul) -> Refused | None:
    """The third costs the next minute, the fourth asks for the removal; a leaver in his last word only collects."""
    seat, profile = command.seat, draft.profile
    refused = _not_at_table(draft, seat)
    if refused is not None:
        return refused
    count = dict(draft.table.fouls).get(seat, 0) + 1
    draft.add(FoulGiven(seat, count))
    if seat not in draft.table.alive:
        return None
    if count >= profile.fouls_remove_at:
        _ask_removal(draft, seat)
    elif count == profile.fouls_silence_at:
        draft.add(Silenced(seat))
    return None


def give_technical_foul(draft: Draft, command: GiveTechnicalFoul) -> Refused | None:
    """The second asks for the removal."""
    seat = command.seat
    refused = _not_at_table(draft, seat)
    if refused is not None:
        return refused
    count = dict(draft.table.technical_fouls).get(seat, 0) + 1
    draft.add(TechnicalFoulGiven(seat, count))
    if count >= draft.profile.technical_remove_at and seat in draft.table.alive:
        _ask_removal(draft, seat)
    return None


def _not_at_table(draft: Draft, seat: Seat) -> Refused | None:
    if seat not in draft.table.seats:
        return refuse("no_such_seat")
    floor = draft.table.floor
    speaking = floor is not None and floor.seat == seat
    if seat not in draft.table.alive and not speaking and seat not in draft.table.last_words:
        return refuse("not_alive")
    return None


def remove_player(draft: Draft, command: RemovePlayer) -> Refused | None:
    """Asks the judge."""
    if command.seat not in draft.table.seats:
        return refuse("no_such_seat")
    if command.seat not in draft.table.alive:
        return refuse("not_alive")
    _ask_removal(draft, command.seat)
    return None


def _ask_removal(draft: Draft, seat: Seat) -> None:
    draft.add(RemovalAsked(seat))
    halt_clock(draft)


def declare_team_loss(draft: Draft, command: DeclareTeamLoss) -> Refused | None:
    """Asks the judge; the reason goes into the protocol (G12)."""
    if not command.reason.strip():
        return refuse("reason_missing")
    draft.add(TeamLossAsked(command.team, command.reason))
    halt_clock(draft)
    return None


def confirm(draft: Draft) -> None:
    """The judge confirms what was asked."""
    question = draft.table.question or Question()
    if question.team is not None:
        winner = Team.BLACK if question.team is Team.RED else Team.RED
        draft.add(GameOver(winner, question.reason))
    elif question.removal is not None:
        _remove(draft, question.removal)


def _remove(draft: Draft, seat: Seat) -> None:
    """Out at once, without a last word; the result, the broken vote or the next speaker follows."""
    draft.add(PlayerLeft(seat, Cause.REMOVED))
    judge_victory(draft)
    floor, stage = draft.table.floor, draft.table.stage
    had_floor = floor is not None and floor.seat == seat
    if stage is Stage.LAST_WORD and not had_floor:
        return  # the word stands, the result comes after it (G5, G7)
    if had_floor:
        draft.add(SpeechEnded(seat, by_judge=True))
    if draft.judge.is_decided or stage is Stage.LAST_WORD:
        next_word(draft)
    elif stage in VOTING:
        _break_vote(draft, seat)
    elif stage is Stage.SPEECH and had_floor:
        pass_floor(draft, after=seat)


def _break_vote(draft: Draft, seat: Seat) -> None:
    """A removal during the vote: it is cancelled, or held again without the removed player (C23)."""
    if draft.profile.removal_cancels_vote:
        draft.add(NoVote(NoVoteReason.REMOVAL))
        return
    vote = draft.table.vote or Vote(())
    tie_pending = draft.table.stage in (Stage.TIE_SPEECH, Stage.REVOTE, Stage.LIFT)
    rest = tuple(s for s in (vote.tied if tie_pending else vote.candidates) if s != seat)
    reason = why_no_vote(draft.table, rest)
    if reason is None:
        begin_round(draft, rest, vote.round)
    else:
        draft.add(NoVote(reason))


def best_move_is_due(draft: Draft) -> bool:
    """Whether the first night's victim is speaking and may name three (F29)."""
    table, limit = draft.table, draft.profile.best_move_limit
    if table.stage is not Stage.LAST_WORD or table.floor is None or table.night != 1 or table.best_move:
        return False
    voted_out = sum(gone.day == 1 and gone.cause in (Cause.VOTE, Cause.LIFT) for gone in table.gone)
    shot = any(gone.cause is Cause.SHOT and gone.seat == table.floor.seat for gone in table.gone)
    return shot and not (limit and voted_out >= limit)


def name_best_move(draft: Draft, command: NameBestMove) -> Refused | None:
    """Up to three seats, not the victim's own."""
    seats, floor = command.seats, draft.table.floor
    if any(seat not in draft.table.seats for seat in seats):
        return refuse("no_such_seat")
    if not 1 <= len(set(seats)) == len(seats) <= 3 or (floor is not None and floor.seat in seats):
        return refuse("bad_best_move")
    draft.add(BestMoveNamed(seats))
    return None


def pause_game(draft: Draft, _command: PauseGame) -> Refused | None:
    """Everything stands, the clock too."""
    draft.add(GamePaused())
    halt_clock(draft)
    return None


def resume_game(draft: Draft, _command: ResumeGame) -> Refused | None:
    """Back to where the pause came; the clock stands until it is started."""
    draft.add(GameResumed())
    return None
