"""The day's circle: who opens, who speaks next, and what comes after a last word (4.3.2, 4.5.4)."""

from voice_judge.rules.draft import Draft
from voice_judge.rules.events import (
    FloorGiven,
    GameOver,
    MinuteLost,
    NightFell,
    SpeechesOver,
    SpeechKind,
)
from voice_judge.rules.profile import RulesProfile
from voice_judge.rules.seats import ALL_SEATS, TABLE_SIZE, Seat, next_living
from voice_judge.rules.state import TableState
from voice_judge.rules.victory import draw_is_due


def next_opener(table: TableState, profile: RulesProfile, living: tuple[Seat, ...]) -> Seat:
    """Who opens the coming day, of those `living` in the morning (B1-B9)."""
    if table.opener is None:
        before: Seat = TABLE_SIZE
    elif profile.opener_rule == "day_number":
        before = (table.day - 1) % TABLE_SIZE + 1
    elif profile.morning_word_opens and table.morning_word is not None:
        before = table.morning_word
    else:
        before = table.opener
    speaking = tuple(seat for seat in living if profile.silenced_opens or seat not in table.silenced)
    return next_living(before, speaking or living) or before


def pass_floor(draft: Draft, after: Seat | None = None) -> None:
    """Give the floor to the next of the circle, from the opener or `after` a speaker; or the circle is over."""
    opener = draft.table.opener or 1
    order = ALL_SEATS[opener - 1 :] + ALL_SEATS[: opener - 1]
    rest = order if after is None else order[order.index(after) + 1 :]
    for seat in rest:
        if seat not in draft.table.alive:
            continue
        if seat not in draft.table.silenced:
            draft.add(FloorGiven(seat, draft.profile.speech_seconds, SpeechKind.SPEECH))
            return
        draft.add(MinuteLost(seat))
    if draft.table.last_words:  # the night's victim speaks after the circle in this profile (G8)
        next_word(draft)
    else:
        draft.add(SpeechesOver(SpeechKind.SPEECH))


def next_word(draft: Draft) -> None:
    """The next last word; when all are said: the result, the circle, or the day is over (G5, G8)."""
    decided = draft.judge.is_decided
    words = draft.table.last_words
    if words and not (decided and not draft.profile.word_before_result):
        draft.add(FloorGiven(words[0], draft.profile.last_word_seconds, SpeechKind.LAST_WORD))
    elif decided:
        draft.add(GameOver(draft.judge.decided, "rules"))
    elif not draft.table.circle_open:
        pass_floor(draft)
    elif not draft.table.circle_over:
        draft.add(SpeechesOver(SpeechKind.SPEECH))


def fall_night(draft: Draft) -> None:
    """«Наступает ночь», unless the day just ended makes a draw (4.5.1, G9)."""
    if draw_is_due(draft, at_nightfall=True):
        draft.add(GameOver(None, "rules"))
    else:
        draft.add(NightFell(draft.table.night + 1))
