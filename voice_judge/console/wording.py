"""The game's state as the pages' messages: the hall's from the public state alone, the judge's with his secrets."""

from collections.abc import Sequence
from typing import Any

from voice_judge.console.model import (
    CheckOut,
    ClockOut,
    CommandOut,
    Correction,
    HallView,
    JudgeView,
    Pad,
    RolesOut,
    SeatOut,
    SecretOut,
    ShotOut,
    TallyOut,
    VoteOut,
)
from voice_judge.console.wording_log import log_line
from voice_judge.live import view_text as text
from voice_judge.live.inbox import Answered
from voice_judge.live.turn import turn_of
from voice_judge.live.view import Listening, Sound, View
from voice_judge.live.view_seats import SeatLine, seat_lines
from voice_judge.live.view_secrets import decided_text
from voice_judge.rules import (
    Checked,
    Command,
    CountVotes,
    JudgeState,
    Nominate,
    Phase,
    Stage,
    Step,
    TableState,
    Vote,
    Withdraw,
)
from voice_judge.table.records import Record

_VOTING = frozenset({Stage.CANDIDATE, Stage.LAST_CANDIDATE, Stage.LIFT})


class PageWording:
    """Words what goes to the pages (`live.link.Wording`)."""

    def hall(self, table: TableState, now: float, *, paused: bool, game: int | None) -> str:
        """What everyone may know."""
        return hall_view(table, now, paused=paused, game=game).model_dump_json()

    def judge(self, view: View, checks: Sequence[Checked]) -> str:
        """What the judge may know."""
        return judge_view(view, checks).model_dump_json()

    def log(self, record: Record, *, dark: bool) -> str:
        """A line of the log; empty where a record is worth none."""
        line = log_line(record, dark=dark)
        return line.model_dump_json() if line else ""

    def answer(self, identity: str, answered: Answered, *, repeated: bool) -> str:
        """What came of a command."""
        return CommandOut(
            id=identity,
            accepted=answered.accepted,
            message=answered.message,
            check=_check(answered.check) if answered.check else None,
            repeated=repeated,
        ).model_dump_json()


def hall_view(table: TableState, now: float, *, paused: bool, game: int | None) -> HallView:
    """The hall's view. It takes no more than the table knows, so it can tell no more."""
    return HallView(**_public(View(table, JudgeState(), now, Sound(Listening.NONE), paused=paused, game=game)))


def _public(view: View) -> dict[str, Any]:
    table = view.table
    return {
        "at": round(view.now, 2),
        "game": view.game,
        "title": text.title(view),
        "moment": text.moment(view),
        "phase": table.phase.value,
        "stage": text.stage_of(table).value,
        "step": table.step.value if table.step else None,
        "day": table.day,
        "night": table.night,
        "dark": text.is_dark(view),
        "paused": text.is_paused(view),
        "seats": [_seat(line, table) for line in seat_lines(view)],
        "speaker": text.main_seat(view),
        "clock": _clock(view),
        "nominees": list(text.nominees(view)),
        "vote": _vote(table),
        "winner": table.winner.value if table.winner else None,
    }


def _seat(line: SeatLine, table: TableState) -> SeatOut:
    return SeatOut(
        seat=line.seat,
        name=line.name,
        presence=line.presence.value,
        speaks=line.speaks,
        place=line.place,
        fouls=dict(table.fouls).get(line.seat, 0),
        technical=dict(table.technical_fouls).get(line.seat, 0),
        silenced=line.seat in table.silenced,
        note=line.note,
    )


def _clock(view: View) -> ClockOut | None:
    """The clock of the speech that goes on, where it is shown at all."""
    clock = view.table.clock
    if clock is None or not text.countdown(view):
        return None
    return ClockOut(
        length=clock.length, left=round(clock.remaining(view.now), 2), runs=clock.since is not None and not view.paused
    )


def _vote(table: TableState) -> VoteOut | None:
    vote = table.vote
    if vote is None or table.phase is not Phase.VOTE:
        return None
    return VoteOut(
        candidates=list(vote.candidates),
        round=vote.round,
        called=vote.called,
        tallies=[_tally(tally.seat, tally.votes, tally.voters) for tally in vote.tallies],
        left=_left(vote, len(table.alive)),
    )


def _left(vote: Vote, alive: int) -> int:
    return max(0, alive - sum(tally.votes for tally in vote.tallies))


def _tally(seat: int, votes: int, voters: tuple[int, ...] | None) -> TallyOut:
    return TallyOut(seat=seat, votes=votes, voters=None if voters is None else list(voters))


def judge_view(view: View, checks: Sequence[Checked]) -> JudgeView:
    """The judge's view; `checks` are those of this night."""
    return JudgeView(
        **_public(view),
        turn=turn_of(view.table),
        next_step=view.next_step,
        pad=pad(view.table),
        hint=view.entry_hint,
        heard=view.heard,
        answer=view.answer,
        notice=view.notice,
        trouble=view.trouble,
        listening=view.sound.listening.value,
        recording=view.recording,
        music=view.music,
        correction=_correction(view.correctable),
        secret=_secret(view, checks),
    )


def pad(table: TableState) -> Pad:
    """Which entry this stage asks for (`live.entry.hint` says the same in words)."""
    if table.stage in (Stage.NO_GAME, Stage.OVER):
        return Pad.NONE
    if table.stage is Stage.INTRODUCTION or (table.phase is Phase.NIGHT and table.night == 0):
        return Pad.ROLES
    if table.phase is Phase.NIGHT:
        return _NIGHT.get(table.step, Pad.SHOT) if table.step else Pad.SHOT
    return Pad.VOTES if table.stage in _VOTING else Pad.SPEECH


_NIGHT = {
    Step.DON_SEEKS: Pad.DON,
    Step.DON_SLEEPS: Pad.DON,
    Step.SHERIFF_WAKES: Pad.SHERIFF,
    Step.SHERIFF_SLEEPS: Pad.SHERIFF,
}


def _correction(command: Command | None) -> Correction | None:
    match command:
        case Nominate(seats=(seat,)):
            return Correction(number=seat, words=f"выставлен {seat}")
        case Withdraw(seat=seat):
            return Correction(number=seat, words=f"отозван {seat}")
        case CountVotes(count=votes, voters=None):
            return Correction(number=votes, words=f"голосов: {votes}")
        case _:
            return None


def _secret(view: View, checks: Sequence[Checked]) -> SecretOut:
    judge = view.judge
    roles = judge.roles
    black = [seat for seat in roles.black if seat in view.table.alive] if roles else []
    return SecretOut(
        roles=RolesOut(don=roles.don, mafia=list(roles.mafia), sheriff=roles.sheriff) if roles else None,
        black=black,
        agreed=list(judge.agreed_shots),
        shots=[ShotOut(shooter=shot.shooter, target=shot.target) for shot in judge.shots],
        checks=[_check(check) for check in checks],
        entered=view.entered,
        decided=decided_text(judge),
    )


def _check(check: Checked) -> CheckOut:
    return CheckOut(checker=check.checker.value, seat=check.seat, found=check.found)
