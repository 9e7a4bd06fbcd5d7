"""The recorded game day that comes with the program, judged with a model: how much of it comes out as it must."""

import json
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from voice_judge.grammar import load_grammars
from voice_judge.journal import MemoryJournal
from voice_judge.progress import progress
from voice_judge.resources import resource
from voice_judge.rules import ClockStarted, ClockStopped, Game, JudgeEvent, load_profile, to_dict
from voice_judge.speech.engines import load_engine
from voice_judge.speech.recording import RecordingSource
from voice_judge.speech.voice import SilentVoice
from voice_judge.table.announcer import Announcer
from voice_judge.table.ears import Ears
from voice_judge.table.moderator import Moderator
from voice_judge.table.replay import Recording, Replay

_HOW_SWITCHES_STAND = "switches"  # of a club's profile: no part of what happened

SOUND, EXPECTED = "game_day.opus", "expected.json"


@dataclass(frozen=True, slots=True)
class DayFigures:
    """Events that came in their order, of those that must come, and events beside them."""

    right: int
    expected: int
    extra: int


def hear_game_day(model: Path, grammars: Path | None, title: str) -> DayFigures:
    """Judge the game day with the model, as `voice-judge demo` does.

    Raises:
        UserError: the model or the grammars are wrong.
    """
    recording = resource("game_day") / SOUND
    told = _judged(model, grammars, recording, title)
    wanted = json.loads((recording.parent / EXPECTED).read_text("utf-8"))
    return compared([_key(event) for event in told], [_key(event) for event in wanted])


def compared(told: list[str], wanted: list[str]) -> DayFigures:
    """The longest common order of both."""
    matcher = SequenceMatcher(None, told, wanted, autojunk=False)
    right = sum(block.size for block in matcher.get_matching_blocks())
    return DayFigures(right, len(wanted), len(told) - right)


def _judged(model: Path, grammars: Path | None, recording: Path, title: str) -> list[dict[str, Any]]:
    found, profile = load_grammars(grammars), load_profile("official")
    engine = load_engine(model)
    journal = MemoryJournal()
    announcer = Announcer(found.answers, echo_number=profile.echo_number)
    moderator = Moderator(Game(profile), announcer, SilentVoice(), journal, lambda _record: None)
    source = RecordingSource(recording)
    with progress(title, source.seconds) as bar:
        Replay(moderator, found, lambda: Ears(found, engine)).run([Recording(recording, source)], bar)
    events = (entry.record.event for entry in journal.entries)
    return [to_dict(event) for event in events if not isinstance(event, JudgeEvent | ClockStarted | ClockStopped)]


def _key(event: dict[str, Any]) -> str:
    return json.dumps({name: value for name, value in event.items() if name != _HOW_SWITCHES_STAND}, sort_keys=True)
