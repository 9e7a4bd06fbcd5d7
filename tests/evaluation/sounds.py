"""Small recordings, manifests and figures for the tests of this folder."""

from pathlib import Path

from tests.speech.sounds import tone, write
from voice_judge.evaluation.detection import Detection, Spotting, Trial
from voice_judge.evaluation.manifest import COLUMNS, Clip, Expected, read_manifest
from voice_judge.evaluation.talk import Talk

FIXTURES = Path(__file__).parents[2] / "audio_fixtures"
MANIFEST = FIXTURES / "manifest.tsv"
HEAD = "\t".join(COLUMNS)
LINE = "a.wav\tя пас\tirina\tsynthetic\tCC0-1.0\tday\tclean\tpass"

NOMINATE = Expected("nominate", {"seat": 5})
OTHER = Expected("nominate", {"seat": 6})


def manifest(folder: Path, *lines: str, head: str = HEAD) -> Path:
    """A manifest with a short tone to name, and a noise."""
    write(folder / "a.wav", tone(0.3))
    (folder / "noise").mkdir(exist_ok=True)
    write(folder / "noise" / "hum.wav", tone(1, hertz=100))
    path = folder / "manifest.tsv"
    path.write_text("\n".join([head, *lines]) + "\n", "utf-8")
    return path


def some_recordings(folder: Path, voice: str = "rhvoice-irina", every: int = 40) -> Path:
    """A few clean lines of the real manifest, their files named from where they lie."""
    lines = MANIFEST.read_text("utf-8").splitlines()
    chosen = [line for line in lines[1:] if line.split("\t")[2] == voice and "\tclean\t" in line][::every]
    path = folder / "manifest.tsv"
    path.write_text("\n".join([lines[0], *(f"{MANIFEST.parent}/{line}" for line in chosen)]), "utf-8")
    return path


def recorded(transcript: str, voice: str = "rhvoice-anna") -> Clip:
    """The clean recording of these words."""
    clips = (clip for clip in read_manifest(MANIFEST) if clip.voice == voice and clip.noise is None)
    return next(clip for clip in clips if clip.transcript == transcript)


def human_talk() -> tuple[Talk, ...]:
    """A quarter of a minute of people talking."""
    folder = FIXTURES / "human" / "talk"
    return Talk(folder / "deepspeech_ru.opus", 5.7), Talk(folder / "t-one_audio_short.opus", 6.4)


def detection(
    phrase: Expected = NOMINATE, score: float = 1.0, start: float = 10.0, retracted: bool = False
) -> Detection:
    return Detection("day-01", phrase, "выставляю пятого", start, start + 1.0, score, retracted)


def trial(*heard: Detection, paused: bool = True, latency: float | None = None, voice: str = "irina") -> Trial:
    place = (10.0, 11.0, heard, latency)
    return Trial("day-01", "day", voice, "synthetic", paused, NOMINATE, "выставляю пятого", *place)


def spotting(hours: float, trials: list[Trial], alarms: list[Detection]) -> Spotting:
    return Spotting(hours, tuple(trials), tuple(alarms))
