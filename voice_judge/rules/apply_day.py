"""Events of the flow and the day: what they do to the table."""

from dataclasses import replace

from voice_judge.rules.applying import applies, on_judge, on_table
from voice_judge.rules.events import (
    ClockStarted,
    ClockStopped,
    DayBegan,
    FloorGiven,
    GameOver,
    GameStarted,
    MinuteLost,
    SpeechEnded,
    SpeechesOver,
    SpeechKind,
)
from voice_judge.rules.state import Clock, Floor, GameState, Phase, Stage, TableState

_FLOORS = {
    SpeechKind.SPEECH: (Phase.DAY, Stage.SPEECH),
    SpeechKind.TIE: (Phase.VOTE, Stage.TIE_SPEECH),
    SpeechKind.LAST_WORD: (Phase.LAST_WORD, Stage.LAST_WORD),
}


@applies(GameStarted)
def _game_started(state: GameState, event: GameStarted, _at: float) -> GameState:
    table = TableState(event.profile, event.names, Phase.INTRODUCTION, Stage.INTRODUCTION)
    return replace(state, table=replace(table, alive=table.seats))


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
