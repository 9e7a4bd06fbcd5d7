"""Every failure as a sound file to listen to, with a table of what was wanted and heard."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import soundfile

from voice_judge.errors import UserError
from voice_judge.evaluation.detection import Spotting
from voice_judge.evaluation.outcome import Outcome
from voice_judge.evaluation.sound import clip_sound
from voice_judge.evaluation.splicing import splice
from voice_judge.evaluation.streams import Stream
from voice_judge.speech.audio import SAMPLE_RATE, Samples

TABLE = "failures.tsv"
_HEAD = ("sound", "recording or stream", "offset s", "condition", "expected", "got")
_AROUND = 3.0
"""Seconds of a stream before and after the place of a failure."""

_Row = tuple[str, ...]


def write_failures(
    folder: Path, outcomes: Sequence[Outcome], streams: Sequence[Stream] = (), spotting: Spotting | None = None
) -> int:
    """Write a WAV for each failure, as it was heard with its noise, and the table; how many there are.

    Raises:
        UserError: the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        rows = [*_of_clips(folder, outcomes), *_of_streams(folder, streams, spotting)]
        lines = ["\t".join(row) for row in (_HEAD, *rows)]
        (folder / TABLE).write_text("\n".join(lines) + "\n", "utf-8")
        return len(rows)
    except (OSError, soundfile.LibsndfileError) as error:
        raise UserError(f"{folder}: записи ошибок не сохраняются, проверьте папку и место на диске.") from error


def _of_clips(folder: Path, outcomes: Sequence[Outcome]) -> Iterator[_Row]:
    for number, outcome in enumerate(outcomes, start=1):
        clip = outcome.clip
        condition = clip.condition.replace(" ", "-")
        name = f"clip-{number:04}-{clip.voice}-{clip.file.stem}-{condition}.wav"
        _write(folder / name, clip_sound(clip))
        yield name, str(clip.file), f"{outcome.offset:.2f}", clip.condition, _all(clip.expected), _all(outcome.got)


def _of_streams(folder: Path, streams: Sequence[Stream], spotting: Spotting | None) -> Iterator[_Row]:
    for stream in streams if spotting else ():
        places = _places(spotting, stream.name) if spotting else {}
        sound = splice(stream).samples if places else None
        for start, (what, expected, got) in sorted(places.items()):
            name = f"{what}-{stream.name}-{start:07.2f}.wav"
            first, last = (max(0, round((start + shift) * SAMPLE_RATE)) for shift in (-_AROUND, 2 * _AROUND))
            if sound is not None:
                _write(folder / name, sound[first:last])
            yield name, stream.name, f"{start:.2f}", what, expected, got


def _places(spotting: Spotting, stream: str) -> Mapping[float, tuple[str, str, str]]:
    """What went wrong in a stream, by the second at which it begins."""
    wrong = {trial.start: trial for trial in (*spotting.misses, *spotting.swapped) if trial.stream == stream}
    misses = {
        at: ("swap" if trial.hit else "miss", str(trial.expected), _all(one.phrase for one in trial.heard))
        for at, trial in wrong.items()
    }
    alarms = {one.start: ("alarm", "nothing", str(one.phrase)) for one in spotting.alarms if one.stream == stream}
    return {**misses, **alarms}


def _all(phrases: object) -> str:
    return "; ".join(map(str, phrases)) or "nothing"  # type: ignore[call-overload]


def _write(path: Path, sound: Samples) -> None:
    soundfile.write(path, sound, SAMPLE_RATE, "PCM_16")
