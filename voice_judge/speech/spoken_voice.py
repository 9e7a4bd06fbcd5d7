"""The judge's voice through pyttsx3: each line is spoken once, in a child process, and kept on disk.

The game never waits for or depends on it: whatever fails, the line is shown on the screen instead.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import numpy as np

from voice_judge.errors import UserError
from voice_judge.places import cache_folder
from voice_judge.speech import render_child
from voice_judge.speech.audio import SAMPLE_RATE, Samples
from voice_judge.speech.recording import read_recording
from voice_judge.speech.voice import nominal_seconds

CHILD = (sys.executable, "-P", render_child.__file__)
"""Started as a file without its folder on the path: it works from anywhere and shadows no module."""

_TIME_LIMIT = 10.0  # seconds for one line; espeak-ng needs 0.2
_RATE = 165  # words a minute: quicker answers against clearer ones
_LEAST_SECONDS = 0.1
_LEAST_PEAK = 500  # int16 units: quieter is a failed synthesis
_PATIENCE = 3  # failures in a row after which the engine is left alone

_NO_ENGINE = "Голос судьи недоступен: нет синтезатора речи (на Debian: apt install espeak-ng). Ответы — на экране."
_NO_RUSSIAN = "Голос судьи недоступен: у синтезатора нет русского голоса. Ответы — на экране."
_BROKEN = "Голос судьи недоступен: синтезатор речи не отвечает. Ответы — на экране."
_PROBLEMS = {int(render_child.Failure.NO_ENGINE): _NO_ENGINE, int(render_child.Failure.NO_RUSSIAN_VOICE): _NO_RUSSIAN}


class SpokenVoice:
    """A Russian voice of this machine.

    Args:
        cache: folder for the spoken lines; None: the user's cache. If it cannot be written, lines live in memory only.
        rate: words a minute.
        voice: the name of a Russian voice (`russian_voices`); empty, or a name this machine lacks: the first one.
        command: the child process to start; FILE and RATE are added, the text is its input.
        time_limit: seconds after which the child is killed.
    """

    def __init__(
        self,
        cache: Path | None = None,
        rate: int = _RATE,
        command: Sequence[str] = CHILD,
        time_limit: float = _TIME_LIMIT,
        voice: str = "",
    ) -> None:
        self._cache = cache or cache_folder() / "speech"
        self._rate = rate
        self._voice = voice
        self._note = ""
        self._command = tuple(command)
        self._time_limit = time_limit
        self._spoken: dict[str, Samples] = {}
        self._failures = 0
        self._problem: str | None = None

    @property
    def problem(self) -> str | None:
        """Why the judge is silent, in Russian; None while the voice works."""
        return self._problem

    @property
    def note(self) -> str:
        """What the judge should know though the voice works, in Russian; empty if nothing."""
        return self._note

    def seconds(self, text: str) -> float:
        """The true length of a line spoken before, else the nominal one."""
        spoken = self._spoken.get(text)
        return nominal_seconds(text) if spoken is None else len(spoken) / SAMPLE_RATE

    def render(self, text: str) -> Samples | None:
        """The line as sound: from memory, from the cache or spoken now; None if it cannot be spoken."""
        if text not in self._spoken:
            sound = self._cached(text)
            if sound is None and self._problem is None:
                sound = self._speak(text)
            if sound is None:
                return None
            self._spoken[text] = sound
        return self._spoken[text]

    def _file(self, text: str) -> Path:
        key = f"{sys.platform}\0{self._voice or 'ru'}\0{self._rate}\0{text}"
        return self._cache / f"{hashlib.sha256(key.encode('utf-8')).hexdigest()[:32]}.wav"

    def _cached(self, text: str) -> Samples | None:
        file = self._file(text)
        return _usable(file) if file.is_file() else None

    def _speak(self, text: str) -> Samples | None:
        with tempfile.TemporaryDirectory(prefix="voice-judge-", ignore_cleanup_errors=True) as folder:
            file = Path(folder) / "line.wav"
            code = self._run_child(text, file)
            if code == render_child.Failure.NO_SUCH_VOICE and self._voice:
                self._note = f"Голоса «{self._voice}» нет, говорит другой (есть: voice-judge settings voices)."
                self._voice = ""
                code = self._run_child(text, file)
            sound = _usable(file) if code == 0 else None
            if sound is None:
                self._note_failure(code)
                return None
            self._failures = 0
            self._keep(file, text)
            return sound

    def _run_child(self, text: str, file: Path) -> int | None:
        """The child's exit code; None if it could not be started or was killed for taking too long."""
        command = (*self._command, str(file), str(self._rate), *([self._voice] if self._voice else []))
        try:
            done = subprocess.run(
                command, input=text.encode("utf-8"), capture_output=True, timeout=self._time_limit, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return done.returncode

    def _note_failure(self, code: int | None) -> None:
        self._failures += 1
        if code in _PROBLEMS:
            self._problem = _PROBLEMS[code]
        elif self._failures >= _PATIENCE:
            self._problem = _BROKEN

    def _keep(self, file: Path, text: str) -> None:
        """Copy into the cache in one step; a full or read-only disk costs nothing but the cache."""
        target = self._file(text)
        part = target.with_suffix(f".{os.getpid()}.part")
        try:
            self._cache.mkdir(parents=True, exist_ok=True)
            part.write_bytes(file.read_bytes())
            os.replace(part, target)
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def russian_voices(command: Sequence[str] = CHILD, time_limit: float = _TIME_LIMIT) -> tuple[str, ...]:
    """The names of this machine's Russian voices; none if there is no engine, or it fails."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=time_limit, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    return tuple(done.stdout.decode("utf-8", "replace").splitlines()) if done.returncode == 0 else ()


def _usable(file: Path) -> Samples | None:
    """The sound in the file if it is there, long and loud enough."""
    try:
        sound = read_recording(file)
    except UserError:
        return None
    if len(sound) < _LEAST_SECONDS * SAMPLE_RATE or int(np.abs(sound.astype(np.int32)).max()) < _LEAST_PEAK:
        return None
    return sound
