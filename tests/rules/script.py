"""A game told in a line: `day; roles; circle 1+5 2+6; go; votes 6; go`.

- start [N|seed N]   a game from the introduction: ten names, N names, or seats drawn from a seed; draw N: no names
- train N [day]      a training game of N players; with `day` from the first day
- day                a game from the first day, seats by number
- roles [d m,m s]    don 8, mafia 9 and 10, sheriff 7, or as given
- deal N, agree 1,2  roles dealt from a seed; the don's order of shooting
- go, yes            the judge confirms
- 1+5 1+5,6 1-5 1?   seat 1 nominates, nominates the first of several, withdraws, asks who is nominated
- pass [by N], stop  the speaker (or N, or the judge) ends the speech
- votes 4            four hands; hands 1,4,6: by seat
- shot 1 5, shot 1 - a shot or none; check don 4
- foul 3, tech 3, remove 3, loss red WHY, best 1,2, pause, resume, end red WHY, end - WHY, undo [N]
- clock, halt, @12   the clock runs, stands; the time is 12 s
and shorthands: `circle [1+5 2+6]` everyone still to speak does so; `voted 5` a whole day at whose end 5 is voted out
and has spoken; `dusk` up to the fallen night; `miss`, `kill 5` a night in which nobody, or seat 5, is shot;
`dawn` up to the morning; `*3` after a statement repeats it.
"""

from collections.abc import Iterator

from voice_judge.rules import (
    ALL_SEATS,
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
    Event,
    Game,
    GiveFoul,
    GiveTechnicalFoul,
    NameBestMove,
    Nominate,
    Outcome,
    PauseGame,
    Phase,
    Proceed,
    Refused,
    RemovePlayer,
    ResumeGame,
    Seat,
    Shoot,
    Stage,
    StartClock,
    StartGame,
    StopClock,
    Team,
    Undo,
    Withdraw,
)

NAMES = tuple(f"Игрок {letter}" for letter in "АБВГДЕЖЗИКЛМ")


class Told:
    """Plays a script on a game and keeps what came of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.at = 0.0
        self.last: Outcome | None = None
        self.refused: list[Refused] = []  # but for the warning that shots are missing

    def play(self, script: str) -> tuple[Event, ...]:
        """Everything the script caused; the last answer stays in `last`."""
        number = len(self.game.events)
        for statement in filter(None, (part.strip() for part in script.split(";"))):
            text, _, times = statement.partition("*")
            for _ in range(int(times or 1)):
                self._statement(text.strip())
        return tuple(record.event for record in self.game.events_since(number))

    def _statement(self, text: str) -> None:
        word, *rest = text.split()
        if word.startswith("@"):
            self.at = float(word[1:])
            return
        for command in self._commands(word, rest):
            self.last = self.game.handle(command, self.at)
            if isinstance(self.last, Refused) and self.last.reason != "shots_missing":
                self.refused.append(self.last)

    def _commands(self, word: str, rest: list[str]) -> Iterator[Command]:
        shorthand = getattr(self, f"_{word}", None)
        if shorthand is not None:
            yield from shorthand(*rest)
        else:
            yield command_of(word, rest, self._speaker())

    def _speaker(self) -> Seat | None:
        floor = self.game.table.floor
        return None if floor is None else floor.seat

    def _circle(self, *nominations: str) -> Iterator[Command]:
        by_seat = {int(said.split("+")[0]): said for said in nominations}
        while self.game.table.stage is Stage.SPEECH:
            seat = self._speaker() or 0
            if seat in by_seat:
                yield command_of(by_seat[seat], [], seat)
            yield EndSpeech(seat)

    def _voted(self, seat: str) -> Iterator[Command]:
        table = self.game.table
        yield Nominate(self._speaker() or 0, (int(seat),))
        yield EndSpeech()
        if table.day == 1:
            other = next(s for s in table.alive if s != int(seat))
            yield Nominate(self._speaker() or 0, (other,))
        yield from self._circle()
        yield Proceed()
        yield CountVotes(len(table.alive))
        if table.day == 1:
            yield Proceed()
        yield EndSpeech()

    def _dusk(self) -> Iterator[Command]:
        yield from self._circle()
        yield Proceed()

    def _miss(self) -> Iterator[Command]:
        yield from self._shots(None)

    def _kill(self, seat: str) -> Iterator[Command]:
        yield from self._shots(int(seat))

    def _shots(self, target: Seat | None) -> Iterator[Command]:
        roles = self.game.judge.roles
        for seat in roles.black if roles else ():
            if seat in self.game.table.alive:
                yield Shoot(seat, target)
        yield from self._dawn()

    def _dawn(self) -> Iterator[Command]:
        while self.game.table.phase is Phase.NIGHT:
            yield Proceed()


def command_of(word: str, rest: list[str], speaker: Seat | None) -> Command:  # noqa: PLR0911, PLR0912
    """The command of one statement."""
    for sign, kind in (("+", Nominate), ("-", Withdraw), ("?", AskNominated)):
        seat, found, said = word.partition(sign)
        if found and seat.isdigit():
            numbers = seats_of(said)
            if kind is Nominate:
                return Nominate(int(seat), numbers)
            return Withdraw(int(seat), numbers[0]) if kind is Withdraw else AskNominated(int(seat))
    first = rest[0] if rest else ""
    why = " ".join(rest[1:])
    match word:
        case "start" if first == "seed":
            return StartGame(NAMES[:10], seed=int(rest[1]))
        case "start":
            return StartGame(NAMES[: int(first or 10)])
        case "draw":
            return StartGame(seed=int(first))
        case "train":
            return StartGame(NAMES[: int(first)], training=True, first_day="day" in rest)
        case "day":
            return StartGame(first_day=True)
        case "roles":
            don, mafia, sheriff = rest or ("8", "9,10", "7")
            return EnterRoles(int(don), seats_of(mafia), int(sheriff))
        case "deal":
            return DealRoles(int(first))
        case "agree":
            return AgreeShots(seats_of(first))
        case "pass":
            return EndSpeech(int(rest[1]) if rest else speaker or 0)
        case "votes":
            return CountVotes(int(first))
        case "hands":
            return CountVotes(len(seats_of(first)), seats_of(first))
        case "shot":
            return Shoot(int(first), None if rest[1] == "-" else int(rest[1]))
        case "check":
            return Check(Checker(first), int(rest[1]))
        case "best":
            return NameBestMove(seats_of(first))
        case "loss":
            return DeclareTeamLoss(Team(first), why)
        case "end":
            return EndGame(None if first == "-" else Team(first), why)
        case "undo":
            return Undo(int(first or 1), int(rest[1]) if len(rest) > 1 else 0)
        case "foul" | "tech" | "remove":
            return {"foul": GiveFoul, "tech": GiveTechnicalFoul, "remove": RemovePlayer}[word](int(first))
    return BARE[word]


BARE: dict[str, Command] = {
    "go": Proceed(),
    "yes": Proceed(),
    "stop": EndSpeech(),
    "clock": StartClock(),
    "halt": StopClock(),
    "pause": PauseGame(),
    "resume": ResumeGame(),
}


def seats_of(text: str) -> tuple[Seat, ...]:
    """`1,2,3` as seats."""
    return tuple(int(number) for number in text.split(",") if number)


def without(*seats: Seat) -> tuple[Seat, ...]:
    """All seats but these."""
    return tuple(seat for seat in ALL_SEATS if seat not in seats)
