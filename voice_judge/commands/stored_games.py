"""What the commands about stored games share: naming a game, and writing an answer out."""

import argparse
import sys
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.journal.library import Library, StoredGame
from voice_judge.journal.opening import open_library
from voice_judge.journal.protocol import write_whole

LAST = "last"


def add_game(parser: argparse.ArgumentParser) -> None:
    """The argument that names a game."""
    parser.add_argument("game", metavar="GAME", help=f"номер игры из «games list» или {LAST} — последняя")


def library() -> Library:
    """This user's games."""
    return open_library()


def number_of(games: Library, text: str) -> int:
    """The number that the user means.

    Raises:
        UserError: it is no number, or there is no game yet.
    """
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    if text != LAST:
        raise UserError(f"«{text}»: нужен номер игры из «voice-judge games list» или {LAST}")
    played = games.games()
    if not played:
        raise UserError("игр ещё нет: сыграйте первую командой «voice-judge play»")
    return played[0].number


def load(games: Library, text: str) -> StoredGame:
    """The game that the user means; what the disk has lost of it is said on the error stream."""
    game = games.load(number_of(games, text))
    if game.warning:
        print(f"voice-judge: {game.warning}", file=sys.stderr)
    return game


def put_out(content: bytes, out: Path | None, *, binary: bool) -> None:
    """To the file, or to the standard output.

    Raises:
        UserError: the file cannot be written, or the terminal would have to show what is no text.
    """
    if out is not None:
        write_whole(out, content)
        print(f"Записано: {out}", file=sys.stderr)
    elif not binary:
        print(content.decode("utf-8"), end="")
    elif sys.stdout.isatty():
        raise UserError("PDF — не текст: укажите файл, --out ФАЙЛ.pdf")
    else:
        sys.stdout.buffer.write(content)
