"""The command line: `voice-judge replay|demo|interpret|evaluate|check`. Thin: it reads options and calls the rest."""

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from voice_judge import __version__, programs
from voice_judge.errors import UserError
from voice_judge.table.settings import Lead


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 done, 2 something the user gave is wrong, 1 a fault of ours."""
    _open_streams()
    options = _parser().parse_args(arguments)
    if getattr(options, "json", False):
        _reconfigure(sys.stdout, encoding="utf-8")
    try:
        options.run(options)
        sys.stdout.flush()
    except UserError as error:
        print(f"voice-judge: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nvoice-judge: прервано", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader (head, less) has left
        _abandon_output()
    except OSError as error:
        place = f"{error.filename}: " if error.filename else "вывод: "
        print(f"voice-judge: {place}{error.strerror}", file=sys.stderr)
        _abandon_output()
        return 2
    except Exception as error:
        if os.environ.get("VOICE_JUDGE_DEBUG"):
            traceback.print_exc()
        hint = "подробности: запустите с VOICE_JUDGE_DEBUG=1"
        print(f"voice-judge: внутренняя ошибка: {type(error).__name__}: {error} ({hint})", file=sys.stderr)
        return 1
    return 0


def _open_streams() -> None:
    # Closed by the caller (`>&-`): whatever is printed goes nowhere.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    # A terminal that has no Cyrillic shows question marks rather than stopping the game.
    _reconfigure(sys.stdout, errors="replace")
    _reconfigure(sys.stderr, errors="replace")


def _abandon_output() -> None:
    # What is still in the buffer cannot be written; without this Python would try again at its end, and complain.
    with suppress(OSError, ValueError):  # no real stream (under a test) or a closed one
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reconfigure(stream: TextIO, **how: str) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(**how)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="voice-judge",
        description="Помощник судьи спортивной мафии: слушает формальные фразы, знает правила, отвечает голосом.",
    )
    parser.add_argument("--version", action="version", version=f"voice-judge {__version__}")
    commands = parser.add_subparsers(title="команды", required=True, metavar="КОМАНДА")
    _add_replay(commands)
    _add_demo(commands)
    _add_interpret(commands)
    _add_evaluate(commands)
    _add_check(commands)
    return parser


_Commands = argparse._SubParsersAction  # the type has no public name


def _add_replay(commands: "_Commands[argparse.ArgumentParser]") -> None:
    replay = commands.add_parser("replay", help="отсудить запись игры (WAV, FLAC, OGG, MP3) или её текст (.txt)")
    replay.add_argument("files", nargs="+", type=Path, metavar="FILE", help="записи и тексты, по порядку")
    replay.add_argument("--wav", type=Path, help="записать звук стола вместе с ответами судьи")
    replay.add_argument("--protocol", type=Path, help="записать протокол в JSON")
    replay.add_argument("--secrets", action="store_true", help="роли и выстрелы в протоколе и до конца игры")
    _add_table_options(replay)
    replay.set_defaults(run=programs.replay)


def _add_demo(commands: "_Commands[argparse.ArgumentParser]") -> None:
    demo = commands.add_parser("demo", help="отсудить записанный игровой день, который входит в программу")
    demo.add_argument("--out", type=Path, default=Path("out"), help="папка для звука и протокола (out)")
    _add_table_options(demo)
    demo.set_defaults(run=programs.demo)


def _add_table_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="печатать строки JSON (docs/events.md)")
    parser.add_argument(
        "--rules", default="official", metavar="NAME|FILE.toml", help="правила: official, federation, файл"
    )
    parser.add_argument(
        "--lead", choices=[lead.value for lead in Lead], default="assistant", help="кто ведёт: программа или судья"
    )
    _add_sources(parser)


def _add_sources(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", type=Path, metavar="DIR", help="модель Vosk (или VOICE_JUDGE_MODEL)")
    parser.add_argument("--grammars", type=Path, metavar="DIR", help="папка с грамматиками (или VOICE_JUDGE_GRAMMARS)")


def _add_interpret(commands: "_Commands[argparse.ArgumentParser]") -> None:
    interpret = commands.add_parser("interpret", help="что значит фраза в данной фазе игры")
    interpret.add_argument("text", help="фраза, например «я выставляю игрока номер пять»")
    interpret.add_argument("--phase", default="day", help="introduction, night, day, vote, last_word, over")
    interpret.add_argument("--json", action="store_true", help="печатать строки JSON")
    _add_sources(interpret)
    interpret.set_defaults(run=programs.interpret)


def _add_evaluate(commands: "_Commands[argparse.ArgumentParser]") -> None:
    evaluate = commands.add_parser("evaluate", help="проверить распознавание на записях из манифеста")
    evaluate.add_argument(
        "manifests", nargs="+", type=Path, metavar="MANIFEST", help="например audio_fixtures/manifest.tsv"
    )
    evaluate.add_argument("--json", action="store_true", help="печатать JSON")
    _add_sources(evaluate)
    evaluate.set_defaults(run=programs.evaluate)


def _add_check(commands: "_Commands[argparse.ArgumentParser]") -> None:
    check = commands.add_parser("check", help="проверить грамматики и модель: знает ли она все слова")
    _add_sources(check)
    check.set_defaults(run=programs.check)
