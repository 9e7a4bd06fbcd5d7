"""Whisper behind the recognizer's seam: stretches of speech in, finals on the audio clock out."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from tests.speech.sounds import quiet, stream
from tests.speech.whisper_fake import FakeWhisper
from voice_judge.errors import UserError
from voice_judge.grammar import load_grammars
from voice_judge.speech.audio import SAMPLE_RATE, AudioChunk, Samples
from voice_judge.speech.engines import load_engine
from voice_judge.speech.recognizer import Hypothesis
from voice_judge.speech.recording import read_recording
from voice_judge.speech.whisper_engine import WhisperEngine
from voice_judge.speech.whisper_hearing import WhisperHearing
from voice_judge.speech.whisper_model import check_whisper_files
from voice_judge.speech.whisper_recognizer import WhisperRecognizer
from voice_judge.speech.whisper_segments import FRAME, Segmenter, SegmentSettings
from voice_judge.speech.whisper_text import words_of
from voice_judge.table.ears import Ears
from voice_judge.table.spotting import Heard, Missed

LOUD = 1000
TICK = FRAME / SAMPLE_RATE


def loudness(frame: bytes) -> float:
    """A detector for which loud is speech."""
    return float(np.abs(np.frombuffer(frame, np.int16)).max()) / LOUD


def voice(seconds: float, level: int = LOUD) -> Samples:
    return np.full(round(seconds * SAMPLE_RATE), level, np.int16)


def silence(seconds: float) -> Samples:
    return voice(seconds, 0)


def cut(*sounds: Samples) -> list[tuple[float, float]]:
    """Begin and length in seconds of the stretches."""
    segmenter = Segmenter(loudness)
    found = [segment for chunk in stream(sounds) for segment in segmenter.feed(chunk.samples)]
    last = segmenter.cut()
    segments = [*found, last] if last else found
    return [(segment.begin / SAMPLE_RATE, len(segment.samples) / SAMPLE_RATE) for segment in segments]


# --- stretches -------------------------------------------------------------------------------------------------


def test_a_stretch_begins_half_a_second_before_the_voice_and_ends_after_the_silence() -> None:
    ((begin, length),) = cut(silence(2), voice(1), silence(2))
    assert begin == pytest.approx(1.5, abs=2 * TICK)
    assert length == pytest.approx(0.5 + 1 + 0.35, abs=3 * TICK)


@pytest.mark.parametrize(
    ("sounds", "count"),
    [
        ([silence(3)], 0),
        ([], 0),
        ([silence(1), voice(0.05), silence(1)], 0),  # a click
        ([silence(1), voice(0.2), silence(1)], 1),  # a short word
        ([voice(1), silence(0.2), voice(1), silence(1)], 1),  # a breath inside a phrase
        ([voice(1), silence(0.6), voice(1), silence(1)], 2),
        ([voice(1)], 1),  # the recording ends in the middle
        ([silence(1), voice(1, 400), silence(1)], 0),  # too soft to begin
    ],
)
def test_how_many_stretches(sounds: Sequence[Samples], count: int) -> None:
    assert len(cut(*sounds, silence(0))) == count


def test_a_long_speech_is_cut_at_its_quietest_place_and_nothing_is_lost() -> None:
    spoken = [voice(9), voice(0.1, 450), voice(15)]
    (first, *rest) = cut(*spoken, silence(1))
    assert first[0] == 0.0
    assert first[1] == pytest.approx(9.0, abs=0.2)
    ends = [first[0] + first[1], *(begin + length for begin, length in rest)]
    assert [begin for begin, _ in rest] == ends[:-1]
    assert max(length for _, length in rest) <= SegmentSettings().longest + TICK
    assert ends[-1] == pytest.approx(24.1 + 0.35, abs=3 * TICK)


# --- the recognizer --------------------------------------------------------------------------------------------


def recognizer(whisper: FakeWhisper) -> WhisperRecognizer:
    return WhisperRecognizer(WhisperHearing(whisper, None), Segmenter(loudness))


def feed(ears: WhisperRecognizer, *sounds: Samples, start: float = 0.0) -> list[Hypothesis]:
    return [hypothesis for chunk in stream(sounds, start) for hypothesis in ears.feed(chunk)]


def test_an_utterance_is_announced_once_and_concluded_in_the_silence() -> None:
    whisper = FakeWhisper(["Спасибо всё"])
    partial, final = feed(recognizer(whisper), silence(2), voice(1), silence(1), start=100.0)
    assert (partial.final, partial.text) == (False, "[unk]")
    assert partial.at == pytest.approx(102.1, abs=0.05)
    assert (final.final, final.text) == (True, "спасибо всё")
    assert final.at == pytest.approx(103.4, abs=0.1)
    assert final.words[0].start == pytest.approx(101.5, abs=2 * TICK)
    assert final.words[1].end == pytest.approx(102.1, abs=2 * TICK)


def test_noise_takes_its_announcement_back() -> None:
    found = feed(recognizer(FakeWhisper(["Шум"], log_prob=-3.0)), voice(1), silence(1))
    assert [(hypothesis.final, hypothesis.text) for hypothesis in found] == [(False, "[unk]"), (True, "")]


def test_silence_says_nothing() -> None:
    ears = recognizer(FakeWhisper(["Спасибо"]))
    assert feed(ears, silence(3)) == []
    assert ears.peek().words == ()
    assert ears.finish() == []


def test_a_peek_disturbs_nothing_and_is_not_paid_twice() -> None:
    whisper = FakeWhisper(["Наступает ночь"])
    ears = recognizer(whisper)
    feed(ears, silence(1), voice(1), silence(0.2))
    peek = ears.peek()
    assert (peek.final, peek.text) == (True, "наступает ночь")
    assert len(whisper.heard) == 1
    (final,) = ears.finish()
    assert final.words == peek.words
    assert len(whisper.heard) == 1, "only silence was added"
    assert ears.finish() == []
    assert [hypothesis.final for hypothesis in feed(ears, silence(1), voice(1), silence(1), start=2.2)] == [False, True]
    assert len(whisper.heard) == 2


def test_what_was_concluded_is_not_heard_again() -> None:
    whisper = FakeWhisper(["Пас"])
    ears = recognizer(whisper)
    feed(ears, voice(1))
    ears.finish()
    feed(ears, voice(1), silence(1), start=1.0)
    assert whisper.heard == [pytest.approx(1.0, abs=TICK), pytest.approx(1.35, abs=3 * TICK)]


def test_a_gap_in_the_sound_ends_the_utterance() -> None:
    ears = recognizer(FakeWhisper(["Пас"]))
    assert [hypothesis.final for hypothesis in feed(ears, voice(1))] == [False]
    first, second = feed(ears, voice(0.1), start=50.0)
    assert (first.final, first.text) == (True, "пас")
    assert first.words[0].start == 0.0
    assert not second.final
    (final,) = ears.finish()
    assert final.words[0].start == pytest.approx(50.0, abs=2 * TICK)


def test_after_close_nothing_is_remembered() -> None:
    whisper = FakeWhisper(["Пас"])
    ears = recognizer(whisper)
    feed(ears, voice(1))
    ears.close()
    assert ears.peek().words == ()
    assert whisper.heard == []


# --- the engine ------------------------------------------------------------------------------------------------


def test_an_engine_knows_words_and_tells_what_is_slower() -> None:
    engine = WhisperEngine(FakeWhisper(), Path("models/whisper-base"))
    assert engine.name == "whisper whisper-base"
    assert "позже" in engine.note
    assert all(map(engine.knows, ("выставлю", "четвёртого", "что-то", "[unk]")))
    assert not any(map(engine.knows, ("", "5", "5-го")))


def test_the_program_hears_phrases_with_it_as_with_any_other_engine() -> None:
    long, short = "Мне кажется, он чёрный. Я вставляю игрока №5", "Я не выставляю игрока №6"
    liked = dict.fromkeys([*words_of(long), *words_of(short), "выставляю"], 0.5)
    whisper = FakeWhisper(hear=lambda sound: long if len(sound) > 3 * SAMPLE_RATE else short, costs=liked, other=9.0)
    ears = Ears(load_grammars(), WhisperEngine(whisper, Path("base")))
    sounds = [quiet(1), spoken("ya-otzyvayu-igroka-nomer-tri-ya-vystavlyayu-igroka-nomer-sem"), quiet(1.5)]
    sounds += [spoken("spasibo-vsyo"), quiet(1.5)]
    spotted = [one for chunk in stream(sounds) for one in ears.listen(chunk, "day")]
    heard = [one for one in spotted if isinstance(one, Heard)]
    assert [(one.intent.name, dict(one.intent.slots)) for one in heard] == [("nominate", {"seat": 5})]
    assert any(isinstance(one, Missed) and one.not_recognized.reason == "negated" for one in spotted)
    assert len(whisper.heard) <= 6, "no stretch is paid for again and again"


def spoken(name: str) -> Samples:
    return read_recording(Path(__file__).parents[2] / f"audio_fixtures/rhvoice/irina/{name}.opus")


def test_silero_itself_hears_no_speech_in_silence_and_hum() -> None:
    ears = WhisperEngine(FakeWhisper(["Спасибо"]), Path("base")).recognizer(("спасибо", "[unk]"))
    hum = (3000 * np.sin(np.arange(SAMPLE_RATE) * 0.04)).astype(np.int16)
    assert [list(ears.feed(AudioChunk(hum, 0.0))), list(ears.finish())] == [[], []]


# --- what can be missing ---------------------------------------------------------------------------------------


@pytest.fixture
def model(tmp_path: Path) -> Path:
    for name in ("model.bin", "config.json", "tokenizer.json", "vocabulary.json"):
        (tmp_path / name).write_text("{}")
    return tmp_path


def test_without_a_model_the_judge_is_asked_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VOICE_JUDGE_MODEL", raising=False)
    with pytest.raises(UserError, match="--model ПУТЬ"):
        load_engine(None, "whisper")


def test_without_the_package_the_judge_is_told_how_to_install_it(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ctranslate2", None)
    with pytest.raises(UserError, match=r'pip install "voice-judge\[whisper\]"'):
        load_engine(model, "whisper")


@pytest.mark.parametrize("name", ["model.bin", "config.json", "tokenizer.json", "vocabulary.json"])
def test_a_missing_file_is_named(model: Path, name: str) -> None:
    (model / name).unlink()
    with pytest.raises(UserError, match=f"нет или пусто: {name}"):
        load_engine(model, "whisper")


def test_an_empty_file_counts_as_missing_and_either_vocabulary_will_do(model: Path) -> None:
    (model / "vocabulary.json").rename(model / "vocabulary.txt")
    check_whisper_files(model)
    (model / "model.bin").write_bytes(b"")
    with pytest.raises(UserError, match=r"model\.bin"):
        check_whisper_files(model)


def test_a_model_of_vosk_is_no_model_of_whisper_and_no_folder_is_none(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="это не модель Whisper"):
        load_engine("ru-judge-0.2", "whisper")
    with pytest.raises(UserError, match="такой папки нет"):
        load_engine(tmp_path / "none", "whisper")


def test_an_unknown_engine_is_told() -> None:
    with pytest.raises(UserError, match=r"нет движка «kaldi»; есть: vosk, whisper"):
        load_engine(None, "kaldi")
