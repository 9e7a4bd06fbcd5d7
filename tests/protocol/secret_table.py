"""Random games at a table of their own, and what anybody at the table could see or hear of them before the end."""

import io
import random
import re
from collections.abc import Iterator

from pypdf import PdfReader

from tests.protocol.stories import BEGAN
from tests.rules.random_play import legal, random_profile
from tests.table.judged import grammars
from voice_judge.journal import MemoryJournal
from voice_judge.journal.library import StoredGame
from voice_judge.journal.protocol import as_stored, protocol_of, render
from voice_judge.journal.protocol.as_json import public_part
from voice_judge.live.plain import PlainScreen
from voice_judge.live.status import Status
from voice_judge.live.view import Listening, Sound, View
from voice_judge.rules import (
    AgreeShots,
    Check,
    Command,
    DealRoles,
    DeclareTeamLoss,
    EndGame,
    EnterRoles,
    Game,
    GameOver,
    JudgeState,
    Phase,
    Shoot,
    StartGame,
)
from voice_judge.rules.codec import EVENTS
from voice_judge.rules.events import JudgeEvent
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.display import Display
from voice_judge.table.moderator import Moderator
from voice_judge.table.reactions import Do
from voice_judge.table.records import Record, ResultRecord, SaidRecord

NAMES = ("Аглая", "Богдан", "Венера", "Глеб", "Дарина", "Егор", "Жасмин", "Захар", "Инга", "Кузьма")
MARK = "тайнопись"
"""Stands in the words of every secret entry: they must never be seen."""

SECRET = (EnterRoles, DealRoles, AgreeShots, Shoot, Check)
_NUMBERS = "один|одна|дв[ае]|три|четыр|пят|шест|сед?м|вос[ье]м|девят|десят|перв|втор|трет"
_PERSON = re.compile(rf"\d|\b(?:{_NUMBERS}|{'|'.join(NAMES)})", re.IGNORECASE)
_ROLE = re.compile(
    r"\bдон|мафи|шериф|ч[её]рн(?!ил)|красн|мирн|выстрел|стрелял|провер|\b(?:don|sheriff|black|red)\b", re.I
)
_NAMES_OF_SECRETS = re.compile("|".join(name for name, kind in EVENTS.items() if issubclass(kind, JudgeEvent)))
_TIME = re.compile(r"^\s*[\d.:]+\s+")
_FIXED = (
    "Роли, выстрелы и проверки не вошли: игра не окончена.",
    "Роли, выстрелы и проверки в этот протокол не вошли: игра не окончена.",
    "красных",  # the judge's own question to the table: «Поражение красных?»
)


_HINT = "ввод: "
"""How an entry is written at this stage: compared with the screen of a game without secrets instead."""


class LeakError(AssertionError):
    """Role information where everybody can see it."""


def search(output: str, text: str) -> None:
    """Look for role information in what is public.

    Raises:
        LeakError: words of a secret entry, the name of a secret event, or a role beside a seat or a name.
    """
    for line in text.splitlines():
        if MARK in line or _NAMES_OF_SECRETS.search(line):
            raise LeakError(f"{output}: {line}")
        bare = _TIME.sub("", line)
        for fixed in _FIXED:
            bare = bare.replace(fixed, "")
        if bare.startswith(_HINT):
            continue
        if _ROLE.search(bare) and _PERSON.search(bare):
            raise LeakError(f"{output}: {line}")


class SecretTable:
    """A random game, led by the real moderator; `play` goes on for so many commands, or to its end."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._journal = MemoryJournal()
        self._lines: list[str] = []
        self._said: list[str] = []
        self._screen_lines, self._blank_lines = io.StringIO(), io.StringIO()
        self._screen, self._blank = PlainScreen(self._screen_lines, None), PlainScreen(self._blank_lines, None)
        self._display = Display(self._lines.append)
        self._status = Status()
        profile = random_profile(self._rng)
        self.moderator = Moderator(
            Game(profile), Announcer(grammars().answers), SilentVoice(), self._journal, self._record
        )
        self._give(StartGame(NAMES))
        self._give(DealRoles(seed))

    @property
    def over(self) -> bool:
        """Nothing is secret any more."""
        return self.moderator.table.phase is Phase.OVER

    def play(self, commands: int) -> None:
        """So many random commands, or fewer if the game ends."""
        for _ in range(commands):
            game = self.moderator.game
            command = legal(self._rng, game.state, game.profile)
            if self.over:
                return
            if not isinstance(command, EndGame | DeclareTeamLoss):
                self._give(command)

    def _give(self, command: Command) -> None:
        text = f"/entry {MARK} {command}" if isinstance(command, SECRET) else "/next"
        self.moderator.silent(Do(command), text)
        if self._rng.random() < 0.5:
            self.moderator.settle()
        self.moderator.advance(self.moderator.now + self._rng.uniform(0.1, 9.0))
        self._show()

    def _record(self, record: Record) -> None:
        if self.over:
            return
        self._status = self._status.after(record)
        if isinstance(record, SaidRecord):
            self._said.append(record.text)
        if not isinstance(record, ResultRecord):
            self._display.show(record)

    def _show(self) -> None:
        if self.over:
            return
        moderator, sound = self.moderator, Sound(Listening.ON)
        for screen, judge in ((self._screen, moderator.game.judge), (self._blank, JudgeState())):
            view = View(moderator.table, judge, moderator.now, sound)
            screen.show(self._status.on(view, waiting=moderator.night_goes_on))

    def stored(self) -> StoredGame:
        """The game as it is kept now; of one that is over all that came before its end."""
        entries, notes = self._journal.entries, self._journal.notes
        if self.over:
            end = next(e.record for e in reversed(entries) if isinstance(e.record.event, GameOver))
            entries = tuple(entry for entry in entries if entry.record.command < end.command)
            notes = tuple(note for note in notes if note.at < end.at)
        return as_stored(entries, notes, BEGAN, self.moderator.now)

    def outputs(self, *, pdf: bool) -> Iterator[tuple[str, str]]:
        """Everything that the table may see and hear, by name."""
        yield "speech", "\n".join(self._said)
        yield "terminal", "\n".join(self._lines)
        yield "screen", self._screen_lines.getvalue()
        if self._screen_lines.getvalue() != self._blank_lines.getvalue():
            raise LeakError("screen: it follows what only the judge knows")
        game = self.stored()
        if protocol_of(game) != protocol_of(public_part(game)):
            raise LeakError("protocol: it follows what only the judge knows")
        for form in ("txt", "html", "csv", "json"):
            yield form, re.sub("<style>.*?</style>|<[^>]+>", "\n", render(game, form).decode(), flags=re.DOTALL)
        if pdf:
            yield "pdf", PdfReader(io.BytesIO(render(game, "pdf"))).pages[0].extract_text()
