"""The recordings of people in Debian packages whose own files tell the words."""

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from training.speech.debian import package
from training.speech.spoken_words import spoken_words
from training.speech.utterance import Utterance


@dataclass(frozen=True, slots=True)
class Asterisk:
    """A telephone exchange's prompts and numbers, one woman, G.722 at 16 kHz; the texts come with the package."""

    name: str = "asterisk-core-sounds-ru"
    voice: str = "asterisk"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """Prompts without music or beeps (their texts are in square brackets) or names of English letters."""
        texts = package(self.name, work) / f"usr/share/doc/{self.name}/core-sounds-ru.txt.gz"
        sounds = next((package(f"{self.name}-g722", work) / "usr/share/asterisk/sounds").iterdir())
        lines = gzip.decompress(texts.read_bytes()).decode("utf-8").splitlines()
        return tuple(self._read(sounds, lines))

    def _read(self, sounds: Path, lines: list[str]) -> Iterator[Utterance]:
        for line in lines:
            prompt, _, text = line.partition(":")
            audio = sounds / f"{prompt}.g722"
            words = spoken_words(text)
            if words and audio.exists() and not re.fullmatch("letters/[a-z]|letters/zed", prompt):
                yield Utterance(f"asterisk/{prompt}", audio, words, self.voice, "human", "CC-BY-3.0", self.name)


@dataclass(frozen=True, slots=True)
class Festvox:
    """620 sentences of one man, 16 kHz: what the festival voice msu_ru_nsh_clunits is cut from."""

    name: str = "festvox-ru"
    voice: str = "festvox"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """Every sentence without Latin letters or large numbers."""
        folder = package(self.name, work) / "usr/share/festival/voices/russian/msu_ru_nsh_clunits"
        lines = (folder / "etc/txt.done.data").read_text(encoding="utf-8").splitlines()
        return tuple(self._read(folder / "wav", lines))

    def _read(self, sounds: Path, lines: list[str]) -> Iterator[Utterance]:
        for found in filter(None, (re.search(r'\(\s*(\S+)\s+"(.*)"', line) for line in lines)):
            audio = sounds / f"{found[1]}.wav"
            words = spoken_words(found[2])
            if words and audio.exists():
                yield Utterance(f"festvox/{found[1]}", audio, words, self.voice, "human", "BSD-like", self.name)


_SAID_OTHERWISE = frozenset(
    f"{folder}/{name}"
    for folder, names in (
        ("food/dessert", "smallcake"),
        ("seasonal/hanukkah", "dreydl-hay"),
        ("symbols/money/euro/coins", "100 200"),
        ("symbols/money/japanese", "yen001"),
    )
    for name in names.split()
)
"""Titles of which a recogniser heard more or less than is written (of 768; the others it heard as they stand)."""


@dataclass(frozen=True, slots=True)
class TuxPaint:
    """Names of pictures, read out by a man; the texts are their Russian titles (`ru.utf8=` of `NAME.txt`)."""

    name: str = "tuxpaint-stamps-default"
    voice: str = "tuxpaint"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """Every title that can be read out with certainty."""
        return tuple(self._read(package(self.name, work) / "usr/share/tuxpaint/stamps"))

    def _read(self, stamps: Path) -> Iterator[Utterance]:
        for audio in sorted(stamps.rglob("*_desc_ru.ogg")):
            titles = audio.with_name(audio.name.replace("_desc_ru.ogg", ".txt"))
            words = spoken_words(_title(titles)) if titles.exists() else None
            name = audio.relative_to(stamps).as_posix().removesuffix("_desc_ru.ogg")
            if words and name not in _SAID_OTHERWISE:
                yield Utterance(f"tuxpaint/{name}", audio, words, self.voice, "human", "GPL-2.0-or-later", self.name)


@dataclass(frozen=True, slots=True)
class KLettres:
    """Letters and syllables for children, read out; a syllable is its own word."""

    name: str = "klettres-data"
    voice: str = "klettres"

    def utterances(self, work: Path) -> tuple[Utterance, ...]:
        """The syllables; the letters' names are words of one sound, of no use here."""
        folder = package(self.name, work) / "usr/share/klettres"
        sounds = ElementTree.parse(folder / "ru/sounds.xml").getroot().find("language/syllables")
        return tuple(self._read(folder, () if sounds is None else tuple(sounds)))

    def _read(self, folder: Path, sounds: tuple[ElementTree.Element, ...]) -> Iterator[Utterance]:
        for sound in sounds:
            file = sound.get("file", "")
            # One syllable of the package is written with a Latin O.
            words = spoken_words(sound.get("name", "").replace("O", "О"))
            if words and (folder / file).exists():
                name = file.removeprefix("ru/").removesuffix(".ogg")
                yield Utterance(
                    f"klettres/{name}", folder / file, words, self.voice, "human", "GPL-2.0-or-later", self.name
                )


def _title(file: Path) -> str:
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    return next((line.removeprefix("ru.utf8=") for line in lines if line.startswith("ru.utf8=")), "")
