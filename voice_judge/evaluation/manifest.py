"""Read a manifest of recordings: a table with tabs, one recording and what must be heard in it per line.

Columns: file, transcript, voice, kind (human, synthetic), licence, phase, condition (`clean` or
`noise:<file in noise/>@<dB>`), expected (`nothing`, or intents such as `nominate seat=5; end_speech`).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.grammar.intent import Intent, SlotValue
from voice_judge.rules import Phase

COLUMNS = ("file", "transcript", "voice", "kind", "licence", "phase", "condition", "expected")
KINDS = ("human", "synthetic")
PHASES = tuple(phase.value for phase in Phase)
NOTHING = "nothing"

_NOISE = re.compile(r"noise:(?P<file>[^@]+)@(?P<snr>-?\d+(?:\.\d+)?)")
_INTENT = re.compile(r"(?P<name>[a-z][a-z_]*)(?P<slots>(?: [a-z][a-z_]*=\d+(?:,\d+)*)*)")


@dataclass(frozen=True, slots=True)
class Noise:
    """Noise to be mixed in: the file and the ratio of speech to noise in dB."""

    file: Path
    snr: float


@dataclass(frozen=True, slots=True)
class Expected:
    """An intent that must be heard, with exactly these slots."""

    name: str
    slots: Mapping[str, SlotValue] = field(default_factory=dict)

    def __str__(self) -> str:
        slots = (f" {name}={_written(value)}" for name, value in sorted(self.slots.items()))
        return self.name + "".join(slots)

    @classmethod
    def of(cls, intent: Intent) -> "Expected":
        """What was heard, in a form to compare."""
        return cls(intent.name, dict(intent.slots))


@dataclass(frozen=True, slots=True)
class Clip:
    """A line of the manifest; no `expected` means that nothing may be heard.

    `hall` adds a hall's reverberation; `label` names a condition that is not the manifest's own (conditions.py).
    """

    file: Path
    transcript: str
    voice: str
    kind: str
    licence: str
    phase: str
    noise: Noise | None
    expected: tuple[Expected, ...]
    hall: bool = False
    label: str = ""

    @property
    def condition(self) -> str:
        """Short name of the condition: of the manifest's own, or the one it was put into."""
        return self.label or ("clean" if self.noise is None else f"{self.noise.file.stem} {self.noise.snr:g} dB")

    @property
    def setting(self) -> str:
        """The condition without the noise's name: "clean" or "noise", or the one it was put into."""
        return self.label or ("clean" if self.noise is None else "noise")


def read_manifest(path: Path) -> tuple[Clip, ...]:
    """Every line of the manifest at `path`, which may also be its folder; files are looked for beside it.

    Raises:
        UserError: the manifest or a recording it names is missing, or a line is wrong; with file and line.
    """
    path = path / "manifest.tsv" if path.is_dir() else path
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UserError(f"{path}: список записей не читается: нет файла или он не в UTF-8.") from None
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        raise UserError(f"{path}:1: первая строка должна называть столбцы: {', '.join(COLUMNS)} (через табуляцию).")
    clips = tuple(_clips(path, lines))
    if not clips:
        raise UserError(f"{path}:2: в списке нет ни одной записи, только названия столбцов.")
    return clips


def _clips(path: Path, lines: list[str]) -> Iterator[Clip]:
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        try:
            yield _clip(path.parent, line.split("\t"))
        except ValueError as error:
            raise UserError(f"{path}:{number}: {error}") from None


def _clip(folder: Path, cells: list[str]) -> Clip:
    if len(cells) != len(COLUMNS):
        raise ValueError(f"столбцов {len(cells)}, нужно {len(COLUMNS)}.")
    file, transcript, voice, kind, licence, phase, condition, expected = (cell.strip() for cell in cells)
    if kind not in KINDS:
        raise ValueError(f"вид голоса «{kind}», а бывает: {', '.join(KINDS)}.")
    if phase not in PHASES:
        raise ValueError(f"фаза «{phase}», а бывает: {', '.join(PHASES)}.")
    noise = parse_condition(condition, folder)
    for needed in (folder / file, noise.file if noise else folder / file):
        if not needed.is_file():
            raise ValueError(f"нет файла {needed}.")
    return Clip(folder / file, transcript, voice, kind, licence, phase, noise, parse_expected(expected))


def parse_condition(text: str, folder: Path) -> Noise | None:
    """`clean` or `noise:<file>@<dB>`; noises lie in the folder `noise`.

    Raises:
        ValueError: neither.
    """
    if text == "clean":
        return None
    found = _NOISE.fullmatch(text)
    if not found:
        raise ValueError(f"условие «{text}», а бывает: clean, noise:файл@дБ.")
    return Noise(folder / "noise" / found["file"], float(found["snr"]))


def parse_expected(text: str) -> tuple[Expected, ...]:
    """`nothing`, or intents with slots parted by semicolons.

    Raises:
        ValueError: not of this form.
    """
    if text == NOTHING:
        return ()
    return tuple(_expected(part.strip()) for part in text.split(";"))


def _expected(text: str) -> Expected:
    found = _INTENT.fullmatch(text)
    if not found:
        raise ValueError(f"ожидание «{text}», а бывает: nothing, nominate seat=5, votes seat=5 votes=4.")
    pairs = (pair.split("=") for pair in found["slots"].split())
    return Expected(found["name"], {name: _value(name, value) for name, value in pairs})


def _value(name: str, text: str) -> SlotValue:
    numbers = tuple(int(number) for number in text.split(","))
    return numbers if name == "also" or len(numbers) > 1 else numbers[0]


def _written(value: SlotValue) -> str:
    return str(value) if isinstance(value, int) else ",".join(map(str, value))
