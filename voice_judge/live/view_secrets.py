"""The secret part of a view, shown only while the judge holds the key: roles, shots, checks, what was entered."""

from voice_judge.live.view import View
from voice_judge.rules import Checker, JudgeState, Seat, Shot, Team

ROLE_WIDTH = 6
MASK = "·" * ROLE_WIDTH
"""Stands for every role, known or not, so that nothing can be told from it."""

_CHECKERS = {Checker.DON: "дон", Checker.SHERIFF: "шериф"}
_OUTCOMES = {Team.RED: "победа красных", Team.BLACK: "победа чёрных", None: "ничья"}


def role_of(judge: JudgeState, seat: Seat) -> str:
    """The role of a seat in a word; empty before the roles are in."""
    roles = judge.roles
    if roles is None:
        return ""
    if seat == roles.don:
        return "дон"
    if seat in roles.mafia:
        return "мафия"
    return "шериф" if seat == roles.sheriff else "мирный"


def secret_text(view: View) -> str:
    """All that the judge alone knows, in one line, the latest first."""
    judge = view.judge
    parts = [f"введено: {view.entered}"] if view.entered else []
    if judge.shots:
        parts.append("выстрелы " + ", ".join(_shot(shot) for shot in judge.shots))
    if judge.checked:
        parts.append("проверили: " + ", ".join(_CHECKERS[checker] for checker in judge.checked))
    if decided := decided_text(judge):
        parts.append(decided)
    parts.append(_roles(judge))
    if judge.agreed_shots:
        parts.append("договор " + "-".join(str(seat) for seat in judge.agreed_shots))
    return " · ".join(parts)


def decided_text(judge: JudgeState) -> str:
    """What the rules have decided and the table does not know yet; empty while nothing is."""
    return f"исход решён: {_OUTCOMES[judge.decided]}" if judge.is_decided else ""


def _roles(judge: JudgeState) -> str:
    roles = judge.roles
    if roles is None:
        return "роли не введены"
    return f"дон {roles.don}, мафия {' '.join(str(seat) for seat in roles.mafia)}, шериф {roles.sheriff}"


def _shot(shot: Shot) -> str:
    return f"{shot.shooter}→{shot.target or '–'}"
