"""ktuberling-data: the things of a game for children named by a man and a woman; the words are in `ktuberling.tsv`."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.speech.debian import package
from training.speech.utterance import Utterance

WORDS = Path(__file__).with_name("ktuberling.tsv")


@dataclass(frozen=True, slots=True)
class KTuberling:
    """Single words, 44.1 kHz; two voices, `ktuberling-man` and `ktuberling-woman`."""

    name: str = "ktuberling-data"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """The recordings whose words are known.

        Raises:
            UserError: the package cannot be fetched.
        """
        return tuple(self._read(package(self.name, work) / "usr/share/ktuberling/sounds/ru"))

    def _read(self, sounds: Path) -> Iterator[Utterance]:
        lines = (line for line in WORDS.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
        for file, speaker, words in (line.split("\t") for line in list(lines)[1:]):
            audio = sounds / f"{file}.ogg"
            if audio.exists():
                voice = f"ktuberling-{speaker}"
                yield Utterance(f"ktuberling/{file}", audio, words, voice, "human", "GPL-2.0-or-later", self.name)
