"""What the judge types in silence: a `/` line, or only the numbers that this stage asks for."""

import re

from voice_judge.rules import Checker, Phase, Stage, Step, TableState
from voice_judge.table.reactions import Reaction
from voice_judge.table.silent import Next, SilentError, parse

_NUMBERS = re.compile(r"-|\d+")
_WITHDRAWN = re.compile(r"-\s*(\d+)")
_FOUL = re.compile(r"[фf]\w*\.?\s*(\d+)", re.IGNORECASE)
_ROLES = "дон, две мафии, шериф: 1 2 3 4"
_SHOT = "кто и в кого: 1 5 (без выстрела: 1 -)"
_DON = "кого проверяет дон: 4"
_SHERIFF = "кого проверяет шериф: 2"
_VOTES = "сколько голосов: 4 — или кто голосовал: 1, 4, 6"
_SPEECH = "выставляет: 5, отзывает: -5"
_FOULS = ", фол: ф 3"


def hint(table: TableState, *, fouls: bool = True) -> str:
    """What bare numbers mean now, for the screen; the same whatever was entered. `fouls`: the rules have them."""
    wanted = _wanted(table)
    return wanted + _FOULS if wanted == _SPEECH and fouls else wanted


def _wanted(table: TableState) -> str:
    if table.phase is Phase.NIGHT:
        return _night_hint(table)
    if table.stage in (Stage.CANDIDATE, Stage.LAST_CANDIDATE, Stage.LIFT):
        return _VOTES
    if table.stage is Stage.INTRODUCTION:
        return _ROLES
    return "" if table.stage in (Stage.NO_GAME, Stage.OVER) else _SPEECH


def _night_hint(table: TableState) -> str:
    if table.night == 0:
        return _ROLES
    return {
        Step.DON_SEEKS: _DON,
        Step.DON_SLEEPS: _DON,
        Step.SHERIFF_WAKES: _SHERIFF,
        Step.SHERIFF_SLEEPS: _SHERIFF,
    }.get(table.step or Step.MAFIA_HUNTS, _SHOT)


def read_entry(text: str, table: TableState) -> Reaction | Next:
    """The meaning of an entry at this moment.

    Raises:
        SilentError: it has none; the message says in Russian what was expected.
    """
    text = text.strip()
    return parse(text if text.startswith("/") else _spelled(text, table))


def _spelled(text: str, table: TableState) -> str:
    """Bare numbers as the `/` line that they stand for."""
    wanted = _wanted(table)
    if wanted == _SPEECH and (spelled := _speech(text)):
        return spelled
    numbers = _NUMBERS.findall(text)
    if not numbers or _NUMBERS.sub("", text).strip(" ,;."):
        raise SilentError(f"Здесь вводят: {wanted or 'команду, которая начинается с «/»'}")
    match wanted, numbers:
        case (w, [don, first, second, sheriff]) if w == _ROLES:
            return f"/roles don={don} mafia={first},{second} sheriff={sheriff}"
        case (w, [shooter, target]) if w == _SHOT:
            return f"/shot {shooter} {target}"
        case (w, [seat]) if w == _DON:
            return f"/check {Checker.DON.value} {seat}"
        case (w, [seat]) if w == _SHERIFF:
            return f"/check {Checker.SHERIFF.value} {seat}"
        case (w, [count]) if w == _VOTES and not text.rstrip().endswith(","):
            return f"/votes {count}"
        case (w, voters) if w == _VOTES:
            return f"/votes {','.join(voters)},"
    raise SilentError(f"Здесь вводят: {wanted or 'команду, которая начинается с «/»'}")


def _speech(text: str) -> str:
    """By day: whom the speaker nominates or withdraws, or who gets a foul."""
    if foul := _FOUL.fullmatch(text):
        return f"/foul {foul[1]}"
    if withdrawn := _WITHDRAWN.fullmatch(text):
        return f"/withdraw {withdrawn[1]}"
    numbers = re.split(r"[\s,;]+", text.strip(" ,;."))
    return f"/nominate {','.join(numbers)}" if all(number.isdecimal() for number in numbers) else ""
