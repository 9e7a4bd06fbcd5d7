"""Put recordings into other conditions than the manifest's own: noise at a ratio, a hall's reverberation."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from voice_judge.errors import UserError
from voice_judge.evaluation.manifest import Clip, Noise

CLEAN = "clean"
HALL = "hall"

WHOLE_TABLE = "clean,20,10,5,hall"
"""The conditions in which recognition is judged: as recorded, speech 20, 10 and 5 dB above the noise, a hall."""

_SOUNDS = {".flac", ".wav", ".ogg", ".opus", ".mp3"}
_NO_NOISE = {"silence"}
_LOUDEST, _QUIETEST = -30.0, 60.0


@dataclass(frozen=True, slots=True)
class Condition:
    """Noise `snr` decibels below the speech (None: no noise), with or without a hall's reverberation."""

    snr: float | None = None
    hall: bool = False

    @property
    def name(self) -> str:
        """For tables: clean, 10 dB, hall, hall 10 dB."""
        parts = ([HALL] if self.hall else []) + ([f"{self.snr:g} dB"] if self.snr is not None else [])
        return " ".join(parts) or CLEAN


def parse_conditions(text: str) -> tuple[Condition, ...]:
    """Conditions parted by commas, each once: `clean`, `hall`, a ratio in dB, or both as `hall+10`.

    Raises:
        UserError: not of this form.
    """
    return tuple(dict.fromkeys(_condition(part.strip()) for part in text.split(",")))


def parse_snr(text: str) -> float:
    """A ratio of speech to noise in dB.

    Raises:
        UserError: no number, or one outside -30 to 60.
    """
    try:
        snr = float(text)
    except ValueError:
        raise UserError(f"отношение сигнала к шуму «{text}»: нужно число децибел, например 10.") from None
    if not _LOUDEST <= snr <= _QUIETEST:
        raise UserError(f"отношение сигнала к шуму «{text}»: бывает от {_LOUDEST:g} до {_QUIETEST:g} дБ.")
    return snr


def noise_files(given: Sequence[Path], manifests: Sequence[Path]) -> tuple[Path, ...]:
    """The noises to mix in: the given files and folders, else those of the folder `noise` beside a manifest.

    Raises:
        UserError: one is missing, or there is none.
    """
    beside = [(path if path.is_dir() else path.parent) / "noise" for path in manifests]
    looked = given or [folder for folder in beside if folder.is_dir()]
    found = sorted({file for path in looked for file in _files(path)})
    if not found:
        places = ", ".join(map(str, given or beside))
        raise UserError(f"нет записей шума (искали: {places}); назовите файлы: --noise FILE...")
    return tuple(found)


def in_conditions(clips: Iterable[Clip], conditions: Sequence[Condition], noises: Sequence[Path]) -> tuple[Clip, ...]:
    """Every recording of the manifests once in each condition, whatever conditions its lines name.

    Which noise a recording gets depends on the file's name only: the same one at every ratio and in every run.
    """
    seen: dict[tuple[Path, str, str], Clip] = {}
    for clip in clips:
        seen.setdefault((clip.file, clip.phase, "; ".join(map(str, clip.expected))), clip)
    return tuple(_put(clip, condition, noises) for condition in conditions for clip in seen.values())


def _condition(text: str) -> Condition:
    if text == CLEAN:
        return Condition()
    if text == HALL:
        return Condition(hall=True)
    if text.startswith(f"{HALL}+"):
        return Condition(parse_snr(text.removeprefix(f"{HALL}+")), hall=True)
    if text.replace(".", "").lstrip("+-").isdigit():
        return Condition(parse_snr(text))
    raise UserError(f"условие «{text}», а бывает: clean, hall, число децибел (10) или hall+10.")


def _put(clip: Clip, condition: Condition, noises: Sequence[Path]) -> Clip:
    noise = None if condition.snr is None else Noise(_choose(clip.file.name, noises), condition.snr)
    return replace(clip, noise=noise, hall=condition.hall, label=condition.name)


def _choose(name: str, noises: Sequence[Path]) -> Path:
    return noises[hashlib.sha256(name.encode("utf-8")).digest()[0] % len(noises)]


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return [file for file in path.iterdir() if file.suffix.lower() in _SOUNDS and file.stem not in _NO_NOISE]
    if not path.is_file():
        raise UserError(f"{path}: такой записи шума нет.")
    return [path]
