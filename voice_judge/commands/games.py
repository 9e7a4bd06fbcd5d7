"""`voice-judge games`: the games that were played: list, show, export, import, delete, figures, repair."""

import argparse
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from voice_judge.commands.games_table import figures_table, games_table
from voice_judge.commands.options import Commands
from voice_judge.commands.stored_games import add_game, library, load, number_of, put_out
from voice_judge.errors import UserError
from voice_judge.evidence.storage import forget_sound
from voice_judge.journal.library import Library
from voice_judge.journal.opening import repair
from voice_judge.journal.protocol import GameProtocol, may_be_told, protocol_of, read_protocol, render
from voice_judge.journal.protocol.statistics import statistics
from voice_judge.journal.protocol.words import moment
from voice_judge.rules import fold


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("games", help="сыгранные игры: список, показ, перенос, удаление, статистика")
    actions = parser.add_subparsers(title="действия", required=True, metavar="ДЕЙСТВИЕ")
    actions.add_parser("list", help="все игры, новые сверху").set_defaults(run=_list)
    show = actions.add_parser("show", help="протокол игры текстом")
    add_game(show)
    show.add_argument("--secrets", action="store_true", help="роли и выстрелы неоконченной игры тоже")
    show.set_defaults(run=_show)
    export = actions.add_parser("export", help="записать игру в файл JSON, чтобы перенести её")
    add_game(export)
    export.add_argument("file", type=Path, metavar="FILE")
    export.add_argument("--secrets", action="store_true", help="роли и выстрелы неоконченной игры тоже")
    export.set_defaults(run=_export)
    bring = actions.add_parser("import", help="взять игру из файла JSON")
    bring.add_argument("file", type=Path, metavar="FILE")
    bring.set_defaults(run=_import)
    delete = actions.add_parser("delete", help="удалить игру и её звук навсегда")
    add_game(delete)
    delete.add_argument("--yes", action="store_true", help="не спрашивать")
    delete.set_defaults(run=_delete)
    actions.add_parser("stats", help="статистика игроков и мест по оконченным играм").set_defaults(run=_stats)
    actions.add_parser("repair", help="проверить журнал; повреждённый заменить спасённым").set_defaults(run=_repair)


def _list(_options: Namespace) -> None:
    """Print a line for each game."""
    print(games_table(library().games()))


def _show(options: Namespace) -> None:
    """Print a game's protocol."""
    game = load(library(), options.game)
    put_out(render(game, "txt", secrets=options.secrets), None, binary=False)


def _export(options: Namespace) -> None:
    """Write a game for another machine."""
    game = load(library(), options.game)
    put_out(render(game, "json", secrets=options.secrets), options.file, binary=False)
    phase = fold(entry.record for entry in game.entries).table.phase
    if not may_be_told(phase, secrets=options.secrets):
        print("voice-judge: игра не окончена: роли и выстрелы не записаны (с ними: --secrets)", file=sys.stderr)


def _import(options: Namespace) -> None:
    """Keep a game from a file under a new number."""
    number = library().add(read_protocol(options.file))
    print(f"Игра записана под номером {number}")


def _delete(options: Namespace) -> None:
    """Forget a game and its sound, after asking."""
    games = library()
    number = number_of(games, options.game)
    found = next((game for game in games.games() if game.number == number), None)
    if found and not options.yes:
        _ask(f"Удалить навсегда игру {number} от {moment(found.began)} и её звук? [да/нет] ")
    games.delete(number)
    sound = forget_sound(number)
    print(f"Игра {number} удалена{' вместе со звуком' if sound else ''}")


def _ask(question: str) -> None:
    if not sys.stdin.isatty():
        raise UserError("игра не удалена: подтвердите удаление ключом --yes")
    if input(question).strip().casefold() not in ("да", "д", "yes", "y"):
        raise UserError("игра не удалена")


def _stats(_options: Namespace) -> None:
    """Print the figures of all finished games."""
    print(figures_table(statistics(_protocols(library()))))


def _protocols(games: Library) -> Iterator[GameProtocol]:
    for summary in games.games():
        try:
            yield protocol_of(games.load(summary.number))
        except UserError as error:  # one damaged game does not hide the others
            print(f"voice-judge: {error}", file=sys.stderr)


def _repair(_options: Namespace) -> None:
    """Check the journal; replace a damaged one by what could be saved."""
    print(repair())
