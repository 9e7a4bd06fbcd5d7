"""The formats of a protocol by name."""

from collections.abc import Callable, Mapping

from voice_judge.journal.library import StoredGame
from voice_judge.journal.protocol.as_csv import csv_of
from voice_judge.journal.protocol.as_html import html_of
from voice_judge.journal.protocol.as_json import json_of, text_of_json
from voice_judge.journal.protocol.as_pdf import pdf_of
from voice_judge.journal.protocol.as_text import text_of
from voice_judge.journal.protocol.build import protocol_of
from voice_judge.journal.protocol.facts import GameProtocol

_OF_FACTS: Mapping[str, Callable[[GameProtocol], str]] = {"csv": csv_of, "html": html_of, "txt": text_of}

FORMATS = ("json", "csv", "html", "pdf", "txt")


def render(game: StoredGame, form: str, *, secrets: bool = False) -> bytes:
    """The protocol of a stored game as a file's content, in one of `FORMATS`; text is UTF-8.

    Roles, shots and checks are in it only with `secrets`, or once the game is over.
    """
    if form == "json":
        # A lone half of a surrogate pair, as a broken file may hold, has no bytes of its own: JSON can escape it.
        return text_of_json(json_of(game, secrets=secrets)).encode("utf-8", "backslashreplace")
    facts = protocol_of(game, secrets=secrets)
    return pdf_of(facts) if form == "pdf" else _OF_FACTS[form](facts).encode("utf-8", "replace")
