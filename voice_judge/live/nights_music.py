"""The night's music begins with the night and stops by itself in the morning: a matter of the public phase only."""

from typing import Protocol

from voice_judge.rules import Phase, TableState


class MusicPlayer(Protocol):
    """A loudspeaker that can play music under the voice."""

    def start(self) -> None:
        """Play until `stop`."""

    def stop(self) -> None:
        """Fade out."""


class NightsMusic:
    """Keeps a player in step with the game.

    Args:
        player: None for a table without music.
    """

    def __init__(self, player: MusicPlayer | None) -> None:
        self._player = player
        self.plays = False

    def follow(self, table: TableState) -> None:
        """The table stands like this now."""
        night = table.phase is Phase.NIGHT
        if self._player is None or night == self.plays:
            return
        self.plays = night
        if night:
            self._player.start()
        else:
            self._player.stop()
