"""A child process that speaks one text into a file: `python render_child.py FILE RATE < text`.

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

_ESPEAK_RATE = 22_050
_BUFFER_MS = 1000
_RUSSIAN_NAMES = ("russian", "русск", "ru-ru", "ru_ru", "milena", "yuri", "katya", "irina", "pavel")
_RUSSIAN_LCID = "419"  # how SAPI writes the language


class Failure(IntEnum):
    """Why nothing was spoken (the exit code)."""

    NO_ENGINE = 3
    NO_RUSSIAN_VOICE = 4


def main(arguments: Sequence[str]) -> int:
    """Speak standard input (UTF-8) into the file `arguments[0]` at `arguments[1]` words a minute."""
    path, rate = Path(arguments[0]), int(arguments[1])
    text = sys.stdin.buffer.read().decode("utf-8")
    speak = _speak_espeak if sys.platform.startswith("linux") else _speak_system
    return speak(text, path, rate)


def _speak_espeak(text: str, path: Path, rate: int) -> int:
    """espeak-ng through pyttsx3's binding."""
    try:
        from pyttsx3.drivers import _espeak  # noqa: PLC0415  (raises when the library is missing)

        if _espeak.Initialize(_espeak.AUDIO_OUTPUT_RETRIEVAL, _BUFFER_MS) == -1:
            return Failure.NO_ENGINE
    except (ImportError, OSError, RuntimeError):
        return Failure.NO_ENGINE
    names = [voice.name for voice in _espeak.ListVoices() if _is_russian_tag(voice.languages)]
    if not names or _espeak.SetVoiceByName(names[0]) != 0:
        return Failure.NO_RUSSIAN_VOICE
    sound = bytearray()

    def collect(samples: object, count: int, _events: object) -> int:
        sound.extend(ctypes.string_at(samples, count * 2) if count > 0 else b"")  # type: ignore[arg-type]
        return 0

    _espeak.SetSynthCallback(collect)
    _espeak.SetParameter(_espeak.RATE, rate, 0)
    _espeak.Synth(text.encode("utf-8"), flags=_espeak.CHARS_UTF8)
    _espeak.Synchronize()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_ESPEAK_RATE)
        file.writeframes(sound)
    return 0


def _is_russian_tag(languages: bytes | None) -> bool:
    """espeak's list of languages: a priority byte and a tag, e.g. b'\\x05ru'."""
    return languages is not None and languages[1:].split(b"-")[0] == b"ru"


def _speak_system(text: str, path: Path, rate: int) -> int:
    """Windows (SAPI 5) and macOS, through pyttsx3's engine."""
    try:
        import pyttsx3  # noqa: PLC0415  (slow, and only needed here)

        engine = pyttsx3.init()
    except Exception:  # drivers raise whatever their platform raises
        return Failure.NO_ENGINE
    voices = [voice for voice in engine.getProperty("voices") if is_russian(voice.id, voice.name, voice.languages)]
    if not voices:
        return Failure.NO_RUSSIAN_VOICE
    engine.setProperty("voice", voices[0].id)
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
