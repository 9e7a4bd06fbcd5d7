"""Which packages were looked at for Russian speech, and what came of it: `packages.toml` and its table."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).with_name("packages.toml")


@dataclass(frozen=True, slots=True)
class Package:
    """A package: what it holds, on what terms, whether it is trained on and why."""

    name: str
    registry: str
    holds: str
    speakers: int
    minutes: float
    licence: str
    used: bool
    why: str


def packages() -> tuple[Package, ...]:
    """All that were looked at, in the order of the list."""
    with LIST.open("rb") as file:
        return tuple(Package(**entry) for entry in tomllib.load(file)["package"])


def table(shown: Iterable[Package]) -> str:
    """The packages as a table in Markdown."""
    lines = ["| package | registry | what | speakers | minutes | licence | trained on | why |", "|---" * 8 + "|"]
    for one in shown:
        cells = (one.name, one.registry, one.holds, _number(one.speakers), _number(one.minutes), one.licence)
        lines.append(f"| {' | '.join(cells)} | {'yes' if one.used else 'no'} | {one.why} |")
    return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    return f"{value:g}" if value else ""
