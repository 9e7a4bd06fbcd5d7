"""The club's recordings as labelled clips: cut out of the games' sound by their journals, or named in a manifest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import soundfile

from training.adaptation.cutting import cut
from training.adaptation.game_labels import Said, phrases_said, talk_heard
from training.adaptation.labelled import Labelled
from voice_judge.errors import UserError
from voice_judge.evaluation.manifest import Clip, read_manifest
from voice_judge.evidence.clips import GameSound
from voice_judge.evidence.storage import has_sound, sound_folder
from voice_judge.evidence.turns import turns_of
from voice_judge.grammar import Grammars
from voice_judge.journal.library import StoredGame
from voice_judge.speech.audio import SAMPLE_RATE, Samples

_ROOM = 0.3


def of_game(game: StoredGame, grammars: Grammars, folder: Path) -> tuple[Labelled, ...]:
    """What a recorded game has to teach; the clips are written to `folder`.

    Raises:
        UserError: no sound of it is kept.
    """
    number = game.summary.number
    if not has_sound(number):
        raise UserError(f"звук игры {number} не записывался: запись включает --record или настройка record.on")
    phrases, place = phrases_said(game, grammars), sound_folder(number)
    cutter = _Cutter(number, GameSound(place), tuple(turn.start for turn in turns_of(place)), folder)
    return (*cutter.phrases(phrases), *cutter.talk(talk_heard(game, phrases)))


def of_manifest(path: Path) -> tuple[Labelled, ...]:
    """What a manifest (docs/recognition.md) names; of a recording in several noises the first line teaches.

    Raises:
        UserError: it or a recording of it is wrong.
    """
    found: list[Labelled] = []
    seen: set[Path] = set()
    for clip in read_manifest(path):
        new = clip.file not in seen
        seen.add(clip.file)
        found.append(Labelled(clip, str(clip.file), _seconds(clip.file), new and bool(clip.transcript.strip())))
    return tuple(found)


@dataclass(frozen=True)
class _Cutter:
    game: int
    sound: GameSound
    turns: Sequence[float]
    folder: Path

    def phrases(self, said: Sequence[Said]) -> Iterator[Labelled]:
        """Each with the silence round it, as far as there is any."""
        for one in said:
            if self.sound.has(one.start) and self.sound.has(one.end - 0.01):
                samples = cut(self.sound, one.start, one.end)
                yield self._labelled(one, samples, teaches=True)

    def talk(self, said: Sequence[Said]) -> Iterator[Labelled]:
        """Talk: its words are not known."""
        for one in said:
            if self.sound.has(one.start) and self.sound.has(one.end - 0.01):
                yield self._labelled(one, self.sound.between(one.start - _ROOM, one.end + _ROOM), teaches=False)

    def _labelled(self, said: Said, samples: Samples, *, teaches: bool) -> Labelled:
        file = self.folder / f"{self.game}-{round(said.start * 100):08}.flac"
        soundfile.write(file, samples, SAMPLE_RATE, format="FLAC")
        clip = Clip(file, said.text, f"game {self.game}", "human", "own", said.phase, None, said.expected)
        return Labelled(clip, f"{self.game} {self._turn(said.start)}", len(samples) / SAMPLE_RATE, teaches)

    def _turn(self, at: float) -> int:
        return sum(start <= at for start in self.turns)


def _seconds(file: Path) -> float:
    try:
        return float(soundfile.info(file).duration)
    except (soundfile.LibsndfileError, RuntimeError):
        raise UserError(f"{file}: это не звуковая запись или она повреждена. Подходят WAV, FLAC, OGG и MP3.") from None
