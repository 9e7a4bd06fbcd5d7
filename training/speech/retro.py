"""Two more voices: ru_tts, a man and a woman whose sounds were cut from real speech in Minsk in 1990 (MIT licence).

The Python package retro-ru-tts carries the C library (its Python function is broken since Python 3.10, so the library
is called itself; ru_tts.h in the package). It knows no stress, so espeak-ng's is marked with a plus behind the vowel.
"""

import ctypes
import importlib.util
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from training.lexicon.espeak import ipa
from training.speech.sound import Sound, power, resampled, trimmed, write_sound
from training.speech.synthesis import utterance_of
from training.speech.texts import Texts
from training.speech.utterance import Utterance
from voice_judge.errors import UserError

_MODULE = "_ru_tts_native"
_RATE = 10_000
_ALTERNATIVE_VOICE = 4
_PCM = 3
_VOWELS = "аеёиоуыэюя"
_IPA_VOWELS = frozenset("ɑaæʌɐəoɵɔeɛiɪᵻyɨuʉʊ")
_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)
_SETTINGS = ("speech_rate", "voice_pitch", "intonation")


class _Settings(ctypes.Structure):
    """`ru_tts_conf_t`: speed, pitch, liveliness, eight lengths of pauses, flags."""

    _fields_ = (*((name, ctypes.c_int) for name in _SETTINGS), ("gaps", ctypes.c_int * 8), ("flags", ctypes.c_int))


@dataclass(frozen=True, slots=True)
class RetroVoices:
    """ru_tts: `each` texts by the man and by the woman, every one at a speed and pitch of its own."""

    texts: Texts
    each: int
    name: str = "retro-ru-tts"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """The recordings, made where they are missing; none when the package is not installed."""
        if importlib.util.find_spec(_MODULE) is None:
            return ()
        return tuple(self._speak(work / "speech" / self.name))

    def _speak(self, folder: Path) -> Iterator[Utterance]:
        for voice, flags in (("man", _PCM), ("woman", _PCM | _ALTERNATIVE_VOICE)):
            for text in dict.fromkeys(self.texts.draw(self.each, f"retro {voice}")):
                utterance = utterance_of(self.name, f"retro-{voice}", "MIT", text, folder)
                if not utterance.audio.exists():
                    chance = random.Random(utterance.id)
                    sound = say(text, flags, chance.randint(75, 120), chance.randint(80, 125))
                    write_sound(utterance.audio, trimmed(sound * np.float32(0.1 / np.sqrt(power(sound)))))
                yield utterance


def say(text: str, flags: int, speed: int, pitch: int) -> Sound:
    """`text` spoken by ru_tts; `speed` and `pitch` in per cent.

    Raises:
        UserError: nothing was said.
    """
    pieces: list[bytes] = []

    def keep(address: int, size: int, _: object) -> int:
        pieces.append(ctypes.string_at(address, size))
        return 0

    library = _library()
    settings = _Settings()
    library.ru_tts_config_init(ctypes.byref(settings))
    settings.speech_rate, settings.voice_pitch, settings.flags = speed, pitch, flags
    buffer = ctypes.create_string_buffer(8192)
    written = " ".join(map(stressed, text.split())).encode("koi8-r")
    library.ru_tts_transfer(ctypes.byref(settings), written, buffer, ctypes.c_size_t(8192), _CALLBACK(keep), None)
    samples = np.frombuffer(b"".join(pieces), np.int8).astype(np.float32) / np.float32(128)
    if not samples.any():
        raise UserError(f"ru_tts не сказал «{text}».")
    return resampled(samples, _RATE)


def stressed(word: str) -> str:
    """`word` with a plus behind its stressed vowel («выставля+ю»), as it is when that is unknown."""
    places = [at for at, letter in enumerate(word) if letter in _VOWELS]
    marks = [_stress_of(phoneme) for phoneme in ipa(word) if _IPA_VOWELS.intersection(phoneme)]
    if len(places) != len(marks) or len(places) < 2 or True not in marks:
        return word
    at = places[marks.index(True)] + 1
    return f"{word[:at]}+{word[at:]}"


def _stress_of(phoneme: str) -> bool:
    return "ˈ" in phoneme


@cache
def _library() -> ctypes.CDLL:
    found = importlib.util.find_spec(_MODULE)
    if found is None or found.origin is None:
        raise UserError("Нет пакета retro-ru-tts. Установите: pip install retro-ru-tts")
    return ctypes.CDLL(found.origin)
