"""Events, commands and log lines as dictionaries: there, back, and strict about anything else."""

import json
import random
from dataclasses import fields
from typing import Any

import pytest

from tests.rules.random_play import legal, random_profile, wild
from voice_judge.rules import (
    SCHEMA_VERSION,
    Check,
    Checked,
    Checker,
    CodecError,
    CountVotes,
    DealRoles,
    EndGame,
    Event,
    FloorGiven,
    Game,
    GameStarted,
    Nominate,
    Nominated,
    PlayerLeft,
    Recorded,
    ShotFired,
    SpeechKind,
    StartGame,
    Team,
    VotesCounted,
    command_from_dict,
    command_to_dict,
    from_dict,
    record_from_dict,
    record_to_dict,
    to_dict,
)
from voice_judge.rules.codec import EVENTS
from voice_judge.rules.events import Cause

WRITTEN: list[tuple[Event, dict[str, Any]]] = [
    (Nominated(1, 5), {"event": "Nominated", "by": 1, "seat": 5, "several": False, "visibility": "table"}),
    (ShotFired(8, None), {"event": "ShotFired", "shooter": 8, "target": None, "visibility": "judge"}),
    (
        FloorGiven(3, 30.0, SpeechKind.TIE),
        {"event": "FloorGiven", "seat": 3, "seconds": 30.0, "kind": "tie", "visibility": "table"},
    ),
    (PlayerLeft(3, Cause.LIFT), {"event": "PlayerLeft", "seat": 3, "cause": "lift", "visibility": "table"}),
    (
        VotesCounted(3, 2, (1, 2)),
        {"event": "VotesCounted", "seat": 3, "votes": 2, "voters": [1, 2], "visibility": "table"},
    ),
    (
        Checked(Checker.DON, 7, True),
        {"event": "Checked", "checker": "don", "seat": 7, "found": True, "visibility": "judge"},
    ),
]


@pytest.mark.parametrize(("event", "data"), WRITTEN, ids=[str(data["event"]) for _, data in WRITTEN])
def test_how_an_event_is_written(event: Event, data: dict[str, Any]) -> None:
    assert to_dict(event) == data
    assert from_dict(data) == event


def test_how_a_command_is_written() -> None:
    assert command_to_dict(Nominate(1, (5, 6))) == {"command": "Nominate", "by": 1, "seats": [5, 6]}
    assert command_from_dict({"command": "Check", "checker": "sheriff", "seat": 2}) == Check(Checker.SHERIFF, 2)
    assert command_from_dict({"command": "EndGame", "winner": None, "reason": "сбой"}) == EndGame(None, "сбой")
    assert command_from_dict({"command": "EndGame", "winner": "red", "reason": "сбой"}) == EndGame(Team.RED, "сбой")
    assert command_from_dict({"command": "CountVotes", "count": 3}) == CountVotes(3)


def test_how_a_line_of_the_log_is_written() -> None:
    line = record_to_dict(Recorded(7, 12.5, Nominated(1, 5), command=3))
    assert list(line) == ["number", "at", "command", "schema", "event", "by", "seat", "several", "visibility"]
    assert line["schema"] == SCHEMA_VERSION


@pytest.mark.parametrize("seed", range(60))
def test_random_games_survive_json(seed: int) -> None:
    rng = random.Random(seed)
    game = Game(random_profile(rng))
    commands = [StartGame(first_day=rng.random() < 0.5), DealRoles(seed)]
    for at in range(120):
        command = commands.pop(0) if commands else legal(rng, game.state, game.profile)
        assert command_from_dict(json.loads(json.dumps(command_to_dict(command)))) == command
        game.handle(command, float(at))
        strange = wild(rng)
        assert command_from_dict(json.loads(json.dumps(command_to_dict(strange)))) == strange
    lines = [json.dumps(record_to_dict(record), ensure_ascii=False) for record in game.events]
    records = [record_from_dict(json.loads(line)) for line in lines]
    assert tuple(records) == game.events
    assert Game.rebuild(records).state == game.state


def test_older_lines_may_lack_newer_fields() -> None:
    old: dict[str, Any] = {
        "event": "GameStarted",
        "profile": "official",
        "names": [],
        "seating": "numbers",
        "seed": None,
    }
    assert from_dict({**old, "first_day": True}) == GameStarted("official", (), "numbers", None, True)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({}, "event"),
    ({"event": "Nominted", "by": 1, "seat": 5}, "«Nominated»"),
    ({"event": ["Nominated"]}, "event"),
    ({"event": "TableEvent"}, "TableEvent"),
    ({"event": "Nominated", "by": 1}, "seat"),
    ({"event": "Nominated", "by": 1, "seat": 5, "sevral": True}, "«several»"),
    ({"event": "Nominated", "by": "1", "seat": 5}, "by"),
    ({"event": "Nominated", "by": True, "seat": 5}, "by"),
    ({"event": "Nominated", "by": 1, "seat": 5.0}, "seat"),
    ({"event": "Nominated", "by": 1, "seat": 5, "visibility": "judge"}, "judge"),
    ({"event": "ShotFired", "shooter": 8, "target": None, "visibility": "table"}, "table"),
    ({"event": "FloorGiven", "seat": 3, "seconds": 30, "kind": "song"}, "kind"),
    ({"event": "VotesCounted", "seat": 3, "votes": 2, "voters": [1, "2"]}, "voters"),
    ({"event": "VotesCounted", "seat": 3, "votes": 2, "voters": 12}, "voters"),
]


@pytest.mark.parametrize(("data", "told"), WRONG, ids=[str(data) for data, _ in WRONG])
def test_a_wrong_event_says_what_is_wrong(data: dict[str, Any], told: str) -> None:
    with pytest.raises(CodecError, match=told):
        from_dict(data)


GOOD_LINE = {"number": 1, "at": 0.0, "command": 1, "schema": 1, "event": "ClockStarted"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"number": None}, "number"),
        ({"at": "0"}, "at"),
        ({"command": 1.5}, "command"),
        ({"schema": SCHEMA_VERSION + 1}, "новой"),
        ({"event": "Clock"}, "Clock"),
    ],
)
def test_a_wrong_line_says_what_is_wrong(change: dict[str, Any], told: str) -> None:
    assert record_from_dict(GOOD_LINE).number == 1
    with pytest.raises(CodecError, match=told):
        record_from_dict({**GOOD_LINE, **change})


def test_a_wrong_command_says_what_is_wrong() -> None:
    with pytest.raises(CodecError, match="«Proceed»"):
        command_from_dict({"command": "Procede"})


def test_no_event_has_a_field_of_the_line_itself() -> None:
    names = {field.name for kind in EVENTS.values() for field in fields(kind)}
    assert not names & {"number", "at", "command", "schema", "event", "visibility"}


def test_every_event_is_public_or_secret_never_both() -> None:
    assert {name for name, kind in EVENTS.items() if to_visibility(kind) == "judge"} == {
        "RolesAssigned",
        "ShotsAgreed",
        "ShotFired",
        "OwnShotNoted",
        "ShotsMissing",
        "Checked",
        "VictoryDecided",
        "SecretsUndone",
    }


def to_visibility(kind: type[Event]) -> str:
    bases = {base.__name__ for base in kind.__mro__}
    assert ("TableEvent" in bases) != ("JudgeEvent" in bases)
    return "judge" if "JudgeEvent" in bases else "table"
