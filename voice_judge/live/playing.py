"""Run a live game: the screen in the main thread, the game in its own; whatever happens, the journal has it all."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from voice_judge.live.assembly import Assembly
from voice_judge.live.awake import kept_awake
from voice_judge.live.inbox import Quit
from voice_judge.live.view import Screen

_END_SECONDS = 5.0  # the game's thread ends within a chunk; a device that hangs is left behind


class Playing:
    """One game from the first key to the last."""

    def __init__(self, assembly: Assembly, screen: Screen) -> None:
        self._assembly = assembly
        self._screen = screen
        self._fault: BaseException | None = None

    def run(self) -> None:
        """Play until the judge leaves.

        Raises:
            Exception: whatever broke the game's thread; everything up to then is in the journal.
        """
        game = threading.Thread(target=self._game, name="game", daemon=True)
        with _ended_by_signals(self._assembly), kept_awake(self._assembly.table.notice):
            game.start()
            try:
                self._screen.run(self._assembly.inbox)
            except KeyboardInterrupt:
                pass
            finally:
                self._assembly.inbox.put(Quit())
                game.join(_END_SECONDS)
                self._assembly.close()
        if self._fault is not None:
            raise self._fault

    def _game(self) -> None:
        try:
            self._assembly.table.run()
        except BaseException as fault:
            self._fault = fault
        finally:
            self._screen.stop()


@contextmanager
def _ended_by_signals(assembly: Assembly) -> Iterator[None]:
    """A request to end (logging out, `kill`) leaves the game as the key does."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        assembly.inbox.put(Quit())

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
