"""The judge's own commands: the next stage, undo, the end by hand (4.6, G12, G14)."""

from voice_judge.rules.circle import fall_night
from voice_judge.rules.commands import EndGame, Proceed, Undo
from voice_judge.rules.discipline import confirm
from voice_judge.rules.draft import Draft
from voice_judge.rules.events import GameOver, NightFell, SecretsUndone, Undone
from voice_judge.rules.night import proceed_night
from voice_judge.rules.outcome import Refused
from voice_judge.rules.reasons import refuse
from voice_judge.rules.state import Phase, Stage
from voice_judge.rules.vote import close_vote, open_revote, open_vote


def proceed(draft: Draft, _command: Proceed) -> Refused | None:
    """The next stage, whatever it is; only the stages marked * in `Stage` wait for it."""
    match draft.table.stage:
        case Stage.INTRODUCTION:
            draft.add(NightFell(0))
        case Stage.DEALING | Stage.NIGHT_FALLEN | Stage.NIGHT_STEP:
            return proceed_night(draft)
        case Stage.SPEECHES_OVER:
            open_vote(draft)
        case Stage.LAST_CANDIDATE:
            close_vote(draft)
        case Stage.REVOTE:
            open_revote(draft)
        case Stage.DAY_OVER:
            fall_night(draft)
        case Stage.CONFIRM:
            confirm(draft)
        case _:
            return refuse("nothing_to_confirm")
    return None


def undo(draft: Draft, command: Undo) -> Refused | None:
    """Take back `steps` steps.

    The table hears how many steps of its own were undone; secret entries are taken back without a word.
    """
    if not (1 <= command.steps <= draft.state.steps and command.keeping >= 0):
        return refuse("nothing_to_undo")
    if command.keeping:
        return _undo_beneath(draft, command)
    public = secret = 0
    past = draft.state.past
    for _ in range(command.steps):
        if past is None:
            return refuse("nothing_to_undo")
        if past.secret:
            secret += 1
        else:
            public, secret = public + 1, 0
        past = past.state.past
    if public:
        draft.add(Undone(public))
    if secret:
        draft.add(SecretsUndone(secret))
    return None


def _undo_beneath(draft: Draft, command: Undo) -> Refused | None:
    """Take back secret entries of the night that is going on; the script's steps after them stay."""
    past, night = draft.state.past, draft.table.night
    for secret in (False,) * command.keeping + (True,) * command.steps:
        tonight = past is not None and past.state.table.phase is Phase.NIGHT and past.state.table.night == night
        if past is None or not tonight or past.secret is not secret or draft.table.phase is not Phase.NIGHT:
            return refuse("nothing_to_undo")
        past = past.state.past
    draft.add(SecretsUndone(command.steps, command.keeping))
    return None


def end_game(draft: Draft, command: EndGame) -> Refused | None:
    """The judge's decision, with his reason (G9, G12)."""
    if not command.reason.strip():
        return refuse("reason_missing")
    draft.add(GameOver(command.winner, command.reason))
    return None
