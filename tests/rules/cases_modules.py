# ruff: noqa: E501  (one case, one line: the table reads across)
"""Section H: what the official rules do not have, behind switches. The federation's profile has all of it."""

from dataclasses import replace

from tests.rules.case import Case, gives, has, holds, left_seconds, never, stage, table
from tests.rules.script import without
from voice_judge.rules import (
    FEDERATION,
    BestMoveNamed,
    CandidateCalled,
    Cause,
    ClockStopped,
    FloorGiven,
    FoulGiven,
    GameOver,
    GamePaused,
    GameResumed,
    MinuteLost,
    NightFell,
    NightResult,
    NoVote,
    NoVoteReason,
    PlayerLeft,
    RemovalAsked,
    Silenced,
    SpeechEnded,
    SpeechKind,
    Stage,
    Team,
    TeamLossAsked,
    TechnicalFoulGiven,
    VictoryDecided,
    VoteOpened,
)

MIN = 60.0
TWO = "day; circle 1+5 2+6; go"
NIGHT = "day; roles; dusk"
TWO_BLACK_LEFT = "day; roles; voted 10; go; kill 1; pass; voted 2; go; kill 3; pass"  # 4-7 against 8, 9; 4 speaks
STRIKE = replace(FEDERATION, name="strike", removal_cancels_vote=False)

OFF = [
    Case("H", "-", f"{script}: not in the official rules", "day", script, "module_off")
    for script in ("foul 1", "tech 1", "remove 1", "loss red ППК", "best 1,2,3", "pause", "resume")
]

FOULS = [
    Case("H", "-", "the first", "day", "foul 3", gives(FoulGiven(3, 1)), FEDERATION),
    Case("H", "-", "each is counted apart", "day; foul 3; foul 4", "foul 3", table(fouls=((3, 2), (4, 1))), FEDERATION),
    Case("H", "-", "the third costs the next minute", "day; foul 3*2", "foul 3", gives(FoulGiven(3, 3), Silenced(3)), FEDERATION),
    Case("H", "-", "it is lost when the turn comes", "day; foul 3*3; pass", "pass", gives(SpeechEnded(2, False), MinuteLost(3), FloorGiven(4, MIN, SpeechKind.SPEECH)), FEDERATION),
    Case("H", "-", "in one's own minute: the next day's is lost", "day; pass*2; foul 3*3", "pass", (gives(SpeechEnded(3, False), FloorGiven(4, MIN, SpeechKind.SPEECH)), table(silenced=(3,))), FEDERATION),
    Case("H", "-", "one minute only", "day; foul 3*3; dusk; dawn", "circle", (never(MinuteLost), table(silenced=())), FEDERATION),
    Case("H", "-", "everybody left is silenced: the circle is over", "day; pass*8; foul 10*3", "pass", stage(Stage.SPEECHES_OVER), FEDERATION),
    Case("H", "-", "the fourth asks", "day; foul 3*3", "foul 3", (gives(FoulGiven(3, 4), RemovalAsked(3)), table(alive=without())), FEDERATION),
    Case("H", "-", "confirmed: out", "day; foul 3*4", "yes", gives(PlayerLeft(3, Cause.REMOVED)), FEDERATION),
    Case("H", "-", "confirmed: nothing is left of the lost minute", "day; foul 5*3; foul 3*4", "yes", table(silenced=(5,)), FEDERATION),
    Case("H", "-", "taken back: three fouls", "day; foul 3*4", "undo", table(fouls=((3, 3),), stage=Stage.SPEECH), FEDERATION),
    Case("H", "-", "nothing else goes on before the answer", "day; foul 3*4", "1+5", "confirm_first", FEDERATION),
    Case("H", "-", "not even another question", "day; foul 3*4", "remove 4", "confirm_first", FEDERATION),
    Case("H", "-", "the clock stands during the question", "day; clock; @10; foul 3*3", "foul 3; @40", (has(ClockStopped(50.0)), left_seconds(50.0)), FEDERATION),
    Case("H", "-", "a seat that is not there", "day", "foul 11", "no_such_seat", FEDERATION),
    Case("H", "-", "one who is out and has spoken", NIGHT + "; kill 1; pass", "foul 1", "not_alive", FEDERATION),
    Case("H", "-", "one who is out and speaks his last word", NIGHT + "; kill 1", "foul 1", gives(FoulGiven(1, 1)), FEDERATION),
    Case("H", "-", "he cannot be removed any more", "day; roles; foul 1*3; dusk; kill 1", "foul 1", gives(FoulGiven(1, 4)), FEDERATION),
    Case("H", "-", "before the game has begun", "start", "foul 1", "not_now", FEDERATION),
    Case("H", "-", "two technical fouls ask", "day; tech 3", "tech 3", gives(TechnicalFoulGiven(3, 2), RemovalAsked(3)), FEDERATION),
]  # fmt: skip

