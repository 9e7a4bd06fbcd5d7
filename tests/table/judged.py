"""Judge a few transcript lines and look at what came out, in a form short enough for a table of cases."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

from voice_judge.grammar import Grammars, load_grammars
from voice_judge.journal import MemoryJournal
from voice_judge.rules import Game, load_profile
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import ANSWER_KEYS, Announcer
from voice_judge.table.moderator import Moderator
from voice_judge.table.reactions import INTENTS
from voice_judge.table.records import Record, to_json
from voice_judge.table.replay import Listener, Replay, Transcript
from voice_judge.table.settings import Lead, TableSettings
from voice_judge.table.transcript import transcript_lines

Json = Mapping[str, object]

ROLES = "/roles don=1 mafia=2,3 sheriff=4"


@lru_cache
def grammars() -> Grammars:
    return load_grammars(handlers=INTENTS, required_answers=ANSWER_KEYS)


def no_ears() -> Listener:
    raise AssertionError


def judged(lines: str | Iterable[str], rules: str = "official", lead: str = "assistant") -> list[Json]:
    """Every JSON line that the replay of these transcript lines prints."""
    text = lines if isinstance(lines, str) else "\n".join(lines)
    records: list[Record] = []
    moderator = Moderator(
        Game(load_profile(rules)),
        Announcer(grammars().answers),
        SilentVoice(),
        MemoryJournal(),
        records.append,
        TableSettings(lead=Lead(lead)),
    )
    path = Path("case.txt")
    Replay(moderator, grammars(), no_ears).run([Transcript(path, transcript_lines(path, text))])
    return [to_json(record) for record in records]


def result(lines: Iterable[Json]) -> Json:
    """The last line."""
    return [line for line in lines if line["type"] == "result"][-1]


def said(lines: Iterable[Json]) -> list[object]:
    """What the judge's voice said, in order."""
    return [line["text"] for line in lines if line["type"] == "said"]


def reasons(lines: Iterable[Json]) -> list[object]:
    """Why things were refused or not recognised, in order."""
    return [line["reason"] for line in lines if line["type"] in ("refused", "not_recognized")]


def events(lines: Iterable[Json], *names: str) -> list[str]:
    """Events of these names (all but the clock's, if none), as `Nominated 1 5`: name and seats, numbers, words."""
    found = [line for line in lines if line["type"] == "event"]
    wanted = [
        line for line in found if line["event"] in names or (not names and not str(line["event"]).startswith("Clock"))
    ]
    return [_short(line) for line in wanted]


def _short(line: Json) -> str:
    values = (value for key, value in line.items() if key not in ("t", "type", "event", "visibility", "several"))
    shown = (",".join(map(str, value)) if isinstance(value, list) else str(value) for value in values)
    return " ".join([str(line["event"]), *shown])


def speeches(first: int, last: int) -> list[str]:
    """The seats from `first` to `last` pass."""
    return ["пас"] * (last - first + 1)
