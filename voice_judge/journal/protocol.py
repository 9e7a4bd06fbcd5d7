"""The protocol of a game as JSON: who sat where, what happened when, and how it ended."""

import json
from collections.abc import Sequence
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.journal.store import Entry
from voice_judge.rules import SCHEMA_VERSION, TableEvent, TableState
from voice_judge.rules.codec import to_dict

Json = dict[str, object]


def protocol(entries: Sequence[Entry], table: TableState, *, secrets: bool = False) -> Json:
    """The whole game as plain values.

    Secret events (roles, shots, checks) are in it only with `secrets`, or once the game is over.
    """
    told = secrets or table.phase.value == "over"
    return {
        "format": "voice-judge protocol",
        "schema": SCHEMA_VERSION,
        "rules": table.profile,
        "names": list(table.names),
        "phase": table.phase.value,
        "day": table.day,
        "alive": list(table.alive),
        "nominated": list(table.nominated),
        "winner": table.winner.value if table.winner else None,
        "events": [_entry(entry) for entry in entries if told or isinstance(entry.record.event, TableEvent)],
    }


def _entry(entry: Entry) -> Json:
    record = entry.record
    return {"t": round(record.at, 2), "source": entry.origin.source} | to_dict(record.event)


def write_protocol(path: Path, content: Json) -> None:
    """Write a protocol, whole or not at all.

    Raises:
        UserError: the file cannot be written.
    """
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    partial = path.with_name(path.name + ".partial")
    try:
        if path.exists() and not path.is_file():  # a device or a pipe
            path.write_text(text, encoding="utf-8")
            return
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise UserError(f"{path}: протокол не записан: {error.strerror}") from None