REMOVAL = [
    Case("H", "-", "asks first", "day", "remove 3", gives(RemovalAsked(3)), FEDERATION),
    Case("H", "-", "a dead player", NIGHT + "; kill 1; pass", "remove 1", "not_alive", FEDERATION),
    Case("H", "-", "a seat that is not there", "day", "remove 0", "no_such_seat", FEDERATION),
    Case("H", "-", "the speaker: the next one speaks", "day; remove 1", "yes", gives(PlayerLeft(1, Cause.REMOVED), SpeechEnded(1, True), FloorGiven(2, MIN, SpeechKind.SPEECH)), FEDERATION),
    Case("H", "-", "no last word", "day; remove 3", "yes", (table(last_words=()), never(FloorGiven)), FEDERATION),
    Case("H", "-", "during the vote: it is cancelled", TWO + "; votes 3; remove 9", "yes", gives(PlayerLeft(9, Cause.REMOVED), NoVote(NoVoteReason.REMOVAL)), FEDERATION),
    Case("H", "-", "then the night", TWO + "; remove 9; yes", "go", gives(NightFell(1)), FEDERATION),
    Case("H", "-", "during a tie speech: cancelled", TWO + "; votes 5; go; remove 9", "yes", has(NoVote(NoVoteReason.REMOVAL)), FEDERATION),
    Case("H", "-", "at night: the next day has no vote", NIGHT + "; remove 3; yes; miss; circle 2+5", "go", has(NoVote(NoVoteReason.REMOVAL)), FEDERATION),
    Case("H", "-", "and the day after has one", NIGHT + "; remove 3; yes; miss; dusk; miss; circle 4+5", "go", has(VoteOpened((5,), 1)), FEDERATION),
    Case("H", "-", "a removed shooter does not count", NIGHT + "; shot 8 1; shot 9 1; shot 10 2; remove 10; yes", "dawn", has(NightResult(1, 1)), FEDERATION),
    Case("H", "-", "a removed target is a miss", NIGHT + "; shot 8 1; shot 9 1; shot 10 1; remove 1; yes", "dawn", has(NightResult(1, None)), FEDERATION),
    Case("H", "-", "it can decide the game", TWO_BLACK_LEFT + "; remove 5; yes; remove 6", "yes", gives(PlayerLeft(6, Cause.REMOVED), VictoryDecided(Team.BLACK), GameOver(Team.BLACK, "rules")), FEDERATION),
    Case("H", "-", "decided while another speaks his last word: the word first", "day; roles; voted 10; go; kill 1; remove 8; yes; remove 9", "yes", (has(VictoryDecided(Team.RED)), never(GameOver)), FEDERATION),
    Case("H", "-", "then the result", "day; roles; voted 10; go; kill 1; remove 8; yes; remove 9; yes", "pass", has(GameOver(Team.RED, "rules")), FEDERATION),
    Case("H", "-", "where names are struck: the vote starts again without him", TWO + "; undo; circle; undo*11; undo; 1+7; circle 2+5 3+6; go; votes 2; remove 5", "yes", has(VoteOpened((7, 6), 1), CandidateCalled(7, last=False)), STRIKE),
    Case("H", "-", "where names are struck: one left on day 1", TWO + "; remove 5", "yes", has(NoVote(NoVoteReason.FIRST_DAY_SINGLE)), STRIKE),
]  # fmt: skip

