"""The message of the third stage: what words mean."""

from collections.abc import Mapping
from dataclasses import dataclass, field

SlotValue = int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Intent:
    """A formal phrase found in `words[first:last]`; slots such as seat=5."""

    name: str
    text: str
    first: int
    last: int
    slots: Mapping[str, SlotValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NotRecognized:
    """No formal phrase, and why: a stable code in snake case.

    Codes: no_match, negated, quoted, conditional, not_first_person_present, number_unclear, inside_talk, wrong_phase.
    """

    text: str
    reason: str
    first: int = 0
    last: int = 0


Match = Intent | NotRecognized
