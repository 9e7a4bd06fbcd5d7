"""What is measured of a model: words, commands, false alarms, size and computing time (evaluate.py tells more).

Not to be imported where PyTorch is: the product's ears are Vosk.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from training.pipeline.stock_speed import stock_speed
from training.pipeline.word_errors import word_errors
from training.speech.strangers import VOICES as STRANGERS
from training.speech.utterance import Utterance
from voice_judge.evaluation import Setup, measure, read_manifest
from voice_judge.evaluation.conditions import Condition, in_conditions, noise_files, parse_conditions
from voice_judge.evaluation.cost import measure_cost
from voice_judge.evaluation.manifest import Clip, Noise
from voice_judge.evaluation.monologues import monologues
from voice_judge.evaluation.outcome import Outcome
from voice_judge.evaluation.spot import spot
from voice_judge.evaluation.streams import plan as streams_of
from voice_judge.evaluation.talk import Talk, read_talk
from voice_judge.grammar import load_grammars
from voice_judge.speech.model_files import check_model_files, model_size
from voice_judge.speech.recording import RecordingSource

Figures = dict[str, Any]

HUMAN = "human"
NEVER_SEEN = (
    *("rhvoice-irina", "espeak-alicia", "espeak-michael"),
    *("human-common-voice", "human-silero", "human-t-one-1", "human-t-one-2"),
    *(f"rhvoice-{name.lower()}" for name in STRANGERS),
)
FIXTURE_VOICES = {"asterisk": "human-topal"}
"""What a voice of the training is called in the fixtures."""

_NOISE = Path(__file__).parents[2] / "audio_fixtures" / "noise"
_CONDITIONS = parse_conditions("clean,10")
_DECIBELS = 10.0
_SOUNDS = {".ogg", ".flac", ".wav", ".opus"}


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure with.

    Args:
        recordings: single recordings with their words; each so many-th is heard (`words_every`).
        known: folders of models that must know a recording's words too.
        unseen: voices that the model was not trained on, besides those that no model is.
        fixtures: the list of commands and talk; None: only single recordings are measured.
        clips: lists of further commands.
        every: each so many-th of the machines' commands, `streams_every` of the five minutes of talk.
        hours: of synthetic talk.
    """

    recordings: Sequence[Utterance]
    known: tuple[Path, ...]
    unseen: tuple[str, ...]
    fixtures: Path | None
    clips: tuple[Path, ...]
    every: int
    words_every: int
    streams_every: int
    hours: float

    @property
    def strangers(self) -> tuple[str, ...]:
        """Voices not trained on, as they are called in the lists and in the fixtures."""
        return (*NEVER_SEEN, *self.unseen, *(FIXTURE_VOICES[one] for one in self.unseen if one in FIXTURE_VOICES))


def measured(model: Path, plan: Plan) -> Figures:
    """All figures of the model in a folder.

    Raises:
        UserError: a model or a recording is wrong.
    """
    for folder in (model, *plan.known):
        check_model_files(folder)
    figures: Figures = {"model": model.resolve().name, "size_mb": round(model_size(model) / 1e6, 2)}
    figures["words"] = list(_words(model, plan))
    return figures | _in_the_program(model, plan, plan.fixtures) if plan.fixtures else figures


def _words(model: Path, plan: Plan) -> Iterator[Figures]:
    for noise in (None, Noise(_NOISE / "babble.flac", _DECIBELS)):
        for row in word_errors((model, *plan.known), plan.recordings, plan.strangers, noise, plan.words_every):
            yield asdict(row)


def _in_the_program(model: Path, plan: Plan, fixtures: Path) -> Figures:
    """Commands, alarms and cost: what the whole program makes of the model."""
    setup, clips = Setup(model), read_manifest(fixtures)
    further = [clip for file in plan.clips for clip in read_manifest(file)]
    commands, silent = _commands([*clips, *further], setup, plan)
    talk = (*read_talk([fixtures]), *_people(plan.recordings), *monologues(plan.hours))
    return {
        "commands": commands,
        "silent": silent,
        "alarms": _alarms(clips, talk, setup, plan.streams_every),
        "cost": measure_cost(clips, setup).to_dict() | {"stock": round(stock_speed(model, clips), 4)},
    }


def _commands(clips: Sequence[Clip], setup: Setup, plan: Plan) -> tuple[Any, Any]:
    clean = in_conditions(clips, [Condition()], ())
    single = [*(one for one in clean if one.kind == HUMAN), *[one for one in clean if one.kind != HUMAN][:: plan.every]]
    report = measure(in_conditions(single, _CONDITIONS, noise_files([], [_NOISE.parent])), setup, processes=1)
    return _counted(report.positives, plan.strangers), _counted(report.negatives, plan.strangers)


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
    streams = streams_of(clips, talk, load_grammars(), Condition())[::every]
    heard = spot(streams, setup, processes=1)
    return {
        "hours": round(heard.hours, 2),
        "alarms": len(heard.alarms),
        "per_hour": round(heard.alarms_per_hour, 2),
        "phrases": len(heard.trials),
        "missed": len(heard.misses),
    }
