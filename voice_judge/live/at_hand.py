"""What the judge's hands do at a live table: the keys, what is typed, what is tapped."""

from collections.abc import Callable
from dataclasses import replace

from voice_judge.live.entry import read_entry
from voice_judge.live.inbox import PAGE_ENTRIES, BackKey, CutOffKey, NextKey, PairKey, PushToTalk, Typed
from voice_judge.live.parts import Parts
from voice_judge.live.turn import is_of_the_moment, turn_of
from voice_judge.live.watcher import Outcome
from voice_judge.rules import Proceed, Stage, StartGame, Undo
from voice_judge.table.reactions import Control, Do, Reaction, TalkKey
from voice_judge.table.records import Record
from voice_judge.table.silent import Next, SilentError
from voice_judge.table.steps import Source

_JUST_NOW = 1.0  # seconds after a change by voice or by itself in which the key "next" was meant for what was before
_TWICE = "Этап только что сменился сам. Если нужно дальше, нажмите ещё раз."
_LATE = "Этап уже сменился: посмотрите, что идёт сейчас, и повторите."
_NO_PAGE = "Страница судьи не открыта. Открыть: voice-judge console."

Hand = NextKey | BackKey | Typed | PushToTalk | PairKey | CutOffKey


class AtHand:
    """The hands of one table.

    Args:
        parts: what the table is made of.
        notice: shows the judge something for a while.
        entered: what the last secret entry meant.
    """

    def __init__(self, parts: Parts, notice: Callable[[str], None], entered: Callable[[], str]) -> None:
        self._parts = parts
        self._moderator = parts.moderator
        self._notice = notice
        self._entered = entered
        self._outcome: Outcome | None = None  # of the entry that somebody waits for an answer to
        self.turned = float("-inf")
        """When the stage last changed by voice or by itself, in seconds of the game's clock."""

    @property
    def not_begun(self) -> bool:
        """Whether the game is still to begin."""
        return self._moderator.table.stage is Stage.NO_GAME

    def record(self, record: Record) -> None:
        """Something has happened: it may be what the hand has done."""
        if self._outcome is not None:
            self._outcome.record(record)

    def move(self, hand: Hand) -> None:
        """Do what a hand asks for."""
        match hand:
            case NextKey():
                self._next(Source.SILENT)
            case BackKey():
                self._input(Do(Undo()), "/undo")
            case Typed():
                self._entry(hand)
            case PushToTalk(on=on):
                self._input(TalkKey(on), f"/talk {'on' if on else 'off'}")
            case PairKey() | CutOffKey():
                self._pages(hand)

    def start(self) -> None:
        """Begin the game."""
        self._input(Do(StartGame(self._parts.names)), "/start")

    def _pages(self, key: PairKey | CutOffKey) -> None:
        watcher = self._parts.watcher
        if watcher is None:
            self._notice(_NO_PAGE)
        elif isinstance(key, PairKey):
            watcher.pair()
        else:
            watcher.cut_off()

    def _entry(self, typed: Typed) -> None:
        """Do what was typed or tapped, and tell who waits for it what came of it."""
        source = Source.PAGE if typed.source == Source.PAGE else Source.SILENT
        if source is Source.SILENT and (key := PAGE_ENTRIES.get(typed.text.strip().lower())):
            self._pages(key)
            return
        if typed.answer is None:
            self._typed(typed.text, source, typed.turn)
            return
        self._outcome = Outcome()
        self._typed(typed.text, source, typed.turn)
        typed.answer(self._outcome.answered(self._entered()))
        self._outcome = None

    def _refuse(self, message: str) -> None:
        self._notice(message)
        if self._outcome is not None:
            self._outcome.refuse(message)

    def _next(self, source: Source) -> None:
        if self.not_begun:
            self.start()
        elif self._moderator.paused:
            self._input(Control.RESUME, "/resume", source)
        elif self._moderator.now - self.turned < _JUST_NOW:
            self._refuse(_TWICE)
        else:
            self._input(Next(), "/next", source)

    def _typed(self, text: str, source: Source, turn: str) -> None:
        try:
            reaction = read_entry(text, self._moderator.table)
        except SilentError as error:
            self._refuse(str(error))
            return
        if turn and turn != turn_of(self._moderator.table) and is_of_the_moment(reaction):
            self._refuse(_LATE)
        elif isinstance(reaction, Next):
            self._next(source)
        elif isinstance(reaction, Do) and isinstance(reaction.command, Proceed) and self.not_begun:
            self.start()
        elif isinstance(reaction, Do) and isinstance(reaction.command, StartGame) and not reaction.command.names:
            self._input(Do(replace(reaction.command, names=self._parts.names)), text, source)
        else:
            self._input(reaction, text, source)

    def _input(self, reaction: Reaction | Next, text: str, source: Source = Source.SILENT) -> None:
        self._moderator.silent(reaction, text, source)
