"""Measure a model with stock Vosk and with the product's own ears; the same command for every model.

    python -m training.pipeline.evaluate MODEL [--out figures.json] [--recordings list.jsonl] [--every N]

Runs in a process of its own, since Vosk hangs when it is imported after PyTorch. What is measured (measuring.py):

* words: single recordings (a list of utterances), every text of the voice in the grammar; exact ones and word errors;
* commands: the recordings of audio_fixtures/ (or `--fixtures`) and of other such lists through the whole program,
  intent and every slot right;
* alarms: talk of people and of machines, false alarms per hour at the product's settings;
* size of the model, computing time per second of sound on one core: of stock Vosk alone, and of the whole program.

Words and commands are counted for people and machines, seen and unseen in the training, clean and in noise of 10 dB.
All people's commands are measured; machines', being many, may be sampled, and so may single recordings.
"""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path

from voice_judge.errors import UserError

FIXTURES = Path(__file__).parents[2] / "audio_fixtures"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and write; the exit code: 2 if something that the user gave is wrong."""
    options = _options(arguments)
    try:
        _measure(options)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Измерение прервано.", file=sys.stderr)
        return 130
    return 0


def _measure(options: argparse.Namespace) -> None:
    from training.pipeline.listing import read_list  # noqa: PLC0415 (these take a second, in which one may interrupt)
    from training.pipeline.measuring import Plan, measured  # noqa: PLC0415

    _check_place(options.out)
    plan = Plan(
        recordings=read_list(options.recordings) if options.recordings else (),
        known=tuple(options.known),
        unseen=tuple(options.unseen),
        fixtures=None if options.no_fixtures else options.fixtures,
        clips=tuple(options.clips),
        every=options.every,
        words_every=options.words_every,
        streams_every=options.streams_every,
        hours=options.hours,
    )
    text = json.dumps(measured(options.model, plan), ensure_ascii=False, indent=1) + "\n"
    try:
        if options.out:
            options.out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{options.out}: {error.strerror}. Есть ли там место и право писать?") from error
    finally:
        print(text)


def _check_place(out: Path | None) -> None:
    """Measuring takes long: that its figures cannot be written is better known before."""
    if out and not out.parent.is_dir():
        raise UserError(f"{out.parent}: такой папки нет, а в неё просят записать измеренное. Создайте её.")
    if out and out.is_dir():
        raise UserError(f"{out}: это папка. Назовите файл, в который записать измеренное.")


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) >= 1):
        raise argparse.ArgumentTypeError(f"нужно целое число от 1, а не «{text}»")
    return int(text)


def _hours(text: str) -> float:
    hours = float(text)
    if not (math.isfinite(hours) and hours >= 0):
        raise argparse.ArgumentTypeError(f"нужно число часов от 0, а не «{text}»")
    return hours


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--recordings", type=Path, help="a list of utterances, one JSON object a line")
    parser.add_argument(
        "--unseen", action="append", default=[], metavar="VOICE", help="not trained on; may be repeated"
    )
    parser.add_argument("--every", type=_positive, default=1, help="each n-th of the machines' commands")
    parser.add_argument("--words-every", type=_positive, default=1, help="each n-th recording of the list")
    parser.add_argument(
        "--known", type=Path, action="append", default=[], metavar="MODEL", help="only words that it knows too"
    )
    parser.add_argument("--clips", type=Path, action="append", default=[], help="a list of further commands")
    parser.add_argument("--streams-every", type=_positive, default=1, help="each n-th five minutes of talk")
    parser.add_argument("--hours", type=_hours, default=0.5, help="hours of synthetic talk")
    parser.add_argument(
        "--fixtures", type=Path, default=FIXTURES / "manifest.tsv", help="the list of commands and talk"
    )
    parser.add_argument("--no-fixtures", action="store_true", help="the recordings of the list only")
    parser.add_argument("--out", type=Path)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
