"""Events of the night, the secrets, the modules and undo: what they do to the game."""

from dataclasses import replace

from voice_judge.rules.applying import applies, frozen_clock, on_judge, on_table
from voice_judge.rules.events import (
    BestMoveNamed,
    Cause,
    Checked,
    FoulGiven,
    GamePaused,
    GameResumed,
    NightFell,
    NightResult,
    NumbersCalled,
    OwnShotNoted,
    RemovalAsked,
    RolesAssigned,
    ScriptStep,
    SecretsUndone,
    ShotFired,
    ShotsAgreed,
    ShotsMissing,
    Silenced,
    TeamLossAsked,
    TechnicalFoulGiven,
    Undone,
    VictoryDecided,
)
from voice_judge.rules.seats import Seat
from voice_judge.rules.state import GameState, Past, Phase, Question, Roles, Shot, Stage, TableState

Counts = tuple[tuple[Seat, int], ...]


@applies(NightFell)
def _night_fell(state: GameState, event: NightFell, _at: float) -> GameState:
    table = state.table
    state = on_table(
        state,
        phase=Phase.NIGHT,
        stage=Stage.DEALING if event.night == 0 else Stage.NIGHT_FALLEN,
        night=event.night,
        step=None,
        floor=None,
        clock=None,
        vote=None,
        alive_at_dusk=len(table.alive),
        quiet_days=table.quiet_days + (event.night > 0 and day_was_quiet(table)),
    )
    return on_judge(state, shots=(), checked=(), warned=False)


def day_was_quiet(table: TableState) -> bool:
    """Whether nobody has left in the present day; the night's victim belongs to the night (G9)."""
    return not any(gone.day == table.day and gone.cause is not Cause.SHOT for gone in table.gone)


@applies(ScriptStep)
def _script_step(state: GameState, event: ScriptStep, _at: float) -> GameState:
    return on_table(state, stage=Stage.NIGHT_STEP, step=event.step)


@applies(NumbersCalled)
def _numbers_called(state: GameState, _event: NumbersCalled, _at: float) -> GameState:
    return state


@applies(NightResult)
def _night_result(state: GameState, event: NightResult, _at: float) -> GameState:
    table = state.table
    nobody_left = event.victim is None and len(table.alive) == table.alive_at_dusk  # a removal is a loss too
    return on_judge(on_table(state, quiet_nights=table.quiet_nights + nobody_left), warned=False)


@applies(RolesAssigned)
def _roles_assigned(state: GameState, event: RolesAssigned, _at: float) -> GameState:
    return on_judge(state, roles=Roles(event.don, event.mafia, event.sheriff))


@applies(ShotsAgreed)
def _shots_agreed(state: GameState, event: ShotsAgreed, _at: float) -> GameState:
    return on_judge(state, agreed_shots=event.order)


@applies(ShotFired)
def _shot_fired(state: GameState, event: ShotFired, _at: float) -> GameState:
    return on_judge(state, shots=(*state.judge.shots, Shot(event.shooter, event.target)), warned=False)


@applies(OwnShotNoted)
def _own_shot_noted(state: GameState, _event: OwnShotNoted, _at: float) -> GameState:
    return state


@applies(ShotsMissing)
def _shots_missing(state: GameState, _event: ShotsMissing, _at: float) -> GameState:
    return on_judge(state, warned=True)


@applies(Checked)
def _checked(state: GameState, event: Checked, _at: float) -> GameState:
    return on_judge(state, checked=(*state.judge.checked, event.checker))


@applies(VictoryDecided)
def _victory_decided(state: GameState, event: VictoryDecided, _at: float) -> GameState:
    return on_judge(state, decided=event.winner, is_decided=True)


# --- modules ---------------------------------------------------------------------------------------------------


@applies(FoulGiven)
def _foul_given(state: GameState, event: FoulGiven, _at: float) -> GameState:
    return on_table(state, fouls=_with_count(state.table.fouls, event.seat, event.count))


@applies(TechnicalFoulGiven)
def _technical_foul_given(state: GameState, event: TechnicalFoulGiven, _at: float) -> GameState:
    return on_table(state, technical_fouls=_with_count(state.table.technical_fouls, event.seat, event.count))


@applies(Silenced)
def _silenced(state: GameState, event: Silenced, _at: float) -> GameState:
    return on_table(state, silenced=(*state.table.silenced, event.seat))


@applies(RemovalAsked)
def _removal_asked(state: GameState, event: RemovalAsked, _at: float) -> GameState:
    return _ask(state, Question(removal=event.seat))


@applies(TeamLossAsked)
def _team_loss_asked(state: GameState, event: TeamLossAsked, _at: float) -> GameState:
    return _ask(state, Question(team=event.team, reason=event.reason))


@applies(BestMoveNamed)
def _best_move_named(state: GameState, event: BestMoveNamed, _at: float) -> GameState:
    return on_table(state, best_move=event.seats)


@applies(GamePaused)
def _game_paused(state: GameState, _event: GamePaused, _at: float) -> GameState:
    return on_table(state, held=state.table.stage, stage=Stage.PAUSED)


@applies(GameResumed)
def _game_resumed(state: GameState, _event: GameResumed, _at: float) -> GameState:
    return on_table(state, held=None, stage=state.table.held or state.table.stage)


def _ask(state: GameState, question: Question) -> GameState:
    return on_table(state, question=question, held=state.table.stage, stage=Stage.CONFIRM)


def _with_count(counts: Counts, seat: Seat, count: int) -> Counts:
    others = [pair for pair in counts if pair[0] != seat]
    return tuple(sorted([*others, (seat, count)]))


# --- undo ------------------------------------------------------------------------------------------------------


@applies(Undone)
def _undone(state: GameState, event: Undone, _at: float) -> GameState:
    left = event.steps
    while left and state.past is not None:
        left -= not state.past.secret
        state = state.past.state
    return state


@applies(SecretsUndone)
def _secrets_undone(state: GameState, event: SecretsUndone, _at: float) -> GameState:
    bottom, kept = state, []
    for _ in range(event.keeping):
        if bottom.past is not None:
            kept.append(bottom.past)
            bottom = bottom.past.state
    for _ in range(event.steps):
        if bottom.past is not None:
            bottom = bottom.past.state
    return _laid_again(state, bottom, kept) if kept else bottom


def _laid_again(state: GameState, bottom: GameState, kept: list[Past]) -> GameState:
    """The steps `kept` (the newest first) on top of `bottom`, whose secrets hold again in each of them."""
    past, steps = bottom.past, bottom.steps
    for link in reversed(kept):
        past = Past(replace(link.state, judge=bottom.judge, past=past, steps=steps), link.secret)
        steps += 1
    return GameState(state.table, bottom.judge, past, steps)


def standing(state: GameState, at: float) -> GameState:
    """The state as undo will bring it back: the clock stopped with the seconds it has at `at`."""
    clock = state.table.clock
    if clock is None or clock.since is None:
        return state
    return replace(state, table=replace(state.table, clock=frozen_clock(clock, at)))
