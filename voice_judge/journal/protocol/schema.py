"""The JSON Schema of a protocol, made from the classes that write it."""

from dataclasses import fields
from typing import Any, Literal

from pydantic import TypeAdapter

from voice_judge.journal.protocol.as_json import FORMAT, VERSION
from voice_judge.journal.protocol.facts import GameProtocol
from voice_judge.journal.store import Origin
from voice_judge.rules import Event, JudgeEvent
from voice_judge.rules.codec import EVENTS

Json = dict[str, Any]

_WALL: Json = {"type": ["string", "null"], "format": "date-time", "description": "when it was kept, where known"}
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> Json:
    """The schema (draft 2020-12) that every protocol written with `--format json` keeps."""
    kinds: list[tuple[str, Any]] = [("GameProtocol", GameProtocol), ("Origin", Origin), *EVENTS.items()]
    mode: Literal["serialization"] = "serialization"
    inputs = [(name, mode, TypeAdapter(kind)) for name, kind in kinds]
    made, definitions = TypeAdapter.json_schemas(inputs, ref_template="#/$defs/{model}")
    shared: Json = dict(definitions.get("$defs", {}))
    for (name, _), part in made.items():
        if name in EVENTS:
            shared[f"Event{name}"] = _event(name, EVENTS[name], _resolved(part, shared))
    shared["Note"] = _note()
    return _file(made[("GameProtocol", mode)], shared)


def _resolved(part: Any, shared: Json) -> Json:
    """The object itself where it is only referred to."""
    reference = part.get("$ref") if isinstance(part, dict) else None
    return dict(shared[reference.rsplit("/", 1)[-1]]) if reference else dict(part)


def _event(name: str, kind: type[Event], described: Json) -> Json:
    own: Any = kind
    properties = {field.name: described["properties"][field.name] for field in fields(own)}
    around = {
        "number": {"type": "integer", "minimum": 1},
        "at": {"type": "number", "minimum": 0, "description": "seconds of the audio clock"},
        "command": {"type": "integer", "minimum": 1, "description": "events of one command share its number"},
        "schema": {"type": "integer", "minimum": 1},
        "event": {"const": name},
        "wall": _WALL,
        "visibility": {"const": "judge" if issubclass(kind, JudgeEvent) else "table"},
        "origin": {"$ref": "#/$defs/Origin"},
    }
    return {
        "type": "object",
        "title": name,
        "description": (kind.__doc__ or "").split("\n", 1)[0],
        "properties": {**around, **properties},
        "required": [*around, *properties],
        "additionalProperties": False,
    }


def _note() -> Json:
    properties = {
        "at": {"type": "number", "minimum": 0},
        "wall": _WALL,
        "kind": {"type": "string", "description": "the type of a line of --json (docs/events.md)"},
        "secret": {"type": "boolean"},
        "body": {"type": "object", "description": "that line"},
    }
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}


def _file(game: Any, shared: Json) -> Json:
    event = {
        "type": "object",
        "properties": {"event": {"enum": list(EVENTS)}},
        "required": ["event"],
        "allOf": [
            {"if": {"properties": {"event": {"const": name}}}, "then": {"$ref": f"#/$defs/Event{name}"}}
            for name in EVENTS
        ],
    }
    properties = {
        "format": {"const": FORMAT},
        "version": {"const": VERSION},
        "began": {"type": "string", "format": "date-time", "description": "wall time, with its zone"},
        "clock": {"type": "number", "minimum": 0, "description": "the last known second of the audio clock"},
        "secrets": {"type": "boolean", "description": "whether roles, shots and checks may be in it"},
        "game": game,
        "events": {"type": "array", "items": event},
        "notes": {"type": "array", "items": {"$ref": "#/$defs/Note"}},
    }
    return {
        "$schema": _DIALECT,
        "title": "Protocol of a game of sport Mafia, written by voice-judge",
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
        "$defs": {name: shared[name] for name in sorted(shared)},
    }
