"""The command line. Thin: each command lives in voice_judge/commands/, here are the exit codes."""

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from importlib.metadata import entry_points

from voice_judge import __version__
from voice_judge.commands import (
    check,
    console,
    doctor,
    evaluate,
    evidence,
    games,
    interpret,
    models,
    play,
    protocol,
    replay,
    settings,
)
from voice_judge.errors import UserError
from voice_judge.streams import abandon_output, open_streams, reconfigure

_COMMANDS = (play, console, doctor, replay, games, protocol, evidence, interpret, evaluate, check, models, settings)
"""In the order that `--help` lists them."""

_FURTHER = "voice_judge.commands"
"""The group of entry points where other packages name modules with commands of theirs: they follow these."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code: 0 done, 2 wrong input, 1 a fault of ours (`doctor`: of the machine).

    `adapt`: 1 also when the new model was refused.
    """
    open_streams()
    options = _parser().parse_args(arguments)
    if getattr(options, "json", False):
        reconfigure(sys.stdout, encoding="utf-8")
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
        abandon_output()
    except OSError as error:
        place = f"{error.filename}: " if error.filename else "вывод: "
        print(f"voice-judge: {place}{error.strerror}", file=sys.stderr)
        abandon_output()
        return 2
    except Exception as error:
        if os.environ.get("VOICE_JUDGE_DEBUG"):
            traceback.print_exc()
        hint = "подробности: запустите с VOICE_JUDGE_DEBUG=1"
        print(f"voice-judge: внутренняя ошибка: {type(error).__name__}: {error} ({hint})", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="voice-judge",
        description="Помощник судьи спортивной мафии: слушает формальные фразы, знает правила, отвечает голосом.",
    )
    parser.add_argument("--version", action="version", version=f"voice-judge {__version__}")
    commands = parser.add_subparsers(title="команды", required=True, metavar="КОМАНДА")
    for command in _COMMANDS:
        command.add(commands)
    for point in {point.name: point for point in entry_points(group=_FURTHER)}.values():
        try:
            point.load().add(commands)
        except ImportError as error:
            print(f"voice-judge: команды {point.name} не будет: {error}", file=sys.stderr)
    return parser
