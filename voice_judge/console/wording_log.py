"""The live log's lines: what was heard, said, entered, decided."""

import re
from typing import Literal

from voice_judge.console.model import LogLine
from voice_judge.live.status import entered
from voice_judge.rules import JudgeEvent
from voice_judge.table.display import describe, reason_text, tells_roles
from voice_judge.table.records import (
    EventRecord,
    HeardRecord,
    InputRecord,
    NotRecognizedRecord,
    PromptRecord,
    Record,
    RefusedRecord,
    RetractedRecord,
    SaidRecord,
)

_MARK = re.compile(r"^\s*(правила|вопрос|записано)\s+")  # the columns of a replay's lines
_LONGEST = 160

Kind = Literal["heard", "talk", "retracted", "said", "event", "refused", "prompt", "input"]


def log_line(record: Record, *, dark: bool) -> LogLine | None:
    """The line of a record; None where it is worth none. At night (`dark`) what the judge is told may be of roles."""
    told = _told(record)
    if told is None or not told[1]:
        return None
    kind, words, secret = told
    secret = secret or (dark and kind in ("refused", "prompt"))
    shown = words if len(words) <= _LONGEST else "…" + words[-_LONGEST:]
    return LogLine(t=round(record.t, 1), kind=kind, text=shown, secret=secret)


def _told(record: Record) -> tuple[Kind, str, bool] | None:
    match record:
        case HeardRecord(text=text):
            return "heard", text, False
        case NotRecognizedRecord(text=text, reason=reason):
            return "talk", f"{text} ({reason_text(reason)})", False
        case RetractedRecord(text=text):
            return "retracted", text, False
        case SaidRecord(text=text):
            return "said", text, False
        case InputRecord(text=text):
            return "input", text, True
        case EventRecord(event=JudgeEvent() as event):
            return "event", entered(event), True
        case EventRecord(event=event):
            return "event", _MARK.sub("", describe(event)).strip(), False
        case RefusedRecord(message=message):
            return "refused", message, tells_roles(record)
        case PromptRecord(text=text, secret=secret):
            return "prompt", text, secret
        case _:
            return None
