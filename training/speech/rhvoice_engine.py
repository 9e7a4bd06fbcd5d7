"""RHVoice's library called from Python: one voice, any number of texts.

Debian's component non-free has the engine (librhvoice5, librhvoice-core7) and the voices (rhvoice-russian and others);
unpacked packages are enough. RHVoice speaks with another voice when it does not know the one that is asked for, so an
engine is given the folders of one voice and its language and nothing else. Source of the structures: RHVoice.h of
Debian's librhvoice-dev 1.8.0 (LGPL-2.1-or-later, https://github.com/RHVoice/RHVoice).
"""

import ctypes
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from training.speech.debian import MAIN, package
from training.speech.sound import Sound, resampled
from voice_judge.errors import UserError

NON_FREE = "non-free"

_LIBRARIES = (("libsonic0", MAIN), ("librhvoice-core7", NON_FREE), ("librhvoice5", NON_FREE))  # each needs those before
_NAMES = {"libsonic0": "libsonic.so.0", "librhvoice-core7": "libRHVoice_core.so.7", "librhvoice5": "libRHVoice.so.5"}
_TEXT = 0  # RHVoice_message_text
_RATE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p)
_SPEECH = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p)
_UNUSED = "process_mark word_starts word_ends sentence_starts sentence_ends play_audio done"


class _InitParams(ctypes.Structure):
    """`RHVoice_init_params`, with its callbacks laid out in it."""

    _fields_ = (
        ("data_path", ctypes.c_char_p),
        ("config_path", ctypes.c_char_p),
        ("resource_paths", ctypes.POINTER(ctypes.c_char_p)),
        ("set_sample_rate", _RATE),
        ("play_speech", _SPEECH),
        *((name, ctypes.c_void_p) for name in _UNUSED.split()),
        ("options", ctypes.c_uint),
    )


class _SynthParams(ctypes.Structure):
    """`RHVoice_synth_params`."""

    _fields_ = (
        ("voice_profile", ctypes.c_char_p),
        *((f"absolute_{name}", ctypes.c_double) for name in ("rate", "pitch", "volume")),
        *((f"relative_{name}", ctypes.c_double) for name in ("rate", "pitch", "volume")),
        ("punctuation_mode", ctypes.c_int),
        ("punctuation_list", ctypes.c_char_p),
        ("capitals_mode", ctypes.c_int),
        ("flags", ctypes.c_int),
    )


class Engine:
    """RHVoice with one voice of a Debian package.

    Args:
        name: the voice's, as RHVoice spells it (`Aleksandr-hq`).
        language: the voice's (`Russian`).
        package_name: the Debian package that holds both.
        work: where packages are kept.

    Raises:
        UserError: a package cannot be had, or the voice is not in it.
    """

    def __init__(self, name: str, language: str, package_name: str, work: Path) -> None:
        self.name = name
        self._pieces: list[bytes] = []
        self._rate = 0
        data = package(package_name, work, NON_FREE) / "usr/share/RHVoice"
        folders = (data / "languages" / language, data / "voices" / name.lower())
        for folder in folders:
            if not folder.is_dir():
                raise UserError(f"В пакете {package_name} нет {folder.relative_to(data)}: нужен Debian 12 (1.8.0).")
        paths = (ctypes.c_char_p * 3)(*(str(folder).encode() for folder in folders), None)
        self._callbacks = _RATE(self._set_rate), _SPEECH(self._keep)
        nowhere = str(data / "none").encode()  # else it looks into the machine's folders
        self._library = _library(work)
        asked = _InitParams(nowhere, nowhere, paths, *self._callbacks)
        self._engine = self._library.RHVoice_new_tts_engine(ctypes.byref(asked))
        if not self._engine:
            raise UserError(f"RHVoice не открыл голос {name}: удалите {package(package_name, work)} и запустите снова.")

    def say(self, text: str, rate: float = 1.0, pitch: float = 1.0) -> Sound:
        """`text` spoken; `rate` and `pitch` are factors of the voice's own.

        Raises:
            UserError: nothing was said.
        """
        self._pieces.clear()
        written = text.encode()
        manner = _SynthParams(self.name.encode(), 0, 0, 0, rate, pitch, 1)
        size = ctypes.c_uint(len(written))
        message = self._library.RHVoice_new_message(self._engine, written, size, _TEXT, ctypes.byref(manner), None)
        if message:
            self._library.RHVoice_speak(message)
            self._library.RHVoice_delete_message(message)
        samples = np.frombuffer(b"".join(self._pieces), np.int16).astype(np.float32) / np.float32(32768)
        if not samples.any():
            raise UserError(f"RHVoice не сказал «{text}» голосом {self.name}.")
        return resampled(samples, self._rate)

    def _set_rate(self, rate: int, _: object) -> int:
        self._rate = rate
        return 1

    def _keep(self, address: int, count: int, _: object) -> int:
        self._pieces.append(ctypes.string_at(address, 2 * count))
        return 1


@cache
def _library(work: Path) -> Any:
    library: Any = None
    for name, component in _LIBRARIES:
        library = _loaded(next(_files(package(name, work, component), _NAMES[name]), None), name)
    library.RHVoice_new_tts_engine.restype = ctypes.c_void_p
    library.RHVoice_new_message.restype = ctypes.c_void_p
    library.RHVoice_new_message.argtypes = [
        ctypes.c_void_p,
        ctypes.c_char_p,
        ctypes.c_uint,
        ctypes.c_int,
        ctypes.c_void_p,
        ctypes.c_void_p,
    ]
    library.RHVoice_speak.argtypes = [ctypes.c_void_p]
    library.RHVoice_delete_message.argtypes = [ctypes.c_void_p]
    return library


def _loaded(file: Path | None, name: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(file or name), mode=ctypes.RTLD_GLOBAL)
    except OSError as error:
        raise UserError(f"Библиотека пакета {name} не загружена: {error}. Нужны пакеты Debian 12.") from error


def _files(folder: Path, name: str) -> Iterator[Path]:
    return folder.glob(f"usr/lib/*/{name}")
