"""The protocol's Russian: words for teams, roles, causes and events."""

from collections.abc import Iterable
from datetime import datetime

from voice_judge.journal.protocol.names import shown
from voice_judge.rules import (
    Cause,
    Checker,
    Event,
    NoVoteReason,
    Phase,
    Seat,
    SpeechKind,
    Team,
)
from voice_judge.rules import (
    events as ev,
)

TEAMS = {Team.RED: "красные", Team.BLACK: "чёрные"}
ROLES = {"don": "дон", "mafia": "мафия", "sheriff": "шериф", "citizen": "мирный"}
CAUSES = {Cause.VOTE: "голосование", Cause.LIFT: "подъём стола", Cause.SHOT: "убит ночью", Cause.REMOVED: "удалён"}
SPEECHES = {SpeechKind.SPEECH: "минута", SpeechKind.TIE: "речь при ничьей", SpeechKind.LAST_WORD: "последнее слово"}
CHECKERS = {Checker.DON: "дон", Checker.SHERIFF: "шериф"}
SOURCES = {"voice": "голосом", "silent": "клавишами", "page": "со страницы", "clock": "само"}
PHASES = {
    Phase.SETUP: "игра не начата",
    Phase.INTRODUCTION: "знакомство",
    Phase.NIGHT: "ночь",
    Phase.DAY: "день",
    Phase.VOTE: "голосование",
    Phase.LAST_WORD: "последнее слово",
    Phase.OVER: "игра окончена",
}
NO_VOTES = {
    NoVoteReason.NO_CANDIDATES: "никто не выставлен",
    NoVoteReason.FIRST_DAY_SINGLE: "в первый день выставлен один",
    NoVoteReason.REMOVAL: "отменено из-за удаления",
    NoVoteReason.WHOLE_TABLE: "ничья всего стола",
    NoVoteReason.LIFT_FORBIDDEN: "подъём по правилам не ставится",
    NoVoteReason.NO_MAJORITY: "нет большинства",
}
_SEATINGS = {"numbers": "по номерам", "given": "по списку", "random": "по жребию"}


def seats(numbers: Iterable[Seat]) -> str:
    """«1, 5, 7», or a dash."""
    return ", ".join(str(number) for number in numbers) or "—"


def clock(seconds: float) -> str:
    """«1:02:03» or «2:03» of the audio clock."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


def result(winner: Team | None) -> str:
    """Who won, as a sentence."""
    return f"победа команды: {TEAMS[winner]}" if winner else "победителя нет"


def check_answer(checker: Checker, found: bool) -> str:
    """What the judge showed."""
    if checker is Checker.DON:
        return "шериф" if found else "не шериф"
    return "чёрный" if found else "красный"


_OTHERS: dict[type[Event], str] = {
    ev.NomineesTold: "вопрос, кто выставлен",
    ev.CandidateCalled: "ставится на голосование",
    ev.Tied: "ничья",
    ev.LiftAsked: "вопрос о подъёме стола",
    ev.PlayerLeaving: "уйдёт после последнего слова",
    ev.Silenced: "лишён следующей минуты",
    ev.MinuteLost: "минута потеряна",
    ev.SpeechesOver: "все высказались",
    ev.NumbersCalled: "названы номера",
    ev.NightResult: "итог ночи",
    ev.ClockStarted: "часы пущены",
    ev.ClockStopped: "часы остановлены",
    ev.Undone: "отмена",
    ev.SecretsUndone: "отмена тайной записи",
    ev.OwnShotNoted: "выстрел в своего",
    ev.ShotsMissing: "введены не все выстрелы",
    ev.VictoryDecided: "победа решена",
}
"""The events that need no number to be told."""


def seating(how: str) -> str:
    """How the seats were found."""
    return _SEATINGS.get(how, shown(how, 40))


def moment(when: datetime) -> str:
    """«30.11.2026 19:05» by this machine's clock."""
    return f"{when.astimezone():%d.%m.%Y %H:%M}"


def describe(event: Event) -> str:  # noqa: PLR0911, PLR0912  (one line per kind of event)
    """An event in few words."""
    match event:
        case ev.Nominated(by=by, seat=seat):
            return f"игрок {by} выставил {seat}"
        case ev.Withdrawn(by=by, seat=seat):
            return f"игрок {by} отозвал {seat}"
        case ev.SpeechEnded(seat=seat):
            return f"игрок {seat} закончил речь"
        case ev.VotesCounted(seat=seat, votes=votes):
            return f"за {seat} голосов {votes}"
        case ev.LiftCounted(votes=votes):
            return f"за подъём {votes}"
        case ev.VoteOpened(candidates=candidates):
            return f"голосование: {seats(candidates)}"
        case ev.PlayerLeft(seat=seat, cause=cause):
            return f"игрок {seat} выбыл ({CAUSES[cause]})"
        case ev.FoulGiven(seat=seat, count=count):
            return f"фол {count} игроку {seat}"
        case ev.TechnicalFoulGiven(seat=seat, count=count):
            return f"технический фол {count} игроку {seat}"
        case ev.RemovalAsked(seat=seat):
            return f"вопрос об удалении {seat}"
        case ev.TeamLossAsked(team=team):
            return f"вопрос о поражении команды: {TEAMS[team]}"
        case ev.BestMoveNamed(seats=named):
            return f"лучший ход: {seats(named)}"
        case ev.NightFell(night=night):
            return f"ночь {night}"
        case ev.ScriptStep():
            return "шаг ночи"
        case ev.DayBegan(day=day):
            return f"день {day}"
        case ev.GameStarted():
            return "игра начата"
        case ev.GameOver(winner=winner):
            return result(winner)
        case ev.NoVote(reason=reason):
            return f"голосования нет: {NO_VOTES[reason]}"
        case ev.RolesAssigned():
            return "роли"
        case ev.ShotFired(shooter=shooter, target=target):
            return f"выстрел {shooter} в {target}" if target else f"игрок {shooter} не стрелял"
        case ev.Checked(checker=checker, seat=seat):
            return f"проверка: {CHECKERS[checker]} — {seat}"
        case ev.ShotsAgreed(order=order):
            return f"договорённость: {seats(order)}"
        case ev.GamePaused():
            return "пауза"
        case ev.GameResumed():
            return "конец паузы"
        case ev.FloorGiven(seat=seat):
            return f"слово игроку {seat}"
        case _:
            return _OTHERS[type(event)]
