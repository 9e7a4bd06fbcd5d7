# ruff: noqa: E501  (one case, one line: the table reads across)
"""What each switch of the profile changes when it is not at the official value. The id is the switch and the value."""

from typing import Any

from tests.rules.case import Case, Check, gives, has, holds, left_seconds, never, order, stage, table
from voice_judge.rules import (
    ALL_SEATS,
    CandidateCalled,
    Cause,
    Checked,
    Checker,
    DayBegan,
    FloorGiven,
    FoulGiven,
    GameOver,
    LiftAsked,
    LiftCounted,
    MinuteLost,
    NightFell,
    NightResult,
    Nominated,
    NomineesTold,
    NoVote,
    NoVoteReason,
    NumbersCalled,
    PlayerLeaving,
    PlayerLeft,
    RemovalAsked,
    ScriptStep,
    ShotFired,
    Silenced,
    SpeechEnded,
    SpeechesOver,
    SpeechKind,
    Stage,
    Step,
    Team,
    TeamLossAsked,
    TechnicalFoulGiven,
    Tied,
    VictoryDecided,
    VoteOpened,
    VotesCounted,
    Withdrawn,
)

NIGHT = "day; roles; dusk"
TWO = "day; circle 1+6 2+5; go"
THREE = "day; circle 1+5 2+6 3+7; go"
NINE = "day; roles; dusk; kill 1; pass; circle 3+5 4+6 5+7; go; votes 3; votes 3"
TIE3 = NINE + "; go; pass*3; go"
LIFT2 = TWO + "; votes 5; go; pass*2; go; votes 5; go"
FOUR = "train 4 day; circle 1+1 2+2; go; votes 2; go; pass*2; go; votes 2"
ALL4 = "train 4 day; circle 1+1 2+2 3+3 4+4; go; votes 1*3; go; pass*4; go; votes 1*3"
LATE = "day; roles; voted 10; go; kill 1; pass; voted 2; go; kill 3; pass"
VOTED = "day; roles; voted 10; go" + "".join(f"; miss; voted {seat}; go" for seat in (1, 2, 3, 4))  # 5-7, 8, 9
DON_DEAD = "day; roles; voted 8; go"
FIRST = "start; roles; go"
UNCHANGED = "unchanged"


def switch(name: str, value: Any, given: str, when: str, then: str | Check | tuple[Check, ...], **others: Any) -> Case:
    return Case(f"{name}={value}", "-", when, given, when, then, switches={name: value, **others})


def unchanged(
    name: str, value: Any, given: str, when: str, then: str | Check | tuple[Check, ...], **others: Any
) -> Case:
    """What the switch must not change: it holds with the official value too."""
    return Case(f"{name}={value}", UNCHANGED, when, given, when, then, switches={name: value, **others})


def floor(seat: int, seconds: float, kind: SpeechKind = SpeechKind.SPEECH) -> FloorGiven:
    return FloorGiven(seat, seconds, kind)


