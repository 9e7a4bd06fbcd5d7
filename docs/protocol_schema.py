"""Writes docs/protocol.schema.json from the program's own classes; a test checks that it is current."""

import json
from pathlib import Path

from voice_judge.journal.protocol import json_schema

PATH = Path(__file__).with_name("protocol.schema.json")


def text() -> str:
    """The file's content."""
    return json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
