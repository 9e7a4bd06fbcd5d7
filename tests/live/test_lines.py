"""What is said was rendered before it is said: nothing of a game has to be made while the table waits."""

from collections.abc import Iterator

import pytest

from tests.table.judged import grammars
from voice_judge.journal import MemoryJournal
from voice_judge.live.lines import clock_lines, coming_lines, fixed_lines
from voice_judge.rules import FEDERATION, OFFICIAL, Game, RulesProfile
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.records import EventRecord, Record, SaidRecord
from voice_judge.table.silent import parse

DAY = ["/start day", "/nominate 5", "/asked", "/next", "/nominate 6", "/asked", "/time", "/who", *["/next"] * 9]
GAMES = [  # (rules, silent inputs)
    (OFFICIAL, ["/start", "/confirm", "/roles don=1 mafia=2,3 sheriff=4", "/confirm", "/confirm", "/next", "/undo"]),
    (OFFICIAL, [*DAY, "/votes 7", "/next", "/confirm"]),
    (OFFICIAL, [*DAY, "/votes 5", "/next", "/next", "/confirm", "/votes 5", "/votes 6", "/next", "/next", "/confirm"]),
    (OFFICIAL, [*DAY, "/votes 5", "/next", "/next", "/confirm", "/votes 5", "/votes 2", "/pause", "/resume", "/stop"]),
    (FEDERATION, ["/start day", "/foul 3", "/techfoul 3", "/remove 4", "/confirm", "/pause", "/resume"]),
    (OFFICIAL, ["/start day", "/end red сбой"]),
]


def said_and_unknown(rules: RulesProfile, inputs: list[str]) -> Iterator[tuple[str, bool]]:
    """Every line that this game says, and whether it was to be rendered before."""
    wording = grammars().answers
    known = {*fixed_lines(wording), *clock_lines(wording)}
    said: list[tuple[str, bool]] = []

    def emit(record: Record) -> None:
        if isinstance(record, EventRecord):
            known.update(coming_lines(wording, moderator.table))
        elif isinstance(record, SaidRecord):
            said.append((record.text, record.text in known))

    moderator = Moderator(Game(rules), Announcer(wording), SilentVoice(), MemoryJournal(), emit)
    for line in inputs:
        moderator.silent(parse(line), line)
        moderator.settle()
    yield from said


@pytest.mark.parametrize(("rules", "inputs"), GAMES, ids=[" ".join(inputs)[:60] for _, inputs in GAMES])
def test_every_line_was_known_before_it_was_said(rules: RulesProfile, inputs: list[str]) -> None:
    said = list(said_and_unknown(rules, inputs))
    assert said
    assert [text for text, known in said if not known] == []
