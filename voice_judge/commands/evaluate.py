"""`voice-judge evaluate`: measure recognition on the recordings of manifests."""

import argparse
import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from voice_judge.commands.options import Commands, add_grammars, grammar_directory
from voice_judge.errors import UserError
from voice_judge.evaluation import Clip, Noise, Setup, measure, read_manifest
from voice_judge.evaluation.chart import Chart
from voice_judge.evaluation.conditions import (
    WHOLE_TABLE,
    Condition,
    in_conditions,
    noise_files,
    parse_conditions,
    parse_snr,
)
from voice_judge.evaluation.cost import measure_cost
from voice_judge.evaluation.detection import Spotting
from voice_judge.evaluation.failures import write_failures
from voice_judge.evaluation.measured import Measured, side_by_side
from voice_judge.evaluation.monologues import monologues
from voice_judge.evaluation.spot import spot
from voice_judge.evaluation.spotting_text import curve_chart
from voice_judge.evaluation.streams import Stream, plan
from voice_judge.evaluation.sweep import Step, sweep, sweep_chart, sweep_lines, sweep_values
from voice_judge.evaluation.talk import Talk, read_talk
from voice_judge.grammar import load_grammars
from voice_judge.progress import progress
from voice_judge.speech.engine import Engine
from voice_judge.speech.engines import ENGINES, load_engine

_HOURS = 2.0


def add(commands: "Commands[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("evaluate", help="проверить распознавание на записях из манифеста")
    parser.add_argument(
        "manifests", nargs="+", type=Path, metavar="MANIFEST", help="например audio_fixtures/manifest.tsv"
    )
    parser.add_argument("--json", action="store_true", help="печатать JSON")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="взять только каждую N-ю строку")
    parser.add_argument("--processes", type=int, metavar="N", help="сколько процессов (по числу ядер)")
    parser.add_argument("--failures", type=Path, metavar="DIR", help="сохранить звук каждой ошибки в папку")
    parser.add_argument("--out", type=Path, default=Path("out"), metavar="DIR", help="куда класть картинки SVG (out)")
    _add_engines(parser)
    _add_conditions(parser)
    _add_spotting(parser)
    parser.set_defaults(run=_evaluate)


def _add_engines(parser: argparse.ArgumentParser) -> None:
    engines = ", ".join(ENGINES)
    parser.add_argument("--engine", default=ENGINES[0], help=f"движок: {engines}; несколько через запятую - рядом")
    parser.add_argument(
        "--model",
        action="append",
        default=[],
        metavar="[ENGINE=]NAME|DIR",
        help="модель; whisper=DIR, если движков два",
    )
    parser.add_argument("--sweep", metavar="NAME", help="измерить при разных значениях одной настройки слуха")
    add_grammars(parser)


def _add_conditions(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--conditions", metavar="LIST", help=f"вместо условий манифеста, например {WHOLE_TABLE} (или table - эти все)"
    )
    parser.add_argument("--snr", metavar="DB", help="шум на столько децибел тише речи")
    parser.add_argument("--reverb", action="store_true", help="гулкий зал")
    parser.add_argument(
        "--noise", nargs="+", action="extend", type=Path, default=[], metavar="FILE", help="записи шума (noise/ рядом)"
    )


