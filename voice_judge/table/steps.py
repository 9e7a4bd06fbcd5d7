"""Where each step of the game came from, so that undo goes back to what somebody did."""

from collections.abc import Sequence
from enum import StrEnum

from voice_judge.rules import GameState, Phase, Undo


class Source(StrEnum):
    """Who or what gave a command."""

    VOICE = "voice"
    SILENT = "silent"
    PAGE = "page"
    CLOCK = "clock"  # it went on by itself


class Steps:
    """The sources of the game's steps, the oldest first."""

    def __init__(self) -> None:
        self._sources: Sequence[str] = ()

    def __len__(self) -> int:
        return len(self._sources)

    def follow(self, count: int, source: str, keeping: int = 0) -> None:
        """The game now counts `count` steps; new ones came from `source`, the last `keeping` old ones stayed."""
        stayed = tuple(self._sources[len(self._sources) - keeping :]) if keeping else ()
        kept = tuple(self._sources[: count - len(stayed)]) + stayed
        self._sources = kept + (source,) * (count - len(kept))

    @property
    def last_of_ours(self) -> int:
        """The place of the last step that did not go on by itself; -1 if there is none."""
        return max((place for place, source in enumerate(self._sources) if source != Source.CLOCK), default=-1)

    def back(self, steps: int, state: GameState) -> Undo:
        """The command that takes back so many of somebody's steps, with those that followed them by themselves.

        A secret entry of the night that is going on is taken back alone: the script does not begin again, for the
        table would hear it. More steps than there are, if there are not so many of somebody's.
        """
        ours = [place for place, source in enumerate(self._sources) if source != Source.CLOCK]
        if not 1 <= steps <= len(ours):
            return Undo(max(steps, len(self._sources) + 1))
        place = ours[-steps]
        after = len(self._sources) - 1 - place
        if steps == 1 and after and state.table.phase is Phase.NIGHT and _is_secret(state, after):
            return Undo(1, keeping=after)
        return Undo(after + 1)


def _is_secret(state: GameState, after: int) -> bool:
    """Whether the step beneath the last `after` ones is a secret entry."""
    past = state.past
    for _ in range(after):
        past = past.state.past if past else None
    return past is not None and past.secret
