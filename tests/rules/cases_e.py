# ruff: noqa: E501  (one case, one line: the table reads across)
"""Section E (ties and the question to lift) of the table of cases."""

from tests.rules.case import Case, gives, has, never, stage, table
from voice_judge.rules import (
    FEDERATION,
    CandidateCalled,
    Cause,
    FloorGiven,
    GameOver,
    LiftAsked,
    LiftCounted,
    NightFell,
    NoVote,
    NoVoteReason,
    PlayerLeft,
    SpeechEnded,
    SpeechesOver,
    SpeechKind,
    Stage,
    Team,
    Tied,
    VictoryDecided,
    VoteOpened,
    VotesCounted,
)

HALF, MIN = 30.0, 60.0
TIE2 = "day; roles; circle 1+6 2+5; go; votes 5; go"  # 6 and 5 are tied, 6 speaks
AGAIN2 = TIE2 + "; pass*2; go"  # the revote
LIFT2 = AGAIN2 + "; votes 5; go"  # the question
NINE = "day; roles; dusk; kill 1; pass; circle 3+5 4+6 5+7; go; votes 3; votes 3"
TIE3 = NINE + "; go; pass*3; go"  # 5, 6 and 7 are voted again by nine
EIGHT = "day; roles; dusk; kill 1; pass; dusk; kill 2; pass; circle 3+3 4+4 5+5 6+6; go; votes 2*3; go; pass*4; go"
FOUR = "train 4 day; circle 1+1 2+2; go; votes 2; go; pass*2; go; votes 2"
ALL4 = "train 4 day; circle 1+1 2+2 3+3 4+4; go; votes 1*3; go; pass*4; go; votes 1*3"
RED2 = "day; roles; voted 8; go; kill 1; pass; voted 2; go; kill 3; pass"  # 4, 5, 6, 7 against 9 and 10; 4 opens
REDS = "circle 4+4 5+5 6+6; go; votes 2*2; go; pass*3; go; votes 2*2; go"  # 4, 5, 6 are tied twice
BLACKS = "day; roles; voted 10; go; miss; voted 9; go; miss; circle 3+8 4+1; go; votes 4; go; pass*2; go; votes 4; go"

