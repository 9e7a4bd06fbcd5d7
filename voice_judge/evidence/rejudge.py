"""A game judged again from its sound and from what was entered in silence, each at its time.

Only the ears are asked anew: the judge's silent inputs, the names and the rules are those of the journal, and so are
the seconds in which the judge's own voice was in the air.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from voice_judge.errors import UserError
from voice_judge.journal import Entry, MemoryJournal, Note
from voice_judge.journal.library import StoredGame
from voice_judge.rules import Game, GameStarted, Proceed, StartGame, TableState
from voice_judge.speech.audio import AudioSource
from voice_judge.speech.voice import nominal_seconds
from voice_judge.table.announcer import Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.reactions import Do, Reaction
from voice_judge.table.replay import Listener, Progress
from voice_judge.table.settings import TableSettings
from voice_judge.table.silent import Next, SilentError
from voice_judge.table.spotting import Spotted
from voice_judge.table.turns import TAIL_SECONDS, Turns

ReadEntry = Callable[[str, TableState], Reaction | Next]
"""What a silent entry means at a moment; raises SilentError if nothing."""


@dataclass(frozen=True, slots=True)
class Bench:
    """What a game is judged again with."""

    announcer: Announcer
    listener: Listener
    settings: TableSettings
    read_entry: ReadEntry


def rejudge(game: StoredGame, sound: AudioSource, bench: Bench, progress: Progress = lambda _: None) -> MemoryJournal:
    """The journal of the game as it is heard now."""
    return _Rejudging(game, sound, bench).run(progress)


class _Rejudging:
    def __init__(self, game: StoredGame, sound: AudioSource, bench: Bench) -> None:
        self._sound = sound
        self._bench = bench
        self._journal = MemoryJournal()
        self._opening = _opening(game.entries)
        self._inputs = deque(note for note in game.notes if note.kind == "input")
        self._spoken = _spoken(game.notes)
        profile = Game.rebuild([entry.record for entry in game.entries]).profile
        pace = _JournalPace(game.notes)
        self._moderator = Moderator(
            Game(profile), bench.announcer, pace, self._journal, lambda _record: None, bench.settings
        )
        self._moderator.talk_key = False
        self._turns = Turns()
        self._deaf = False

    def run(self, progress: Progress) -> MemoryJournal:
        if not self._inputs:  # opened by voice or by a replay: begin as the journal began
            self._moderator.silent(Do(self._opening), "/start")
        for chunk in self._sound.chunks():
            self._moderator.advance(chunk.end)
            self._changed()
            self._enter(chunk.end)
            self._changed()
            if self._hears(chunk.start, chunk.end):
                phase, gate = self._moderator.listens_for.value, self._moderator.gate
                self._tell(self._bench.listener.listen(chunk, phase, gate))
            self._changed()
            progress(chunk.end)
        self._tell(self._bench.listener.finish())
        self._enter(float("inf"))
        self._moderator.settle(through_night=False)
        return self._journal

    def _hears(self, start: float, end: float) -> bool:
        """Whether the judge's own voice was silent then; what was said before it is concluded."""
        while self._spoken and self._spoken[0][1] + TAIL_SECONDS <= start:
            self._spoken.popleft()
        deaf = bool(self._spoken) and self._spoken[0][0] < end
        if deaf and not self._deaf:
            self._tell(self._bench.listener.finish())
        self._deaf = deaf
        return not deaf

    def _changed(self) -> None:
        """A turn ends the utterance, as at the live table."""
        if self._turns.begins(self._moderator.table) and not self._deaf:
            self._tell(self._bench.listener.finish())

    def _enter(self, until: float) -> None:
        while self._inputs and self._inputs[0].at <= until + 1e-6:
            note = self._inputs.popleft()
            self._moderator.advance(note.at)
            self._input(str(note.body.get("text", "")))

    def _input(self, text: str) -> None:
        try:
            reaction = self._bench.read_entry(text, self._moderator.table)
        except SilentError:
            return  # it was not understood then either
        no_game = not self._journal.entries
        if no_game and isinstance(reaction, Do) and isinstance(reaction.command, StartGame | Proceed):
            reaction = Do(self._opening)
        self._moderator.silent(reaction, text)

    def _tell(self, messages: Sequence[Spotted]) -> None:
        for message in messages:
            self._moderator.hear(message)


def _opening(entries: Sequence[Entry]) -> StartGame:
    """How the journal's game was opened; seats that were drawn then are given now."""
    for entry in entries:
        event = entry.record.event
        if isinstance(event, GameStarted):
            return StartGame(event.names, None, event.first_day, event.training)
    raise UserError("в журнале этой игры нет её начала: судить заново нечего")


def _spoken(notes: Sequence[Note]) -> deque[tuple[float, float]]:
    """When the judge's own voice was in the air."""
    return deque(sorted((at, at + seconds) for at, _, seconds in _said(notes)))


def _said(notes: Sequence[Note]) -> Iterator[tuple[float, str, float]]:
    for note in notes:
        seconds = note.body.get("seconds")
        if note.kind == "said" and isinstance(seconds, int | float):
            yield note.at, str(note.body.get("text", "")), float(seconds)


class _JournalPace:
    """The voice's lengths as they were in the game."""

    def __init__(self, notes: Sequence[Note]) -> None:
        self._seconds: Mapping[str, float] = {text: seconds for _, text, seconds in _said(notes)}

    def seconds(self, text: str) -> float:
        """As long as the game's own voice took, or the nominal length."""
        return self._seconds.get(text, nominal_seconds(text))
