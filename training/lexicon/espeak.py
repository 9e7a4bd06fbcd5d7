"""espeak-ng's Russian voice asked for phonemes: one word to IPA with stress.

Source: speak_lib.h of espeak-ng 1.51 (espeak_TextToPhonemes; its data and rules are GPL-3.0-or-later,
https://github.com/espeak-ng/espeak-ng, Debian's package libespeak-ng1).
"""

import ctypes
import ctypes.util
from functools import cache

from voice_judge.errors import UserError

_SYNCHRONOUS = 2  # AUDIO_OUTPUT_SYNCHRONOUS: no sound device is opened
_UTF8 = 1
_IPA = 2
_SEPARATOR = "_"


def ipa(word: str) -> tuple[str, ...]:
    """The IPA phonemes of one lower-case word; stress marks stand before the stressed ones (`("ʌ", "dʲ", "ˈi", "n")`).

    Raises:
        UserError: espeak-ng's library or its Russian voice is not installed.
    """
    text = ctypes.c_char_p(word.encode())
    rest = ctypes.pointer(text)
    mode = _IPA | (ord(_SEPARATOR) << 8)
    found: list[str] = []
    while rest.contents.value is not None:  # the library moves the pointer behind what it has read, then to nothing
        answer: bytes | None = _library().espeak_TextToPhonemes(rest, _UTF8, mode)
        found += (answer or b"").decode().replace(" ", _SEPARATOR).split(_SEPARATOR)
    return tuple(phoneme for phoneme in found if phoneme)


@cache
def _library() -> ctypes.CDLL:
    name = ctypes.util.find_library("espeak-ng") or "libespeak-ng.so.1"
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise UserError(
            f"Не найдена библиотека espeak-ng ({name}), без неё неизвестно произношение слов. "
            "Установите её: sudo apt-get install libespeak-ng1 espeak-ng-data"
        ) from error
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_TextToPhonemes.argtypes = [ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_int]
    if library.espeak_Initialize(_SYNCHRONOUS, 0, None, 0) < 0 or library.espeak_SetVoiceByName(b"ru") != 0:
        raise UserError("У espeak-ng нет русского голоса. Установите его данные: sudo apt-get install espeak-ng-data")
    return library
