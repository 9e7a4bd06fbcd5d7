"""The judge's silent input as text: `/shot 1 5` means the same as a tap on the page or a key (docs/transcripts.md)."""

import re
from collections.abc import Callable, Mapping, Sequence

from voice_judge.rules import (
    AgreeShots,
    Check,
    Checker,
    Command,
    CountVotes,
    DealRoles,
    DeclareTeamLoss,
    EndGame,
    EnterRoles,
    GiveFoul,
    GiveTechnicalFoul,
    NameBestMove,
    Proceed,
    RemovePlayer,
    Shoot,
    StartGame,
    Team,
    Undo,
)
from voice_judge.table.reactions import AsSaid, Control, Correct, Do, Reaction, TalkKey


class Next:
    """The key "next": ends the speech that is going on, or confirms the next stage."""


class SilentError(ValueError):
    """The line is no silent input; the message says how it is written, in Russian."""


_TEAMS = {"red": Team.RED, "black": Team.BLACK, "draw": None}


def parse(line: str) -> Reaction | Next:
    """Read one line such as `/votes 1,4,6,9`.

    Raises:
        SilentError: unknown name or wrong arguments.
    """
    name, *arguments = line.strip().removeprefix("/").split() or [""]
    reader = _READERS.get(name.lower())
    if reader is None:
        raise SilentError(f"неизвестный ввод «/{name}»; есть: {', '.join('/' + known for known in _READERS)}")
    form, read = reader
    try:
        return read(arguments)
    except (ValueError, KeyError, IndexError):
        raise SilentError(f"«{line.strip()}»: пишется так: {form}") from None


def _only(arguments: Sequence[str]) -> str:
    (value,) = arguments
    return value


def _nothing(arguments: Sequence[str]) -> None:
    if arguments:
        raise ValueError(arguments)


def _seats(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in text.split(",")) if text not in ("", "-") else ()


def _start(arguments: Sequence[str]) -> Do:
    first_day = bool(arguments) and arguments[0].lower() == "day"
    given = _named(arguments[1:] if first_day else arguments, {"names", "seed"})
    names = tuple(name for name in given.get("names", "").split(",") if name)
    return Do(StartGame(names, int(given["seed"]) if "seed" in given else None, first_day))


def _named(arguments: Sequence[str], known: set[str]) -> dict[str, str]:
    """`name=value` each, none twice."""
    pairs = [argument.split("=", 1) for argument in arguments]
    given = {name.lower(): value for name, value in pairs}
    if not set(given) <= known or len(given) < len(pairs):
        raise ValueError(arguments)
    return given


def _roles(arguments: Sequence[str]) -> Do:
    given = _named(arguments, {"don", "mafia", "sheriff"})
    return Do(EnterRoles(int(given["don"]), _seats(given["mafia"]), int(given["sheriff"])))


def _votes(arguments: Sequence[str]) -> Do:
    text = re.sub(r"\s*,\s*", ",", " ".join(arguments))
    if "," in text:
        voters = _seats(text.rstrip(","))
        return Do(CountVotes(len(voters), voters))
    return Do(CountVotes(int(text)))


def _shot(arguments: Sequence[str]) -> Do:
    shooter, target = arguments
    return Do(Shoot(int(shooter), None if target == "-" else int(target)))


def _check(arguments: Sequence[str]) -> Do:
    checker, seat = arguments
    return Do(Check(Checker(checker.lower()), int(seat)))


def _nominate(arguments: Sequence[str]) -> AsSaid:
    seat, *also = _seats(_only(arguments))
    return AsSaid("nominate", {"seat": seat, **({"also": tuple(also)} if also else {})})


def _withdraw(arguments: Sequence[str]) -> AsSaid:
    return AsSaid("withdraw", {"seat": int(_only(arguments))})


def _correct(arguments: Sequence[str]) -> Correct:
    return Correct(int(_only(arguments)))


def _undo(arguments: Sequence[str]) -> Do:
    return Do(Undo(int(_only(arguments)) if arguments else 1))


def _end(arguments: Sequence[str]) -> Do:
    return Do(EndGame(_TEAMS[arguments[0].lower()], _reason(arguments)))


def _team_loss(arguments: Sequence[str]) -> Do:
    return Do(DeclareTeamLoss(Team(arguments[0].lower()), _reason(arguments)))


def _reason(arguments: Sequence[str]) -> str:
    """All words after the first; a decision without a reason is not taken (G12)."""
    _first, *words = arguments
    if not words:
        raise ValueError(arguments)
    return " ".join(words)


def _seat_command(command: Callable[[int], Command]) -> Callable[[Sequence[str]], Reaction]:
    return lambda arguments: Do(command(int(_only(arguments))))


def _seats_command(command: Callable[[tuple[int, ...]], Command]) -> Callable[[Sequence[str]], Reaction]:
    return lambda arguments: Do(command(_seats(_only(arguments))))


def _plain(reaction: Reaction | Next) -> Callable[[Sequence[str]], Reaction | Next]:
    def read(arguments: Sequence[str]) -> Reaction | Next:
        _nothing(arguments)
        return reaction

    return read


_SWITCH = {"on": True, "off": False}

_Reader = Callable[[Sequence[str]], Reaction | Next]

_READERS: Mapping[str, tuple[str, _Reader]] = {
    "start": ("/start или /start day, после него можно names=Аня,Борис,... и seed=42", _start),
    "roles": ("/roles don=1 mafia=2,3 sheriff=4", _roles),
    "deal": ("/deal 42 (число для жребия)", _seat_command(DealRoles)),
    "agree": ("/agree 5,7,9 (порядок отстрела)", _seats_command(AgreeShots)),
    "nominate": ("/nominate 5 или /nominate 5,6", _nominate),
    "withdraw": ("/withdraw 5", _withdraw),
    "asked": ("/asked (кто выставлен)", _plain(AsSaid("ask_nominated", {}))),
    "correct": ("/correct 6 (последний услышанный номер был другой)", _correct),
    "votes": ("/votes 4 или /votes 1,4,6,9", _votes),
    "shot": ("/shot 1 5 или /shot 1 -", _shot),
    "check": ("/check don 4 или /check sheriff 2", _check),
    "confirm": ("/confirm", _plain(Do(Proceed()))),
    "next": ("/next", _plain(Next())),
    "undo": ("/undo или /undo 3", _undo),
    "foul": ("/foul 3", _seat_command(GiveFoul)),
    "techfoul": ("/techfoul 3", _seat_command(GiveTechnicalFoul)),
    "remove": ("/remove 3", _seat_command(RemovePlayer)),
    "teamloss": ("/teamloss red причина", _team_loss),
    "bestmove": ("/bestmove 1,2,3", _seats_command(NameBestMove)),
    "pause": ("/pause", _plain(Control.PAUSE)),
    "resume": ("/resume", _plain(Control.RESUME)),
    "repeat": ("/repeat", _plain(Control.REPEAT)),
    "time": ("/time", _plain(Control.TIME_LEFT)),
    "who": ("/who", _plain(Control.WHO_SPEAKS)),
    "talk": ("/talk on или /talk off (слушать ночью)", lambda arguments: TalkKey(_SWITCH[_only(arguments).lower()])),
    "stop": ("/stop", _plain(Control.STOP)),
    "end": ("/end red|black|draw причина", _end),
}
