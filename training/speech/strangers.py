"""Voices that the model has never heard: RHVoice's under CC-BY-NC-ND-4.0 say phrases of the game, to be measured on.

Their terms forbid to sell or change them, and a model that was trained on them might count as changed; so they are
never trained on and their recordings are not shipped: they are made where the measuring is done. For that they serve
well: each was made of another person's speech, none of which is in the training.

Phrases, phases and what must be heard come from the lines of audio_fixtures/manifest.tsv that Irina speaks. Debian 12
has nine of the voices (rhvoice-russian 1.8.0); timofey, umka, vitaliy-ng and vsevolod came with 1.14.0 and are taken
when their folders are there too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.speech.debian import package
from training.speech.held_out import FIXTURES
from training.speech.rhvoice_debian import levelled
from training.speech.rhvoice_engine import NON_FREE, Engine
from training.speech.sound import write_sound
from training.speech.synthesis import utterance_of
from training.speech.utterance import Utterance
from voice_judge.errors import UserError

NAME = "rhvoice-strangers"
LICENCE = "CC-BY-NC-ND-4.0"
_OF_DEBIAN_12 = ("Arina", "Artemiy", "Evgeniy-Rus", "Mikhail", "Pavel", "Tatiana", "Victoria", "Vitaliy", "Yuriy")
VOICES = (*_OF_DEBIAN_12, "Timofey", "Umka", "Vitaliy-ng", "Vsevolod")

COLUMNS = ("file", "transcript", "voice", "kind", "licence", "phase", "condition", "expected")
NOTHING = "nothing"
"""As in voice_judge/evaluation/manifest.py, which is not imported: it brings Vosk, and that hangs beside PyTorch."""

_PACKAGE, _LANGUAGE = "rhvoice-russian", "Russian"
_MODEL_VOICE = "rhvoice-irina"
_EACH = 3
"""A voice says each so many-th phrase, every voice beginning with another one."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A line of the fixtures: what is said in which phase, and the intents that must be heard."""

    text: str
    phase: str
    expected: str


def strangers(work: Path) -> Path:
    """The folder of the recordings, with a `manifest.tsv` like that of audio_fixtures/; made where it is missing.

    Raises:
        UserError: the package rhvoice-russian cannot be had or has none of the voices.
    """
    voices = tuple(voice for voice in VOICES if (_voices(work) / voice.lower()).is_dir())
    if not voices:
        raise UserError(f"В пакете {_PACKAGE} нет голосов для проверки. Удалите папку {_voices(work)} и начните снова.")
    folder = work / "speech" / NAME
    spoken = phrases()
    rows = [row for at, voice in enumerate(voices) for row in _said(voice, spoken[at % _EACH :: _EACH], folder, work)]
    table = "\n".join("\t".join(row) for row in (COLUMNS, *rows)) + "\n"
    (folder / "manifest.tsv").write_text(table, encoding="utf-8")
    return folder


def recordings(work: Path) -> tuple[Utterance, ...]:
    """The same recordings, to count word errors on.

    Raises:
        UserError: they cannot be made.
    """
    folder = strangers(work)
    rows = (line.split("\t") for line in (folder / "manifest.tsv").read_text(encoding="utf-8").splitlines()[1:])
    return tuple(dict.fromkeys(utterance_of(NAME, voice, LICENCE, text, folder) for _, text, voice, *_ in rows))


def phrases(fixtures: Path = FIXTURES) -> tuple[Phrase, ...]:
    """What Irina says in `fixtures` without noise and must be heard, phase by phase."""
    table = (fixtures / "manifest.tsv").read_text(encoding="utf-8").splitlines()
    lines = (dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in table[1:] if line.strip())
    kept = (
        Phrase(line["transcript"], line["phase"], line["expected"])
        for line in lines
        if line["voice"] == _MODEL_VOICE and line["condition"] == "clean" and line["expected"] != NOTHING
    )
    return tuple(sorted(dict.fromkeys(kept), key=lambda phrase: phrase.phase))


def _said(voice: str, spoken: tuple[Phrase, ...], folder: Path, work: Path) -> Iterator[tuple[str, ...]]:
    engine: Engine | None = None
    for phrase in spoken:
        one = utterance_of(NAME, f"rhvoice-{voice.lower()}", LICENCE, phrase.text, folder)
        if not one.audio.exists():
            engine = engine or Engine(voice, _LANGUAGE, _PACKAGE, work)
            write_sound(one.audio, levelled(engine.say(phrase.text)))
        file = str(one.audio.relative_to(folder))
        yield file, phrase.text, one.voice, one.kind, LICENCE, phrase.phase, "clean", phrase.expected


def _voices(work: Path) -> Path:
    return package(_PACKAGE, work, NON_FREE) / "usr/share/RHVoice/voices"
