"""Random profiles, random legal commands and random nonsense, all from one seeded generator."""

import random
from dataclasses import replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from voice_judge.rules import (
    ALL_SEATS,
    FEDERATION,
    OFFICIAL,
    AgreeShots,
    AskNominated,
    Check,
    Checker,
    Command,
    CountVotes,
    DealRoles,
    DeclareTeamLoss,
    EndGame,
    EndSpeech,
    EnterRoles,
    Expectation,
    GameState,
    GiveFoul,
    GiveTechnicalFoul,
    NameBestMove,
    Nominate,
    PauseGame,
    Proceed,
    RemovePlayer,
    ResumeGame,
    RulesProfile,
    Seat,
    Shoot,
    StartClock,
    StartGame,
    StopClock,
    Team,
    Undo,
    Withdraw,
)
from voice_judge.rules.expected import expected
from voice_judge.rules.profile import switch_fields

HINTS = get_type_hints(RulesProfile)
STRANGE_SEATS = (*ALL_SEATS, *ALL_SEATS, 0, 11, -1, 99)
# commands that cut a game short or turn it back come seldom, those that move it on often
WEIGHTS: dict[type[Command], float] = {
    EndGame: 0.3,
    DeclareTeamLoss: 0.5,
    RemovePlayer: 3,
    PauseGame: 2,
    Undo: 4,
    GiveFoul: 15,
    GiveTechnicalFoul: 4,
    AgreeShots: 5,
    StartClock: 10,
    StopClock: 10,
    AskNominated: 5,
    Withdraw: 15,
    EndSpeech: 120,
    Proceed: 90,
    Check: 20,
}


def random_profile(rng: random.Random) -> RulesProfile:
    """The official rules, the federation's, or any mixture of switches."""
    if rng.random() < 0.4:
        return rng.choice((OFFICIAL, FEDERATION))
    changes: dict[str, Any] = {}
    for switch in switch_fields():
        hint = HINTS[switch.name]
        if get_origin(hint) is Literal:
            changes[switch.name] = rng.choice(get_args(hint))
        elif hint is bool:
            changes[switch.name] = rng.random() < 0.5
    changes["draw_after_quiet_rounds"] = rng.choice((0, 0, 3))
    changes["withdrawals_per_day"] = rng.choice((0, 1, 2))
    changes["free_seating_seconds"] = rng.choice((0.0, 20.0))
    changes["manual_end"] = rng.random() < 0.8
    return replace(OFFICIAL, name="mixed", **changes)


def legal(rng: random.Random, state: GameState, profile: RulesProfile) -> Command:
    """A command of a type that fits the moment, mostly with sensible slots."""
    items = expected(state, profile).items
    return chosen(rng, state, items) if items else wild(rng)  # nothing is left when it is over for good


def chosen(rng: random.Random, state: GameState, items: tuple[Expectation, ...]) -> Command:
    """One of these expectations as a command."""
    weights = [WEIGHTS.get(item.command, 40) for item in items]
    return _fill(rng, state, rng.choices(items, weights)[0])


def _fill(rng: random.Random, state: GameState, item: Expectation) -> Command:
    alive = state.table.alive or ALL_SEATS
    roles = state.judge.roles
    kind: Any = item.command
    by = rng.choice(item.seats) if item.seats else None
    if kind in (Nominate, Withdraw):
        return _nomination(rng, state, kind, by or 1)
    if kind is EndSpeech:
        return EndSpeech(by if rng.random() < 0.7 else None)
    if kind is CountVotes:
        return _count(rng, state)
    if kind is Shoot and roles is not None:
        black = [seat for seat in roles.black if seat in alive] or [1]
        preferred = alive[(state.table.night * 7) % len(alive)]  # so that kills happen, not only misses
        target = preferred if rng.random() < 0.85 else rng.choice((*alive, None))
        entered = {shot.shooter for shot in state.judge.shots}
        waiting = [seat for seat in black if seat not in entered]
        return Shoot(rng.choice(waiting or black), target)
    return wild_of(rng, kind, by)


