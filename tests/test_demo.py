"""The main job, end to end: a recorded game day through Vosk, the grammar and the rules, to protocol and sound."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import soundfile

from voice_judge.cli import main
from voice_judge.resources import resource

Json = dict[str, object]

NOT_COMPARED = {"number", "at", "wall", "command", "schema", "origin", "switches"}
"""Its place in the log, the moment, the input, and how every club switch happens to stand."""


def told(events: Sequence[Json]) -> list[Json]:
    """What happened, without the clock."""
    kept = [event for event in events if not str(event["event"]).startswith("Clock")]
    return [{key: value for key, value in event.items() if key not in NOT_COMPARED} for event in kept]


def expected() -> list[Json]:
    """The fixture's protocol; expected_events.md beside it says in words why."""
    events: list[Json] = json.loads((resource("game_day") / "expected.json").read_text(encoding="utf-8"))
    return events


def protocol(path: Path) -> list[Json]:
    events: list[Json] = json.loads(path.read_text(encoding="utf-8"))["events"]
    return told(events)


def test_the_recorded_day_is_judged_event_for_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--out", str(tmp_path)]) == 0
    assert protocol(tmp_path / "game_day.json") == expected()
    printed = capsys.readouterr().out
    for shown in ("СЛОВО: игрок 1", "«я выставляю игрока номер пять»", "судья: Принято", "Положение за столом"):
        assert shown in printed
    recorded = soundfile.info(str(resource("game_day") / "game_day.opus")).duration
    assert soundfile.info(str(tmp_path / "game_day.wav")).duration >= recorded


def test_the_same_day_as_a_transcript_gives_the_same_events(tmp_path: Path) -> None:
    path = tmp_path / "day.json"
    assert main(["replay", str(resource("game_day") / "transcript.txt"), "--protocol", str(path)]) == 0
    assert protocol(path)[: len(expected())] == expected()
