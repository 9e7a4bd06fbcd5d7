"""The game day: plan.yaml put together into one recording and a transcript of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from ruamel.yaml import YAML

from builder.sound import RATE, Sound, level, loop, read, speed, write
from builder.speakers import Corpus, Speakers
from builder.tables import Phrase, Voice

_SPEECH_LEVEL = 0.09
"""Root mean square of everybody's speech, so that the hall is equally far below all."""

_LIMIT = 0.9


@dataclass(frozen=True, slots=True)
class Utterance:
    """What one person says in one breath, `after` seconds of silence; `speed` makes another person of a voice."""

    after: float
    voice: str
    speed: float
    words: Phrase


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole day; the hall's noise is `below` dB under the speech."""

    noise: str
    below: float
    tail: float
    utterances: tuple[Utterance, ...]


def read_plan(path: Path) -> Plan:
    """Read plan.yaml; an error of spelling in it is a KeyError."""
    data: Mapping[str, Any] = YAML(typ="safe").load(path)
    voices = data["voices"]
    utterances = tuple(
        Utterance(
            float(entry["after"]),
            voices[entry["who"]]["voice"],
            float(voices[entry["who"]].get("speed", 1.0)),
            Phrase("", "", "", entry["say"]),
        )
        for entry in data["day"]
    )
    return Plan(data["hall"]["noise"], float(data["hall"]["below"]), float(data["tail"]), utterances)


def build(root: Path, voices: list[Voice], corpus: Corpus) -> float:
    """Write game_day.opus and transcript.txt beside plan.yaml; returns the day's length in seconds."""
    folder = root / "game_day"
    plan = read_plan(folder / "plan.yaml")
    texts = [utterance.words.transcript for utterance in plan.utterances]
    speakers = Speakers(voices, corpus, texts)
    pieces: list[Sound] = []
    lines: list[str] = []
    length = 0
    for utterance in plan.utterances:
        said = _said(utterance, speakers)
        gap = np.zeros(round(utterance.after * RATE))
        pieces += [gap, said]
        length += len(gap) + len(said)
        lines.append(f"{length / RATE:.2f} {utterance.words.transcript}")
    pieces.append(np.zeros(round(plan.tail * RATE)))
    speech = np.concatenate(pieces)
    hall = read(root / "noise" / plan.noise)
    hall = loop(hall, len(speech)) * (_SPEECH_LEVEL / level(hall) / 10 ** (plan.below / 20))
    write(folder / "game_day.opus", speech + hall)
    (folder / "transcript.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(speech) / RATE


def _said(utterance: Utterance, speakers: Speakers) -> Sound:
    sound = speakers.say(utterance.voice, utterance.words)
    if sound is None:
        raise SystemExit(f"game_day/plan.yaml: {utterance.voice} has no recording of «{utterance.words.transcript}»")
    if utterance.speed != 1.0:
        sound = speed(sound, utterance.speed)
    return np.asarray(np.clip(sound * (_SPEECH_LEVEL / level(sound)), -_LIMIT, _LIMIT))
