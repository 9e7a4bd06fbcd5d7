"""Vosk behind the seam: words on the audio clock, partials that change, finals that end."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from tests.speech.conftest import Say
from tests.speech.sounds import quiet, stream
from voice_judge.errors import UserError
from voice_judge.speech.audio import AudioChunk
from voice_judge.speech.models import load_model
from voice_judge.speech.recognizer import Hypothesis
from voice_judge.speech.vosk_recognizer import LONGEST_UTTERANCE, UNCERTAIN, VoskRecognizer

PHRASES = ("спасибо всё", "господин судья кто выставлен", "пас", "просыпается мафия", "и", "а", "думаю", "[unk]")


def hear(recognizer: VoskRecognizer, chunks: Sequence[AudioChunk]) -> list[Hypothesis]:
    found = [hypothesis for chunk in chunks for hypothesis in recognizer.feed(chunk)]
    return [*found, *recognizer.finish()]


def finals(found: Sequence[Hypothesis]) -> list[str]:
    return [one.text for one in found if one.final]


def test_words_carry_the_time_of_the_audio_clock(say: Say) -> None:
    recognizer = VoskRecognizer(load_model(), PHRASES)
    phrase = say("спасибо всё")
    (final,) = [one for one in hear(recognizer, list(stream([quiet(1), phrase, quiet(1)], start=100.0))) if one.final]
    assert final.text == "спасибо всё"
    assert 101.0 <= final.words[0].start < final.words[-1].end <= 101.1 + len(phrase) / 16_000
    assert all(0.5 < word.confidence <= 1.0 for word in final.words)


def test_times_stay_right_after_finals_finishes_and_gaps(say: Say) -> None:
    recognizer = VoskRecognizer(load_model(), PHRASES)
    phrase = say("спасибо всё")
    starts = []
    for at in (0.0, 50.0, 51.0 + len(phrase) / 16_000 + 2, 4000.0):
        found = hear(recognizer, list(stream([quiet(1), phrase, quiet(1)], start=at)))
        (final,) = [one for one in found if one.final]
        starts.append(final.words[0].start - at)
    assert starts == pytest.approx([starts[0]] * 4, abs=0.06)


def test_an_engine_that_goes_on_hears_and_times_as_a_new_one(say: Say) -> None:
    chunks = list(stream([quiet(0.37), say("господин судья кто выставлен"), quiet(1)]))
    new, used = (VoskRecognizer(load_model(), PHRASES) for _ in range(2))
    for start in (0.0, 20.0, 33.3):
        hear(used, list(stream([quiet(0.7), say("спасибо всё"), quiet(0.51)], start=start)))
        used.peek()
    assert hear(used, chunks) == hear(new, chunks)


def test_an_endpoint_ends_an_utterance_by_itself(say: Say) -> None:
    recognizer = VoskRecognizer(load_model(), PHRASES)
    chunks = list(stream([quiet(0.5), say("спасибо всё"), quiet(2), say("пас"), quiet(2)]))
    found = [one for chunk in chunks for one in recognizer.feed(chunk)]
    assert finals(found) == ["спасибо всё", "пас"]


def test_partials_come_only_when_they_change_and_tell_what_is_uncertain(say: Say) -> None:
    recognizer = VoskRecognizer(load_model(), PHRASES)
    found = hear(recognizer, list(stream([quiet(0.5), say("господин судья кто выставлен"), quiet(1.5)])))
    partials = [one for one in found if not one.final]
    shown = [[(word.text, word.confidence > UNCERTAIN) for word in one.words] for one in partials]
    assert all(one != following for one, following in pairwise(shown))
    assert any(UNCERTAIN in [word.confidence for word in one.words] for one in partials)
    assert all(one.words[0].start <= one.words[-1].end <= one.at + 0.05 for one in partials if one.words)


def test_a_gap_in_the_sound_ends_the_utterance(say: Say) -> None:
    recognizer = VoskRecognizer(load_model(), PHRASES)
    before = [one for chunk in stream([quiet(0.5), say("спасибо всё"), quiet(0.2)]) for one in recognizer.feed(chunk)]
    assert finals(before) == []
    after = recognizer.feed(AudioChunk(quiet(0.1), 60.0))
    assert finals(after) == ["спасибо всё"]
    assert after[0].at < 10


def test_silence_and_noise_say_nothing() -> None:
    recognizer = VoskRecognizer(load_model(), PHRASES)
    noise = np.random.default_rng(3).normal(0, 300, 16_000 * 12).astype(np.int16)
    found = hear(recognizer, list(stream([quiet(12), noise, np.zeros(16_000 * 12, np.int16)])))
    assert {word.text for one in found for word in one.words} <= {"[unk]"}


def test_endless_talk_is_ended_by_force(say: Say) -> None:
    recognizer = VoskRecognizer(load_model(), PHRASES)
    word = say("спасибо всё")[1_600:-4_800]
    endless = [word] * (round(LONGEST_UTTERANCE * 16_000 / len(word)) + 5)
    found = [one for chunk in stream(endless, seconds=0.5) for one in recognizer.feed(chunk)]
    first = next(one for one in found if one.final)
    assert first.at <= LONGEST_UTTERANCE + 0.5


def test_a_peek_tells_the_end_and_disturbs_nothing(say: Say) -> None:
    recognizer, undisturbed = (VoskRecognizer(load_model(), PHRASES) for _ in range(2))
    chunks = list(stream([quiet(0.5), say("пас"), quiet(0.2)], start=30.0))
    for chunk in chunks:
        recognizer.feed(chunk)
        undisturbed.feed(chunk)
    peek = recognizer.peek()
    assert peek.text == "пас"
    assert 30.4 < peek.words[0].start < peek.words[-1].end <= chunks[-1].end
    assert list(recognizer.finish()) == list(undisturbed.finish())
    assert recognizer.peek().words == ()


def test_two_engines_hear_the_same_to_the_last_digit(say: Say) -> None:
    noise = np.random.default_rng(4).normal(0, 400, 16_000 * 3).astype(np.int16)
    chunks = list(stream([quiet(0.5), say("господин судья кто выставлен"), noise, say("пас"), quiet(1)]))
    first = hear(VoskRecognizer(load_model(), PHRASES), chunks)
    assert [hear(VoskRecognizer(load_model(), PHRASES), chunks) for _ in range(3)] == [first] * 3


def test_words_the_model_does_not_know_are_an_error() -> None:
    with pytest.raises(UserError, match="не знает слов: выставляюю, шерифф"):
        VoskRecognizer(load_model(), ("я выставляюю игрока", "шерифф", "[unk]"))


def test_without_phrases_any_word_may_be_heard(say: Say) -> None:
    found = hear(VoskRecognizer(load_model(), None), list(stream([quiet(0.5), say("спасибо всё"), quiet(1)])))
    assert "спасибо" in " ".join(finals(found))
