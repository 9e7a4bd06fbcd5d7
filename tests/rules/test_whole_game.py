"""Whole games, told event by event as the table hears them."""

from tests.rules.script import Told
from voice_judge.rules import (
    FEDERATION,
    BestMoveNamed,
    CandidateCalled,
    Cause,
    DayBegan,
    FloorGiven,
    Game,
    GameOver,
    LiftAsked,
    LiftCounted,
    NightFell,
    NightResult,
    Nominated,
    NoVote,
    NoVoteReason,
    NumbersCalled,
    PlayerLeft,
    ScriptStep,
    SpeechEnded,
    SpeechesOver,
    SpeechKind,
    Step,
    TableEvent,
    Team,
    Tied,
    VoteOpened,
    VotesCounted,
)

ALL_TEN = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
LATER_NIGHT = (
    ScriptStep(Step.MAFIA_LEAVES, None),
    ScriptStep(Step.DON_SEEKS, None),
    ScriptStep(Step.DON_SLEEPS, None),
    ScriptStep(Step.SHERIFF_WAKES, None),
    ScriptStep(Step.SHERIFF_SLEEPS, None),
)


def heard(told: Told, script: str) -> list[TableEvent]:
    """What the table hears of it, without the circle's ordinary speeches."""
    events = [event for event in told.play(script) if isinstance(event, TableEvent)]
    speech = SpeechKind.SPEECH
    return [e for e in events if not ((isinstance(e, FloorGiven) and e.kind is speech) or isinstance(e, SpeechEnded))]


def test_red_wins_by_the_official_rules() -> None:
    told = Told(Game())
    told.play("start")
    assert heard(told, "go") == [NightFell(0)]
    assert heard(told, "roles; go*5") == [
        ScriptStep(Step.DON_WAKES, None),
        ScriptStep(Step.MAFIA_WAKES, 60.0),
        ScriptStep(Step.MAFIA_SLEEPS, None),
        ScriptStep(Step.SHERIFF_GREETS, None),
        DayBegan(1, 1),
    ]
    # day 1: 8 and 9 are tied twice and lifted
    assert heard(told, "circle 1+8 2+9; go") == [
        Nominated(1, 8),
        Nominated(2, 9),
        SpeechesOver(SpeechKind.SPEECH),
        VoteOpened((8, 9), 1),
        CandidateCalled(8, last=False),
    ]
    assert heard(told, "votes 5; go") == [
        VotesCounted(8, 5, None),
        CandidateCalled(9, last=True),
        VotesCounted(9, 5, None),
        Tied((8, 9), 5),
        FloorGiven(8, 30.0, SpeechKind.TIE),
    ]
    assert heard(told, "pass*2; go; votes 5; go") == [
        FloorGiven(9, 30.0, SpeechKind.TIE),
        SpeechesOver(SpeechKind.TIE),
        VoteOpened((8, 9), 2),
        CandidateCalled(8, last=False),
        VotesCounted(8, 5, None),
        CandidateCalled(9, last=True),
        VotesCounted(9, 5, None),
        LiftAsked((8, 9)),
    ]
    assert heard(told, "votes 6; pass*2; go") == [
        LiftCounted(6, passed=True),
        PlayerLeft(8, Cause.LIFT),
        PlayerLeft(9, Cause.LIFT),
        FloorGiven(8, 60.0, SpeechKind.LAST_WORD),
        FloorGiven(9, 60.0, SpeechKind.LAST_WORD),
        NightFell(1),
    ]
    # night 1: the only black shoots the sheriff, who still checks him
    assert heard(told, "shot 10 7; check sheriff 10; go*7") == [
        ScriptStep(Step.MAFIA_HUNTS, 60.0),
        *LATER_NIGHT,
        DayBegan(2, 2),
        NightResult(1, 7),
        PlayerLeft(7, Cause.SHOT),
        FloorGiven(7, 60.0, SpeechKind.LAST_WORD),
    ]
    # day 2: one candidate, all votes, the word, the result
    assert heard(told, "pass; circle 2+10; go; go; pass") == [
        Nominated(2, 10),
        SpeechesOver(SpeechKind.SPEECH),
        VoteOpened((10,), 1),
        CandidateCalled(10, last=True),
        VotesCounted(10, 7, None),
        PlayerLeft(10, Cause.VOTE),
        FloorGiven(10, 60.0, SpeechKind.LAST_WORD),
        GameOver(Team.RED, "rules"),
    ]
    assert told.game.table.alive == (1, 2, 3, 4, 5, 6)


def test_black_wins_by_the_federations_rules() -> None:
    told = Told(Game(FEDERATION))
    assert heard(told, "start; go; roles; go*6") == [
        told.game.events[0].event,
        NightFell(0),
        ScriptStep(Step.DON_WAKES, None),
        ScriptStep(Step.MAFIA_WAKES, 60.0),
        ScriptStep(Step.MAFIA_SLEEPS, None),
        ScriptStep(Step.FREE_SEATING, 20.0),
        ScriptStep(Step.SHERIFF_GREETS, None),
        DayBegan(1, 1),
    ]
    assert heard(told, "circle; go; kill 1; best 8,9,10") == [
        SpeechesOver(SpeechKind.SPEECH),
        NoVote(NoVoteReason.NO_CANDIDATES),
        NightFell(1),
        ScriptStep(Step.MAFIA_HUNTS, 20.0),
        NumbersCalled(ALL_TEN, 2.0),
        *LATER_NIGHT,
        DayBegan(2, 2),
        NightResult(1, 1),
        PlayerLeft(1, Cause.SHOT),
        FloorGiven(1, 60.0, SpeechKind.LAST_WORD),
        BestMoveNamed((8, 9, 10)),
    ]
    # the removal of 2 cancels the vote of day 2; 3 is shot, 4 voted out, and then 3 red sit against 3 black
    told.play("pass; remove 2; yes; circle 4+5; go; kill 3; pass")
    assert heard(told, "circle 4+4; go; go; pass") == [
        Nominated(4, 4),
        SpeechesOver(SpeechKind.SPEECH),
        VoteOpened((4,), 1),
        CandidateCalled(4, last=True),
        VotesCounted(4, 7, None),
        PlayerLeft(4, Cause.VOTE),
        FloorGiven(4, 60.0, SpeechKind.LAST_WORD),
        GameOver(Team.BLACK, "rules"),
    ]
    assert NoVote(NoVoteReason.REMOVAL) in [record.event for record in told.game.events]
