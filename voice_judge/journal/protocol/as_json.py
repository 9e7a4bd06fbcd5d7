"""The protocol as JSON: facts for readers, and the whole log, from which the game can be rebuilt.

docs/protocol.schema.json describes it. The log of a game that is not over holds what the table may know only, numbered
anew: not even gaps tell how much the judge had entered.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from itertools import groupby

from pydantic import TypeAdapter

from voice_judge.journal.library import StoredGame
from voice_judge.journal.protocol.build import masked_origin, may_be_told, protocol_of
from voice_judge.journal.protocol.facts import GameProtocol
from voice_judge.journal.store import Entry, Note, Origin
from voice_judge.rules import JudgeEvent, fold, record_to_dict

Json = dict[str, object]

FORMAT = "voice-judge protocol"
VERSION = 1

PUBLIC_NOTES = frozenset({"heard", "not_recognized", "retracted", "said"})
"""The kinds of notes that anybody at the table could have written down."""


def json_of(game: StoredGame, *, secrets: bool = False) -> Json:
    """The protocol as plain values; secret events are in it only with `secrets`, or once the game is over."""
    told = may_be_told(fold(entry.record for entry in game.entries).table.phase, secrets=secrets)
    shown = game if told else public_part(game)
    return {
        "format": FORMAT,
        "version": VERSION,
        "began": _iso(game.summary.began),
        "clock": game.clock,
        "secrets": told,
        "game": _facts().dump_python(protocol_of(game, secrets=secrets), mode="json"),
        "events": [event_line(entry) for entry in shown.entries],
        "notes": [note_line(note) for note in shown.notes],
    }


def text_of_json(content: Json) -> str:
    """As it is written to a file."""
    return json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


@cache
def _facts() -> TypeAdapter[GameProtocol]:
    return TypeAdapter(GameProtocol)


def event_line(entry: Entry) -> Json:
    """One line of the log with where it came from."""
    return {**record_to_dict(entry.record), "wall": _iso(entry.wall), "origin": origin_of(entry.origin)}


def origin_of(origin: Origin) -> Json:
    """All fields of an origin."""
    names = ("source", "text", "confidence", "start", "end")
    return {name: getattr(origin, name) for name in names}


def note_line(note: Note) -> Json:
    """A note; its body is a line of `--json` (docs/events.md)."""
    line: Json = {"at": note.at, "wall": _iso(note.wall), "kind": note.kind, "secret": note.secret}
    return line | {"body": dict(note.body)}


def _iso(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat() if moment else None


def public_part(game: StoredGame) -> StoredGame:
    """What everyone at the table may know of a game, as a game of its own."""
    notes = tuple(note for note in game.notes if note.kind in PUBLIC_NOTES and not note.secret)
    entries = tuple(_public_entries(game.entries))
    return replace(game, summary=replace(game.summary, events=len(entries)), entries=entries, notes=notes)


def _public_entries(entries: Sequence[Entry]) -> Iterator[Entry]:
    number = command = 0
    for _, group in groupby(entries, key=lambda entry: entry.record.command):
        of_command = tuple(group)
        public = [entry for entry in of_command if not isinstance(entry.record.event, JudgeEvent)]
        command += bool(public)
        for entry in public:
            number += 1
            origin = entry.origin if len(public) == len(of_command) else masked_origin(entry.origin)
            yield replace(entry, record=replace(entry.record, number=number, command=command), origin=origin)
