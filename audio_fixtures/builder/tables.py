"""The builder's data files: tab-separated, a heading first, `#` starts a comment line."""

from dataclasses import dataclass
from pathlib import Path


def rows(path: Path) -> list[dict[str, str]]:
    """Every line as heading -> cell; an error names file and line."""
    heading: list[str] | None = None
    result: list[dict[str, str]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = line.split("\t")
        if heading is None:
            heading = cells
        elif len(cells) != len(heading):
            raise SystemExit(f"{path}:{number}: {len(cells)} cells instead of {len(heading)}")
        else:
            result.append(dict(zip(heading, cells, strict=True)))
    return result


@dataclass(frozen=True, slots=True)
class Voice:
    """One speaker. `engine` is rhvoice, espeak or festival; speed in words per minute and pitch are espeak's."""

    name: str
    engine: str
    variant: str
    speed: str
    pitch: str
    groups: frozenset[str]
    licence: str


@dataclass(frozen=True, slots=True)
class Phrase:
    """A text to be spoken by a group of voices, and what must be understood in `phase`.

    ` + ` in the text divides what a voice without synthesis (a corpus) joins from recordings it has.
    """

    group: str
    phase: str
    expected: str
    text: str

    @property
    def parts(self) -> tuple[str, ...]:
        """The recordings to join."""
        return tuple(self.text.split(" + "))

    @property
    def transcript(self) -> str:
        """The words spoken."""
        return " ".join(self.parts)


@dataclass(frozen=True, slots=True)
class Clip:
    """A recording taken from elsewhere, whole or from `start` to `end` seconds."""

    source: str
    target: str
    transcript: str
    voice: str
    licence: str
    phases: tuple[str, ...]
    expected: str
    start: float
    end: float | None


def voices(path: Path) -> list[Voice]:
    """The table of voices."""
    return [
        Voice(
            row["voice"],
            row["engine"],
            row["variant"],
            row["speed"],
            row["pitch"],
            frozenset(row["groups"].split(",")),
            row["licence"],
        )
        for row in rows(path)
    ]


def phrases(path: Path) -> list[Phrase]:
    """The table of phrases."""
    return [Phrase(row["voices"], row["phase"], row["expected"], row["text"]) for row in rows(path)]


def clips(path: Path) -> list[Clip]:
    """The table of recordings taken from elsewhere."""
    return [
        Clip(
            row["source"],
            row["target"],
            row["transcript"],
            row["voice"],
            row["licence"],
            tuple(row["phases"].split(",")),
            row["expected"],
            float(row["start"] or 0),
            float(row["end"]) if row["end"] else None,
        )
        for row in rows(path)
    ]
