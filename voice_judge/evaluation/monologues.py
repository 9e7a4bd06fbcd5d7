"""Hours of synthetic table talk full of near-phrases, made on demand: nothing in it may be heard as a phrase.

The text is put together from table_talk.yaml (written for this), the sound made by espeak-ng's Russian voice in several
variants and, where it is installed, by festival's. Each file is a minute or so of one speaker, as at the table.
"""

import os
import random
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import soundfile
from ruamel.yaml import YAML

from voice_judge.errors import UserError
from voice_judge.evaluation.sound import to_int16
from voice_judge.evaluation.talk import Talk, read_talk
from voice_judge.places import cache_folder
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.recording import read_recording

SPEECH_SECONDS = 60.0
"""About so long is one speech."""

NEAR_SHARE = 0.15
"""So many of the sentences are near-phrases: about one a minute."""

_TEXT = Path(__file__).with_name("table_talk.yaml")
_WORDS_PER_SECOND = 2.0
_VARIANTS = ("m1", "m2", "m4", "m5", "m7", "f1", "f3", "f4", "f5", "Andrea", "Denis", "Gene", "Annie", "Mario")
_FESTIVAL = "voice_msu_ru_nsh_clunits"
_FESTIVAL_SHARE = 0.3

_CHOICE = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Speech:
    """A minute's text and who speaks it: an espeak-ng variant, or festival's voice (None)."""

    text: str
    variant: str | None
    words_per_minute: int
    pitch: int


class TableTalk:
    """The sentences of table_talk.yaml, filled in at random."""

    def __init__(self, dice: random.Random) -> None:
        loaded = YAML(typ="safe").load(_TEXT)
        self._lists = cast(Mapping[str, Sequence[str]], loaded["lists"])
        self._near = cast(Sequence[str], loaded["near"])
        self._plain = cast(Sequence[str], loaded["plain"])
        self._dice = dice

    def sentence(self) -> str:
        """One sentence, a near-phrase or plain talk."""
        near = self._dice.random() < NEAR_SHARE
        text = self._filled(self._dice.choice(self._near if near else self._plain))
        return text[0].upper() + text[1:] + ("." if near else "")

    def speech(self, seconds: float) -> str:
        """Sentences for about so many seconds."""
        words: list[str] = []
        while len(words) < seconds * _WORDS_PER_SECOND:
            words += self.sentence().split()
        return " ".join(words)

    def _filled(self, template: str) -> str:
        chosen = _CHOICE.sub(self._choose, template)
        return " ".join(_SLOT.sub(lambda slot: self._dice.choice(self._lists[slot[1]]), chosen).split())

    def _choose(self, found: "re.Match[str]") -> str:
        options: list[str] = found[1].split("|") + ([""] if found[0].startswith("[") else [])
        return self._dice.choice(options)


def speeches(hours: float, festival: bool, seed: int = 7) -> tuple[Speech, ...]:
    """What is said in so many hours and by whom; the same seed gives the same."""
    dice = random.Random(seed)
    talk = TableTalk(dice)
    made: list[Speech] = []
    for _ in range(max(1, round(hours * 3600 / SPEECH_SECONDS))):
        text = talk.speech(SPEECH_SECONDS)
        speaks_festival = dice.random() < _FESTIVAL_SHARE and festival
        variant = None if speaks_festival else dice.choice(_VARIANTS)
        made.append(Speech(text, variant, dice.randint(130, 190), dice.randint(25, 70)))
    return tuple(made)


def monologues(hours: float, progress: Callable[[int, int], None] | None = None) -> tuple[Talk, ...]:
    """So many hours of talk, kept in the cache folder and made only where it is not there yet.

    Raises:
        UserError: espeak-ng is not installed, or the folder cannot be written.
    """
    if not shutil.which("espeak-ng"):
        raise UserError("для синтетических речей нужна программа espeak-ng (Debian: sudo apt-get install espeak-ng).")
    folder = cache_folder() / "monologues-2"
    planned = speeches(hours, festival=_has_festival())
    wanted = [(speech, folder / _name(number, speech)) for number, speech in enumerate(planned)]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for done, _ in enumerate(pool.map(_make, wanted), start=1):
                if progress:
                    progress(done, len(wanted))
    except OSError as error:
        raise UserError(f"{error.filename or folder}: речи не записываются ({error.strerror}).") from None
    return tuple(Talk(one.file, one.seconds, kind="synthetic") for one in read_talk([path for _, path in wanted]))


def _name(number: int, speech: Speech) -> str:
    return f"{number:04}-{speech.variant or 'festival'}.ogg"


def _has_festival() -> bool:
    return bool(shutil.which("festival")) and any(Path("/usr/share/festival/voices").glob("*/msu_ru_nsh_clunits"))


def _make(wanted: tuple[Speech, Path]) -> None:
    speech, path = wanted
    if path.is_file():
        return
    with TemporaryDirectory() as folder:
        raw = Path(folder) / "speech.wav"
        _synthesise(speech, raw, Path(folder))
        sound = to_int16(read_recording(raw).astype(float) * 0.5)
        ready = path.with_suffix(".part")
        with soundfile.SoundFile(ready, "w", SAMPLE_RATE, 1, "VORBIS", format="OGG") as file:
            for first in range(0, len(sound), SAMPLE_RATE):  # a long block at once overflows the encoder's stack
                file.write(sound[first : first + SAMPLE_RATE])
        ready.replace(path)


def _synthesise(speech: Speech, target: Path, folder: Path) -> None:
    if speech.variant is None:
        script = folder / "speak.scm"
        pieces = [piece for piece in speech.text.split(". ") if piece]
        waves = [folder / f"{number}.wav" for number in range(len(pieces))]
        lines = [
            f'(utt.save.wave (utt.synth (Utterance Text "{piece}")) "{wave}" (quote riff))'
            for piece, wave in zip(pieces, waves, strict=True)
        ]
        script.write_text("\n".join([f"({_FESTIVAL})", *lines]), "utf-8")
        _run(["festival", "-b", str(script)])
        _join(waves, target)
        return
    voice = ["-v", f"ru+{speech.variant}", "-s", str(speech.words_per_minute), "-p", str(speech.pitch)]
    _run(["espeak-ng", *voice, "-w", str(target), speech.text])


def _join(waves: Sequence[Path], target: Path) -> None:
    with soundfile.SoundFile(target, "w", SAMPLE_RATE, 1, "PCM_16", format="WAV") as file:
        for wave in waves:
            file.write(read_recording(wave))


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UserError(f"{command[0]}: не получилось: {done.stderr.strip() or done.returncode}")
