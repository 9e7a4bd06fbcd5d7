"""What the two pages get and what they send: the whole seam between the servers and the browsers.

Times (`at`, `now`, `t`) are seconds of the game's audio clock. A page keeps it running between two `TimeOut` messages
with its own: `now + (performance.now() - received) / 1000`.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

SeatNumber = Annotated[int, Field(ge=1, le=10)]


class Message(BaseModel):
    """Base: exactly these fields, and nothing changes in it."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# --- what everyone may see -------------------------------------------------------------------------------------


class ClockOut(Message):
    """A speech's clock: `left` seconds of `length` were left at the view's `at`; it `runs` from there on, or stands.

    What is left now: `runs ? max(0, left - (now - at)) : left`.
    """

    length: float
    left: float
    runs: bool


class SeatOut(Message):
    """One seat. `presence`: in, leaving (may still say the last word), out; `place`: in the order of the vote.

    `fouls` and `technical` are counts; `silenced`: loses the next minute; `note`: why the player left, in Russian.
    """

    seat: SeatNumber
    name: str
    presence: Literal["in", "leaving", "out"]
    speaks: bool
    place: int | None
    fouls: int
    technical: int
    silenced: bool
    note: str


class TallyOut(Message):
    """Hands counted for one candidate; the voters, where they were told."""

    seat: SeatNumber
    votes: int
    voters: list[SeatNumber] | None


class VoteOut(Message):
    """A vote that goes on or has just been held: who is called now, hands counted so far, hands not yet up."""

    candidates: list[SeatNumber]
    round: int
    called: SeatNumber | None
    tallies: list[TallyOut]
    left: int


class HallView(Message):
    """The hall's screen: made from the table's public state and nothing else.

    `title`: «Игра 3 · День 2»; `moment`: what goes on now, in words; `phase`: setup, introduction, night, day, vote,
    last_word, over; `stage` is the finer one (voice_judge/rules/state.py). `dark`: night. `speaker`: who speaks, or
    whose candidacy is voted. `winner`: red, black, or none yet (or ever: see `phase`).
    """

    at: float
    game: int | None
    title: str
    moment: str
    phase: str
    stage: str
    step: str | None
    day: int
    night: int
    dark: bool
    paused: bool
    seats: list[SeatOut]
    speaker: SeatNumber | None
    clock: ClockOut | None
    nominees: list[SeatNumber]
    vote: VoteOut | None
    winner: Literal["red", "black"] | None


class TimeOut(Message):
    """The audio clock now, once on connecting and then every few seconds; `live`: the game is there and goes on."""

    now: float
    live: bool


# --- what only the judge may see -------------------------------------------------------------------------------


class RolesOut(Message):
    """Who is who."""

    don: SeatNumber
    mafia: list[SeatNumber]
    sheriff: SeatNumber


class ShotOut(Message):
    """A shot of this night; `target` none: the player did not shoot."""

    shooter: SeatNumber
    target: SeatNumber | None


class CheckOut(Message):
    """A check and its answer: `found` is "he is the sheriff" for the don, "he is black" for the sheriff."""

    checker: Literal["don", "sheriff"]
    seat: SeatNumber
    found: bool


class SecretOut(Message):
    """What only the judge knows. `black`: who of the black team is still alive (one shot each).

    `shots`, `checks`: of the night that goes on. `decided`: the rules have decided, the table does not know yet.
    """

    roles: RolesOut | None
    black: list[SeatNumber]
    agreed: list[SeatNumber]
    shots: list[ShotOut]
    checks: list[CheckOut]
    entered: str
    decided: str


class Pad(StrEnum):
    """Which entry the stage asks for; depends on public state only."""

    NONE = ""
    ROLES = "roles"  # text: "don mafia mafia sheriff", e.g. "1 2 3 4"
    SHOT = "shot"  # text: "shooter target", "1 5", or "1 -"
    DON = "don"  # text: "4": whom the don checks
    SHERIFF = "sheriff"  # text: "2": whom the sheriff checks
    VOTES = "votes"  # text: "4" hands, or the voters "1, 4, 6" (one voter: "1,")
    SPEECH = "speech"  # text: "5" nominates, "-5" withdraws, "ф 3" gives a foul


class Correction(Message):
    """The last phrase with a number can be corrected: `/correct 6` makes it `number` no longer, but 6."""

    number: int
    words: str


class JudgeView(HallView):
    """The judge's page: the hall's view, and more.

    `turn` names the moment that this view shows: a command carries it back, so that "next" ends only the speech that
    the judge saw. `next_step`: what "next" does, in Russian; `hint`: what an entry means; `heard`: last heard;
    `answer`: last said; `notice`: what the judge should know now (secret at night: show it only with the secrets);
    `trouble`: a device or the disk. `listening`: on, speaking, night, lost, none.
    """

    turn: str
    next_step: str
    pad: Pad
    hint: str
    heard: str
    answer: str
    notice: str
    trouble: str
    listening: str
    recording: bool
    music: bool
    correction: Correction | None
    secret: SecretOut


class LogLine(Message):
    """One line of the live log. A `secret` one is masked until the judge holds to see it.

    `kind`: heard, talk (not a formal phrase), retracted, said, event, refused, prompt, input.
    """

    t: float
    kind: Literal["heard", "talk", "retracted", "said", "event", "refused", "prompt", "input"]
    text: str
    secret: bool


class State(Message):
    """Everything at once: what a page begins with, and begins again with when it has missed too much."""

    view: JudgeView | None
    log: list[LogLine]
    time: TimeOut


class HallState(Message):
    """Everything at once for the hall."""

    view: HallView | None
    time: TimeOut


# --- what the judge's page sends -------------------------------------------------------------------------------


class CommandIn(Message):
    """One silent input. `id`: made by the page, new for each tap, the same when it is sent again.

    `text`: "/next", "/undo", "/pause", "/resume", "/foul 3", "/correct 6", ... (voice_judge/table/silent.py), or only
    the numbers that the `pad` asks for. `turn`: the view's, as it was on the page when it was tapped.
    """

    id: Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
    text: Annotated[str, Field(min_length=1, max_length=200)]
    turn: Annotated[str, Field(max_length=100)] = ""


class CommandOut(Message):
    """What came of it. `message`: why not, or what was understood (secret). `check`: the answer to a check.

    `repeated`: this id, or the same input from another phone a moment ago, was already done; it was not done again.
    """

    id: str
    accepted: bool
    message: str
    check: CheckOut | None = None
    repeated: bool = False


# --- pairing ---------------------------------------------------------------------------------------------------


class PairIn(Message):
    """The one-time code from the judge's terminal; spaces and hyphens do not count."""

    code: Annotated[str, Field(min_length=1, max_length=20)]


class SessionOut(Message):
    """A paired phone: `csrf` goes with every POST in the header `X-CSRF-Token`."""

    csrf: str


class Problem(Message):
    """Why a request was not answered, in Russian, for the judge's eyes."""

    detail: str
