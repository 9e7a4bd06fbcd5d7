"""When the game is won (1.4), and when it is a draw."""

from dataclasses import dataclass

from voice_judge.rules.apply_night import day_was_quiet
from voice_judge.rules.commands import Team
from voice_judge.rules.draft import Draft
from voice_judge.rules.events import VictoryDecided
from voice_judge.rules.profile import RulesProfile
from voice_judge.rules.seats import Seat
from voice_judge.rules.state import Roles

_EMPTY = {"draw": None, "red": Team.RED, "black": Team.BLACK}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The game is decided; `winner` None is a draw."""

    winner: Team | None


def verdict(alive: tuple[Seat, ...], roles: Roles | None, profile: RulesProfile) -> Verdict | None:
    """What the players at the table decide, or None while the game goes on (1.4, E16-E18, G1-G4, G10).

    Without roles only an empty table decides anything.
    """
    if not alive:
        return Verdict(_EMPTY[profile.empty_table])
    if roles is None:
        return None
    black = len(set(alive) & set(roles.black))
    red = len(alive) - black
    if black == 0:
        return Verdict(Team.RED)
    level = black >= red if profile.parity == "equal_or_more" else red in (black, 0)
    return Verdict(Team.BLACK) if level else None


def judge_victory(draft: Draft) -> None:
    """After somebody left or the roles were entered late: has that decided the game? The table hears it later (G5)."""
    if draft.judge.is_decided and not draft.profile.removal_changes_result:
        return
    found = verdict(draft.table.alive, draft.judge.roles, draft.profile)
    if found is not None and not (draft.judge.is_decided and draft.judge.decided is found.winner):
        draft.add(VictoryDecided(found.winner))


def draw_is_due(draft: Draft, *, at_nightfall: bool) -> bool:
    """Whether so many nights and days have passed without a loss that the profile calls it a draw (G9).

    Never while the roles are unknown: then nobody knows whether the nights were misses.
    """
    limit = draft.profile.draw_after_quiet_rounds
    if not limit or draft.judge.roles is None:
        return False
    days = draft.table.quiet_days + (at_nightfall and day_was_quiet(draft.table))
    return days >= limit and draft.table.quiet_nights >= limit
