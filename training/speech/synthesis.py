"""Synthetic speech made here: espeak-ng's Russian voice in many variants, and festival's Russian voice.

espeak-ng: GPL-3.0-or-later, https://github.com/espeak-ng/espeak-ng; a variant changes the formants, the pitch and the
timbre of its one Russian voice. festival (BSD-like) with the voice msu_ru_nsh_clunits of festvox-ru.
Every utterance's speed, pitch and text follow from its id, so a cut run goes on where it stopped.
"""

import hashlib
import random
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from training.speech.debian import require
from training.speech.sound import SAMPLE_RATE, read_sound, seconds, trimmed, write_sound
from training.speech.texts import Texts
from training.speech.utterance import Utterance
from voice_judge.errors import UserError

EVALUATION_VARIANTS = frozenset({"Alicia", "Michael"})
"""The model is measured on these variants: they never speak for the training."""

_VARIANTS = """
    adam Alex Andrea Andy anika Annie antonio aunty belinda benjamin boris caleb david Denis Diogo ed edward edward2
    f1 f2 f3 f4 f5 Gene Gene2 grandma grandpa gustave Henrique Hugo iven iven2 iven3 Jacky john kaukovalta klatt2 klatt4
    Lee linda m1 m2 m3 m4 m5 m6 m7 m8 marcelo Marco Mario max michel miguel Mike norbert pablo paul pedro quincy
    RicishayMax rob robert sandro shelby steph steph2 steph3 travis victor zac
"""
VARIANTS = tuple(_VARIANTS.split())
"""Variants that sound like people: the robots, whisperers and croakers are left out."""

_SPEED = (110, 200)  # words a minute
_PITCH = (20, 80)  # of 0 to 99
_STRETCH = (0.8, 1.25)  # festival's length of a phone
_LONGEST = 15.0
_BATCH = 200


@dataclass(frozen=True, slots=True)
class EspeakVoices:
    """espeak-ng: `each` texts in every variant."""

    texts: Texts
    each: int
    variants: Sequence[str] = VARIANTS
    name: str = "espeak-ng"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """The recordings, made where they are missing.

        Raises:
            UserError: espeak-ng is not installed, or lacks a variant.
        """
        program = require("espeak-ng", "espeak-ng")
        unwanted = EVALUATION_VARIANTS.intersection(self.variants)
        if unwanted:
            raise UserError(f"Голоса {', '.join(sorted(unwanted))} - для проверки, обучать на них нельзя.")
        unknown = set(self.variants) - _variants_of(program)
        if unknown:
            raise UserError(f"espeak-ng не знает голосов {', '.join(sorted(unknown))}: нужен espeak-ng 1.51 или новее.")
        return tuple(self._speak(program, work / "speech" / self.name))

    def _speak(self, program: str, folder: Path) -> Iterator[Utterance]:
        for variant in self.variants:
            for text in dict.fromkeys(self.texts.draw(self.each, f"espeak {variant}")):
                utterance = utterance_of(self.name, f"espeak-{variant}", "GPL-3.0-or-later", text, folder)
                if not utterance.audio.exists():
                    _say(program, variant, utterance)
                yield utterance


@dataclass(frozen=True, slots=True)
class FestivalVoice:
    """festival with the man of festvox-ru: `count` texts."""

    texts: Texts
    count: int
    name: str = "festival"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """The recordings, made where they are missing.

        Raises:
            UserError: festival or its Russian voice is not installed.
        """
        program = require("festival", "festival festvox-ru")
        folder = work / "speech" / self.name
        drawn = dict.fromkeys(self.texts.draw(self.count, self.name))
        wanted = tuple(utterance_of(self.name, "festival-nsh", "BSD-like", text, folder) for text in drawn)
        missing = [utterance for utterance in wanted if not utterance.audio.exists()]
        for start in range(0, len(missing), _BATCH):
            _say_all(program, missing[start : start + _BATCH])
        return wanted


def utterance_of(source: str, voice: str, licence: str, text: str, folder: Path) -> Utterance:
    """The utterance of a synthetic voice: id and file follow from the voice and the text."""
    key = hashlib.sha256(f"{voice} {text}".encode()).hexdigest()[:12]
    audio = folder / voice / f"{key}.flac"
    return Utterance(f"{source}/{voice}/{key}", audio, text, voice, "synthetic", licence, source)


def _variants_of(program: str) -> set[str]:
    """espeak-ng speaks with its usual voice when it does not know a variant, so it is asked first."""
    listed = subprocess.run([program, "--voices=variant"], capture_output=True, text=True, check=False).stdout
    return set(re.findall(r"!v/(.+?)\s*$", listed, re.MULTILINE))


def _say(program: str, variant: str, utterance: Utterance) -> None:
    chance = random.Random(utterance.id)
    with TemporaryDirectory() as folder:
        target = Path(folder) / "speech.wav"
        speed, pitch = str(chance.randint(*_SPEED)), str(chance.randint(*_PITCH))
        command = [program, "-v", f"ru+{variant}", "-s", speed, "-p", pitch, "-w", str(target), utterance.text]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise UserError(f"espeak-ng не сказал «{utterance.text}» голосом ru+{variant}: {done.stderr.strip()}")
        _keep(target, utterance)


def _say_all(program: str, utterances: Iterable[Utterance]) -> None:
    """Many texts in one run of festival: starting it takes longer than speaking."""
    utterances = tuple(utterances)
    with TemporaryDirectory() as folder:
        script = Path(folder) / "speak.scm"
        targets = [Path(folder) / f"{number}.wav" for number in range(len(utterances))]
        lines = [_spoken(each, target) for each, target in zip(utterances, targets, strict=True)]
        script.write_text("\n".join(["(voice_msu_ru_nsh_clunits)", *lines]), encoding="utf-8")
        done = subprocess.run([program, "-b", str(script)], capture_output=True, text=True, check=False)
        missing = [each.text for each, target in zip(utterances, targets, strict=True) if not target.exists()]
        if missing:
            raise UserError(
                f"festival не сказал «{missing[0]}»: {done.stderr.strip()[-200:]}. "
                "Установлен ли русский голос? sudo apt-get install festvox-ru"
            )
        for each, target in zip(utterances, targets, strict=True):
            _keep(target, each)


def _spoken(utterance: Utterance, target: Path) -> str:
    stretch = random.Random(utterance.id).uniform(*_STRETCH)
    return (
        f"(Parameter.set 'Duration_Stretch {stretch:.2f})"
        f'(utt.save.wave (utt.synth (Utterance Text "{utterance.text}")) "{target}" (quote riff))'
    )


def _keep(recorded: Path, utterance: Utterance) -> None:
    sound = trimmed(read_sound(recorded))
    if not 0.2 <= seconds(sound) <= _LONGEST:
        raise UserError(f"«{utterance.text}» голосом {utterance.voice} длится {seconds(sound):.1f} с: так не говорят.")
    peak = float(np.abs(sound).max())
    write_sound(utterance.audio, sound * np.float32(0.5 / peak) if peak else sound[:SAMPLE_RATE])
