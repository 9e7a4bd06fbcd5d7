"""Before the game: the players, their seats, their roles (1.1, 4.1)."""

import random
from collections.abc import Sequence
from typing import TypeVar

from voice_judge.rules.circle import next_opener, pass_floor
from voice_judge.rules.commands import AgreeShots, DealRoles, EnterRoles, StartGame
from voice_judge.rules.draft import Draft
from voice_judge.rules.events import DayBegan, GameOver, GameStarted, RolesAssigned, ShotsAgreed
from voice_judge.rules.outcome import Refused
from voice_judge.rules.reasons import refuse
from voice_judge.rules.seats import TABLE_SIZE
from voice_judge.rules.state import Stage
from voice_judge.rules.victory import judge_victory

SMALLEST_TRAINING = 4  # don, two black players and the sheriff need a seat each

T = TypeVar("T")


def start_game(draft: Draft, command: StartGame) -> Refused | None:
    """Seats by number, as given or drawn from the seed (A1, A3)."""
    names, seed = command.names, command.seed
    fits = len(names) in (0, TABLE_SIZE) or (command.training and SMALLEST_TRAINING <= len(names) < TABLE_SIZE)
    if not fits:
        return refuse("not_ten_players", f"Названо имён: {len(names)}.")
    if seed is not None and not names:
        return refuse("bad_seed")
    seating = "random" if seed is not None else "given" if names else "numbers"
    profile = draft.profile
    draft.add(
        GameStarted(
            profile=profile.name,
            names=names if seed is None else shuffled(names, seed),
            seating=seating,
            seed=seed,
            first_day=command.first_day,
            switches=profile.switches(),
            training=command.training,
        )
    )
    if command.first_day:
        draft.add(DayBegan(1, next_opener(draft.table, profile, draft.table.alive)))
        pass_floor(draft)
    return None


def shuffled(items: Sequence[T], seed: int) -> tuple[T, ...]:
    """A fair shuffle that is the same for a seed in every Python (only `random()` is promised to be)."""
    draw = random.Random(seed).random
    deck = list(items)
    for last in range(len(deck) - 1, 0, -1):
        chosen = int(draw() * (last + 1))
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def enter_roles(draft: Draft, command: EnterRoles) -> Refused | None:
    """The cards as drawn at the table: one don, two more black, one sheriff (A2)."""
    problem = _roles_problem(draft, command)
    if problem:
        return refuse("bad_roles", problem)
    mafia = tuple(sorted(command.mafia))
    return _assign(draft, RolesAssigned(command.don, mafia, command.sheriff, "entered"))


def _roles_problem(draft: Draft, command: EnterRoles) -> str:
    named = (command.don, *command.mafia, command.sheriff)
    strange = [str(seat) for seat in named if seat not in draft.table.seats]
    if strange:
        return f"Нет такого места: {', '.join(strange)}."
    if len(command.mafia) != 2:
        return f"Мафий названо: {len(command.mafia)}, а нужно две, не считая дона."
    twice = sorted({seat for seat in named if named.count(seat) > 1})
    if twice:
        return f"Две роли у одного игрока: {', '.join(str(seat) for seat in twice)}."
    return ""


def deal_roles(draft: Draft, command: DealRoles) -> Refused | None:
    """The program deals: silent, and the same for the same seed (4.1.3)."""
    don, first, second, sheriff, *_ = shuffled(draft.table.seats, command.seed)
    mafia = (min(first, second), max(first, second))
    return _assign(draft, RolesAssigned(don, mafia, sheriff, "dealt", command.seed))


def _assign(draft: Draft, roles: RolesAssigned) -> Refused | None:
    """Roles entered in the middle of a game may show that it is decided already."""
    stage = draft.table.stage
    draft.add(roles)
    if stage in (Stage.INTRODUCTION, Stage.DEALING):
        return None
    judge_victory(draft)
    if draft.judge.is_decided and stage is not Stage.LAST_WORD:
        draft.add(GameOver(draft.judge.decided, "rules"))
    return None


def agree_shots(draft: Draft, command: AgreeShots) -> Refused | None:
    """The don's order of shooting, kept for the judge (A9)."""
    if any(seat not in draft.table.seats for seat in command.order):
        return refuse("no_such_seat")
    draft.add(ShotsAgreed(command.order))
    return None
