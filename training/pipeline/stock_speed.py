"""What the recogniser alone costs: stock Vosk with the list of a day, no looks amid talk and no second decodings."""

import json
import time
from collections.abc import Sequence
from pathlib import Path

from training.pipeline.word_errors import listen
from voice_judge.evaluation.cost import CLIPS
from voice_judge.evaluation.manifest import Clip
from voice_judge.evaluation.sound import MARGIN, clip_sound
from voice_judge.grammar import load_grammars
from voice_judge.speech.audio import SAMPLE_RATE
from voice_judge.speech.model_words import model_words

_PHASE = "day"


def stock_speed(model: Path, clips: Sequence[Clip]) -> float:
    """Seconds of one core for a second of sound, over the recordings that `measure_cost` takes too.

    Raises:
        UserError: a recording or the grammars are wrong.
    """
    import vosk  # noqa: PLC0415 (never in a process that has PyTorch)

    some = clips[:: max(1, len(clips) // CLIPS)][:CLIPS]
    phrases = load_grammars().phrases(_PHASE, model_words(model).__contains__)
    vosk.SetLogLevel(-1)
    recogniser = vosk.KaldiRecognizer(vosk.Model(str(model)), SAMPLE_RATE, json.dumps(phrases, ensure_ascii=False))
    sounds = [clip_sound(clip, after=MARGIN) for clip in some]
    began = time.process_time()
    for sound in sounds:
        listen(recogniser, sound)
    seconds = sum(map(len, sounds)) / SAMPLE_RATE
    return (time.process_time() - began) / seconds if seconds else 0.0
