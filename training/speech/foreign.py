"""Talk in other languages: real voices for the background, and speech in which no Russian word is to be heard."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import soundfile

from training.lexicon.phones import UNKNOWN_WORD
from training.speech.debian import package
from training.speech.utterance import Utterance

_SECONDS_PER_WORD = 0.5
_SLAVIC = frozenset({"ru", "be", "uk", "bg"})


@dataclass(frozen=True, slots=True)
class ForeignTalk:
    """The titles of tuxpaint-stamps-default in languages that are not Slavic: `[unk]` for each half second.

    Args:
        every: only each so many-th title is taken.
    """

    every: int = 12
    name: str = "foreign"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """Recordings whose words count as unknown.

        Raises:
            UserError: the package cannot be fetched.
        """
        stamps = package("tuxpaint-stamps-default", work) / "usr/share/tuxpaint/stamps"
        found = [path for path in sorted(stamps.rglob("*_desc_*.ogg")) if _language(path) not in _SLAVIC]
        return tuple(self._read(stamps, found[:: self.every]))

    def _read(self, stamps: Path, found: list[Path]) -> Iterator[Utterance]:
        for audio in found:
            words = max(1, round(soundfile.info(audio).duration / _SECONDS_PER_WORD))
            name = audio.relative_to(stamps).as_posix().removesuffix(".ogg")
            text = " ".join([UNKNOWN_WORD] * words)
            voice = f"tuxpaint-{_language(audio)}"
            yield Utterance(f"foreign/{name}", audio, text, voice, "human", "GPL-2.0-or-later", self.name)


def _language(path: Path) -> str:
    return path.stem.rpartition("_")[2]
