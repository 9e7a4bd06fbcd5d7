"""What was said in a recorded game and when, by its journal: phrases that were heard, accepted and let stand.

A phrase that was taken back (by the judge, or by the ears themselves) labels nothing. One whose number the judge has
corrected (`/correct 6`) counts with the number that it should have been.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from training.adaptation.corrected_text import with_number
from voice_judge.evaluation.manifest import Expected
from voice_judge.grammar import Grammars
from voice_judge.grammar.intent import Intent
from voice_judge.grammar.words import normalize
from voice_judge.journal import Entry
from voice_judge.journal.library import StoredGame
from voice_judge.rules import GameState, Phase, SecretsUndone, Undone
from voice_judge.rules.fold import commit
from voice_judge.table.reactions import Correct
from voice_judge.table.silent import SilentError, parse
from voice_judge.table.steps import Source

_LONGEST_TALK, _SHORTEST_TALK = 20.0, 1.0
_SECOND_THOUGHTS = 15.0
"""Seconds after talk within which the judge may enter by hand what should have been heard in it."""

_TELLS_NOTHING = "number_unclear"
_NEAR = 0.5


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase, or talk without any (no `expected`): its words, its seconds of the audio clock, the phase."""

    text: str
    start: float
    end: float
    phase: str
    expected: tuple[Expected, ...]


def phrases_said(game: StoredGame, grammars: Grammars) -> tuple[Said, ...]:
    """The phrases of a game whose words are certain, in order."""
    log = _Log(grammars)
    for _, group in groupby(game.entries, key=lambda entry: entry.record.command):
        log.follow(tuple(group))
    return tuple(sorted(log.said(), key=lambda one: one.start))


def talk_heard(game: StoredGame, phrases: Sequence[Said]) -> tuple[Said, ...]:
    """Talk in which nothing was heard, and nobody entered anything by hand soon after."""
    inputs = [note.at for note in game.notes if note.kind == "input"]
    return tuple(one for one in _talk(game) if not _doubtful(one, inputs) and not _beside(one, phrases))


class _Log:
    """Follows the journal command by command; knows which steps of the game still stand."""

    def __init__(self, grammars: Grammars) -> None:
        self._grammars = grammars
        self._state = GameState()
        self._steps: tuple[int, ...] = ()  # the command of each step that stands
        self._lasting: list[int] = []  # commands that are no steps, so they cannot be taken back
        self._said: dict[int, Said] = {}
        self._correcting: tuple[str, Said] | None = None

    def said(self) -> Iterator[Said]:
        """What has been said and still stands."""
        return (self._said[command] for command in (*self._steps, *self._lasting) if command in self._said)

    def follow(self, entries: tuple[Entry, ...]) -> None:
        """The next command."""
        first, command = entries[0], entries[0].record.command
        before, steps = self._state, self._steps
        self._state = commit(before, tuple(entry.record.event for entry in entries), first.record.at)
        self._steps = self._standing(entries, command)
        said = self._heard(first, before) or self._right(first)
        self._correcting = None
        if isinstance(first.record.event, Undone | SecretsUndone):
            self._correcting = self._corrected(first, [one for one in steps if one not in self._steps])
        if said is not None:
            self._said[command] = said
            if command not in self._steps:
                self._lasting.append(command)

    def _standing(self, entries: tuple[Entry, ...], command: int) -> tuple[int, ...]:
        """As `Steps.follow` keeps the sources."""
        events = (entry.record.event for entry in entries)
        keeping = sum(event.keeping for event in events if isinstance(event, SecretsUndone))
        stayed = self._steps[len(self._steps) - keeping :] if keeping else ()
        kept = self._steps[: self._state.steps - len(stayed)] + stayed
        return kept + (command,) * (self._state.steps - len(kept))

    def _heard(self, entry: Entry, before: GameState) -> Said | None:
        """What a command was heard as; None: it was not heard, or the grammars do not know it any more."""
        origin = entry.origin
        if origin.source != Source.VOICE or origin.start is None or origin.end is None:
            return None
        words = normalize(origin.text)
        for phase in dict.fromkeys((before.table.phase, Phase.VOTE)):
            if phase.value not in self._grammars.phases:
                continue
            match, *more = self._grammars.matcher(phase.value).match(words)
            if isinstance(match, Intent) and not more:
                text = " ".join(words)
                return Said(text, origin.start, origin.end, phase.value, (Expected.of(match),))
        return None

    def _corrected(self, entry: Entry, undone: Sequence[int]) -> tuple[str, Said] | None:
        """If the judge corrects a number here: his input, and what was said as it should have been heard."""
        number = _correction(entry.origin.text) if entry.origin.source != Source.VOICE else None
        heard = [self._said[command] for command in undone if command in self._said]
        if number is None or len(heard) != 1:
            return None
        (said,) = heard
        found = with_number(said.text, number, self._grammars.matcher(said.phase))
        if found is None:
            return None
        text, intent = found
        return entry.origin.text, replace(said, text=text, expected=(Expected.of(intent),))

    def _right(self, entry: Entry) -> Said | None:
        """The second half of a correction: what was said, if this is one."""
        if self._correcting is None or self._correcting[0] != entry.origin.text:
            return None
        return self._correcting[1]


def _correction(text: str) -> int | None:
    try:
        reaction = parse(text)
    except SilentError:
        return None
    return reaction.number if isinstance(reaction, Correct) else None


def _talk(game: StoredGame) -> Iterator[Said]:
    for note in game.notes:
        if note.kind != "not_recognized" or note.body.get("reason") == _TELLS_NOTHING:
            continue
        start, end = (note.body.get(name) for name in ("start", "end"))
        if isinstance(start, int | float) and isinstance(end, int | float):
            phase = _phase_at(game, float(start))
            if _SHORTEST_TALK <= end - start <= _LONGEST_TALK and phase is not Phase.NIGHT:
                yield Said("", float(start), float(end), phase.value, ())


def _phase_at(game: StoredGame, at: float) -> Phase:
    state = GameState()
    for _, group in groupby(game.entries, key=lambda entry: entry.record.command):
        entries: tuple[Entry, ...] = tuple(group)
        if entries[0].record.at > at:
            break
        state = commit(state, tuple(entry.record.event for entry in entries), entries[0].record.at)
    return state.table.phase


def _doubtful(talk: Said, inputs: Sequence[float]) -> bool:
    return any(talk.start - _NEAR <= at <= talk.end + _SECOND_THOUGHTS for at in inputs)


def _beside(talk: Said, phrases: Sequence[Said]) -> bool:
    return any(one.start < talk.end + _NEAR and one.end > talk.start - _NEAR for one in phrases)
