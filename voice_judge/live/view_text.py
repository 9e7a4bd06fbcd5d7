"""What a view says, in Russian words: the public part, the same for the full screen and for lines."""

from math import ceil

from voice_judge.live.view import View
from voice_judge.rules import Phase, Question, Seat, SpeechKind, Stage, Step, TableState, Team

_STAGES = {
    Stage.NO_GAME: "Игра не начата",
    Stage.INTRODUCTION: "Знакомство",
    Stage.DEALING: "Раздача карт",
    Stage.NIGHT_FALLEN: "Наступает ночь",
    Stage.NIGHT_STEP: "Ночь",
    Stage.SPEECH: "Речь",
    Stage.SPEECHES_OVER: "Обсуждение окончено",
    Stage.CANDIDATE: "Голосование: кто за уход",
    Stage.LAST_CANDIDATE: "Голосование: последний",
    Stage.TIE_SPEECH: "Ничья: речь",
    Stage.REVOTE: "Ничья: речи окончены",
    Stage.LIFT: "Кто за уход всех",
    Stage.LAST_WORD: "Последнее слово",
    Stage.DAY_OVER: "День окончен",
    Stage.CONFIRM: "Вопрос судье",
    Stage.PAUSED: "Пауза",
    Stage.OVER: "Игра окончена",
}
_STEPS = {
    Step.DON_WAKES: "Просыпается дон",
    Step.MAFIA_WAKES: "Просыпается мафия",
    Step.MAFIA_SLEEPS: "Мафия засыпает",
    Step.SHERIFF_GREETS: "Шериф знакомится с судьёй",
    Step.FREE_SEATING: "Свободная посадка",
    Step.MAFIA_HUNTS: "Мафия выходит на охоту",
    Step.MAFIA_LEAVES: "Мафия удаляется",
    Step.DON_SEEKS: "Дон ищет шерифа",
    Step.DON_SLEEPS: "Дон засыпает",
    Step.SHERIFF_WAKES: "Просыпается шериф",
    Step.SHERIFF_SLEEPS: "Шериф засыпает",
}
_KINDS = {SpeechKind.SPEECH: "речь", SpeechKind.TIE: "речь при ничьей", SpeechKind.LAST_WORD: "последнее слово"}
_WINNERS = {Team.RED: "победа красных", Team.BLACK: "победа чёрных"}
_LOSERS = {Team.RED: "красных", Team.BLACK: "чёрных"}
_VOTING = frozenset({Stage.CANDIDATE, Stage.LAST_CANDIDATE, Stage.LIFT})
_WITHOUT_NOMINEES = frozenset({Phase.SETUP, Phase.INTRODUCTION, Phase.NIGHT, Phase.OVER})


def is_dark(view: View) -> bool:
    """Night: the screen is dim, and nothing on it may follow what is entered."""
    return view.table.phase is Phase.NIGHT


def stage_of(table: TableState) -> Stage:
    """The stage, and under a pause the one it came into."""
    return table.held if table.stage is Stage.PAUSED and table.held else table.stage


def title(view: View) -> str:
    """Which game, day or night."""
    table, parts = view.table, []
    if view.game is not None:
        parts.append(f"Игра {view.game}")
    if table.phase is Phase.NIGHT:
        parts.append(f"Ночь {table.night}" if table.night else "Первая ночь")
    elif table.day:
        parts.append(f"День {table.day}")
    return " · ".join(parts) or "voice-judge"


def flags(view: View) -> str:
    """What the judge must never overlook: a pause, that the sound is kept."""
    shown = ["ПАУЗА"] if is_paused(view) else []
    shown += ["♪ музыка"] if view.music else []
    shown += ["● идёт запись звука"] if view.recording else []
    return "   ".join(shown)


def is_paused(view: View) -> bool:
    """Everything stands still."""
    return view.paused or view.table.stage is Stage.PAUSED


def moment(view: View) -> str:
    """What goes on now."""
    table, stage = view.table, stage_of(view.table)
    match stage:
        case Stage.NIGHT_STEP if table.step:
            return _STEPS[table.step]
        case Stage.CONFIRM if table.question:
            return _question(table.question)
        case Stage.OVER:
            return f"Игра окончена: {_WINNERS[table.winner] if table.winner else 'победителя нет'}"
        case Stage.SPEECH | Stage.TIE_SPEECH | Stage.LAST_WORD if table.floor:
            return f"Слово: {person(table, table.floor.seat)} — {_KINDS[table.floor.kind]}"
        case Stage.CANDIDATE | Stage.LAST_CANDIDATE if table.vote and table.vote.called:
            rest = " (остальные голоса)" if stage is Stage.LAST_CANDIDATE else ""
            return f"Кто за уход: {person(table, table.vote.called)}{rest}"
        case _:
            return _STAGES[stage]


def _question(question: Question) -> str:
    if question.removal is not None:
        return f"Удалить игрока {question.removal}?"
    return f"Поражение {_LOSERS[question.team]}?" if question.team else _STAGES[Stage.CONFIRM]


def person(table: TableState, seat: Seat) -> str:
    """A seat with its name, if names are known."""
    name = name_of(table, seat)
    return f"{seat} {name}" if name else str(seat)


def name_of(table: TableState, seat: Seat) -> str:
    """The name of a seat; empty when names are not known."""
    return printable(table.names[seat - 1]) if len(table.names) >= seat else ""


def printable(words: str) -> str:
    """Words that cannot steer a terminal: control characters, turned writing and line breaks become spaces."""
    return "".join(character if character.isprintable() else " " for character in words)


def main_seat(view: View) -> Seat | None:
    """The seat that everything is about now: who speaks, or whose candidacy is voted."""
    table, stage = view.table, stage_of(view.table)
    if stage in (Stage.SPEECH, Stage.TIE_SPEECH, Stage.LAST_WORD):
        return table.floor.seat if table.floor else None
    if stage in (Stage.CANDIDATE, Stage.LAST_CANDIDATE):
        return table.vote.called if table.vote else None
    return None


def countdown(view: View) -> str:
    """What is left of the speech, as 0:59; empty when nobody speaks."""
    clock = view.table.clock
    if clock is None or view.table.phase is Phase.NIGHT or main_seat(view) is None or stage_of(view.table) in _VOTING:
        return ""
    seconds = ceil(clock.remaining(view.now) - 1e-6)
    return f"{seconds // 60}:{seconds % 60:02}"


def is_running_out(view: View) -> bool:
    """Ten seconds or less are left."""
    clock = view.table.clock
    return bool(countdown(view)) and clock is not None and clock.remaining(view.now) <= 10


def nominees(view: View) -> tuple[Seat, ...]:
    """Who is nominated, or voted now, in the order of the vote."""
    table = view.table
    if table.phase in _WITHOUT_NOMINEES:
        return ()
    if table.phase is Phase.VOTE and table.vote:
        return table.vote.candidates
    return table.nominated


def nominees_text(view: View) -> str:
    """The nominees in words; empty where nobody can be."""
    if view.table.phase in _WITHOUT_NOMINEES:
        return ""
    return " → ".join(str(seat) for seat in nominees(view)) or "никто"


def votes_text(view: View) -> str:
    """The hands counted so far, candidate by candidate, and what is not counted yet."""
    vote = view.table.vote
    if vote is None or view.table.phase is not Phase.VOTE:
        return ""
    counted = {tally.seat: str(tally.votes) for tally in vote.tallies}
    pairs = [f"{seat}: {counted.get(seat, '…' if seat == vote.called else '–')}" for seat in vote.candidates]
    again = f"   (тур {vote.round})" if vote.round > 1 else ""
    return "   ".join(pairs) + again
