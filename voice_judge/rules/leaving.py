"""Leaving the table: by the vote, the lift or a shot, and the last words (4.4.12-4.4.14, 4.5.4)."""

from voice_judge.rules.circle import next_word
from voice_judge.rules.draft import Draft
from voice_judge.rules.events import Cause, PlayerLeaving, PlayerLeft, SpeechEnded
from voice_judge.rules.seats import Seat
from voice_judge.rules.victory import judge_victory


def depart(draft: Draft, seats: tuple[Seat, ...], cause: Cause) -> None:
    """`seats` are voted out: all at once (G6, E19), then their last words in this order."""
    if draft.profile.leaves_at == "word_end":
        draft.add(*(PlayerLeaving(seat, cause) for seat in seats))
    else:
        draft.add(*(PlayerLeft(seat, cause) for seat in seats))
        judge_victory(draft)
    next_word(draft)


def end_word(draft: Draft, seat: Seat, *, by_judge: bool) -> None:
    """A last word is over."""
    draft.add(SpeechEnded(seat, by_judge))
    for gone in draft.table.leaving:
        if gone.seat == seat:
            draft.add(PlayerLeft(seat, gone.cause))
            judge_victory(draft)
    next_word(draft)