E = [
    Case("E1", "4.4.13", "two tied: 30 s each in the order of nomination", TIE2, "pass", gives(SpeechEnded(6, False), FloorGiven(5, HALF, SpeechKind.TIE))),
    Case("E1", "4.4.13", "then the revote waits", TIE2 + "; pass", "pass", gives(SpeechEnded(5, False), SpeechesOver(SpeechKind.TIE))),
    Case("E1", "4.4.13", "among them, in the same order", TIE2 + "; pass*2", "go", gives(VoteOpened((6, 5), 2), CandidateCalled(6, last=False))),
    Case("E2", "4.4.13", "three tied: the same", NINE, "go", has(Tied((5, 6, 7), 3), FloorGiven(5, HALF, SpeechKind.TIE))),
    Case("E2", "4.4.13", "all three are voted again", NINE + "; go; pass*3", "go", has(VoteOpened((5, 6, 7), 2))),
    Case("E3", "4.4.12", "revote: one leads and leaves", AGAIN2 + "; votes 4", "go", gives(VotesCounted(5, 6, None), PlayerLeft(5, Cause.VOTE), FloorGiven(5, MIN, SpeechKind.LAST_WORD))),
    Case("E4", "4.4.13", "the same two again: the question", AGAIN2 + "; votes 5", "go", gives(VotesCounted(5, 5, None), LiftAsked((6, 5)))),
    Case("E4", "4.4.13", "hands are counted, there is nothing to confirm", LIFT2, "go", "nothing_to_confirm"),
    Case("E5", "4.4.13", "three tied, then two: 30 s and a revote of the two", TIE3 + "; votes 4; votes 4", "go", gives(VotesCounted(7, 1, None), Tied((5, 6), 4), FloorGiven(5, HALF, SpeechKind.TIE))),
    Case("E5", "4.4.13", "round three among the two", TIE3 + "; votes 4; votes 4; go; pass*2", "go", has(VoteOpened((5, 6), 3))),
    Case("E6", "4.4.13", "and they tie again: the question about the two", EIGHT + "; votes 3; votes 3; votes 1; go; pass*2; go; votes 4", "go", has(LiftAsked((3, 4)))),
    Case("E7", "4.4.13", "the same two by other supporters: a repeat", "day; circle 1+6 2+5; go; hands 1,2,3,4,5; go; pass*2; go; hands 6,7,8,9,10", "go", has(LiftAsked((6, 5)))),
    Case("E8", "4.4.13", "four tied, then two others of them lead", EIGHT + "; votes 0; votes 4; votes 4", "go", has(Tied((4, 5), 4), FloorGiven(4, HALF, SpeechKind.TIE))),
    Case("E9", "4.4.13", "more than half for: all leave", LIFT2, "votes 6", gives(LiftCounted(6, True), PlayerLeft(6, Cause.LIFT), PlayerLeft(5, Cause.LIFT), FloorGiven(6, MIN, SpeechKind.LAST_WORD))),
    Case("E10", "4.4.13", "exactly half: all stay", LIFT2, "votes 5", (gives(LiftCounted(5, False)), stage(Stage.DAY_OVER))),
    Case("E10", "4.4.13", "then the night", LIFT2 + "; votes 5", "go", gives(NightFell(1))),
    Case("E11", "4.4.13", "of the living: 4 of 9 hands are not more than half", TIE3 + "; votes 3; votes 3; go", "votes 4", gives(LiftCounted(4, False))),
    Case("E11", "4.4.13", "5 of 9 are", TIE3 + "; votes 3; votes 3; go", "votes 5", has(LiftCounted(5, True))),
    Case("E11", "4.4.13", "more hands than living", TIE3 + "; votes 3; votes 3; go", "votes 10", "too_many_votes"),
    Case("E11", "4.4.13", "a dead hand", TIE3 + "; votes 3; votes 3; go", "hands 1,2", "not_alive"),
    Case("E12", "4.4.13", "the tied vote too", LIFT2, "hands 1,2,3,4,5,6", has(LiftCounted(6, True, (1, 2, 3, 4, 5, 6)))),
    Case("E13", "4.4.13", "three tied of nine: asked", TIE3 + "; votes 3; votes 3", "go", has(LiftAsked((5, 6, 7)))),
    Case("E13", "-", "not in the federation", TIE3 + "; votes 3; votes 3", "go", (has(NoVote(NoVoteReason.LIFT_FORBIDDEN)), stage(Stage.DAY_OVER)), profile=FEDERATION),
    Case("E14", "4.4.13", "two tied of four: asked", FOUR, "go", has(LiftAsked((1, 2)))),
    Case("E15", "4.4.13", "the whole table tied twice: no question", ALL4, "go", (has(NoVote(NoVoteReason.WHOLE_TABLE)), never(LiftAsked), stage(Stage.DAY_OVER))),
    Case("E15", "4.4.13", "and the night", ALL4 + "; go", "go", gives(NightFell(1))),
    Case("E16", "1.4", "a lift leaves 1 red against 2 black: decided", f"{RED2}; {REDS}", "votes 4", has(VictoryDecided(Team.BLACK))),
    Case("E16", "1.4", "told after the last words", f"{RED2}; {REDS}; votes 4; pass*2", "pass", gives(SpeechEnded(6, False), GameOver(Team.BLACK, "rules"))),
    Case("E17", "1.4", "a lift takes the last black, reds remain", BLACKS + "; votes 5; pass", "pass", has(GameOver(Team.RED, "rules"))),
    Case("E18", "1.4", "the last black and all reds cannot leave together", ALL4, "go", never(PlayerLeft)),
    Case("E19", "4.4.14", "both out at once", LIFT2, "votes 6", table(alive=(1, 2, 3, 4, 7, 8, 9, 10), last_words=(5,))),
    Case("E19", "4.4.14", "last words in the order of nomination", LIFT2 + "; votes 6", "pass", gives(SpeechEnded(6, False), FloorGiven(5, MIN, SpeechKind.LAST_WORD))),
    Case("E19", "4.4.14", "then the day is over", LIFT2 + "; votes 6; pass", "pass", stage(Stage.DAY_OVER)),
    Case("E20", "4.4.11", "a tie on day 1 has its revote", "day; circle 1+6 2+5; go; votes 5; go; pass*2", "go", has(VoteOpened((6, 5), 2))),
    Case("E21", "-", "a tied player with three fouls speaks his 30 s", "day; pass*6; foul 6*3; 7+6; pass; 8+5; circle; go; votes 5", "go", has(FloorGiven(6, HALF, SpeechKind.TIE)), profile=FEDERATION),
]  # fmt: skip
