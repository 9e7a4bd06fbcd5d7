"""What the judge's screen is told between one record and the next."""

from dataclasses import dataclass, replace

from voice_judge.live import entry
from voice_judge.live.view import View
from voice_judge.rules import (
    Checked,
    Checker,
    DayBegan,
    Event,
    JudgeEvent,
    RolesAssigned,
    SecretsUndone,
    ShotFired,
    Stage,
    Step,
    TableState,
)
from voice_judge.table.display import reason_text, tells_roles
from voice_judge.table.records import (
    EventRecord,
    HeardRecord,
    InputRecord,
    NotRecognizedRecord,
    PromptRecord,
    Record,
    RefusedRecord,
    RetractedRecord,
    SaidRecord,
)

_NOTICE_SECONDS = 20.0
_UNDER_THE_KEY = "О тайном вводе есть что сказать: держите клавишу «тайное»."
_TALK = frozenset({"no_match", "wrong_phase", "inside_talk"})  # ordinary speech: not worth the judge's eyes


@dataclass(frozen=True, slots=True)
class Status:
    """The latest of each kind; a new one for each record."""

    heard: str = ""
    answer: str = ""
    entered: str = ""
    notice: str = ""
    notice_until: float = 0.0

    def after(self, record: Record) -> "Status":
        """The status when `record` has been shown."""
        match record:
            case HeardRecord(text=text):
                return replace(self, heard=f"«{text}»", notice="")
            case NotRecognizedRecord(text=text, reason=reason) if reason not in _TALK:
                return replace(self, heard=f"«{text[-60:]}» — {reason_text(reason)}")
            case RetractedRecord(text=text):
                return replace(self, heard=f"не сказано: «{text}»")
            case SaidRecord(text=text):
                return replace(self, answer=text)
            case RefusedRecord(message=message, t=at) if tells_roles(record):
                return replace(self, entered=f"не принято: {message}").noticed(_UNDER_THE_KEY, at)
            case PromptRecord(text=message, t=at, secret=True):
                return replace(self, entered=f"{self.entered}. {message}").noticed(_UNDER_THE_KEY, at)
            case RefusedRecord(message=message, t=at) | PromptRecord(text=message, t=at):
                return self.noticed(message, at)
            case EventRecord(event=JudgeEvent() as event) if told := entered(event):
                return replace(self, entered=told)
            case InputRecord() | EventRecord(event=DayBegan()):  # a notice of the night is not for the day's screen
                return replace(self, notice="")
            case _:
                return self

    def noticed(self, text: str, at: float) -> "Status":
        """With a notice that stays for a while from `at` on."""
        return replace(self, notice=text, notice_until=at + _NOTICE_SECONDS)

    def on(self, view: View, *, waiting: bool, urgent: str = "", lasting: str = "", fouls: bool = True) -> View:
        """The view with these words; of what is amiss the `urgent` goes before the `lasting`."""
        return replace(
            view,
            heard=self.heard,
            answer=self.answer,
            entered=self.entered,
            notice=self.notice if view.now < self.notice_until else "",
            trouble=urgent or lasting,
            next_step=next_step(view.table, paused=view.paused, waiting=waiting),
            entry_hint=entry.hint(view.table, fouls=fouls),
        )


_NEXT = {
    Stage.NO_GAME: "начать игру",
    Stage.INTRODUCTION: "наступает ночь",
    Stage.DEALING: "роли розданы, ночь начинается",
    Stage.NIGHT_FALLEN: "ночь идёт сама",
    Stage.SPEECH: "конец речи, слово следующему",
    Stage.TIE_SPEECH: "конец речи",
    Stage.LAST_WORD: "конец последнего слова",
    Stage.SPEECHES_OVER: "голосование или ночь",
    Stage.CANDIDATE: "введите число голосов",
    Stage.LAST_CANDIDATE: "остальные голоса — ему",
    Stage.REVOTE: "переголосование",
    Stage.LIFT: "введите число голосов",
    Stage.DAY_OVER: "наступает ночь",
    Stage.CONFIRM: "подтвердить",
    Stage.PAUSED: "продолжить",
    Stage.OVER: "игра окончена",
}


def next_step(table: TableState, *, paused: bool, waiting: bool) -> str:
    """What the key "next" does now; `waiting`: the night's script has to be waited for."""
    if paused:
        return "продолжить"
    if table.stage is Stage.NIGHT_STEP:
        return "ночь идёт сама" if waiting or table.step is Step.DON_WAKES else "дальше: утро или следующая фраза"
    return _NEXT[table.stage]


def entered(event: Event) -> str:
    """A silent entry in words, for the judge's eyes only."""
    match event:
        case RolesAssigned(don=don, mafia=mafia, sheriff=sheriff):
            return f"дон {don}, мафия {', '.join(map(str, mafia))}, шериф {sheriff}"
        case ShotFired(shooter=shooter, target=target):
            return f"стреляет {shooter}: {target or 'мимо'}"
        case Checked(checker=Checker.DON, seat=seat, found=found):
            return f"дон проверяет {seat}: {'шериф' if found else 'не шериф'}"
        case Checked(seat=seat, found=found):
            return f"шериф проверяет {seat}: {'чёрный' if found else 'красный'}"
        case SecretsUndone(steps=steps):
            return f"отменено записей: {steps}"
        case _:
            return ""
