# ruff: noqa: E501  (one case, one line: the table reads across)
"""Sections A (seating, roles, first night) and B (the day) of the table of cases."""

from tests.rules.case import Case, gives, has, holds, judge, left_seconds, never, order, silent, stage, table
from tests.rules.script import NAMES
from voice_judge.rules import (
    FEDERATION,
    ClockStopped,
    DayBegan,
    FloorGiven,
    Game,
    GameStarted,
    NightFell,
    NightResult,
    NomineesTold,
    Phase,
    PlayerLeft,
    ScriptStep,
    SpeechEnded,
    SpeechesOver,
    SpeechKind,
    Stage,
    Step,
)

FIRST_NIGHT = "start; roles; go"
MIN = 60.0


def script_of(*steps: tuple[Step, float | None]) -> tuple[ScriptStep, ...]:
    return tuple(ScriptStep(step, seconds) for step, seconds in steps)


A = [
    Case("A1", "1.1", "nine names", "", "start 9", "not_ten_players"),
    Case("A1", "1.1", "eleven names", "", "start 11", "not_ten_players"),
    Case("A1", "4.1.1", "ten names", "", "start 10", stage(Stage.INTRODUCTION)),
    Case("A1", "4.1.1", "nine names, a training game", "", "train 9", table(alive=tuple(range(1, 10)))),
    Case("A1", "4.1.1", "three names, even for training", "", "train 3", "not_ten_players"),
    Case("A2", "1.1", "no roles yet", "start; go", "go", "roles_missing"),
    Case("A2", "1.1", "one mafia too few", "start; go", "roles 8 9 7", "bad_roles"),
    Case("A2", "1.1", "one mafia too many", "start; go", "roles 8 9,10,1 7", "bad_roles"),
    Case("A2", "1.1", "don and sheriff on one seat", "start; go", "roles 8 9,10 8", "bad_roles"),
    Case("A2", "1.1", "one mafia twice", "start; go", "roles 8 9,9 7", "bad_roles"),
    Case("A2", "1.1", "a seat that is not there", "start; go", "roles 8 9,11 7", "bad_roles"),
    Case("A2", "1.1", "a seat a training game does not have", "train 8; go", "roles 9 1,2 3", "bad_roles"),
    Case("A2", "1.1", "right: the rest are seven red with the sheriff", "start; go", "roles; go", stage(Stage.NIGHT_STEP)),
    Case("A2", "1.1", "entered twice", FIRST_NIGHT, "roles 1 2,3 4", "roles_already_set"),
    Case("A3", "4.1.1", "seats from the schedule", "", "start 10", table(names=NAMES[:10])),
    Case("A3", "4.1.1", "given seats are recorded as given", "", "start 10", holds(lambda g: started(g).seating == "given")),
    Case("A3", "4.1.1", "drawn seats, the seed kept", "", "start seed 7", holds(lambda g: started(g).seed == 7)),
    Case("A3", "4.1.1", "drawn: the same people", "", "start seed 7", holds(lambda g: set(g.table.names) == set(NAMES[:10]))),
    Case("A3", "4.1.1", "drawn: other seats", "", "start seed 7", holds(lambda g: g.table.names != NAMES[:10])),
    Case("A4", "4.1.2", "«наступает ночь»", "start", "go", (gives(NightFell(0)), table(phase=Phase.NIGHT, clock=None))),
    Case("A4", "4.1.2", "no player may say anything at night", "start", "go", holds(lambda g: not any(i.seats for i in g.expected().items))),
    Case("A5", "4.1.3", "roles entered: silent", "start; go", "roles", silent),
    Case("A5", "4.1.3", "roles dealt: silent, four different seats", "start; go", "deal 5", (silent, holds(lambda g: four_roles(g) == 4))),
    Case("A6", "4.2.1", "«Просыпается Дон»", FIRST_NIGHT, "go", gives(*script_of((Step.DON_WAKES, None)))),
    Case("A6", "4.2", "the don checks on the first night", FIRST_NIGHT + "; go", "check don 7", "not_now"),
    Case("A7", "4.2.2", "the agreement: exactly one minute", FIRST_NIGHT + "; go", "go", gives(*script_of((Step.MAFIA_WAKES, 60.0)))),
    Case("A8", "4.2.1-2", "nothing between don and mafia", FIRST_NIGHT, "go*2", gives(*script_of((Step.DON_WAKES, None), (Step.MAFIA_WAKES, 60.0)))),
    Case("A9", "4.2.2", "the don's order is kept, silently", FIRST_NIGHT + "; go*2", "agree 1,2,3", (silent, judge(agreed_shots=(1, 2, 3)))),
    Case("A9", "4.2.2", "and is not required", FIRST_NIGHT + "; go*2", "go", gives(*script_of((Step.MAFIA_SLEEPS, None)))),
    Case("A10", "4.2.4-5", "sheriff, then the day, nothing between", FIRST_NIGHT + "; go*4", "go", gives(DayBegan(1, 1), FloorGiven(1, MIN, SpeechKind.SPEECH))),
    Case("A10", "4.2.4-5", "the sheriff greets", FIRST_NIGHT + "; go*3", "go", gives(*script_of((Step.SHERIFF_GREETS, None)))),
    Case("A11", "4.2", "a shot on the first night", FIRST_NIGHT + "; go*2", "shot 8 1", "not_now"),
    Case("A11", "4.2", "a sheriff's check on the first night", FIRST_NIGHT + "; go*4", "check sheriff 8", "not_now"),
    Case("A12", "-", "no free seating by the official rules", FIRST_NIGHT + "; go*3", "go", gives(*script_of((Step.SHERIFF_GREETS, None)))),
    Case("A12", "-", "20 s of it in the federation", FIRST_NIGHT + "; go*3", "go", gives(*script_of((Step.FREE_SEATING, 20.0))), profile=FEDERATION),
]  # fmt: skip

