"""A whole game judged again from its sound and its silent inputs, and compared with the journal."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.evidence.sounds import chunks
from tests.protocol.stories import BEGAN
from tests.table.judged import grammars, no_ears
from voice_judge.errors import UserError
from voice_judge.evidence.compare import differences
from voice_judge.evidence.rejudge import Bench, rejudge
from voice_judge.grammar import sentences
from voice_judge.grammar.intent import Intent
from voice_judge.journal import MemoryJournal
from voice_judge.journal.library import StoredGame
from voice_judge.journal.protocol import as_stored
from voice_judge.live.entry import read_entry
from voice_judge.rules import FEDERATION, Game, fold
from voice_judge.speech.audio import AudioChunk
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.gating import Gate, everything
from voice_judge.table.moderator import Moderator
from voice_judge.table.replay import Replay, Transcript
from voice_judge.table.settings import TableSettings
from voice_judge.table.spotting import Heard, Missed, Spotted
from voice_judge.table.transcript import transcript_lines

Script = Sequence[tuple[float, str]]
"""What is said, and entered with a `/`, at which second."""

GAME: Script = (
    (0.0, "/start day"),
    (1.0, "/roles don=8 mafia=9,10 sheriff=7"),
    (10.0, "я выставляю игрока номер пять"),
    (20.0, "спасибо, всё"),
    (30.0, "я выставляю игрока номер шесть"),
    (40.0, "/foul 4"),
    (45.0, "спасибо, всё"),
    (60.0, "пас"),
    (70.0, "я выставляю игрока номер один"),
    (80.0, "/undo"),
    (85.0, "я отзываю игрока номер два"),
    (90.0, "пас"),
)
END = 100.0
BEFORE = 0.5
"""Seconds by which a phrase lies before the answer that it got."""


class FakeEars:
    """Hears these phrases at their seconds, unless nothing is given to hear just then."""

    def __init__(self, spoken: Script) -> None:
        self._waiting = [(at - BEFORE, text) for at, text in spoken if not text.startswith("/")]
        self.deaf_to: list[str] = []

    def listen(self, chunk: AudioChunk, phase: str, gate: Gate = everything) -> Sequence[Spotted]:  # noqa: ARG002
        heard: list[Spotted] = []
        while self._waiting and self._waiting[0][0] < chunk.end - 1e-6:
            at, text = self._waiting.pop(0)
            if at < chunk.start - 1e-6:
                self.deaf_to.append(text)  # it was said while nobody listened
            else:
                heard += _phrases(text, phase, at)
        return heard

    def finish(self) -> Sequence[Spotted]:
        return ()


def _phrases(text: str, phase: str, at: float) -> list[Spotted]:
    words, pauses = sentences(text)
    matches = grammars().matcher(phase).match(words, True, pauses)
    return [Heard(m, 1.0, at, at, at) if isinstance(m, Intent) else Missed(m, at, at, at) for m in matches]


class Sound:
    """Silence of this length: the fake ears know what is said in it."""

    def __init__(self, seconds: float = END) -> None:
        self.seconds: float | None = seconds

    def chunks(self) -> Iterator[AudioChunk]:
        return chunks(0.0, self.seconds or 0.0)


def journal_of(script: Script) -> StoredGame:
    """The game as it was judged at the table."""
    journal = MemoryJournal()
    moderator = Moderator(
        Game(FEDERATION), Announcer(grammars().answers), SilentVoice(), journal, lambda _: None, TableSettings()
    )
    text = "\n".join(f"{at:g} {line}" for at, line in script)
    path = Path("game.txt")
    Replay(moderator, grammars(), no_ears).run([Transcript(path, transcript_lines(path, text))])
    return as_stored(journal.entries, journal.notes, BEGAN, moderator.now)


def judged_again(game: StoredGame, spoken: Script, ears: FakeEars | None = None) -> MemoryJournal:
    listener = ears or FakeEars(spoken)
    bench = Bench(Announcer(grammars().answers), listener, TableSettings(), read_entry)
    return rejudge(game, Sound(), bench)


def changed(script: Script, at: float, text: str | None) -> Script:
    """The script with what is said at that second said otherwise, or not at all."""
    return [(when, (text if when == at else line) or "") for when, line in script if when != at or text]


def found(game: StoredGame, spoken: Script, *, secrets: bool = True) -> list[str]:
    return [one.text() for one in differences(game.entries, judged_again(game, spoken).entries, secrets=secrets)]


def test_the_same_sound_gives_the_same_game() -> None:
    game = journal_of(GAME)
    again = judged_again(game, GAME)
    assert found(game, GAME) == []
    assert fold(e.record for e in again.entries).table.alive == fold(e.record for e in game.entries).table.alive
    assert [entry.record.event for entry in again.entries if entry.origin.source == "voice"]


CASES: list[tuple[str, float, str | None, list[str]]] = [
    ("a nomination that is not heard now", 30.0, None, [
        "было: игрок 2 выставил 6 (услышано «я выставляю игрока номер шесть») — теперь этого нет",
    ]),
    ("another number is heard now", 10.0, "я выставляю игрока номер три", [
        "было: игрок 1 выставил 5 (услышано «я выставляю игрока номер пять»)"
        " — теперь: игрок 1 выставил 3 (услышано «я выставляю игрока номер три»)",
    ]),
    ("something more is heard now", 60.0, "я выставляю игрока номер девять", [
        "теперь: игрок 3 выставил 9 (услышано «я выставляю игрока номер девять») — в журнале этого нет",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("at", "text", "lines"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_parts_from_the_journal_is_listed(at: float, text: str | None, lines: list[str]) -> None:
    told = found(journal_of(GAME), changed(GAME, at, text))
    for line in lines:
        assert any(line in one for one in told), told


def test_another_end_is_listed() -> None:
    script = (*GAME, (95.0, "/end red конец"))
    game = journal_of(script)
    shorter = as_stored(
        [e for e in game.entries if type(e.record.event).__name__ != "GameOver"], game.notes, BEGAN, END
    )
    told = [one.text() for one in differences(shorter.entries, judged_again(game, script).entries, secrets=True)]
    assert any("победитель — нет" in line and "победитель — красные" in line for line in told), told


def test_silent_inputs_come_from_the_journal_at_their_times() -> None:
    again = judged_again(journal_of(GAME), [])  # nothing at all is heard
    fouls = [entry for entry in again.entries if type(entry.record.event).__name__ == "FoulGiven"]
    assert [round(entry.record.at) for entry in fouls] == [40]
    assert "RolesAssigned" in {type(entry.record.event).__name__ for entry in again.entries}


def test_secret_differences_are_told_only_with_the_flag() -> None:
    game = journal_of(GAME)
    without = as_stored(game.entries, [n for n in game.notes if "/roles" not in str(n.body)], BEGAN, END)
    again = judged_again(without, GAME)
    assert any("роли" in one.text() for one in differences(game.entries, again.entries, secrets=True))
    assert differences(game.entries, again.entries, secrets=False) == ()


def test_the_judges_own_voice_is_not_listened_to() -> None:
    script = changed(GAME, 90.0, None)
    game = journal_of(script)
    said = next(note for note in game.notes if note.kind == "said" and note.at > 10.0)
    ears = FakeEars([(said.at + 0.05 + BEFORE, "пас"), (96.0, "пас")])
    judged_again(game, [], ears)
    assert ears.deaf_to == ["пас"]


def test_a_journal_without_a_beginning_is_refused() -> None:
    game = journal_of(GAME)
    headless = as_stored(game.entries[2:], game.notes, BEGAN, END)
    with pytest.raises(UserError, match="нет её начала"):
        judged_again(headless, GAME)
