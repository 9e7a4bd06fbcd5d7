"""`voice-judge console`: the judge's page and the hall's screen beside a running game."""

import argparse
import sys
from argparse import Namespace

from voice_judge.commands.options import Commands
from voice_judge.errors import UserError
from voice_judge.live.link import Pairing
from voice_judge.live.link_wire import game_listens

_KEYS = "Enter — новый код, x и Enter — отключить все телефоны, Ctrl+C — закрыть страницы (игра продолжается)"


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    console = commands.add_parser("console", help="страница судьи и экран зала рядом с идущей игрой")
    add_options(console)
    console.set_defaults(run=_run)


def add_options(parser: argparse.ArgumentParser) -> None:
    """`--lan` and `--port`, the same for `play`."""
    parser.add_argument(
        "--lan", action="store_true", help="для телефонов в той же сети, а не только на этом компьютере"
    )
    parser.add_argument("--port", type=port_number, metavar="N", help="порт страницы судьи; экран зала — на следующем")


def port_number(text: str) -> int:
    """A port for two pages.

    Raises:
        argparse.ArgumentTypeError: it is none.
    """
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 65534):
        raise argparse.ArgumentTypeError(f"порт — число от 1 до 65534, а не «{text}»")
    return int(text)


def _run(options: Namespace) -> None:
    """Serve until interrupted."""
    if not game_listens():
        raise UserError("игра не идёт: начните её (voice-judge play), потом откройте страницы")
    from voice_judge.console.console import Console, Wanted  # noqa: PLC0415  (a web server, and only needed here)

    console = Console(Wanted(options.lan, options.port), _show, _say)
    print(_KEYS, file=sys.stderr)
    console.run(sys.stdin, until_end=False)


def _show(pairing: Pairing) -> None:
    from voice_judge.console.pairing import pairing_text  # noqa: PLC0415

    picture = sys.stderr.isatty() and not pairing.judge.startswith("http://127.0.0.1")
    _say(pairing_text(pairing, picture=picture))


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
