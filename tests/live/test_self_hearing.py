"""The program's own announcements, heard by its own microphone at full level, give it no command."""

from functools import lru_cache

import numpy as np
import pytest

from tests.table.judged import grammars
from voice_judge.grammar import sentences
from voice_judge.grammar.intent import Intent
from voice_judge.live.half_duplex import HalfDuplex
from voice_judge.live.lines import clock_lines, fixed_lines
from voice_judge.rules import Phase
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples
from voice_judge.speech.engines import load_engine
from voice_judge.speech.spoken_voice import SpokenVoice
from voice_judge.table.ears import Ears
from voice_judge.table.spotting import Heard

TENTH = SAMPLE_RATE // 10
LATENCY = 0.08  # seconds from the order to play to the sound in the air
ECHO = 0.25  # seconds for which the hall goes on sounding


@lru_cache
def dangerous() -> tuple[tuple[str, str], ...]:
    """Each announcement that is a formal phrase of some phase, with that phase; every kind once."""
    found: dict[tuple[str, str], str] = {}
    for text in (*fixed_lines(grammars().answers), *clock_lines(grammars().answers)):
        words, pauses = sentences(text)
        for phase in Phase:
            for match in grammars().matcher(phase.value).match(words, True, pauses):
                if isinstance(match, Intent):
                    found.setdefault((match.name, phase.value), text)
    return tuple((text, phase) for (_, phase), text in found.items())


@lru_cache
def rendered(text: str) -> Samples:
    samples = SpokenVoice().render(text)
    assert samples is not None, "no Russian voice (Debian: libespeak-ng1 espeak-ng-data)"
    return samples


def heard(text: str, phase: str, *, guarded: bool) -> list[Heard]:
    """What the ears make of an announcement that begins after two seconds, and of the hall's echo of it."""
    voice = rendered(text).astype(np.float64)
    hall = np.random.default_rng(1).normal(0.0, 60.0, 2 * SAMPLE_RATE + len(voice) + 3 * SAMPLE_RATE)
    start = round((2.0 + LATENCY) * SAMPLE_RATE)
    hall[start : start + len(voice)] += voice
    echo = start + round(ECHO * SAMPLE_RATE)
    hall[echo : echo + len(voice)] += 0.2 * voice
    half_duplex = HalfDuplex(lambda monotonic: monotonic)
    half_duplex.sounds(2.0, 2.0 + LATENCY + len(voice) / SAMPLE_RATE)
    ears = Ears(grammars(), load_engine())
    found: list[object] = []
    samples = hall.clip(-32_768, 32_767).astype(np.int16)
    for place in range(0, len(samples) - TENTH, TENTH):
        chunk = AudioChunk(samples[place : place + TENTH], place / SAMPLE_RATE)
        if not (guarded and half_duplex.deaf(chunk)):
            found += ears.listen(chunk, phase)
    found += ears.finish()
    ears.close()
    return [one for one in found if isinstance(one, Heard)]


def test_some_announcements_are_formal_phrases_themselves() -> None:
    texts = {text for text, _ in dangerous()}
    assert {"Наступает ночь", "Спасибо", "Пауза"} <= texts


@pytest.mark.parametrize(("text", "phase"), dangerous(), ids=[f"{phase}: {text}" for text, phase in dangerous()])
def test_an_announcement_gives_no_command(text: str, phase: str) -> None:
    assert heard(text, phase, guarded=True) == []


def test_without_the_guard_it_would() -> None:
    assert [one.intent.name for one in heard("Наступает ночь", "day", guarded=False)] == ["night_falls"]
