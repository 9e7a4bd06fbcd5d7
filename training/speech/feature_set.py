"""The features of everything that is trained on: each source's utterances in so many copies, written into a store."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.speech.augmentation import PLAIN, Augmentation, augmented, chance_of
from training.speech.features_store import Entry, Example, prune, shards_of, write_shard
from training.speech.held_out import is_held_out
from training.speech.sound import Sound, read_sound, seconds, trimmed
from training.speech.utterance import Utterance
from voice_judge.progress import progress

Mfcc = Callable[[Sound], NDArray[np.float32]]
"""Features of a sound in the scale of int16: float32 [frames, 40]."""

VERSION = 1
"""Goes into the names of shards: raise it when the augmentation itself changes."""

_SHARD = 60  # utterances
_SHORTEST = 0.2


@dataclass(frozen=True, slots=True)
class FeaturePlan:
    """How many copies of each source's utterances, and how they are changed.

    The first copy is plain for the sources in `plain`; `other` is for sources not in `copies`. Utterances over
    `longest` seconds are left out.
    """

    copies: Mapping[str, int] = field(
        default_factory=lambda: {
            "festvox-ru": 5,
            "asterisk-core-sounds-ru": 14,
            "asterisk-core-sounds-ru-joined": 8,
            "tuxpaint-stamps-default": 16,
            "tuxpaint-stamps-default-joined": 8,
            "klettres-data": 20,
            "ktuberling-data": 20,
            "rhvoice": 3,
            "rhvoice-debian": 3,
            "festival": 2,
            "retro-ru-tts": 3,
            "espeak-ng": 2,
            "foreign": 1,
            "nobody": 3,
        }
    )
    other: int = 1
    plain: frozenset[str] = frozenset({"asterisk-core-sounds-ru", "tuxpaint-stamps-default", "festvox-ru"})
    augmentation: Augmentation = field(default_factory=Augmentation)
    longest: float = 20.0

    def settings(self, source: str, copy: int) -> Augmentation:
        """What copy number `copy` of a source's utterance is made with."""
        return PLAIN if copy == 0 and source in self.plain else self.augmentation


def write_features(
    utterances: Sequence[Utterance], behind: Sequence[Utterance], folder: Path, plan: FeaturePlan, mfcc: Mfcc
) -> None:
    """Write the shards of `utterances` that are missing in the store `folder`, and remove those of earlier lists.

    `behind`: who talks in the background.

    Raises:
        UserError: a recording cannot be read.
    """
    make = _Maker(plan, mfcc, is_held_out(utterances), tuple(behind))
    wanted = list(_shards(utterances, plan))
    with progress("Признаки", sum(len(group) for *_, group in wanted)) as bar:
        done = 0
        for name, copy, group in wanted:
            settings = plan.settings(group[0].source, copy)
            write_shard(folder, name, make.inputs(group, copy, settings), make.of(group, copy, settings))
            done += len(group)
            bar(done)
    prune(folder, (name for name, *_ in wanted))


@dataclass(frozen=True)
class _Maker:
    plan: FeaturePlan
    mfcc: Mfcc
    held_out: Callable[[str], bool]
    behind: tuple[Utterance, ...]

    def of(self, group: Sequence[Utterance], copy: int, settings: Augmentation) -> Callable[[], Iterator[Example]]:
        """Makes the examples of a shard when called."""
        return lambda: filter(None, (self._example(utterance, copy, settings) for utterance in group))

    def inputs(self, group: Sequence[Utterance], copy: int, settings: Augmentation) -> object:
        """All that the examples of a shard follow from, for its hash."""
        held_out = [each.id for each in group if self.held_out(each.id)]
        return {
            "version": VERSION,
            "copy": copy,
            "settings": asdict(settings),
            "longest": self.plan.longest,
            "behind": [each.id for each in self.behind],
            "utterances": [(each.id, each.text, each.audio.stat().st_size) for each in group],
            **({"held out": held_out} if held_out else {}),
        }

    def _example(self, utterance: Utterance, copy: int, settings: Augmentation) -> Example | None:
        sound = read_sound(utterance.audio)
        if not _SHORTEST <= seconds(trimmed(sound)) <= self.plan.longest:
            return None
        made = augmented(sound, settings, _sounds(self.behind), chance_of(utterance.id, copy))
        features = self.mfcc(made.sound * np.float32(32767))
        wordless = not utterance.text
        entry = Entry(
            id=utterance.id,
            text=utterance.text,
            voice=utterance.voice,
            kind=utterance.kind,
            source=utterance.source,
            copy=copy,
            frames=len(features),
            silence_before=len(features) if wordless else min(len(features), made.silence_before // 160),
            silence_after=min(len(features), made.silence_after // 160),
            held_out=self.held_out(utterance.id),
        )
        return Example(entry, features)


def _shards(utterances: Sequence[Utterance], plan: FeaturePlan) -> Iterator[tuple[str, int, Sequence[Utterance]]]:
    """Name, number of the copy and utterances of each shard: the first copies of all sources come first."""
    sources: dict[str, list[Utterance]] = {}
    for utterance in utterances:
        sources.setdefault(utterance.source, []).append(utterance)
    most = max((plan.copies.get(source, plan.other) for source in sources), default=0)
    for copy in range(most):
        for source, found in sources.items():
            if copy < plan.copies.get(source, plan.other):
                for number, group in shards_of(found, _SHARD):
                    yield f"{source}.{copy:02}.{number:04}", copy, group


@lru_cache(maxsize=1)
def _sounds(utterances: tuple[Utterance, ...]) -> tuple[Sound, ...]:
    return tuple(trimmed(read_sound(utterance.audio)) for utterance in utterances)
