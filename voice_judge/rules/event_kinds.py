"""The two kinds of events, public and secret, and the words they are made of.

`TableEvent` is what everyone at the table may know, `JudgeEvent` what only the judge may (roles, shots, checks).
They are two types so that the announcer and the hall's screen cannot be given a secret by mistake.
"""

from dataclasses import dataclass
from enum import StrEnum

SCHEMA_VERSION = 1

SwitchValue = bool | int | float | str
"""The value of one switch of a rules profile."""


class SpeechKind(StrEnum):
    """Why somebody has the floor."""

    SPEECH = "speech"
    TIE = "tie"
    LAST_WORD = "last_word"


class Cause(StrEnum):
    """Why somebody left the table."""

    VOTE = "vote"
    LIFT = "lift"
    SHOT = "shot"
    REMOVED = "removed"


class NoVoteReason(StrEnum):
    """Why a vote is not held, or ends with nobody leaving."""

    NO_CANDIDATES = "no_candidates"  # 4.4.1, D1
    FIRST_DAY_SINGLE = "first_day_single"  # 4.4.11, D2
    REMOVAL = "removal"  # C23
    WHOLE_TABLE = "whole_table"  # E15
    LIFT_FORBIDDEN = "lift_forbidden"  # E13, E14
    NO_MAJORITY = "no_majority"  # D14, the reading "more than half"


class Step(StrEnum):
    """The judge's script at night, in the order of the official rules (4.2, 4.5)."""

    DON_WAKES = "don_wakes"
    MAFIA_WAKES = "mafia_wakes"
    MAFIA_SLEEPS = "mafia_sleeps"
    SHERIFF_GREETS = "sheriff_greets"
    FREE_SEATING = "free_seating"  # A12, federation
    MAFIA_HUNTS = "mafia_hunts"
    MAFIA_LEAVES = "mafia_leaves"
    DON_SEEKS = "don_seeks"
    DON_SLEEPS = "don_sleeps"
    SHERIFF_WAKES = "sheriff_wakes"
    SHERIFF_SLEEPS = "sheriff_sleeps"


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events."""


@dataclass(frozen=True, slots=True)
class TableEvent(Event):
    """Everyone at the table may know it."""


@dataclass(frozen=True, slots=True)
class JudgeEvent(Event):
    """Only the judge may know it: never spoken, never on a public screen."""
