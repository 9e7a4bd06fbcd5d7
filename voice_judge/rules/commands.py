"""What may be asked of the game: one frozen dataclass per command.

A command says what somebody did ("seat 1 nominates seat 5"); the rules answer with `Accepted` or `Refused`.
`by` names the player who acts; a command without it is the judge's.
"""

from dataclasses import dataclass
from enum import StrEnum

from voice_judge.rules.seats import Seat


class Team(StrEnum):
    """The two sides (1.1)."""

    RED = "red"
    BLACK = "black"


class Checker(StrEnum):
    """Who checks at night (4.5.6, 4.5.7)."""

    DON = "don"
    SHERIFF = "sheriff"


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands."""


# --- before the game -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartGame(Command):
    """Open a game (4.1.1, 4.1.2).

    `names` are the players in the order of the schedule, or empty when seats are known by number only.
    With `seed` the seats are drawn at random from `names`; without it seat 1 is the first name.
    `first_day` opens the game as if the first night were over: seat 1 has the floor.
    `training` allows another number of names than ten (A1).
    """

    names: tuple[str, ...] = ()
    seed: int | None = None
    first_day: bool = False
    training: bool = False


@dataclass(frozen=True, slots=True)
class EnterRoles(Command):
    """The judge enters the cards that were drawn; everyone unnamed is a peaceful citizen (1.1). Silent."""

    don: Seat
    mafia: tuple[Seat, ...]
    sheriff: Seat


@dataclass(frozen=True, slots=True)
class DealRoles(Command):
    """The program deals the cards at random from `seed` (4.1.3). Silent."""

    seed: int


@dataclass(frozen=True, slots=True)
class AgreeShots(Command):
    """The don's order of shooting for the coming nights (4.2.2), kept for the judge only and never required (A9)."""

    order: tuple[Seat, ...]


# --- the flow --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Proceed(Command):
    """The judge confirms: the next stage begins («подтверждаю», or the judge's own phrase for that stage)."""


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Take back the last `steps` accepted commands; the clock gets back the seconds it had.

    With `keeping`, the last so many steps of a night's script stay, and `steps` secret entries beneath them are taken
    back: the table notices nothing of a mistyped shot.
    """

    steps: int = 1
    keeping: int = 0


@dataclass(frozen=True, slots=True)
class EndGame(Command):
    """The judge ends the game by hand with a reason; `winner` None is a draw or no result (G9, G12)."""

    winner: Team | None
    reason: str


# --- the clock: not steps of the game, never undone by themselves ----------------------------------------------


@dataclass(frozen=True, slots=True)
class StartClock(Command):
    """The speech clock runs from now (B14: it waits while the judge speaks)."""


@dataclass(frozen=True, slots=True)
class StopClock(Command):
    """The speech clock stands still."""


# --- the day ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Nominate(Command):
    """«Я выставляю игрока № …» (4.4.2). With several `seats` in one breath the first acceptable one counts (C21)."""

    by: Seat
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    """«Я отзываю игрока № …» (4.4.3)."""

    by: Seat
    seat: Seat


@dataclass(frozen=True, slots=True)
class AskNominated(Command):
    """«Господин Судья, кто выставлен?» (4.3.4)."""

    by: Seat


@dataclass(frozen=True, slots=True)
class EndSpeech(Command):
    """«Спасибо, всё» or «Пас» (4.3.5) of the speaker `by`; None: the judge ends the speech."""

    by: Seat | None = None


# --- the vote --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountVotes(Command):
    """Hands counted for the candidate being voted, or for the question to lift (4.4.6-4.4.13).

    Either a bare `count`, or the `voters` by seat (then `count` is their number).
    """

    count: int
    voters: tuple[Seat, ...] | None = None


# --- the night: always silent ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shoot(Command):
    """One black player's shot (4.5.3-4.5.5); `target` None: he does not shoot."""

    shooter: Seat
    target: Seat | None


@dataclass(frozen=True, slots=True)
class Check(Command):
    """The don looks for the sheriff, the sheriff for the black team (4.5.6-4.5.8)."""

    checker: Checker
    seat: Seat


# --- modules beyond the official rules, each behind a switch of the profile ------------------------------------


@dataclass(frozen=True, slots=True)
class GiveFoul(Command):
    """A foul. The fourth asks for a confirmation (`Proceed`) before the player is removed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GiveTechnicalFoul(Command):
    """A technical foul; the second asks for a confirmation before the player is removed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RemovePlayer(Command):
    """The judge removes a player; waits for `Proceed`."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DeclareTeamLoss(Command):
    """A team loses by the judge's decision («ППК»); waits for `Proceed`."""

    team: Team
    reason: str


@dataclass(frozen=True, slots=True)
class NameBestMove(Command):
    """The first night's victim names up to three seats he believes black."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PauseGame(Command):
    """Technical pause: the clock stands, nothing but `ResumeGame` and `Undo` is accepted."""


@dataclass(frozen=True, slots=True)
class ResumeGame(Command):
    """The technical pause is over."""
