"""Simple figures of all finished games, by player and by seat. Unfinished games do not count: they tell no roles."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields

from voice_judge.journal.protocol.facts import GameProtocol, Player
from voice_judge.journal.protocol.names import shown
from voice_judge.rules import Cause, Phase, Team


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over some games of one player or one seat. Games without roles or without a winner are in `games` only."""

    games: int = 0
    wins: int = 0
    red: int = 0
    red_wins: int = 0
    black: int = 0
    black_wins: int = 0
    don: int = 0
    sheriff: int = 0
    nominations: int = 0
    fouls: int = 0
    voted_out: int = 0
    killed: int = 0
    removed: int = 0

    def __add__(self, other: "Figures") -> "Figures":
        sums = {field.name: getattr(self, field.name) + getattr(other, field.name) for field in fields(self)}
        return Figures(**sums)


@dataclass(frozen=True, slots=True)
class Statistics:
    """By player's name (as it was last written) and by seat, the most games first; how many games did not count."""

    players: tuple[tuple[str, Figures], ...]
    seats: tuple[tuple[str, Figures], ...]
    counted: int
    unfinished: int


def statistics(protocols: Iterable[GameProtocol]) -> Statistics:
    """The figures of these games. Names that differ only in case and spaces are one player."""
    finished: list[GameProtocol] = []
    unfinished = 0
    for protocol in protocols:
        if protocol.phase is Phase.OVER:
            finished.append(protocol)
        else:
            unfinished += 1
    players = _sums(finished, lambda player: shown(player.name))
    seats = sorted(_sums(finished, lambda player: str(player.seat)), key=lambda pair: int(pair[0]))
    return Statistics(players, tuple(seats), len(finished), unfinished)


def _sums(protocols: Sequence[GameProtocol], key: Callable[[Player], str]) -> tuple[tuple[str, Figures], ...]:
    sums: dict[str, tuple[str, Figures]] = {}
    for protocol in protocols:
        for player in protocol.players:
            name = key(player)
            if name:
                _, before = sums.get(name.casefold(), (name, Figures()))
                sums[name.casefold()] = (name, before + _figures(protocol, player))
    return tuple(sorted(sums.values(), key=lambda pair: (-pair[1].games, pair[0])))


def _figures(protocol: GameProtocol, player: Player) -> Figures:
    winner = protocol.result.winner if protocol.result else None
    red, black = player.team is Team.RED, player.team is Team.BLACK
    cause = player.left.cause if player.left else None
    return Figures(
        games=1,
        wins=winner is not None and player.team is winner,
        red=red,
        red_wins=red and winner is Team.RED,
        black=black,
        black_wins=black and winner is Team.BLACK,
        don=player.role == "don",
        sheriff=player.role == "sheriff",
        nominations=sum(one.by == player.seat for one in protocol.nominations),
        fouls=player.fouls,
        voted_out=cause in (Cause.VOTE, Cause.LIFT),
        killed=cause is Cause.SHOT,
        removed=cause is Cause.REMOVED,
    )