def _add_spotting(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--spotting", action="store_true", help="фразы внутри многочасовой речи: пропуски и ложные")
    parser.add_argument(
        "--talk", nargs="+", action="extend", type=Path, default=[], metavar="DIR|FILE", help="ещё речь для --spotting"
    )
    parser.add_argument(
        "--hours", type=float, metavar="H", help=f"часы синтетической речи ({_HOURS:g}; с --talk только названная)"
    )


@dataclass(frozen=True, slots=True)
class _Work:
    """What to listen to."""

    clips: tuple[Clip, ...]
    streams: tuple[Stream, ...]


def _evaluate(options: Namespace) -> None:
    """Measure recognition on the recordings of manifests."""
    setups = _setups(options)
    _check(options)
    engines = [load_engine(setup.model, setup.engine) for setup in setups]  # whatever is missing is said at once
    work = _work(options, setups[0])
    if options.sweep:
        _sweep(options, work, setups)
        return
    measured = [_measure(options, work, setup, engine) for setup, engine in zip(setups, engines, strict=True)]
    _pictures(options, measured)
    if options.json:
        one = measured[0].to_dict() if len(measured) == 1 else {"engines": [each.to_dict() for each in measured]}
        print(json.dumps(one, ensure_ascii=False, indent=1))
        return
    print("\n\n".join(each.text() for each in measured))
    if len(measured) > 1:
        print("\n" + side_by_side(measured))


def _check(options: Namespace) -> None:
    """What can be said before anything is listened to."""
    if options.conditions and (options.snr is not None or options.reverb):
        raise UserError("--conditions называет все условия; --snr и --reverb тогда не нужны")
    if options.noise and options.snr is None and not options.conditions:
        raise UserError("--noise: скажите, насколько шум тише речи, например --snr 10")
    if options.every < 1 or (options.processes is not None and options.processes < 1):
        raise UserError("--every и --processes: нужно целое число от 1")
    if options.hours is not None and not 0 < options.hours <= 100:
        raise UserError("--hours: нужно число часов от 0 до 100")
    if options.sweep:
        sweep_values(options.sweep)
    for folder in (options.failures, options.out if options.spotting or options.sweep else None):
        _make_folder(folder)


def _make_folder(folder: Path | None) -> None:
    """Where results go is made before hours are listened to, not after."""
    try:
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{folder}: в эту папку записать нельзя ({error.strerror})") from None


def _setups(options: Namespace) -> list[Setup]:
    """One per engine, each with its model."""
    engines = [name.strip() for name in options.engine.split(",")]
    if unknown := [name for name in engines if name not in ENGINES]:
        raise UserError(f"нет движка «{unknown[0]}»; есть: {', '.join(ENGINES)}")
    named = [model.partition("=") for model in options.model]
    own = {engine: model for engine, _, model in named if engine in ENGINES and model}
    plain = [text for text, parts in zip(options.model, named, strict=True) if not (parts[0] in own and parts[2])]
    if len(plain) > 1 or (plain and len(engines) > 1):
        raise UserError("--model: скажите, какому движку какая модель, например --model whisper=DIR")
    if idle := [engine for engine in own if engine not in engines]:
        raise UserError(f"--model {idle[0]}=...: этот движок не проверяется; назовите его: --engine {idle[0]}")
    usual = Path(plain[0]) if plain else None
    grammars = grammar_directory(options.grammars)
    return [Setup(Path(own[name]) if name in own else usual, grammars, engine=name) for name in engines]


def _work(options: Namespace, setup: Setup) -> _Work:
    clips = [clip for manifest in options.manifests for clip in read_manifest(manifest)]
    asked = _conditions(options)
    noisy = any(condition.snr is not None for condition in asked)
    noises = noise_files(options.noise, options.manifests) if noisy else ()
    streams = _streams(options, setup, clips, asked, noises) if options.spotting else ()
    chosen = in_conditions(clips[:: options.every], asked, noises) if asked else clips[:: options.every]
    return _Work(tuple(chosen), streams)


def _conditions(options: Namespace) -> tuple[Condition, ...]:
    """Those asked for; none: the manifest's own."""
    if options.conditions:
        return parse_conditions(WHOLE_TABLE if options.conditions == "table" else options.conditions)
    if options.snr is None and not options.reverb:
        return ()
    return (Condition(None if options.snr is None else parse_snr(options.snr), options.reverb),)


def _streams(
    options: Namespace, setup: Setup, clips: Sequence[Clip], asked: Sequence[Condition], noises: Sequence[Path]
) -> tuple[Stream, ...]:
    """The talk in the condition asked for; of several, and of the manifest's own, the first without noise: clean."""
    condition = asked[0] if len(asked) == 1 else Condition()
    mixed = [Noise(file, condition.snr) for file in noises] if condition.snr is not None else []
    return plan(clips, _talk(options), load_grammars(setup.grammars), condition, mixed)[:: options.every]


def _talk(options: Namespace) -> tuple[Talk, ...]:
    given = read_talk(options.talk) if options.talk else ()
    hours = options.hours if options.hours is not None else (0.0 if given else _HOURS)
    if not hours:
        return given
    with progress("Синтетическая речь", 1.0) as bar:
        return (*given, *monologues(hours, lambda done, total: bar(done / total)))


def _measure(options: Namespace, work: _Work, setup: Setup, engine: Engine) -> Measured:
    if engine.note:
        print(f"voice-judge: {engine.note}", file=sys.stderr)
    with progress(f"Записи ({setup.engine})", 1.0) as bar:
        report = measure(work.clips, setup, lambda done, total: bar(done / total), options.processes)
    spotting: Spotting | None = None
    if work.streams:
        with progress(f"Речь ({setup.engine})", 1.0) as bar:
            spotting = spot(work.streams, setup, lambda done, total: bar(done / total), options.processes)
    if options.failures:
        folder = options.failures / setup.engine if "," in options.engine else options.failures
        count = write_failures(folder, report.failures, work.streams, spotting)
        print(f"voice-judge: звук ошибок ({count}): {folder}", file=sys.stderr)
    return Measured(setup.engine, engine.name, report, measure_cost(work.clips, setup), spotting)


def _pictures(options: Namespace, measured: Sequence[Measured]) -> None:
    results = {one.engine: one.spotting for one in measured if one.spotting}
    if results:
        words = ("Пропуски и ложные срабатывания", "ложных срабатываний в час", "пропущено фраз, %", "цели")
        _draw(curve_chart(results, *words), options.out / "spotting.svg")


def _draw(chart: Chart, path: Path) -> None:
    chart.write(path)
    print(f"voice-judge: картинка: {path}", file=sys.stderr)


def _sweep(options: Namespace, work: _Work, setups: Sequence[Setup]) -> None:
    if len(setups) > 1:
        raise UserError("--sweep: один движок за раз")
    with progress(f"Настройка {options.sweep}", 1.0) as bar:
        told = lambda done, total: bar(done / total)  # noqa: E731
        steps = list(sweep(options.sweep, work.clips, setups[0], work.streams, told, options.processes))
    chart = sweep_chart(options.sweep, steps, "фразы верно", "промолчали верно", "фразы в речи пропущены")
    _draw(chart, options.out / f"sweep-{options.sweep}.svg")
    print(_sweep_text(options, steps))


def _sweep_text(options: Namespace, steps: Sequence[Step]) -> str:
    if options.json:
        return json.dumps({"sweep": options.sweep, "steps": [step.to_dict() for step in steps]}, ensure_ascii=False)
    return "\n".join(sweep_lines(options.sweep, steps))
