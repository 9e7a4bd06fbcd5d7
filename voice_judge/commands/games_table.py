"""Games and their figures as tables of text."""

from collections.abc import Sequence

from voice_judge.journal.library import GameSummary
from voice_judge.journal.protocol.names import isolated, shown
from voice_judge.journal.protocol.statistics import Figures, Statistics
from voice_judge.journal.protocol.words import moment

_WINNERS = {"red": "красные", "black": "чёрные"}
_NAME = 24
_SHORT_NAME = 14
_COLUMNS = ("игр", "побед", "красным", "побед", "чёрным", "побед", "доном", "шериф.", "выстав.", "фолов")
_COLUMNS_LEFT = ("заголос.", "убит", "удалён")


def games_table(games: Sequence[GameSummary]) -> str:
    """A line for each game, or that there are none."""
    if not games:
        return "Игр ещё нет."
    rows = [("№", "Начало", "Итог", "Игроки")]
    for game in games:
        rows.append((str(game.number), f"{moment(game.began)}", _outcome(game), _names(game)))
    return _columns(rows)


def figures_table(figures: Statistics) -> str:
    """Players, then seats."""
    counted = f"Оконченных игр: {figures.counted}"
    left = f", неоконченных (не считаются): {figures.unfinished}" if figures.unfinished else ""
    if not figures.counted:
        return f"{counted}{left}."
    head = (*_COLUMNS, *_COLUMNS_LEFT)
    players = [("Игрок", *head), *((isolated(shown(name, _NAME)), *_cells(one)) for name, one in figures.players)]
    seats = [("Место", *head), *((name, *_cells(one)) for name, one in figures.seats)]
    tables = [_columns(players)] if figures.players else []
    return "\n\n".join([f"{counted}{left}.", *tables, _columns(seats)])


def _outcome(game: GameSummary) -> str:
    if not game.finished:
        return "не окончена"
    return _WINNERS.get(game.winner or "", "без победителя")


def _names(game: GameSummary) -> str:
    return ", ".join(isolated(shown(name, _SHORT_NAME)) for name in game.names) or "по номерам"


def _cells(one: Figures) -> tuple[str, ...]:
    counts = (one.games, one.wins, one.red, one.red_wins, one.black, one.black_wins, one.don, one.sheriff)
    return tuple(str(count) for count in (*counts, one.nominations, one.fouls, one.voted_out, one.killed, one.removed))


def _columns(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)
