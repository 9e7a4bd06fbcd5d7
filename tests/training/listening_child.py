"""Stock Vosk in a process of its own: what it hears in sounds, as lines of JSON.

Reads jobs from standard input: a list of [model folder, phrases or null, sound (.npy), seconds of a chunk].
"""

import json
import sys
from typing import Any

import numpy as np
import vosk

from voice_judge.speech.repeatable import seed_dither


def main() -> None:
    """Print one line for each job: a list of results, each with the seconds that were fed before it came."""
    vosk.SetLogLevel(-1)
    models: dict[str, Any] = {}
    for folder, grammar, sound, seconds in json.load(sys.stdin):
        if folder not in models:
            models[folder] = vosk.Model(folder)
        print(json.dumps(_hear(models[folder], grammar, np.load(sound), round(seconds * 16_000))))


def _hear(model: Any, grammar: list[str] | None, samples: np.ndarray, step: int) -> list[dict[str, Any]]:
    lists = () if grammar is None else (json.dumps(grammar, ensure_ascii=False),)
    engine = vosk.KaldiRecognizer(model, 16_000, *lists)
    engine.SetWords(True)
    seed_dither(0)
    results = []
    for first in range(0, len(samples), step):
        if engine.AcceptWaveform(samples[first : first + step].tobytes()):
            results.append({"at": (first + step) / 16_000, **json.loads(engine.Result())})
    return [*results, {"at": len(samples) / 16_000, **json.loads(engine.FinalResult())}]


if __name__ == "__main__":
    main()
