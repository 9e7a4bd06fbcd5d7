"""The replay for people: a line for everything that happens, secrets masked."""

from collections.abc import Callable

from voice_judge.rules import (
    FloorGiven,
    JudgeEvent,
    Nominated,
    PlayerLeft,
    TableState,
    VotesCounted,
    Withdrawn,
)
from voice_judge.rules import (
    events as ev,
)
from voice_judge.table.records import (
    EventRecord,
    HeardRecord,
    InputRecord,
    NotRecognizedRecord,
    PromptRecord,
    Record,
    RefusedRecord,
    ResultRecord,
    RetractedRecord,
    SaidRecord,
)

Write = Callable[[str], None]

_KINDS = {"speech": "речь", "tie": "ничья", "last_word": "последнее слово"}
_CAUSES = {"vote": "голосование", "lift": "подъём", "shot": "ночь", "removed": "удаление"}
_PHASES = {
    "setup": "игра не начата",
    "introduction": "знакомство",
    "night": "ночь",
    "day": "день",
    "vote": "голосование",
    "last_word": "последнее слово",
    "over": "игра окончена",
}
_WINNERS = {"red": "красные", "black": "чёрные"}
_REASONS = {
    "no_match": "не формальная фраза",
    "negated": "отрицание",
    "quoted": "чужие слова",
    "conditional": "условное наклонение",
    "not_first_person_present": "не настоящее время",
    "number_unclear": "номер не ясен",
    "inside_talk": "внутри речи",
    "wrong_phase": "не в этой фазе",
}


_SECRET_COMMANDS = frozenset({"EnterRoles", "DealRoles", "AgreeShots", "Shoot", "Check"})
_SECRET_REASONS = frozenset({"shots_missing", "roles_missing"})
"""Refusals whose words tell something of roles: who has not shot, whose entry it was."""


def tells_roles(refused: RefusedRecord) -> bool:
    """Whether a refusal's message is for the judge's eyes only."""
    return refused.command in _SECRET_COMMANDS or refused.reason in _SECRET_REASONS


class Display:
    """Writes records as lines of text; `write` takes one line."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def show(self, record: Record) -> None:
        """One record, if it is of interest to a reader."""
        text = self._text(record)
        if text:
            self._write(f"{record.t:7.1f}  {text}")

    def _text(self, record: Record) -> str:
        match record:
            case HeardRecord():
                when = f"{record.start:.1f}-{record.end:.1f} с"
                return f"  слышно     «{record.text}»  [{when}, уверенность {record.confidence:.2f}]"
            case NotRecognizedRecord():
                return f"  речь       «{_short(record.text)}»  ({reason_text(record.reason)})"
            case RetractedRecord():
                return f"  не сказано «{record.text}»"
            case InputRecord():
                return f"  ввод       {record.text.split()[0]}"
            case RefusedRecord() if tells_roles(record):
                return "  не принято (тайно)"
            case RefusedRecord():
                return f"  не принято {record.message}"
            case PromptRecord(text=text, secret=secret):
                return f"  вопрос     {'(тайно)' if secret else text}"
            case SaidRecord():
                return f"судья: {record.text}"
            case EventRecord(event=event):
                return describe(event)
            case ResultRecord(table=table):
                return "\n" + state(table)
            case _:
                return ""


def reason_text(reason: str) -> str:
    """Why talk was no phrase, in Russian."""
    return _REASONS.get(reason, reason)


def _short(text: str, length: int = 70) -> str:
    return text if len(text) <= length else "…" + text[-length:]


def describe(event: ev.Event) -> str:
    """One public event in Russian; empty for those that need no line, masked for secret ones."""
    match event:
        case ev.VictoryDecided():
            return ""  # the table hears it after the last word
        case JudgeEvent():
            return "  записано   (тайно)"
        case ev.RemovalAsked(seat=seat):
            return f"  вопрос     Удалить игрока {seat}? «Подтверждаю» или «отмена»"
        case ev.TeamLossAsked(team=team):
            return f"  вопрос     Поражение команды: {_WINNERS[team.value]}? «Подтверждаю» или «отмена»"
        case FloorGiven(seat=seat, seconds=seconds, kind=kind):
            return f"СЛОВО: игрок {seat}, {_KINDS[kind.value]}, {seconds:g} с"
        case Nominated(by=by, seat=seat):
            return f"  правила    выставлен {seat} (выставил {by})"
        case Withdrawn(by=by, seat=seat):
            return f"  правила    отозван {seat} (отозвал {by})"
        case VotesCounted(seat=seat, votes=votes):
            return f"  правила    против {seat}: {votes}"
        case PlayerLeft(seat=seat, cause=cause):
            return f"  правила    игрок {seat} покидает стол ({_CAUSES[cause.value]})"
        case _:
            return _flow(event)


def _flow(event: ev.Event) -> str:
    match event:
        case ev.GameStarted():
            return _opening(event)
        case ev.DayBegan(day=day):
            return f"=== День {day} ==="
        case ev.NightFell(night=night):
            return f"=== Ночь {night} ==="
        case ev.VoteOpened(candidates=candidates, round=number):
            again = f", тур {number}" if number > 1 else ""
            return f"=== Голосование{again}: {_list(candidates)} ==="
        case ev.Tied(seats=seats, votes=votes):
            return f"  правила    ничья: {_list(seats)}, голосов по {votes}"
        case ev.LiftCounted(votes=votes, passed=passed):
            return f"  правила    за подъём {votes}: {'все уходят' if passed else 'все остаются'}"
        case ev.NoVote():
            return "  правила    голосования нет"
        case ev.SpeechEnded(seat=seat):
            return f"  правила    игрок {seat} закончил"
        case ev.Undone(steps=steps):
            return f"  отменено шагов: {steps}"
        case ev.GameOver(winner=winner):
            return f"=== Победа: {_WINNERS.get(winner.value if winner else '', 'нет победителя')} ==="
        case _:
            return ""


def _opening(event: ev.GameStarted) -> str:
    seating = {"given": "по расписанию", "random": f"по жребию {event.seed}"}.get(event.seating, "по номерам")
    names = ", ".join(f"{seat} {name}" for seat, name in enumerate(event.names, start=1))
    return f"=== Игра. Правила: {event.profile}. Рассадка {seating}{': ' + names if names else ''} ==="


def _list(seats: tuple[int, ...]) -> str:
    return ", ".join(str(seat) for seat in seats)


def state(table: TableState) -> str:
    """The table's state as a few lines."""
    lines = [
        f"  Фаза: {_PHASES[table.phase.value]}, день {table.day}, ночь {table.night}",
        f"  За столом ({len(table.alive)}): {_list(table.alive)}",
        f"  Выставлены: {_list(table.nominated) or 'никто'}",
    ]
    if table.floor:
        lines.append(f"  Слово: игрок {table.floor.seat}")
    if table.winner:
        lines.append(f"  Победа: {_WINNERS[table.winner.value]}")
    return "Положение за столом\n" + "\n".join(lines)
