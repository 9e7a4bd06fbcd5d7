"""`voice-judge protocol`: the protocol of a game in one of its formats."""

import argparse
import json
import sys
from argparse import Namespace
from pathlib import Path

from voice_judge.commands.options import Commands
from voice_judge.commands.stored_games import LAST, library, load, put_out
from voice_judge.journal.protocol import FORMATS, json_schema, render


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("protocol", help="протокол игры: текст, HTML и PDF на одной странице, CSV, JSON")
    parser.add_argument("game", nargs="?", default=LAST, metavar="GAME", help="номер игры или last (так и без него)")
    parser.add_argument("--format", choices=FORMATS, default="txt", help="вид протокола (txt)")
    parser.add_argument(
        "--secrets", action="store_true", help="роли, выстрелы и проверки — и тогда, когда игра не окончена"
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="записать в файл")
    parser.add_argument("--schema", action="store_true", help="напечатать JSON Schema протокола")
    parser.set_defaults(run=_protocol)


def _protocol(options: Namespace) -> None:
    """Print or write the protocol."""
    if options.schema:
        print(json.dumps(json_schema(), ensure_ascii=False, indent=1))
        return
    if options.format in ("json", "html", "csv") and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", newline="")
    content = render(load(library(), options.game), options.format, secrets=options.secrets)
    put_out(content, options.out, binary=options.format == "pdf")
