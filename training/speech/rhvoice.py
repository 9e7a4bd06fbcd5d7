"""Speech of RHVoice, rendered beforehand: a folder with `index.tsv` (path, voice, text).

RHVoice's Python package builds its engine from the network, so a corpus is given by its path instead. Voices and
terms: aleksandr and anna LGPL-2.1-or-later, elena GPL-3.0 (https://github.com/RHVoice/RHVoice). The voice irina is
never trained on: the model is measured on it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.speech.utterance import Utterance
from voice_judge.errors import UserError

EVALUATION_VOICE = "irina"

_LICENCES = {"elena": "GPL-3.0-only"}


@dataclass(frozen=True, slots=True)
class RHVoiceCorpus:
    """The corpus of a folder; `voices` empty: every voice but the evaluation's."""

    folder: Path
    voices: frozenset[str] = frozenset()
    name: str = "rhvoice"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:  # noqa: ARG002 - needs no fetching
        """The wanted voices' recordings.

        Raises:
            UserError: the folder has no index.
        """
        index = self.folder / "index.tsv"
        try:
            lines = index.read_text(encoding="utf-8").splitlines()[1:]
        except OSError as error:
            raise UserError(
                f"В папке {self.folder} нет списка записей index.tsv: {error}. "
                "Укажите папку с записями RHVoice: --rhvoice ПАПКА"
            ) from error
        return tuple(self._read(lines))

    def _read(self, lines: list[str]) -> Iterator[Utterance]:
        for line in lines:
            path, voice, text = line.split("\t")
            if voice in self.voices or (not self.voices and voice != EVALUATION_VOICE):
                licence = _LICENCES.get(voice, "LGPL-2.1-or-later")
                identity = f"rhvoice/{path.rpartition('.')[0]}"
                yield Utterance(identity, self.folder / path, text, f"rhvoice-{voice}", "synthetic", licence, self.name)
