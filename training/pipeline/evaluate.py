"""Measure a model with stock Vosk and with the product's own ears; the same command for every model.

    python -m training.pipeline.evaluate MODEL [--out figures.json] [--recordings list.jsonl] [--every N]

Runs in a process of its own, since Vosk hangs when it is imported after PyTorch. What is measured:

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
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from training.pipeline.listing import read_list
from training.pipeline.stock_speed import stock_speed
from training.pipeline.word_errors import word_errors
from training.speech.strangers import VOICES as STRANGERS
from training.speech.utterance import Utterance
from voice_judge.errors import UserError
from voice_judge.evaluation import Setup, measure, read_manifest
from voice_judge.evaluation.conditions import Condition, in_conditions, noise_files, parse_conditions
from voice_judge.evaluation.cost import measure_cost
from voice_judge.evaluation.manifest import Clip, Noise
from voice_judge.evaluation.monologues import monologues
from voice_judge.evaluation.outcome import Outcome
from voice_judge.evaluation.spot import spot
from voice_judge.evaluation.streams import plan
from voice_judge.evaluation.talk import Talk, read_talk
from voice_judge.grammar import load_grammars
from voice_judge.speech.recording import RecordingSource

Figures = dict[str, Any]

FIXTURES = Path(__file__).parents[2] / "audio_fixtures"
HUMAN = "human"
NEVER_SEEN = (
    *("rhvoice-irina", "espeak-alicia", "espeak-michael"),
    *("human-common-voice", "human-silero", "human-t-one-1", "human-t-one-2"),
    *(f"rhvoice-{name.lower()}" for name in STRANGERS),
)
FIXTURE_VOICES = {"asterisk": "human-topal"}
"""What a voice of the training is called in the fixtures."""

_CONDITIONS = parse_conditions("clean,10")
_DECIBELS = 10.0
_SOUNDS = {".ogg", ".flac", ".wav", ".opus"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and write."""
    options = _options(arguments)
    try:
        figures = evaluate(
            options.model, read_list(options.recordings) if options.recordings else (), tuple(options.unseen), options
        )
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    text = json.dumps(figures, ensure_ascii=False, indent=1) + "\n"
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    print(text)
    return 0


def evaluate(
    model: Path, recordings: Sequence[Utterance], unseen: tuple[str, ...], options: argparse.Namespace
) -> Figures:
    """All figures of a model.

    Args:
        model: its folder.
        recordings: single recordings with their words.
        unseen: voices of theirs that the model was not trained on, besides those that no model is.
        options: `every`, `words_every` and `streams_every` (samples), `known` (models that must know the words too),
            `fixtures` and `clips` (lists of commands), `hours` of synthetic talk, `no_fixtures`.

    Raises:
        UserError: the model or a recording is wrong.
    """
    strangers = (*NEVER_SEEN, *unseen, *(FIXTURE_VOICES[voice] for voice in unseen if voice in FIXTURE_VOICES))
    figures: Figures = {"model": model.resolve().name, "size_mb": round(_size(model) / 1e6, 2)}
    figures["words"] = [
        asdict(row)
        for noise in (None, _babble())
        for row in word_errors((model, *options.known), recordings, strangers, noise, options.words_every)
    ]
    if options.no_fixtures:
        return figures
    setup = Setup(model)
    clips = read_manifest(options.fixtures)
    further = [clip for file in options.clips for clip in read_manifest(file)]
    figures["commands"], figures["silent"] = _commands([*clips, *further], setup, strangers, options.every)
    talk = (*read_talk([options.fixtures]), *_people(recordings), *monologues(options.hours))
    figures["alarms"] = _alarms(clips, talk, setup, options.streams_every)
    figures["cost"] = measure_cost(clips, setup).to_dict()
    figures["cost"]["stock"] = round(stock_speed(model, clips), 4)
    return figures


def _commands(clips: Sequence[Clip], setup: Setup, strangers: Sequence[str], every: int) -> tuple[Any, Any]:
    clean = in_conditions(clips, [Condition()], ())
    single = [*(one for one in clean if one.kind == HUMAN), *[one for one in clean if one.kind != HUMAN][::every]]
    report = measure(in_conditions(single, _CONDITIONS, noise_files([], [FIXTURES])), setup, processes=1)
    return _counted(report.positives, strangers), _counted(report.negatives, strangers)


def _counted(outcomes: Sequence[Outcome], strangers: Sequence[str]) -> list[Figures]:
    groups: dict[tuple[str, bool, str], list[bool]] = {}
    for one in outcomes:
        key = (one.clip.kind, one.clip.voice not in strangers, one.clip.condition)
        groups.setdefault(key, []).append(one.right)
    return [
        {"kind": kind, "seen": seen, "condition": condition, "total": len(right), "right": sum(right)}
        for (kind, seen, condition), right in sorted(groups.items())
    ]


def _people(recordings: Sequence[Utterance]) -> Iterator[Talk]:
    """People's recordings as talk, those in a format that the program reads."""
    for one in recordings:
        if one.kind == HUMAN and one.audio.suffix in _SOUNDS:
            yield Talk(one.audio, RecordingSource(one.audio).seconds or 0.0, one.text)


def _alarms(clips: Sequence[Clip], talk: Sequence[Talk], setup: Setup, every: int) -> Figures:
    streams = plan(clips, talk, load_grammars(), Condition())[::every]
    heard = spot(streams, setup, processes=1)
    return {
        "hours": round(heard.hours, 2),
        "alarms": len(heard.alarms),
        "per_hour": round(heard.alarms_per_hour, 2),
        "phrases": len(heard.trials),
        "missed": len(heard.misses),
    }


def _babble() -> Noise:
    return Noise(FIXTURES / "noise" / "babble.flac", _DECIBELS)


def _size(model: Path) -> int:
    return sum(file.stat().st_size for file in model.rglob("*") if file.is_file())


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--recordings", type=Path, help="a list of utterances, one JSON object a line")
    parser.add_argument(
        "--unseen", action="append", default=[], metavar="VOICE", help="not trained on; may be repeated"
    )
    parser.add_argument("--every", type=int, default=1, help="each n-th of the machines' commands")
    parser.add_argument("--words-every", type=int, default=1, help="each n-th recording of the list")
    parser.add_argument(
        "--known", type=Path, action="append", default=[], metavar="MODEL", help="only words that it knows too"
    )
    parser.add_argument("--clips", type=Path, action="append", default=[], help="a list of further commands")
    parser.add_argument("--streams-every", type=int, default=1, help="each n-th five minutes of talk")
    parser.add_argument("--hours", type=float, default=0.5, help="hours of synthetic talk")
    parser.add_argument(
        "--fixtures", type=Path, default=FIXTURES / "manifest.tsv", help="the list of commands and talk"
    )
    parser.add_argument("--no-fixtures", action="store_true", help="the recordings of the list only")
    parser.add_argument("--out", type=Path)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
