"""Keeps a game's sound while it is played, in a thread of its own: the game never waits for the disk."""

from pathlib import Path
from queue import Full, Queue
from threading import Thread

import soundfile

from voice_judge.evidence.turn_writer import Limits, NoRoomError, TurnWriter
from voice_judge.speech.audio import AudioChunk

_WAITING = 600
"""Chunks that may wait for the disk: a minute of sound."""

_END = "end"
_TURN = "turn"

_Message = AudioChunk | str


class Recorder:
    """Records into a folder, a file for each turn. No method raises: whatever fails is `problem`, and the game goes on.

    Args:
        folder: the game's own; files of an earlier run of the same game stay.
        limits: how much is kept; the oldest turns of this game go first.
    """

    def __init__(self, folder: Path, limits: Limits | None = None) -> None:
        self._folder = folder
        self._limits = limits or Limits()
        self._problem: str | None = None
        self._queue: Queue[_Message] = Queue(_WAITING)
        self._thread = Thread(target=self._work, name="recorder", daemon=True)
        self._thread.start()

    @property
    def problem(self) -> str | None:
        """Why nothing more is kept, in one Russian line; None while all is well."""
        return self._problem

    def take(self, chunk: AudioChunk) -> None:
        """Keep the next sound of the table, on the game's clock; returns at once."""
        self._put(chunk)

    def turn(self, at: float) -> None:  # noqa: ARG002  (the sound itself carries its times)
        """Another player has the floor, or another stage has begun at `at` seconds: a new file begins."""
        self._put(_TURN)

    def close(self, timeout: float = 10.0) -> None:
        """Finish the last turn; waits for the disk no longer than `timeout` seconds."""
        self._put(_END)
        self._thread.join(timeout)

    def _put(self, message: _Message) -> None:
        if self._problem is not None:
            return
        try:
            self._queue.put_nowait(message)
        except Full:
            self._stop("диск не успевает")

    def _work(self) -> None:
        writer: TurnWriter | None = None
        try:
            writer = TurnWriter(self._folder, self._limits)
            while (message := self._queue.get()) is not _END and self._problem is None:
                if isinstance(message, AudioChunk):
                    writer.write(message)
                else:
                    writer.end()
            writer.end()
        except NoRoomError as error:
            self._finish(writer)
            self._stop(str(error))
        except (OSError, soundfile.LibsndfileError) as error:
            self._abandon(writer)
            self._stop(getattr(error, "strerror", None) or "файл не записывается")

    @staticmethod
    def _finish(writer: TurnWriter | None) -> None:
        try:
            if writer:
                writer.end()
        except (OSError, soundfile.LibsndfileError):
            Recorder._abandon(writer)

    @staticmethod
    def _abandon(writer: TurnWriter | None) -> None:
        try:
            if writer:
                writer.abandon()
        except OSError:
            pass  # what was written before is there all the same

    def _stop(self, why: str) -> None:
        self._problem = f"Запись звука остановлена: {why} ({self._folder}). Игра идёт дальше, журнал ведётся."