B = [
    Case("B1", "4.3.2", "day 1 from seat 1 round to 10", "day", "circle", (order(*range(1, 11)), has(SpeechesOver(SpeechKind.SPEECH)))),
    Case("B2", "4.3.2", "day 2, nobody lost: 2 opens, 1 closes", "day; dusk; dawn", "circle", order(*range(2, 11), 1)),
    Case("B3", "4.3.2", "day 2, seat 1 dead: 2 opens, 10 closes", "day; roles; dusk; kill 1; pass", "circle", order(*range(2, 11))),
    Case("B4", "4.3.2", "day 2, seat 2 dead: 3 opens, 1 closes", "day; roles; dusk; kill 2; pass", "circle", order(*range(3, 11), 1)),
    Case("B5", "4.3.2", "day 3 after that: 4 opens", "day; roles; dusk; kill 2; pass; dusk; miss", "circle", order(*range(4, 11), 1, 3)),
    Case("B6", "4.3.2", "the opener is voted out on his day: still counted from", "day; voted 1; go; dawn", "circle", order(*range(2, 11))),
    Case("B6", "4.3.2", "opener 2 is voted out on day 2: 3 opens day 3", "day; dusk; dawn; voted 2; go; dawn", "circle", order(*range(3, 11), 1)),
    Case("B7", "4.3.2", "1 follows 10", "day; dusk; dawn; pass*8", "pass", gives(SpeechEnded(10, False), FloorGiven(1, MIN, SpeechKind.SPEECH))),
    Case("B8", "4.3.2", "the victim's last word does not open the day", "day; roles; dusk; kill 7; pass", "circle; go; miss", has(DayBegan(3, 3))),
    Case("B9", "-", "a silenced opener still counts", "day; pass; foul 2*3; dusk; dawn; dusk", "dawn", has(DayBegan(3, 3)), profile=FEDERATION),
    Case("B9", "-", "and does not speak", "day; pass*2; foul 2*3; dusk; dawn", "circle", order(*range(3, 11), 1), profile=FEDERATION),
    Case("B10", "4.3.1", "60 seconds, standing until started", "", "day; @30", left_seconds(MIN)),
    Case("B10", "4.3.1", "the clock runs", "day", "clock; @45", left_seconds(15.0)),
    Case("B10", "4.3.1", "at 0 the floor stays until somebody ends the speech", "day", "clock; @99", (left_seconds(0.0), stage(Stage.SPEECH))),
    Case("B10", "4.3.1", "the judge stops the speaker", "day; clock; @60", "stop", gives(SpeechEnded(1, True), FloorGiven(2, MIN, SpeechKind.SPEECH))),
    Case("B11", "4.3.5", "«спасибо, всё» of the speaker", "day", "pass by 1", gives(SpeechEnded(1, False), FloorGiven(2, MIN, SpeechKind.SPEECH))),
    Case("B12", "4.3.5", "somebody else's thanks do not end it", "day", "pass by 2", "not_your_turn"),
    Case("B13", "4.3.4", "«кто выставлен?»: ascending", "day; 1+9; pass; 2+3; pass", "3?", gives(NomineesTold(3, (3, 9)))),
    Case("B14", "4.3.4", "the clock can stand during the answer", "day; clock; @10", "halt; @15", (gives(ClockStopped(50.0)), left_seconds(50.0))),
    Case("B14", "4.3.4", "and goes on after it", "day; clock; @10; halt; @15", "clock; @20", left_seconds(45.0)),
    Case("B14", "4.3.4", "started while it runs: nothing happens", "day; clock; @10", "clock; @20", (gives(), left_seconds(40.0))),
    Case("B14", "4.3.4", "stopped while it stands: nothing happens", "day; @10", "halt", (gives(), left_seconds(MIN))),
    Case("B15", "4.3.4", "asked by one who does not speak", "day; 1+9", "2?", "not_your_turn"),
    Case("B16", "4.3.4", "asked when nobody is nominated", "day", "1?", gives(NomineesTold(1, ()))),
    Case("B17", "4.3.2", "the dead are skipped without a word", "day; roles; dusk; kill 5; pass; pass*2", "pass", gives(SpeechEnded(4, False), FloorGiven(6, MIN, SpeechKind.SPEECH))),
    Case("B17", "4.3.2", "nothing is said of them", "day; roles; dusk; kill 5; pass", "circle", (never(PlayerLeft, NightResult), order(2, 3, 4, 6, 7, 8, 9, 10, 1))),
]  # fmt: skip


def started(game: Game) -> GameStarted:
    event = game.events[0].event
    assert isinstance(event, GameStarted)
    return event


def four_roles(game: Game) -> int:
    roles = game.judge.roles
    assert roles is not None
    return len({roles.don, *roles.mafia, roles.sheriff})