OTHERS = [
    Case("H", "-", "a team loss asks first", "day", "loss red ППК", gives(TeamLossAsked(Team.RED, "ППК")), FEDERATION),
    Case("H", "-", "a team loss without a reason", "day", "loss red", "reason_missing", FEDERATION),
    Case("H", "-", "confirmed: the other team wins", "day; loss red ППК", "yes", gives(GameOver(Team.BLACK, "ППК")), FEDERATION),
    Case("H", "-", "taken back", "day; loss black ППК", "undo", stage(Stage.SPEECH), FEDERATION),
    Case("H", "-", "best move: of the first victim only", "day; roles; dusk; miss; dusk; kill 1", "best 8,9,10", "not_now", FEDERATION),
    Case("H", "-", "best move: once", NIGHT + "; kill 1; best 8,9,10", "best 8,9", "not_now", FEDERATION),
    Case("H", "-", "best move: fewer than three", NIGHT + "; kill 1", "best 8", gives(BestMoveNamed((8,))), FEDERATION),
    Case("H", "-", "best move: four", NIGHT + "; kill 1", "best 7,8,9,10", "bad_best_move", FEDERATION),
    Case("H", "-", "best move: himself", NIGHT + "; kill 1", "best 1,2", "bad_best_move", FEDERATION),
    Case("H", "-", "best move: one twice", NIGHT + "; kill 1", "best 8,8", "bad_best_move", FEDERATION),
    Case("H", "-", "best move: no such seat", NIGHT + "; kill 1", "best 11", "no_such_seat", FEDERATION),
    Case("H", "-", "best move: not in the word of a voted out", TWO + "; votes 10; go", "best 1", "not_now", FEDERATION),
    Case("H", "-", "best move: not of the one voted out after the first victim", NIGHT + "; kill 1; pass; circle 2+5; go; go", "best 8", "not_now", FEDERATION),
    Case("H", "-", "best move: a removal on day 1 is no vote", "day; roles; remove 6; yes; remove 5; yes; dusk; kill 1", "best 8", gives(BestMoveNamed((8,))), FEDERATION),
    Case("H", "-", "a pause stops the clock", "day; clock; @20", "pause; @50", (gives(GamePaused(), ClockStopped(40.0)), left_seconds(40.0)), FEDERATION),
    Case("H", "-", "nothing is accepted in it", "day; pause", "1+5", "paused", FEDERATION),
    Case("H", "-", "no confirmation either", "day; pause", "go", "paused", FEDERATION),
    Case("H", "-", "no clock either", "day; pause", "clock", "paused", FEDERATION),
    Case("H", "-", "it goes on where it stopped", "day; clock; @20; pause; @50", "resume", (gives(GameResumed()), left_seconds(40.0), stage(Stage.SPEECH)), FEDERATION),
    Case("H", "-", "undo takes the pause back", "day; pause", "undo", stage(Stage.SPEECH), FEDERATION),
    Case("H", "-", "a pause at night", NIGHT + "; pause", "resume", stage(Stage.NIGHT_FALLEN), FEDERATION),
    Case("H", "-", "resuming what does not stand", "day", "resume", "not_now", FEDERATION),
    Case("H", "-", "only resume and undo are expected in a pause", "day", "pause", holds(lambda g: {k.__name__ for k in g.expected().types} == {"ResumeGame", "Undo"}), FEDERATION),
]  # fmt: skip

MODULES = [*OFF, *FOULS, *REMOVAL, *OTHERS]
