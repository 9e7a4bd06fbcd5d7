"""One process leads a game. The system's own file lock says so: it is gone with the process, however that ends."""

from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from voice_judge.journal.database import beside


class GameLock:
    """The right to write one game of the journal at `path`; taken at once or hardly later."""

    def __init__(self, path: Path, game: int) -> None:
        self._file = _folder(path) / f"{game}.lock"
        # Reentrant locks per thread would let two threads of one process lead the same game.
        self._lock = FileLock(self._file, thread_local=False)

    def take(self, patience: float = 0.2) -> bool:
        """Take it within `patience` seconds (somebody may be looking whether it is held); False: another has it.

        Raises:
            OSError: the folder cannot be written.
        """
        self._file.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=patience, poll_interval=0.02)
        except Timeout:
            return False
        return True

    def release(self) -> None:
        """Give it back; without effect if it is not held."""
        if self._lock.is_locked:
            with suppress(OSError):  # on Windows an open file stays; whoever waits for a name that is gone tries anew
                self._file.unlink()
            self._lock.release()


def anyone_plays(path: Path) -> bool:
    """Whether any game of the journal at `path` is being led now, by this process or another.

    Raises:
        OSError: the locks cannot be looked at.
    """
    return any(is_played(path, int(file.stem)) for file in _folder(path).glob("*.lock") if file.stem.isdecimal())


def is_played(path: Path, game: int) -> bool:
    """Whether this game is being led now.

    Raises:
        OSError: the lock cannot be looked at.
    """
    if not (_folder(path) / f"{game}.lock").exists():
        return False
    lock = GameLock(path, game)
    if not lock.take(patience=0):
        return True
    lock.release()
    return False


def _folder(path: Path) -> Path:
    return beside(path, ".locks")
