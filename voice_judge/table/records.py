"""What the table reports as it goes: one frozen dataclass per line of `--json` (docs/events.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from voice_judge.grammar.intent import SlotValue
from voice_judge.rules import Event, Phase, TableState
from voice_judge.rules.codec import to_dict

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Record:
    """Base: something that happened at `t` seconds of the audio clock."""

    t: float


@dataclass(frozen=True, slots=True)
class HeardRecord(Record):
    """A formal phrase was heard between `start` and `end`; confidence 0 to 1."""

    text: str
    intent: str
    slots: Mapping[str, SlotValue]
    confidence: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class NotRecognizedRecord(Record):
    """Something was said that is no formal phrase, and why."""

    text: str
    reason: str
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class RetractedRecord(Record):
    """A phrase acted on early was not confirmed by the end of the utterance."""

    text: str
    intent: str


@dataclass(frozen=True, slots=True)
class InputRecord(Record):
    """The judge's silent input. Secret."""

    text: str


@dataclass(frozen=True, slots=True)
class EventRecord(Record):
    """The rules accepted something."""

    event: Event


@dataclass(frozen=True, slots=True)
class RefusedRecord(Record):
    """The rules refused something; `message` is for the judge's screen only, `arguments` are the command's fields."""

    command: str
    reason: str
    message: str
    arguments: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PromptRecord(Record):
    """A question to the judge on the screen, never aloud; a `secret` one tells something of roles."""

    text: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class SaidRecord(Record):
    """The judge's voice says `text`, from `t` for `seconds`."""

    text: str
    seconds: float


@dataclass(frozen=True, slots=True)
class ResultRecord(Record):
    """Where the game stands at the end of the input."""

    table: TableState


def plain_slots(slots: Mapping[str, SlotValue]) -> Json:
    """Slots as JSON knows them: several numbers are a list."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in slots.items()}


def _times(record: HeardRecord | NotRecognizedRecord) -> Json:
    return {"start": round(record.start, 2), "end": round(record.end, 2)}


_NO_NOMINEES = (Phase.NIGHT, Phase.OVER)  # the day's nominees are nominees no longer


def _result(table: TableState) -> Json:
    return {
        "phase": table.phase.value,
        "stage": table.stage.value,
        "day": table.day,
        "night": table.night,
        "speaker": table.floor.seat if table.floor else None,
        "alive": list(table.alive),
        "nominated": [] if table.phase in _NO_NOMINEES else list(table.nominated),
        "winner": table.winner.value if table.winner else None,
    }


def _body(record: Record) -> Json:
    match record:
        case HeardRecord():
            body: Json = {"type": "heard", "text": record.text, "intent": record.intent}
            body["slots"] = plain_slots(record.slots)
            return body | {"confidence": round(record.confidence, 3)} | _times(record)
        case NotRecognizedRecord():
            return {"type": "not_recognized", "text": record.text, "reason": record.reason} | _times(record)
        case RetractedRecord():
            return {"type": "retracted", "text": record.text, "intent": record.intent}
        case InputRecord():
            return {"type": "input", "text": record.text, "visibility": "judge"}
        case EventRecord():
            fields = to_dict(record.event).items()
            return {"type": "event"} | {
                name: round(value, 3) if isinstance(value, float) else value for name, value in fields
            }
        case RefusedRecord():
            body = {"type": "refused", "command": record.command} | dict(record.arguments)
            return body | {"reason": record.reason, "message": record.message, "visibility": "judge"}
        case PromptRecord(text=text, secret=secret):
            body = {"type": "prompt", "text": text}
            return body | {"visibility": "judge"} if secret else body
        case SaidRecord():
            return {"type": "said", "text": record.text, "seconds": round(record.seconds, 2)}
        case ResultRecord():
            return {"type": "result"} | _result(record.table)
    raise TypeError(type(record).__name__)


def to_json(record: Record) -> Json:
    """The line of `--json` for this record: plain values, times rounded to 10 ms."""
    return {"t": round(record.t, 2)} | _body(record)