SWITCHES = [
    switch("speech_seconds", 45.0, "", "day", left_seconds(45.0)),
    switch("tie_seconds", 20.0, TWO + "; votes 5", "go", has(floor(6, 20.0, SpeechKind.TIE))),
    switch("last_word_seconds", 90.0, TWO + "; votes 10", "go", has(floor(6, 90.0, SpeechKind.LAST_WORD))),
    switch("agreement_seconds", 90.0, FIRST + "; go", "go", gives(ScriptStep(Step.MAFIA_WAKES, 90.0))),
    switch("hunt_seconds", 30.0, NIGHT, "go", gives(ScriptStep(Step.MAFIA_HUNTS, 30.0))),
    switch("don_sleeps_first_night", True, FIRST + "; go", "go", gives(ScriptStep(Step.DON_SLEEPS, None))),
    switch("sheriff_sleeps_first_night", True, FIRST + "; go*4", "go", gives(ScriptStep(Step.SHERIFF_SLEEPS, None))),
    switch("free_seating_seconds", 20.0, FIRST + "; go*3", "go", gives(ScriptStep(Step.FREE_SEATING, 20.0))),
    switch("opener_rule", "day_number", "day; roles; dusk; kill 2; pass; dusk; miss", "circle", order(3, 4, 5, 6, 7, 8, 9, 10, 1)),
    switch("morning_word_opens", True, "day; roles; dusk; kill 5; pass; dusk", "miss", has(DayBegan(3, 6))),
    switch("silenced_opens", False, "day; pass*2; foul 2*3; dusk", "dawn", has(DayBegan(2, 3)), fouls=True),
    switch("player_ends_speech", False, "day", "pass by 1", "module_off"),
    unchanged("player_ends_speech", False, "day", "stop", gives(SpeechEnded(1, True), floor(2, 60.0))),
    switch("answers_out_of_turn", True, "day; 1+9", "2?", gives(NomineesTold(2, (9,)))),
    unchanged("answers_out_of_turn", True, "day; 1+9", "11?", "not_your_turn"),
    switch("self_nomination", False, "day", "1+1", "self_nomination"),
    switch("self_nomination", False, "day", "1+1,2", gives(Nominated(1, 2, several=True))),
    switch("withdrawal", False, "day; 1+5", "1-5", "module_off"),
    switch("nominate_after_withdrawal", False, "day; 1+5; 1-5", "1+6", "one_per_day"),
    switch("withdrawals_per_day", 1, "day; 1+5; 1-5; 1+6", "1-6", "withdrawals_used"),
    switch("withdraw_after_minute", True, "day; 1+5; pass", "1-5", gives(Withdrawn(1, 5))),
    switch("withdraw_after_minute", True, "day; circle 1+5", "1-5", gives(Withdrawn(1, 5))),
    unchanged("withdraw_after_minute", True, TWO, "1-6", "not_now"),
    switch("withdraw_after_minute", True, "day; roles; dusk; kill 1; pass", "1-5", "not_alive"),
    switch("victim_nominates", True, NIGHT + "; kill 1", "1+5", gives(Nominated(1, 5))),
    switch("victim_nominates", True, NIGHT + "; kill 1; 1+5; pass; circle", "go", has(VoteOpened((5,), 1))),
    switch("victim_nominates", True, NIGHT + "; kill 1", "1+1", "not_alive"),
    switch("several_numbers", "refuse", "day", "1+2,3", "several_numbers"),
    unchanged("several_numbers", "refuse", "day", "1+2", gives(Nominated(1, 2))),
    switch("removal_cancels_vote", False, "day; circle 1+5 2+6 3+7; remove 5; yes", "go", has(VoteOpened((6, 7), 1)), removal=True),
    switch("read_all_candidates", False, THREE, "votes 10", has(VotesCounted(6, 0, ()), VotesCounted(7, 0, ()), PlayerLeft(5, Cause.VOTE))),
    unchanged("read_all_candidates", False, THREE, "votes 9", has(CandidateCalled(6, last=False))),
    switch("vote_rule", "majority", THREE + "; votes 4; votes 3", "go", (has(NoVote(NoVoteReason.NO_MAJORITY)), never(PlayerLeft))),
    switch("vote_rule", "majority", THREE + "; votes 5; votes 3", "go", has(NoVote(NoVoteReason.NO_MAJORITY))),
    unchanged("vote_rule", "majority", THREE + "; votes 6; votes 3", "go", has(PlayerLeft(5, Cause.VOTE))),
    switch("tie_among", "any", THREE + "; votes 4; votes 3", "go", has(Tied((6, 7), 3))),
    unchanged("tie_among", "any", THREE + "; votes 10; votes 0", "go", has(PlayerLeft(5, Cause.VOTE))),
    switch("other_tie", "ask_new", TIE3 + "; votes 4; votes 4", "go", has(LiftAsked((5, 6)))),
    switch("other_tie", "ask_old", TIE3 + "; votes 4; votes 4", "go", has(LiftAsked((5, 6, 7)))),
    switch("regrouped_tie_revotes", True, TWO + "; hands 1,2,3,4,5; go; pass*2; go; hands 6,7,8,9,10", "go", has(Tied((6, 5), 5))),
    unchanged("regrouped_tie_revotes", True, TWO + "; hands 1,2,3,4,5; go; pass*2; go; hands 1,2,3,4,5", "go", has(LiftAsked((6, 5)))),
    switch("regrouped_tie_revotes", True, TWO + "; hands 1,2,3,4,5; go; pass*2; go; hands 6,7,8,9,10; go; pass*2; go; hands 1,2,3,4,5", "go", has(LiftAsked((6, 5)))),
    unchanged("regrouped_tie_revotes", True, TWO + "; hands 1,2,3,4,5; go; pass*2; go; votes 5", "go", has(LiftAsked((6, 5)))),
    switch("lift_majority_of", "not_tied", LIFT2, "votes 5", has(LiftCounted(5, True))),
    switch("lift_majority_of", "not_tied", LIFT2, "hands 5,6,7", "not_alive"),
    switch("lift_three_of_nine", False, TIE3 + "; votes 3; votes 3", "go", has(NoVote(NoVoteReason.LIFT_FORBIDDEN))),
    switch("lift_two_of_four", False, FOUR, "go", has(NoVote(NoVoteReason.LIFT_FORBIDDEN))),
    switch("lift_whole_table", True, ALL4, "go", has(LiftAsked((1, 2, 3, 4)))),
    switch("lifted_order", "seat", LIFT2, "votes 6", has(PlayerLeft(5, Cause.LIFT), PlayerLeft(6, Cause.LIFT), floor(5, 60.0, SpeechKind.LAST_WORD))),
    switch("silenced_speaks_in_tie", False, "day; pass*6; foul 6*3; 7+6; pass; 8+5; circle; go; votes 5", "go", has(MinuteLost(6), floor(5, 30.0, SpeechKind.TIE)), fouls=True),
    switch("shooting", "numbers", NIGHT, "go", gives(ScriptStep(Step.MAFIA_HUNTS, 20.0), NumbersCalled(ALL_SEATS, 2.0))),
    switch("numbers_called", "living", "day; roles; dusk; kill 1; pass; dusk", "go", has(NumbersCalled(ALL_SEATS[1:], 2.0)), shooting="numbers"),
    switch("number_seconds", 1.5, NIGHT, "go", has(NumbersCalled(ALL_SEATS, 1.5)), shooting="numbers"),
    switch("shooters", "three", DON_DEAD, "kill 1", has(NightResult(1, None))),
    unchanged("shooters", "three", NIGHT, "kill 1", has(NightResult(1, 1))),
    switch("shot_at_dead", "refuse", "day; roles; dusk; kill 1; pass; dusk", "shot 8 1", "not_alive"),
    switch("shot_at_own", "allow", NIGHT, "shot 8 9", gives(ShotFired(8, 9))),
    switch("shot_at_own", "refuse", NIGHT, "shot 8 9", "own_target"),
    switch("self_check", True, NIGHT, "check don 8", gives(Checked(Checker.DON, 8, False))),
    switch("don_successor", "mafia", DON_DEAD, "check don 7", gives(Checked(Checker.DON, 7, True))),
    switch("don_successor", "mafia", DON_DEAD, "check don 9", "self_check"),
    switch("parity", "equal", LATE + "; circle 4+4 5+5 6+6; go; votes 2*2; go; pass*3; go; votes 2*2; go", "votes 4", (has(PlayerLeft(6, Cause.LIFT)), never(VictoryDecided))),
    unchanged("parity", "equal", LATE + "; voted 4; go", "kill 5", has(VictoryDecided(Team.BLACK))),
    switch("word_before_result", False, LATE + "; voted 4; go", "kill 5", (has(GameOver(Team.BLACK, "rules")), never(FloorGiven))),
    switch("leaves_at", "word_end", TWO + "; votes 10", "go", (has(PlayerLeaving(6, Cause.VOTE)), table(alive=ALL_SEATS))),
    switch("leaves_at", "word_end", TWO + "; votes 10; go", "pass", gives(SpeechEnded(6, False), PlayerLeft(6, Cause.VOTE))),
    switch("leaves_at", "word_end", LIFT2 + "; votes 6; pass", "pass", (has(PlayerLeft(5, Cause.LIFT)), table(leaving=(), last_words=()))),
    switch("leaves_at", "word_end", LIFT2 + "; votes 6; remove 5; yes", "pass", (gives(SpeechEnded(6, False), PlayerLeft(6, Cause.LIFT)), stage(Stage.DAY_OVER)), removal=True),
    switch("leaves_at", "word_end", LIFT2 + "; votes 6; remove 6", "yes", gives(PlayerLeft(6, Cause.REMOVED), SpeechEnded(6, True), floor(5, 60.0, SpeechKind.LAST_WORD)), removal=True),
    switch("leaves_at", "word_end", LIFT2 + "; votes 6", "pass", has(PlayerLeft(6, Cause.LIFT), floor(5, 60.0, SpeechKind.LAST_WORD))),
    switch("removal_changes_result", True, LATE + "; voted 4; go; kill 5; remove 8; yes; remove 9", "yes; pass", has(GameOver(Team.RED, "rules")), removal=True),
    switch("night_word", "after_circle", NIGHT, "kill 1", has(PlayerLeft(1, Cause.SHOT), floor(2, 60.0))),
    switch("night_word", "after_circle", NIGHT + "; kill 1", "circle", has(SpeechEnded(10, False), floor(1, 60.0, SpeechKind.LAST_WORD))),
    switch("night_word", "after_circle", NIGHT + "; kill 1; circle", "pass", gives(SpeechEnded(1, False), SpeechesOver(SpeechKind.SPEECH))),
    unchanged("night_word", "after_circle", VOTED, "kill 5", has(VictoryDecided(Team.BLACK), floor(5, 60.0, SpeechKind.LAST_WORD))),
    switch("draw_after_quiet_rounds", 1, NIGHT, "miss", has(NightResult(1, None), GameOver(None, "rules"))),
    switch("draw_after_quiet_rounds", 1, "day; roles; voted 1; go; miss; circle", "go", (has(GameOver(None, "rules")), never(NightFell))),
    unchanged("draw_after_quiet_rounds", 1, "day; dusk", "dawn", never(GameOver)),
    switch("empty_table", "red", ALL4 + "; go; votes 4; pass*3", "pass", has(GameOver(Team.RED, "rules")), lift_whole_table=True),
    switch("empty_table", "black", ALL4 + "; go; votes 4; pass*3", "pass", has(GameOver(Team.BLACK, "rules")), lift_whole_table=True),
    switch("manual_end", False, "day", "end red сбой", "module_off"),
    switch("undo_after_end", False, "day; end - сбой", "undo", "nothing_to_undo"),
    switch("fouls", True, "day", "foul 1", gives(FoulGiven(1, 1))),
    switch("fouls_silence_at", 2, "day; foul 3", "foul 3", gives(FoulGiven(3, 2), Silenced(3)), fouls=True),
    switch("fouls_silence_at", 0, "day; foul 3*2", "foul 3", gives(FoulGiven(3, 3)), fouls=True),
    switch("fouls_remove_at", 5, "day; foul 3*3", "foul 3", gives(FoulGiven(3, 4)), fouls=True),
    switch("technical_fouls", True, "day", "tech 1", gives(TechnicalFoulGiven(1, 1))),
    switch("technical_remove_at", 1, "day", "tech 1", has(RemovalAsked(1)), technical_fouls=True),
    switch("removal", True, "day", "remove 1", gives(RemovalAsked(1))),
    switch("team_loss", True, "day", "loss red ППК", gives(TeamLossAsked(Team.RED, "ППК"))),
    switch("best_move", True, NIGHT + "; kill 1", "best 8", holds(lambda g: g.table.best_move == (8,))),
    switch("best_move", True, "day; roles; dusk; kill 1; circle", "best 8", stage(Stage.LAST_WORD), night_word="after_circle"),
    switch("best_move_limit", 1, "day; roles; voted 5; go; kill 1", "best 8", "not_now", best_move=True),
    switch("best_move_limit", 0, "day; roles; circle 1+6 2+5; go; votes 5; go; pass*2; go; votes 5; go; votes 6; pass*2; go; kill 1", "best 8", stage(Stage.LAST_WORD), best_move=True),
    switch("pause", True, "day", "pause", stage(Stage.PAUSED)),
]  # fmt: skip