def _nomination(rng: random.Random, state: GameState, kind: type[Command], by: Seat) -> Command:
    if kind is Withdraw:
        own = [n.seat for n in state.table.nominations if n.by == by]
        return Withdraw(by, rng.choice(own or ALL_SEATS))
    return Nominate(by, tuple(rng.choice(ALL_SEATS[:6]) for _ in range(rng.choice((1, 1, 1, 3)))))


def _count(rng: random.Random, state: GameState) -> CountVotes:
    vote, alive = state.table.vote, state.table.alive
    used = {seat for tally in vote.tallies for seat in tally.voters or ()} if vote else set()
    left = len(alive) - sum(tally.votes for tally in vote.tallies) if vote else len(alive)
    even = left // max(1, len(vote.candidates) - len(vote.tallies)) if vote else left
    count = rng.choice((even, even, even, rng.randint(0, max(0, left)), left // 2 + 1))
    free = [seat for seat in alive if seat not in used]
    if rng.random() < 0.4 and len(free) >= count:
        return CountVotes(count, tuple(sorted(rng.sample(free, count))))
    return CountVotes(count)


def wild(rng: random.Random) -> Command:
    """Any command with any slots, the impossible included."""
    kind = rng.choice(ALL_KINDS)
    return wild_of(rng, kind, rng.choice(STRANGE_SEATS))


def wild_of(rng: random.Random, kind: type[Command], by: Seat | None) -> Command:
    """A command of this type with random slots."""
    seat = rng.choice(STRANGE_SEATS)
    seats = tuple(rng.choice(STRANGE_SEATS) for _ in range(rng.randint(0, 4)))
    team = rng.choice(list(Team))
    made: dict[type[Command], Command] = {
        StartGame: StartGame(
            names=tuple(f"И{n}" for n in range(rng.choice((0, 0, 10, 9, 11, 5)))),
            seed=rng.choice((None, None, 7)),
            first_day=rng.random() < 0.5,
            training=rng.random() < 0.3,
        ),
        EnterRoles: EnterRoles(*_roles(rng)),
        DealRoles: DealRoles(rng.randint(-5, 1000)),
        AgreeShots: AgreeShots(seats),
        Proceed: Proceed(),
        Undo: Undo(rng.choice((1, 1, 2, 3, 10, 0, -1, 1000))),
        EndGame: EndGame(rng.choice((None, *Team)), "решение судьи"),
        StartClock: StartClock(),
        StopClock: StopClock(),
        Nominate: Nominate(by or 1, seats),
        Withdraw: Withdraw(by or 1, seat),
        AskNominated: AskNominated(by or 1),
        EndSpeech: EndSpeech(by),
        CountVotes: CountVotes(rng.randint(-1, 12), rng.choice((None, seats))),
        Shoot: Shoot(seat, rng.choice((None, *STRANGE_SEATS))),
        Check: Check(rng.choice(list(Checker)), seat),
        GiveFoul: GiveFoul(seat),
        GiveTechnicalFoul: GiveTechnicalFoul(seat),
        RemovePlayer: RemovePlayer(seat),
        DeclareTeamLoss: DeclareTeamLoss(team, "ППК"),
        NameBestMove: NameBestMove(seats),
        PauseGame: PauseGame(),
        ResumeGame: ResumeGame(),
    }
    return made[kind]


def _roles(rng: random.Random) -> tuple[Seat, tuple[Seat, ...], Seat]:
    don, first, second, sheriff = rng.sample(ALL_SEATS, 4)
    spoiled = rng.random()
    if spoiled < 0.05:
        return don, (first, don), sheriff
    if spoiled < 0.1:
        return don, (first,), 11
    return don, (first, second), sheriff


ALL_KINDS: tuple[type[Command], ...] = (
    StartGame,
    EnterRoles,
    DealRoles,
    AgreeShots,
    Proceed,
    Undo,
    EndGame,
    StartClock,
    StopClock,
    Nominate,
    Withdraw,
    AskNominated,
    EndSpeech,
    CountVotes,
    Shoot,
    Check,
    GiveFoul,
    GiveTechnicalFoul,
    RemovePlayer,
    DeclareTeamLoss,
    NameBestMove,
    PauseGame,
    ResumeGame,
)
