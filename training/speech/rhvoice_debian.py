"""RHVoice's voices of Debian's component non-free, speaking here: Russian, and Ukrainian and Kyrgyz with respelling.

Terms (debian/copyright of the packages, and each voice's own): Aleksandr-hq CC-BY-SA-4.0, Elena GPL-3.0-only, the rest
LGPL-2.1-or-later. The packages also hold voices that must not be trained on: most are under CC-BY-NC-ND-4.0, and Irina
measures the model. So `VOICES` lists those that may be, and no other can be asked for.
Every utterance's rate and pitch follow from its id, so a cut run goes on where it stopped.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from training.speech.held_out import fixture_texts
from training.speech.respelling import KYRGYZ, UKRAINIAN, Spelling, respelled
from training.speech.rhvoice_engine import Engine
from training.speech.sound import Sound, trimmed, write_sound
from training.speech.synthesis import utterance_of
from training.speech.texts import Texts
from training.speech.utterance import Utterance
from voice_judge.errors import UserError

_RATE = (0.8, 1.4)  # factors of the voice's own
_PITCH = (0.85, 1.2)
_PEAK = 0.5


@dataclass(frozen=True, slots=True)
class RHVoiceAmounts:
    """How many texts each voice says."""

    aleksandr_hq: int = 1200
    anatol: int = 700
    natalia: int = 700
    azamat: int = 450
    nazgul: int = 450
    aleksandr: int = 300
    anna: int = 300
    elena: int = 300


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice that may be trained on. `familiar`: a corpus rendered beforehand has it, so it says other texts."""

    name: str
    language: str
    licence: str
    spelling: Spelling | None = None
    familiar: bool = False

    @property
    def package(self) -> str:
        """The Debian package that holds it."""
        return f"rhvoice-{self.language.lower()}"

    @property
    def speaker(self) -> str:
        """The name in lists of utterances."""
        return f"rhvoice-{self.name.lower()}"


_LGPL = "LGPL-2.1-or-later"

VOICES = {
    "aleksandr_hq": Voice("Aleksandr-hq", "Russian", "CC-BY-SA-4.0"),
    "anatol": Voice("Anatol", "Ukrainian", _LGPL, UKRAINIAN),
    "natalia": Voice("Natalia", "Ukrainian", _LGPL, UKRAINIAN),
    "azamat": Voice("Azamat", "Kyrgyz", _LGPL, KYRGYZ),
    "nazgul": Voice("Nazgul", "Kyrgyz", _LGPL, KYRGYZ),
    "aleksandr": Voice("Aleksandr", "Russian", _LGPL, familiar=True),
    "anna": Voice("Anna", "Russian", _LGPL, familiar=True),
    "elena": Voice("Elena", "Russian", "GPL-3.0-only", familiar=True),
}
"""By the field of `RHVoiceAmounts`: the only voices of the packages that are trained on."""


@dataclass(frozen=True, slots=True)
class RHVoiceVoices:
    """The voices of `VOICES`; `said` are texts that a corpus rendered beforehand has in the familiar ones."""

    texts: Texts
    amounts: RHVoiceAmounts
    said: frozenset[str] = frozenset()
    name: str = "rhvoice-debian"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """The recordings, made where they are missing.

        Raises:
            UserError: a package of Debian's component non-free cannot be had.
        """
        return tuple(one for field in VOICES for one in self._speak(field, work))

    def _speak(self, field: str, work: Path) -> Iterator[Utterance]:
        voice = trained_voice(field)
        engine: Engine | None = None
        for text in self._drawn(voice, getattr(self.amounts, field)):
            utterance = utterance_of(self.name, voice.speaker, voice.licence, text, work / "speech" / self.name)
            if not utterance.audio.exists():
                engine = engine or Engine(voice.name, voice.language, voice.package, work)
                write_sound(utterance.audio, _spoken(engine, voice, utterance))
            yield utterance

    def _drawn(self, voice: Voice, count: int) -> list[str]:
        """Game phrases (those with numbers twice as often), numbers, sentences; familiar voices: the first two."""
        texts = with_numbers_first(self.texts)
        unwanted: frozenset[str] = frozenset()
        if voice.familiar:
            texts = replace(texts, sentences=texts.game, words=texts.numbers)
            unwanted = self.said | fixture_texts()
        drawn = dict.fromkeys(texts.draw(4 * count, voice.speaker))
        return [text for text in drawn if text not in unwanted][:count]


def trained_voice(field: str) -> Voice:
    """The voice of a field of `RHVoiceAmounts`.

    Raises:
        UserError: it is not one of those that may be trained on.
    """
    try:
        return VOICES[field]
    except KeyError:
        raise UserError(
            f"Голос RHVoice «{field}» не для обучения: можно {', '.join(sorted(VOICES))}. Остальные голоса "
            "запрещено менять и продавать (CC-BY-NC-ND), а на голосе irina модель проверяется."
        ) from None


def with_numbers_first(texts: Texts) -> Texts:
    """`texts` whose game phrases with a number are drawn twice as often."""
    numbers = frozenset(texts.numbers)
    return replace(texts, game=(*texts.game, *(each for each in texts.game if numbers.intersection(each.split()))))


def levelled(sound: Sound) -> Sound:
    """`sound` without silence at the ends, its peak at half of full scale."""
    short = trimmed(sound)
    return short * np.float32(_PEAK / np.abs(short).max())


def _spoken(engine: Engine, voice: Voice, utterance: Utterance) -> Sound:
    chance = random.Random(utterance.id)
    text = respelled(utterance.text, voice.spelling) if voice.spelling else utterance.text
    return levelled(engine.say(text, chance.uniform(*_RATE), chance.uniform(*_PITCH)))
