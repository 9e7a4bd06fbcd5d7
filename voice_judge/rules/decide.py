"""A command against a state: the whole rulebook behind one pure function."""

from collections.abc import Callable
from typing import Any

from voice_judge.rules import commands as c
from voice_judge.rules import day, discipline, flow, night, setup, vote
from voice_judge.rules.draft import Draft
from voice_judge.rules.expected import MODULES, expected
from voice_judge.rules.outcome import Outcome, Refused
from voice_judge.rules.profile import RulesProfile
from voice_judge.rules.reasons import refuse
from voice_judge.rules.shape import well_formed
from voice_judge.rules.state import GameState, Phase, Stage

HANDLERS: dict[type[c.Command], Callable[[Draft, Any], Refused | None]] = {
    c.StartGame: setup.start_game,
    c.EnterRoles: setup.enter_roles,
    c.DealRoles: setup.deal_roles,
    c.AgreeShots: setup.agree_shots,
    c.Proceed: flow.proceed,
    c.Undo: flow.undo,
    c.EndGame: flow.end_game,
    c.StartClock: day.start_clock,
    c.StopClock: day.stop_clock,
    c.Nominate: day.nominate,
    c.Withdraw: day.withdraw,
    c.AskNominated: day.ask_nominated,
    c.EndSpeech: day.end_speech,
    c.CountVotes: vote.count_votes,
    c.Shoot: night.shoot,
    c.Check: night.check,
    c.GiveFoul: discipline.give_foul,
    c.GiveTechnicalFoul: discipline.give_technical_foul,
    c.RemovePlayer: discipline.remove_player,
    c.DeclareTeamLoss: discipline.declare_team_loss,
    c.NameBestMove: discipline.name_best_move,
    c.PauseGame: discipline.pause_game,
    c.ResumeGame: discipline.resume_game,
}


def decide(state: GameState, command: c.Command, at: float, profile: RulesProfile) -> Outcome:
    """What the rules say to `command` given at `at` seconds of the audio clock. Pure; never raises."""
    if type(command) not in HANDLERS or not well_formed(command):
        return refuse("bad_command")
    if expected(state, profile).find(type(command)) is None:
        return refuse(why_unexpected(state, command, profile))
    draft = Draft(state, profile, at)
    return HANDLERS[type(command)](draft, command) or draft.accepted()


_OWN_REASONS: dict[type[c.Command], str] = {
    c.StartGame: "already_started",
    c.EnterRoles: "roles_already_set",
    c.DealRoles: "roles_already_set",
    c.Undo: "nothing_to_undo",
    c.Proceed: "nothing_to_confirm",
}


def why_unexpected(state: GameState, command: c.Command, profile: RulesProfile) -> str:
    """The most telling reason why this type of command does not fit the moment."""
    kind, table = type(command), state.table
    switch = MODULES.get(kind)
    if switch is not None and not getattr(profile, switch):
        return "module_off"
    for stage, reason in ((Stage.PAUSED, "paused"), (Stage.CONFIRM, "confirm_first")):
        if table.stage is stage and kind is not c.Undo:
            return reason
    if kind in _OWN_REASONS and not (kind in (c.EnterRoles, c.DealRoles) and state.judge.roles is None):
        return _OWN_REASONS[kind]
    if table.stage is Stage.NO_GAME:
        return "no_game"
    if table.stage is Stage.OVER:
        return "game_over"
    if kind in (c.Shoot, c.Check) and table.phase is Phase.NIGHT and table.night > 0:
        return "roles_missing"
    by = getattr(command, "by", None)
    if by is not None and table.floor is not None and table.floor.seat != by:
        return "not_your_turn"
    return "not_now"
