"""The protocol of a game: who sat where, what happened when, how it ended, and where each fact came from."""

from voice_judge.journal.protocol.build import may_be_told, protocol_of
from voice_judge.journal.protocol.facts import GameProtocol
from voice_judge.journal.protocol.formats import FORMATS, render
from voice_judge.journal.protocol.read_json import read_protocol
from voice_judge.journal.protocol.schema import json_schema
from voice_judge.journal.protocol.storing import as_stored
from voice_judge.journal.protocol.writing import write_whole

__all__ = [
    "FORMATS",
    "GameProtocol",
    "as_stored",
    "json_schema",
    "may_be_told",
    "protocol_of",
    "read_protocol",
    "render",
    "write_whole",
]
