"""All recordings but the game day, each with its manifest lines."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from builder import noise
from builder.manifest import CLEAN, NOBODY, NOT_TRANSCRIBED, Line, in_noise
from builder.names import file_stem
from builder.sound import fade, normalise, read, silence, write
from builder.speakers import Corpus, Speakers
from builder.tables import Clip, Phrase, Voice

_SILENCE = "noise/silence.flac"
_LISTENING_PHASES = ("day", "vote", "night")


@dataclass(frozen=True, slots=True)
class Sources:
    """Where recordings come from: the RHVoice corpus and the folder of human recordings and noises."""

    rhvoice: Path
    recordings: Path


def spoken(root: Path, corpus: Corpus, voices: list[Voice], phrases: list[Phrase]) -> Iterator[Line]:
    """Every phrase in every voice of its group that can speak it; the same words are recorded once."""
    speakers = Speakers(voices, corpus, (p.transcript for p in phrases if p.group in _festival_groups(voices)))
    done: set[str] = set()
    for voice in voices:
        for phrase in (p for p in phrases if p.group in voice.groups):
            text = phrase.transcript
            file = f"{voice.engine}/{voice.variant.lower() or 'nsh'}/{file_stem(text)}.opus"
            if file not in done and not _record(root / file, voice, phrase, speakers, corpus):
                continue
            done.add(file)
            line = Line(file, text, voice.name, "synthetic", voice.licence, phrase.phase, CLEAN, phrase.expected)
            yield line
            yield in_noise(line)


def _festival_groups(voices: list[Voice]) -> frozenset[str]:
    return frozenset[str]().union(*(voice.groups for voice in voices if voice.engine == "festival"))


def _record(target: Path, voice: Voice, phrase: Phrase, speakers: Speakers, corpus: Corpus) -> bool:
    """Make one recording; False where a corpus voice never said these words."""
    ready = corpus.file(voice.variant, phrase.text) if voice.engine == "rhvoice" else None
    if ready is not None:  # Opus already: not encoded a second time
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ready, target)
        return True
    sound = speakers.say(voice.name, phrase)
    if sound is not None:
        write(target, sound)
    return sound is not None


def taken(root: Path, sources: Sources, clips: list[Clip]) -> Iterator[Line]:
    """Every recording of the table of clips, whole or a piece of it, once for each phase."""
    folders = {"audio": sources.recordings, "rhvoice": sources.rhvoice}
    for clip in clips:
        folder, _, path = clip.source.partition(":")
        source, target = folders[folder] / path, root / clip.target
        target.parent.mkdir(parents=True, exist_ok=True)
        whole = clip.end is None and not clip.start
        if whole and source.suffix == target.suffix:
            shutil.copyfile(source, target)
        else:
            sound = normalise(read(source, clip.start, clip.end))
            write(target, sound if whole else fade(sound))
        kind = "synthetic" if folder == "rhvoice" else "human"
        mixable = clip.transcript not in (NOT_TRANSCRIBED, NOBODY)
        for phase in clip.phases:
            line = Line(clip.target, clip.transcript, clip.voice, kind, clip.licence, phase, CLEAN, clip.expected)
            yield line
            if mixable:
                yield in_noise(line)


def wordless(root: Path) -> Iterator[Line]:
    """Silence and babble: nobody in particular speaks, nothing may be understood."""
    write(root / _SILENCE, silence(5.0))
    for phase in _LISTENING_PHASES:
        yield Line(_SILENCE, NOBODY, "nobody", "synthetic", "CC0-1.0", phase, CLEAN, "nothing")
        yield Line(
            "noise/babble.flac", NOT_TRANSCRIBED, "babble", "human", noise.BABBLE_LICENCE, phase, CLEAN, "nothing"
        )
