"""The stages of benchmarks/recognition.py: each measures and gives plain figures for docs/recognition.json."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from recognition_pages import IMAGES

from voice_judge.evaluation import Clip, Noise, Report, Setup, measure, read_manifest
from voice_judge.evaluation.conditions import WHOLE_TABLE, Condition, in_conditions, noise_files, parse_conditions
from voice_judge.evaluation.cost import measure_cost
from voice_judge.evaluation.detection import AIMS, Spotting
from voice_judge.evaluation.figures import percent
from voice_judge.evaluation.hearing import DEFAULT_SETUP, Hearer, Progress
from voice_judge.evaluation.monologues import monologues
from voice_judge.evaluation.soak import Mark, soak
from voice_judge.evaluation.spot import spot
from voice_judge.evaluation.spotting_text import curve_chart
from voice_judge.evaluation.streams import Stream, plan
from voice_judge.evaluation.sweep import Step, sweep, sweep_chart, with_value
from voice_judge.evaluation.talk import Talk, read_talk
from voice_judge.grammar import load_grammars
from voice_judge.table.listening import DEFAULT_LISTENING, SWEEPS, ListeningSettings

UNSEEN = ("rhvoice-irina", "espeak-alicia", "espeak-michael")
"""The voices with phrases that the embedded model was not trained on (models/README.md)."""

TYPICAL = parse_conditions("clean,10")
LAYERS = {
    "fillers": "fillers",
    "second_pass": "second pass",
    "floor_gating": "floor gating",
    "peek_seconds": "looks amid talk",
}
"""The layers of the ablation table: settings of listening, and what they are called, in the order they are put on."""

ABLATION_EVERY, SWEEP_EVERY, ENGINES_EVERY = 6, 25, 25
"""Of which each n-th recording these stages take a sample."""

SOAK_HOURS = 3.0

Figures = dict[str, Any]


@dataclass(frozen=True)
class Bench:
    """What to measure on."""

    manifest: Path
    talk: tuple[Path, ...]
    hours: float
    every: int
    processes: int
    whisper: Path | None

    @cached_property
    def clips(self) -> tuple[Clip, ...]:
        """All recordings of the manifest."""
        return read_manifest(self.manifest)

    @cached_property
    def noises(self) -> tuple[Path, ...]:
        """The noises beside the manifest."""
        return noise_files([], [self.manifest])

    @cached_property
    def spoken(self) -> tuple[Talk, ...]:
        """Human and synthetic talk."""
        return (*read_talk(self.talk), *monologues(self.hours, _progress("monologues")))

    def in_conditions(self, conditions: Sequence[Condition], every: int) -> tuple[Clip, ...]:
        """A sample of the recordings, each in every condition."""
        single = in_conditions(self.clips, [Condition()], ())[:: every * self.every]
        return in_conditions(single, conditions, self.noises)

    def streams(self, condition: Condition, every: int = 1) -> tuple[Stream, ...]:
        """Talk with phrases in it."""
        noises = [Noise(file, condition.snr) for file in self.noises] if condition.snr is not None else []
        return plan(self.clips, self.spoken, load_grammars(), condition, noises)[:: every * self.every]


def accuracy(bench: Bench) -> Figures:
    """Every recording in every condition."""
    clips = bench.in_conditions(parse_conditions(WHOLE_TABLE), 1)
    report = measure(clips, DEFAULT_SETUP, _progress("recordings"), bench.processes)
    unseen = Report(tuple(outcome for outcome in report.outcomes if outcome.clip.voice in UNSEEN))
    return {
        "recordings": len(clips),
        "hours": round(sum(outcome.seconds for outcome in report.outcomes) / 3600, 2),
        "every": bench.every,
        "kinds": [row.to_dict() for row in report.totals()],
        "voices": [row.to_dict() for row in report.rows()],
        "unseen": [row.to_dict() for row in unseen.totals()],
        "silent": [row.to_dict() for row in report.reactions()],
        "seats": report.seats().to_dict(),
        "swapped": report.seats().swapped,
        **report.speed_to_dict(),
        "cost": measure_cost(clips, DEFAULT_SETUP).to_dict(),
    }


def spotting(bench: Bench) -> Figures:
    """Hours of talk, clean and in noise of 10 dB, and the curve as a picture."""
    results: dict[str, Spotting] = {}
    for condition in TYPICAL:
        told = _progress(f"talk, {condition.name}")
        results[condition.name] = spot(bench.streams(condition), DEFAULT_SETUP, told, bench.processes)
    words = ("Misses and false alarms", "false alarms per hour (0.01: none)", "phrases missed, %", "aims")
    curve_chart(results, *words).write(IMAGES / "spotting.svg")
    talk = bench.spoken
    human = sum(one.seconds for one in talk if one.kind == "human") / sum(one.seconds for one in talk)
    return {"every": bench.every, "human_share": round(human, 3), **{k: _spotted(v) for k, v in results.items()}}


def ablation(bench: Bench) -> list[Figures]:
    """What each layer earns, put on one after another."""
    clips, streams = bench.in_conditions(TYPICAL, ABLATION_EVERY), bench.streams(Condition(), 3)
    rows = []
    for name, listening in _layers():
        setup = replace(DEFAULT_SETUP, listening=listening)
        report = measure(clips, setup, _progress(f"{name}, recordings"), bench.processes)
        heard = spot(streams, setup, _progress(f"{name}, talk"), bench.processes)
        rows.append({"name": name, **_summary(report), **_spotted(heard)})
    return rows


def sweeps(bench: Bench) -> Figures:
    """A curve for each setting of listening."""
    clips = bench.in_conditions(TYPICAL, SWEEP_EVERY)
    found: Figures = {}
    for name in SWEEPS:
        steps = list(sweep(name, clips, DEFAULT_SETUP, (), _progress(name), bench.processes))
        chart = sweep_chart(name, steps, "phrases right", "rightly silent", "phrases missed in talk")
        chart.write(IMAGES / f"sweep-{name}.svg")
        found[name] = [_step(step) for step in steps]
    return found


def evening(bench: Bench, hours: float | None = None) -> Figures:
    """Three hours of one table through one process."""
    talk = [one for one in bench.spoken if one.kind == "synthetic"]
    clean = in_conditions(bench.clips, [Condition()], ())
    began = time.perf_counter()
    seconds = 3600 * (SOAK_HOURS / bench.every if hours is None else hours)
    result = soak(Hearer(DEFAULT_SETUP), clean, talk, seconds, told=_say)
    marks = [
        {"minutes": round(mark.seconds / 60), "mib": _rounded(mark.resident_mib), "said": mark.said}
        | {"heard": mark.heard, "shift": _rounded(mark.shift, 3)}
        for mark in result.marks
    ]
    return {
        "hours": round(result.seconds / 3600, 2),
        "minutes_taken": round((time.perf_counter() - began) / 60, 1),
        "real_time_factor": round(result.spent / result.seconds, 4),
        "lost_seconds": round(result.lost, 3),
        "growth_mib": _rounded(result.growth_mib),
        "drift_seconds": _rounded(result.drift, 3),
        "marks": marks,
    }


def engines(bench: Bench) -> list[Figures] | None:
    """The embedded model and Whisper in one run."""
    if bench.whisper is None:
        print("no --whisper DIR: nothing to stand beside the embedded model", file=sys.stderr)
        return None
    clips, streams = bench.in_conditions(TYPICAL, ENGINES_EVERY), bench.streams(Condition(), 9)
    rows = []
    for setup in (DEFAULT_SETUP, Setup(bench.whisper, engine="whisper")):
        report = measure(clips, setup, _progress(f"{setup.engine}, recordings"), bench.processes)
        heard = spot(streams, setup, _progress(f"{setup.engine}, talk"), bench.processes)
        cost = measure_cost(clips, setup).to_dict()
        rows.append({"engine": setup.engine, **_summary(report), **_spotted(heard), "cost": cost})
    return rows


STAGES: dict[str, Callable[[Bench], Any]] = {
    "accuracy": accuracy,
    "spotting": spotting,
    "ablation": ablation,
    "sweeps": sweeps,
    "evening": evening,
    "engines": engines,
}


def _layers() -> Iterator[tuple[str, ListeningSettings]]:
    """The settings with all layers off (a switch off, a number zero), then with one more as shipped, until all are."""
    listening = DEFAULT_LISTENING
    for name in LAYERS:
        listening = with_value(listening, name, type(getattr(listening, name))(0))
    yield "grammar only", listening
    for name, title in LAYERS.items():
        listening = with_value(listening, name, getattr(DEFAULT_LISTENING, name))
        yield f"+ {title}", listening


def _summary(report: Report) -> Figures:
    """Percent right per setting, and rightly silent."""
    right = {
        setting: _percent_right(report, setting) for setting in dict.fromkeys(o.clip.setting for o in report.outcomes)
    }
    silent = percent(sum(one.right for one in report.negatives), len(report.negatives))
    counts = {"phrases_each": len(report.positives) // max(1, len(right)), "negatives": len(report.negatives)}
    return {"right": right, "silent": round(silent, 1), **counts, **report.speed_to_dict()}


def _percent_right(report: Report, setting: str) -> float:
    some = [outcome for outcome in report.positives if outcome.clip.setting == setting]
    return round(percent(sum(outcome.right for outcome in some), len(some)), 1)


def _spotted(result: Spotting) -> Figures:
    unseen = result.only(lambda trial: trial.voice in UNSEEN)
    return {
        "hours": round(result.hours, 2),
        "phrases": len(result.trials),
        "missed": round(result.missed, 1),
        "missed_by_place": result.missed_by(lambda trial: "pause" if trial.paused else "talk"),
        "missed_by_voice": result.missed_by(lambda trial: trial.voice),
        "missed_unseen": [len(unseen.misses), len(unseen.trials)],
        "swapped": len(result.swapped),
        "alarms": len(result.alarms),
        "alarms_taken_back": sum(alarm.retracted for alarm in result.alarms),
        "alarms_per_hour": round(result.alarms_per_hour, 2),
        "alarms_per_hour_at_most": round(result.most_alarms_per_hour, 2),
        "missed_at": {f"{rate:g}": _rounded(result.missed_at(rate)) for rate, _ in AIMS},
        "latency_in": {("pause" if paused else "talk"): one.to_dict() for paused, one in result.latencies().items()},
        "talk_real_time_factor": round(result.spent / (result.hours * 3600), 4) if result.hours else 0.0,
        "alarm_list": [f"{one.phrase} («{one.text}», {one.stream} {one.start:.0f} s)" for one in result.alarms],
    }


def _step(step: Step) -> Figures:
    spreads = step.report.latencies().values()
    return {
        "value": step.value,
        **_summary(step.report),
        "median": round(max((one.median for one in spreads), default=0.0), 3),
    }


def _rounded(value: float | None, digits: int = 1) -> float | None:
    return None if value is None else round(value, digits)


def _say(mark: Mark) -> None:
    memory = "?" if mark.resident_mib is None else f"{mark.resident_mib:.0f}"
    print(
        f"{mark.seconds / 60:.0f} min: {memory} MiB, {mark.heard} of {mark.said} phrases", file=sys.stderr, flush=True
    )


def _progress(title: str) -> Progress:
    """A line each time another tenth is done."""
    shown = [0]

    def tell(done: int, total: int) -> None:
        if 10 * done // total > shown[0]:
            shown[0] = 10 * done // total
            print(f"{title}: {10 * shown[0]} %", file=sys.stderr, flush=True)

    return tell
