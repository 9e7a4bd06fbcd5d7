"""The speakers: RHVoice from a ready corpus of recordings, espeak-ng and festival by synthesis."""

import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from builder.sound import Sound, fade, join, normalise, pad, read, trim
from builder.tables import Phrase, Voice

JOIN_GAP = 0.12
"""Seconds between the joined recordings of one utterance: short enough to stay one utterance."""

_MARGIN = 0.1

_FESTIVAL_VOICE = "voice_msu_ru_nsh_clunits"


class Corpus:
    """RHVoice recordings: a directory with index.tsv (path, voice, text)."""

    def __init__(self, directory: Path) -> None:
        self._files: dict[tuple[str, str], Path] = {}
        for line in (directory / "index.tsv").read_text(encoding="utf-8").splitlines()[1:]:
            path, voice, text = line.split("\t")
            self._files.setdefault((voice, text), directory / path)

    def file(self, voice: str, text: str) -> Path | None:
        """The recording of `text`, if the corpus has it."""
        return self._files.get((voice, text))

    def joined(self, voice: str, phrase: Phrase) -> Sound | None:
        """The phrase's recordings as one utterance; None if one of them is missing."""
        found = [self.file(voice, part) for part in phrase.parts]
        files = [path for path in found if path is not None]
        if len(files) != len(found):
            return None
        return join([fade(trim(read(path))) for path in files], JOIN_GAP)


class Speakers:
    """All voices at hand; `texts` are all that will be asked of festival, which speaks them in one run."""

    def __init__(self, voices: Iterable[Voice], corpus: Corpus, texts: Iterable[str]) -> None:
        self._voices = {voice.name: voice for voice in voices}
        self._corpus = corpus
        self._festival = festival(texts) if any(v.engine == "festival" for v in self._voices.values()) else {}

    def say(self, voice_name: str, phrase: Phrase) -> Sound | None:
        """The phrase in that voice; None where a corpus voice never said these words."""
        voice = self._voices[voice_name]
        if voice.engine == "festival":
            return self._festival[phrase.transcript]
        if voice.engine == "espeak":
            return espeak(voice, phrase.transcript)
        return self._corpus.joined(voice.variant, phrase)


def _finished(sound: Sound) -> Sound:
    """A synthesiser's raw sound at one level, with a little silence around it: espeak-ng starts at full strength."""
    return pad(normalise(trim(sound)), _MARGIN)


def espeak(voice: Voice, text: str) -> Sound:
    """Synthesise with espeak-ng's Russian voice and a variant."""
    with TemporaryDirectory() as folder:
        target = Path(folder) / "speech.wav"
        command = ["espeak-ng", "-v", f"ru+{voice.variant}", "-s", voice.speed, "-p", voice.pitch, "-w", str(target)]
        subprocess.run([*command, text], check=True)
        return _finished(read(target))


def festival(texts: Iterable[str]) -> dict[str, Sound]:
    """Synthesise all texts with festival's Russian voice in one run (starting it takes a second)."""
    wanted = list(dict.fromkeys(texts))
    with TemporaryDirectory() as folder:
        script = Path(folder) / "speak.scm"
        files = [Path(folder) / f"{number}.wav" for number in range(len(wanted))]
        lines = [f"({_FESTIVAL_VOICE})"]
        for text, target in zip(wanted, files, strict=True):
            lines.append(f'(utt.save.wave (utt.synth (Utterance Text "{text}")) "{target}" (quote riff))')
        script.write_text("\n".join(lines) + "\n", encoding="utf-8")
        subprocess.run(["festival", "-b", str(script)], check=True)
        return {text: _finished(read(target)) for text, target in zip(wanted, files, strict=True)}
