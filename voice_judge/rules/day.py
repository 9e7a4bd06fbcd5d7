"""Commands of the day: nomination, withdrawal, the question, the end of a speech, the clock (4.3, 4.4.2-4.4.4)."""

from voice_judge.rules.circle import pass_floor
from voice_judge.rules.commands import AskNominated, EndSpeech, Nominate, StartClock, StopClock, Withdraw
from voice_judge.rules.draft import Draft
from voice_judge.rules.events import (
    ClockStarted,
    ClockStopped,
    Nominated,
    NomineesTold,
    SpeechEnded,
    SpeechKind,
    Withdrawn,
)
from voice_judge.rules.leaving import end_word
from voice_judge.rules.outcome import Refused
from voice_judge.rules.reasons import refuse
from voice_judge.rules.seats import Seat
from voice_judge.rules.tie import next_tie_speech


def nominate(draft: Draft, command: Nominate) -> Refused | None:
    """4.4.2. The speaker's own state is told first, then what is wrong with the candidate."""
    if not _has_floor(draft, command.by):
        return refuse("not_your_turn")
    if _minute_over(draft):
        return refuse("minute_over")
    if _nomination_used(draft, command.by):
        return refuse("one_per_day")
    if len(command.seats) > 1 and draft.profile.several_numbers == "refuse":
        return refuse("several_numbers")
    reasons = [_why_no_candidate(draft, command.by, seat) for seat in command.seats]
    for seat, reason in zip(command.seats, reasons, strict=True):
        if reason is None:
            draft.add(Nominated(command.by, seat, several=len(command.seats) > 1))
            return None
    return refuse(reasons[0] if reasons and reasons[0] else "no_such_seat")


def _why_no_candidate(draft: Draft, by: Seat, seat: Seat) -> str | None:
    if seat not in draft.table.seats:
        return "no_such_seat"
    if seat not in draft.table.alive:
        return "not_alive"
    if seat in draft.table.nominated:
        return "already_nominated"
    if seat == by and not draft.profile.self_nomination:
        return "self_nomination"
    return None


def _nomination_used(draft: Draft, by: Seat) -> bool:
    table = draft.table
    standing = any(nomination.by == by for nomination in table.nominations)
    return standing or (by in table.withdrawals and not draft.profile.nominate_after_withdrawal)


def withdraw(draft: Draft, command: Withdraw) -> Refused | None:
    """4.4.3: only one's own nomination, and (by default) only in one's own minute (C13)."""
    profile, table, by = draft.profile, draft.table, command.by
    if not profile.withdraw_after_minute:
        if not _has_floor(draft, by):
            return refuse("not_your_turn")
        if _minute_over(draft):
            return refuse("minute_over")
    elif by not in table.alive and not _has_floor(draft, by):
        return refuse("not_alive" if by in table.seats else "no_such_seat")
    if command.seat not in table.seats:
        return refuse("no_such_seat")
    own = [nomination.seat for nomination in table.nominations if nomination.by == by]
    if command.seat not in own:
        known = own or command.seat in table.nominated
        return refuse("not_nominated_by_you" if known else "nothing_nominated")
    if profile.withdrawals_per_day and table.withdrawals.count(by) >= profile.withdrawals_per_day:
        return refuse("withdrawals_used")
    draft.add(Withdrawn(by, command.seat))
    return None


def ask_nominated(draft: Draft, command: AskNominated) -> Refused | None:
    """4.3.4: answered to the speaker, in ascending order (B13, B15)."""
    anyone = draft.profile.answers_out_of_turn and command.by in draft.table.alive
    if not anyone and not _has_floor(draft, command.by):
        return refuse("not_your_turn")
    draft.add(NomineesTold(command.by, tuple(sorted(draft.table.nominated))))
    return None


def end_speech(draft: Draft, command: EndSpeech) -> Refused | None:
    """4.3.5: the speaker is done, or the judge says so; the floor goes on by itself."""
    floor = draft.table.floor
    if floor is None or command.by not in (None, floor.seat):
        return refuse("not_your_turn")
    by_judge = command.by is None
    if not by_judge and not draft.profile.player_ends_speech:
        return refuse("module_off")
    if floor.kind is SpeechKind.LAST_WORD:
        end_word(draft, floor.seat, by_judge=by_judge)
        return None
    draft.add(SpeechEnded(floor.seat, by_judge))
    if floor.kind is SpeechKind.TIE:
        next_tie_speech(draft, after=floor.seat)
    else:
        pass_floor(draft, after=floor.seat)
    return None


def start_clock(draft: Draft, _command: StartClock) -> Refused | None:
    """The clock runs from now; nothing happens if it does already."""
    clock = draft.table.clock
    if clock is not None and clock.since is None:
        draft.add(ClockStarted())
    return None


def stop_clock(draft: Draft, _command: StopClock) -> Refused | None:
    """The clock stands; nothing happens if it does already."""
    halt_clock(draft)
    return None


def halt_clock(draft: Draft) -> None:
    """Stop a running clock, keeping its seconds."""
    clock = draft.table.clock
    if clock is not None and clock.since is not None:
        draft.add(ClockStopped(clock.remaining(draft.at)))


def _has_floor(draft: Draft, seat: Seat) -> bool:
    floor = draft.table.floor
    return floor is not None and floor.seat == seat


def _minute_over(draft: Draft) -> bool:
    clock = draft.table.clock
    return clock is not None and clock.remaining(draft.at) <= 0
