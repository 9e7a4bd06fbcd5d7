"""Listen to streams of talk with phrases in them, and sort what was heard."""

from collections.abc import Sequence
from functools import partial

from voice_judge.evaluation.detection import Detection, Spotting, Trial, together
from voice_judge.evaluation.hearing import DEFAULT_SETUP, Hearer, Hearing, Progress, Setup, on_all_cores
from voice_judge.evaluation.manifest import Expected
from voice_judge.evaluation.splicing import Target, splice
from voice_judge.evaluation.streams import Stream
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.table.gating import Gate, everything
from voice_judge.table.spotting import Heard

_COUNTED = ("votes", "thanks")
_CALLED, _COUNT_ENDS = 4.0, 2.0  # seconds of a vote's count: from the call of a candidate until the number is taken

_UNWEIGHED = 10.0  # the score of a detection that the second pass did not weigh is so many times its confidence

_NEAR = 0.3
"""Seconds by which a detection may lie outside the phrase that it belongs to: word times are not exact."""


def spot(
    streams: Sequence[Stream],
    setup: Setup = DEFAULT_SETUP,
    progress: Progress | None = None,
    processes: int | None = None,
) -> Spotting:
    """Listen to every stream. All but the latencies is the same in every run and with any number of processes.

    Raises:
        UserError: a recording, the model or the grammars are wrong.
    """
    results: list[Spotting] = []
    for result in on_all_cores(spot_in, streams, setup, processes):
        results.append(result)
        if progress:
            progress(len(results), len(streams))
    return together(results)


def spot_in(hearer: Hearer, stream: Stream) -> Spotting:
    """Listen to one stream."""
    spliced = splice(stream)
    hearing = hearer.hear(spliced.samples, stream.phase, gate_at=partial(room_for, spliced.targets))
    return sort_out(stream, spliced.targets, hearing, len(spliced.samples) / SAMPLE_RATE)


def room_for(targets: Sequence[Target], seconds: float) -> Gate:
    """What a game would leave room for at this time of a stream, as `table.gating` has it at a real table.

    Players' phrases pass, for the talk is a player's; votes and thanks only while votes are counted: about those that
    are really told.
    """
    counted = (one for one in targets if one.placement.expected.name in _COUNTED)
    if any(one.start - _CALLED <= seconds <= one.end + _COUNT_ENDS for one in counted):
        return everything
    return lambda intent: intent.name not in _COUNTED


def sort_out(stream: Stream, targets: Sequence[Target], hearing: Hearing, seconds: float) -> Spotting:
    """Each detection to the phrase it overlaps most; what overlaps none is a false alarm."""
    retracted = hearing.retracted()
    mine: list[list[tuple[Detection, float]]] = [[] for _ in targets]
    alarms: list[Detection] = []
    for told, heard in hearing.heard():
        detection = _detection(stream.name, heard, heard in retracted)
        overlaps = [_overlap(target, heard) for target in targets]
        if max(overlaps, default=0.0) <= 0.0:
            alarms.append(detection)
        else:
            mine[overlaps.index(max(overlaps))].append((detection, told.ready))
    trials = tuple(_trial(stream, target, found) for target, found in zip(targets, mine, strict=True))
    return Spotting(seconds / 3600, trials, tuple(alarms), hearing.spent)


def _overlap(target: Target, heard: Heard) -> float:
    return min(target.end, heard.end) - max(target.start, heard.start) + _NEAR


def _detection(stream: str, heard: Heard, retracted: bool) -> Detection:
    phrase = Expected.of(heard.intent)
    score = heard.confidence * _UNWEIGHED if heard.margin is None else heard.margin
    return Detection(stream, phrase, heard.intent.text, heard.start, heard.end, score, retracted)


def _trial(stream: Stream, target: Target, found: Sequence[tuple[Detection, float]]) -> Trial:
    clip, expected = target.placement.clip, target.placement.expected
    known = [ready for detection, ready in found if detection.phrase == expected and not detection.retracted]
    return Trial(
        stream.name,
        stream.phase,
        clip.voice,
        clip.kind,
        target.placement.paused,
        expected,
        clip.transcript,
        target.start,
        target.end,
        tuple(detection for detection, _ in found),
        known[0] - target.end if known else None,
    )
