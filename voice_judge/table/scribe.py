"""Commands to the rules, and what comes of them kept before anybody hears it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import groupby

from voice_judge.journal import Entry, Journal, JournalError, Note, Origin
from voice_judge.rules import Command, Game, OwnShotNoted, Recorded, SecretsUndone, TableEvent, TableState, Undo
from voice_judge.rules.fold import commit
from voice_judge.rules.outcome import Outcome, Refused
from voice_judge.rules.state import GameState
from voice_judge.table.records import EventRecord, InputRecord, PromptRecord, Record, RefusedRecord, SaidRecord, to_json
from voice_judge.table.steps import Steps

WAITED = "waited"
"""The kind of the note that keeps how long a night's step had lasted when a pause ended."""

_SECRET = (InputRecord, RefusedRecord)


def _is_secret(record: Record) -> bool:
    return isinstance(record, _SECRET) or (isinstance(record, PromptRecord) and record.secret)


def waited(entries: Sequence[Entry], notes: Sequence[Note], at: float, spoken: float) -> float:
    """How long the stage's wait had lasted at `at`: it begins `spoken` seconds after the last public event.

    A secret entry's time counts for nothing, or the rest of a night's pause would tell of it; neither does a pause.
    """
    last = next((entry for entry in reversed(entries) if isinstance(entry.record.event, TableEvent)), None)
    began = last.record.at + spoken if last else at
    before = 0.0
    for note in notes:
        if note.kind == WAITED and last is not None and note.at > last.record.at:
            began, before = note.at, float(str(note.body["seconds"]))
    return before + max(0.0, at - began)


class Scribe:
    """One game and its journal: they never tell different stories.

    Args:
        game: fresh, or rebuilt from the journal.
        journal: where it is kept.
        emit: told every record, after it was kept.
    """

    def __init__(self, game: Game, journal: Journal, emit: Callable[[Record], None]) -> None:
        self._game = game
        self._journal = journal
        self._emit = emit
        self.failing = False
        """The journal did not take the last thing."""
        self.steps = Steps()

    @property
    def game(self) -> Game:
        """The game as kept."""
        return self._game

    @property
    def table(self) -> TableState:
        """The public state of the game."""
        return self._game.table

    def handle(self, command: Command, at: float, origin: Origin) -> Outcome:
        """What the rules say to `command`, and its events kept.

        Raises:
            JournalError: they could not be kept; the game is as it was.
        """
        known = len(self._game.events)
        outcome = self._game.handle(command, at)
        records = self._game.events_since(known)
        try:
            if records:
                self._journal.append([Entry(record, origin) for record in records])
        except JournalError:
            self.failing = True
            self._game = Game.rebuild(self._game.events[:known], self._game.profile)
            raise
        self.failing = False
        self._follow(self._game.state, records, origin.source)
        return outcome

    def rehearse(self, *commands: tuple[Command, float]) -> Refused | None:
        """What the rules would refuse of these commands, given one after another at their times; nothing happens."""
        game = Game.rebuild(self._game.events, self._game.profile)
        outcomes = (game.handle(command, at) for command, at in commands)
        return next((outcome for outcome in outcomes if isinstance(outcome, Refused)), None)

    def tell(self, record: Record) -> None:
        """Keep a record beside the events, then pass it on.

        What could not be kept is not said aloud: an answer that the table has heard is always in the journal.
        """
        if isinstance(record, EventRecord) or self._noted(record) or not isinstance(record, SaidRecord):
            self._emit(record)

    def _noted(self, record: Record) -> bool:
        try:
            body = to_json(record)
            self._journal.note(Note(record.t, str(body["type"]), body, _is_secret(record)))
        except JournalError as error:
            if not self.failing:
                self.failing = True
                self._emit(PromptRecord(record.t, str(error)))
            return False
        self.failing = False
        return True

    def tell_events(self, at: float, records: Sequence[Recorded]) -> None:
        """Pass on events that are kept."""
        for record in records:
            self.tell(EventRecord(at, record.event))
            if isinstance(record.event, OwnShotNoted):
                self.tell(PromptRecord(at, "Выстрел в своего. Верно? Если нет, отмените.", secret=True))

    def mark(self, at: float, waited: float) -> None:
        """The game goes on after a pause; the night's step that stood has lasted `waited` seconds."""
        with suppress(JournalError):  # a second break before the next step would begin it anew, no more
            self._journal.note(Note(at, WAITED, {"type": WAITED, "t": round(at, 2), "seconds": waited}))

    def back(self, steps: int) -> Undo:
        """The command that takes back `steps` of what somebody did."""
        return self.steps.back(steps, self._game.state)

    def restore(self, entries: Sequence[Entry]) -> None:
        """Learn from the journal where each step of the rebuilt game came from."""
        state = GameState()
        for _, group in groupby(entries, key=lambda entry: entry.record.command):
            of_command = list(group)
            records = [entry.record for entry in of_command]
            state = commit(state, tuple(record.event for record in records), records[0].at)
            self._follow(state, records, of_command[0].origin.source)

    def _follow(self, state: GameState, records: Sequence[Recorded], source: str) -> None:
        keeping = sum(record.event.keeping for record in records if isinstance(record.event, SecretsUndone))
        self.steps.follow(state.steps, source, keeping)
