"""Speech of RHVoice, rendered beforehand: a folder with `index.tsv` (path, voice, text).

More of the voices that rhvoice_debian.py makes speak, by a path. Terms of those that are trained on
(https://github.com/RHVoice/RHVoice): aleksandr and anna LGPL-2.1-or-later, elena GPL-3.0-only. Recordings of any other
voice in the folder are left out: most of RHVoice's are under CC-BY-NC-ND-4.0, and on irina the model is measured.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.speech.utterance import Utterance
from voice_judge.errors import UserError

RHVOICE = "rhvoice"
"""The name of this source."""

EVALUATION_VOICE = "irina"
INDEX = "index.tsv"

_LGPL = "LGPL-2.1-or-later"
_TRAINED = {"aleksandr": _LGPL, "anna": _LGPL, "elena": "GPL-3.0-only"}


@dataclass(frozen=True, slots=True)
class RHVoiceCorpus:
    """The corpus of a folder; `voices` empty: those that may be trained on."""

    folder: Path
    voices: frozenset[str] = frozenset()
    name: str = RHVOICE

    def utterances(self, work: Path) -> tuple[Utterance, ...]:  # noqa: ARG002 - needs no fetching
        """The wanted voices' recordings.

        Raises:
            UserError: the folder has no index, or a line of it is not path, voice and text.
        """
        index = self.folder / INDEX
        try:
            lines = index.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(
                f"В папке {self.folder} нет списка записей {INDEX}, или он не читается: {error}. "
                "Укажите папку с записями RHVoice: --rhvoice ПАПКА"
            ) from error
        return tuple(self._read(lines))

    def _read(self, lines: list[str]) -> Iterator[Utterance]:
        for number, line in enumerate(lines[1:], 2):
            path, voice, text = _parted(line, f"{self.folder / INDEX}, строка {number}")
            if voice in (self.voices or _TRAINED):
                licence = _TRAINED.get(voice, _LGPL)
                identity = f"rhvoice/{path.rpartition('.')[0]}"
                yield Utterance(identity, self.folder / path, text, f"rhvoice-{voice}", "synthetic", licence, self.name)


def _parted(line: str, place: str) -> list[str]:
    parts = line.split("\t")
    if len(parts) != 3:
        raise UserError(f"{place}: нужны путь, голос и текст через табуляцию, а там «{line}».")
    return parts
