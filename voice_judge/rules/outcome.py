"""The rules' answer to a command: a value either way, never an exception."""

from dataclasses import dataclass

from voice_judge.rules.events import Event


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command holds; `events` are what it did, in order."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The command does not hold and the game has not moved.

    `reason` is a stable code (snake case); `message` a Russian sentence for the judge's screen, never spoken.
    `events` are empty but for a warning that has to be remembered, so that the same command passes the second time.
    """

    reason: str
    message: str
    events: tuple[Event, ...] = ()


Outcome = Accepted | Refused
