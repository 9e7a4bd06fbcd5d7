"""A child process that speaks one text into a file: `python render_child.py FILE RATE [VOICE] < text`.

`python render_child.py` alone prints the names of the Russian voices, a line each, in UTF-8.

One text per process, because pyttsx3 2.98 keeps only the last of several queued texts, may hang in runAndWait and must
stay in the thread that made it (pyttsx3 issues 403, 440, 327). Where its driver is espeak-ng, its save_to_file calls
ffmpeg through the shell and reports success without it; so there the sound is taken from the same library through
pyttsx3's own binding. Exit codes: see `Failure`.
"""

import ctypes
import sys
import wave
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

_ESPEAK_RATE = 22_050
_BUFFER_MS = 1000
_VARIANTS = (*(f"f{number}" for number in range(1, 6)), *(f"m{number}" for number in range(1, 8)))
_RUSSIAN_NAMES = ("russian", "русск", "ru-ru", "ru_ru", "milena", "yuri", "katya", "irina", "pavel")
_RUSSIAN_LCID = "419"  # how SAPI writes the language


class Failure(IntEnum):
    """Why nothing was spoken (the exit code)."""

    NO_ENGINE = 3
    NO_RUSSIAN_VOICE = 4
    NO_SUCH_VOICE = 5


def main(arguments: Sequence[str]) -> int:
    """Speak standard input (UTF-8) into the file `arguments[0]` at `arguments[1]` words a minute."""
    on_linux = sys.platform.startswith("linux")
    if not arguments:
        sys.stdout.buffer.write("\n".join(_espeak_voices() if on_linux else _system_voices()).encode("utf-8"))
        return 0
    path, rate, voice = Path(arguments[0]), int(arguments[1]), "".join(arguments[2:3])
    text = sys.stdin.buffer.read().decode("utf-8")
    speak = _speak_espeak if on_linux else _speak_system
    return speak(text, path, rate, voice)


def _espeak_library() -> Any:
    """espeak-ng through pyttsx3's binding; None without the library."""
    try:
        from pyttsx3.drivers import _espeak  # noqa: PLC0415  (raises when the library is missing)

        return None if _espeak.Initialize(_espeak.AUDIO_OUTPUT_RETRIEVAL, _BUFFER_MS) == -1 else _espeak
    except (ImportError, OSError, RuntimeError):
        return None


def _espeak_voices() -> list[str]:
    """The Russian voices of espeak-ng, and the first of them in its variants: f1 to f5 are women, m1 to m7 men."""
    library = _espeak_library()
    names = _espeak_names(library) if library else []
    return names + [f"{name}+{variant}" for name in names[:1] for variant in _VARIANTS]


def _espeak_names(library: Any) -> list[str]:
    return [voice.name.decode("utf-8") for voice in library.ListVoices() if _is_russian_tag(voice.languages)]


def _speak_espeak(text: str, path: Path, rate: int, voice: str) -> int:
    library = _espeak_library()
    if library is None:
        return Failure.NO_ENGINE
    names = _espeak_names(library)
    if not names:
        return Failure.NO_RUSSIAN_VOICE
    if voice and voice.partition("+")[0] not in names:
        return Failure.NO_SUCH_VOICE
    if library.SetVoiceByName((voice or names[0]).encode("utf-8")) != 0:
        return Failure.NO_RUSSIAN_VOICE
    sound = bytearray()

    def collect(samples: object, count: int, _events: object) -> int:
        sound.extend(ctypes.string_at(samples, count * 2) if count > 0 else b"")  # type: ignore[arg-type]
        return 0

    library.SetSynthCallback(collect)
    library.SetParameter(library.RATE, rate, 0)
    library.Synth(text.encode("utf-8"), flags=library.CHARS_UTF8)
    library.Synchronize()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_ESPEAK_RATE)
        file.writeframes(sound)
    return 0


def _is_russian_tag(languages: bytes | None) -> bool:
    """espeak's list of languages: a priority byte and a tag, e.g. b'\\x05ru'."""
    return languages is not None and languages[1:].split(b"-")[0] == b"ru"


def _system_engine() -> Any:
    """Windows (SAPI 5) and macOS, through pyttsx3's engine; None without one."""
    try:
        import pyttsx3  # noqa: PLC0415  (slow, and only needed here)

        return pyttsx3.init()
    except Exception:  # drivers raise whatever their platform raises
        return None


def _russian_voices(engine: Any) -> list[Any]:
    return [voice for voice in engine.getProperty("voices") if is_russian(voice.id, voice.name, voice.languages)]


def _system_voices() -> list[str]:
    engine = _system_engine()
    return [str(voice.name) for voice in _russian_voices(engine)] if engine else []


def _speak_system(text: str, path: Path, rate: int, voice: str) -> int:
    engine = _system_engine()
    if engine is None:
        return Failure.NO_ENGINE
    voices = _russian_voices(engine)
    if not voices:
        return Failure.NO_RUSSIAN_VOICE
    chosen = [one for one in voices if not voice or one.name == voice]
    if not chosen:
        return Failure.NO_SUCH_VOICE
    engine.setProperty("voice", chosen[0].id)
    engine.setProperty("rate", rate)
    engine.save_to_file(text, str(path.absolute()))
    engine.runAndWait()
    return 0


def is_russian(identity: str, name: str, languages: Sequence[str | bytes]) -> bool:
    """Whether a voice speaks Russian: by its language tags first, else by its name."""
    tags = [tag.decode("latin-1") if isinstance(tag, bytes) else tag for tag in languages or ()]
    cleaned = [tag.strip("\x00\x01\x02\x03\x04\x05").lower() for tag in tags]
    if any(tag.replace("_", "-").split("-")[0] == "ru" or tag == _RUSSIAN_LCID for tag in cleaned):
        return True
    return any(mark in f"{identity} {name}".lower() for mark in _RUSSIAN_NAMES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
