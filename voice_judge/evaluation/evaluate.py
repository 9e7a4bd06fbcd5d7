"""Run every recording of the manifests through the product's own ears, on all cores."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from voice_judge.evaluation.hearing import DEFAULT_SETUP, Hearer, Hearing, Progress, Setup, Told, on_all_cores
from voice_judge.evaluation.manifest import Clip, Expected, read_manifest
from voice_judge.evaluation.outcome import Outcome
from voice_judge.evaluation.report import Report
from voice_judge.evaluation.sound import MARGIN, clip_sound, speech_end
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.recording import read_recording
from voice_judge.table.spotting import Heard, Missed

_PATIENCE = 2.0
"""Seconds of room after a phrase in which a late decision still counts; a negative gets only its margin."""


def evaluate(
    manifests: Sequence[Path],
    setup: Setup = DEFAULT_SETUP,
    progress: Progress | None = None,
    processes: int | None = None,
) -> Report:
    """Listen to every clip of the manifests. The report is the same whatever the number of processes.

    Args:
        manifests: manifest files, or folders that hold a manifest.tsv.
        setup: engine, model, grammars and settings.
        progress: called after each clip.
        processes: how many to run; None: one per core.

    Raises:
        UserError: a manifest, a recording, the model or the grammars are wrong.
    """
    return measure([clip for manifest in manifests for clip in read_manifest(manifest)], setup, progress, processes)


def measure(
    clips: Sequence[Clip], setup: Setup = DEFAULT_SETUP, progress: Progress | None = None, processes: int | None = None
) -> Report:
    """As `evaluate`, for clips that are read already, whatever conditions they were put into."""
    outcomes: list[Outcome] = []
    for outcome in on_all_cores(listen_to, clips, setup, processes):
        outcomes.append(outcome)
        if progress:
            progress(len(outcomes), len(clips))
    return Report(tuple(outcomes))


def listen(clips: Sequence[Clip], setup: Setup = DEFAULT_SETUP, processes: int = 1) -> Iterator[Outcome]:
    """What comes of each clip, in order."""
    return on_all_cores(listen_to, clips, setup, processes)


def listen_to(hearer: Hearer, clip: Clip) -> Outcome:
    """Listen to one clip until its margin is over and, if something is expected, so much has been decided."""
    sound = clip_sound(clip, after=_PATIENCE if clip.expected else MARGIN)
    spoken = read_recording(clip.file)
    over = MARGIN + len(spoken) / SAMPLE_RATE + MARGIN

    def enough(told: Sequence[Told], now: float) -> bool:
        return now >= over and sum(isinstance(one.spotted, Heard) for one in told) >= len(clip.expected)

    hearing = hearer.hear(sound, clip.phase, enough)
    heard = hearing.heard()
    return Outcome(
        clip,
        got=tuple(Expected.of(one.intent) for _, one in heard),
        retracted=len(hearing.retracted()),
        missed=tuple(one.spotted.not_recognized.text for one in hearing.told if isinstance(one.spotted, Missed)),
        seconds=hearing.seconds,
        spent=hearing.spent,
        latency=_latency(clip, hearing, MARGIN + speech_end(spoken)),
        spans=tuple((one.start - MARGIN, one.end - MARGIN) for _, one in heard),
    )


def _latency(clip: Clip, hearing: Hearing, spoken: float) -> float | None:
    """Seconds from the last sample of the clip's last phrase until it was known; None if it was not."""
    known = [
        one.ready for one, heard in hearing.heard() if clip.expected and Expected.of(heard.intent) == clip.expected[-1]
    ]
    return known[-1] - spoken if known else None
