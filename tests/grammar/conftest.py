"""The packaged grammars, loaded once."""

import pytest

from voice_judge.grammar import Grammars, Intent, Match, NotRecognized, load_grammars, normalize


@pytest.fixture(scope="session")
def grammars() -> Grammars:
    return load_grammars()


def told(match: Match) -> str:
    """A match as one line: `nominate seat=5` or `no: negated`."""
    if isinstance(match, NotRecognized):
        return f"no: {match.reason}"
    return " ".join([match.name, *(f"{name}={_value(value)}" for name, value in match.slots.items())])


def heard(grammars: Grammars, phase: str, text: str, final: bool = True) -> str:
    """Everything found in `text`, as one line."""
    return "; ".join(told(match) for match in grammars.matcher(phase).match(normalize(text), final))


def intents(grammars: Grammars, phase: str, text: str) -> list[Intent]:
    return [match for match in grammars.matcher(phase).match(normalize(text)) if isinstance(match, Intent)]


def _value(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
