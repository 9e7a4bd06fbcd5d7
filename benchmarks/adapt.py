"""What `voice-judge adapt` gains and what it forgets, shown with a voice that the model has never heard.

    python benchmarks/adapt.py [--voice espeak-alicia] [--every 8] [--wrong-labels]

The club is one synthetic voice of audio_fixtures/ in noise 10 dB below it. A third of its phrases is set aside: nothing
of them is learnt from, nor does the adaptation itself see them. Before and after: these phrases (clean and at 10 dB),
and every so many-th recording of all other voices. With `--wrong-labels` every recording has another one's label: the
adaptation must refuse.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory

import soundfile

from training.adaptation.adapting import Plan, adapt
from training.adaptation.amounts import check_amount
from training.adaptation.command import lines
from training.adaptation.labelled import parted
from training.adaptation.material import of_manifest
from voice_judge.errors import UserError
from voice_judge.evaluation import Clip, Setup, measure, read_manifest
from voice_judge.evaluation.conditions import Condition, in_conditions, noise_files
from voice_judge.evaluation.manifest import COLUMNS
from voice_judge.evaluation.sound import clip_sound
from voice_judge.progress import progress
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.model_store import ModelStore
from voice_judge.speech.models import model_path

FIXTURES = Path(__file__).parents[1] / "audio_fixtures"
SET_ASIDE = 0.35
NOISY = Condition(10.0)


@dataclass(frozen=True, slots=True)
class Voices:
    """Recordings, each once and clean: the club's, its phrases set aside, and those of everybody else."""

    club: tuple[Clip, ...]
    aside: tuple[Clip, ...]
    others: tuple[Clip, ...]


def voices(voice: str, every: int) -> Voices:
    """Part the recordings of the fixtures."""
    clips = in_conditions(read_manifest(FIXTURES), [Condition()], ())
    own = [clip for clip in clips if clip.voice == voice]
    if not own:
        raise UserError(f"{voice}: такого голоса в {FIXTURES} нет")
    texts = sorted({clip.transcript for clip in own})
    Random("aside").shuffle(texts)
    aside = set(texts[: round(SET_ASIDE * len(texts))])
    return Voices(
        tuple(clip for clip in own if clip.transcript not in aside),
        tuple(clip for clip in own if clip.transcript in aside),
        tuple(clip for clip in clips if clip.voice != voice)[::every],
    )


def write_club(clips: Sequence[Clip], folder: Path, *, wrong: bool) -> Path:
    """The club's own manifest: recordings made in a noisy hall."""
    labels = [*clips[len(clips) // 2 :], *clips[: len(clips) // 2]] if wrong else clips
    rows = ["\t".join(COLUMNS)]
    for number, (clip, label) in enumerate(zip(noisy(clips), labels, strict=True)):
        file = folder / f"{number:03}.flac"
        soundfile.write(file, clip_sound(clip), SAMPLE_RATE)
        said = "; ".join(map(str, label.expected)) or "nothing"
        rows.append(
            "\t".join((file.name, label.transcript, "club", clip.kind, clip.licence, label.phase, "clean", said))
        )
    path = folder / "manifest.tsv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def noisy(clips: Sequence[Clip]) -> tuple[Clip, ...]:
    """The same at 10 dB."""
    return in_conditions(clips, [NOISY], noise_files([], [FIXTURES]))


def told(model: Path, found: Voices) -> list[tuple[str, int, int]]:
    """What a model makes of the recordings set aside and of the others: name, right, total."""
    parts = {"its voice": found.aside, "other voices": found.others}
    rows = []
    for name, clips in parts.items():
        for condition, heard in (("clean", clips), ("10 dB", noisy(clips))):
            with progress(f"{model.name}: {name}, {condition}", 1.0) as bar:
                report = measure(heard, Setup(model), lambda done, total: bar(done / total), processes=1)
            for kind, outcomes in (("phrases", report.positives), ("talk left alone", report.negatives)):
                rows.append((f"{name}, {condition}: {kind}", sum(one.right for one in outcomes), len(outcomes)))
    return rows


def main() -> int:
    """Adapt, and print the figures; 1 if the adaptation refused."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--voice", default="espeak-alicia", help="a voice of audio_fixtures/")
    parser.add_argument("--every", type=int, default=8, help="each n-th recording of the other voices")
    parser.add_argument("--wrong-labels", action="store_true", help="labels that belong to other recordings")
    options = parser.parse_args()
    found = voices(options.voice, options.every)
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "club").mkdir()
        club = of_manifest(write_club(found.club, folder / "club", wrong=options.wrong_labels))
        check_amount(club)
        store = ModelStore(folder / "models")
        (folder / "work").mkdir()
        began = time.monotonic()
        result = adapt(Plan(model_path(), parted(club, 1)), folder / "work", store, print)
        print("\n".join(lines(result)))
        print(f"minutes: {(time.monotonic() - began) / 60:.1f}, {_memory()}")
        if result.name is None:
            return 1
        before, after = told(model_path(), found), told(store.folder / result.name, found)
    for (name, was, total), (_, now, _) in zip(before, after, strict=True):
        print(f"{name:<40} {was:4} -> {now:4} of {total}")
    return 0


def _memory() -> str:
    own, children = (getrusage(who).ru_maxrss / 1024 for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    spent = sum(getrusage(who).ru_utime + getrusage(who).ru_stime for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    return f"processor minutes: {spent / 60:.1f}, peak memory MiB: listening {own:.0f}, learning {children:.0f}"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except UserError as error:
        sys.exit(str(error))
