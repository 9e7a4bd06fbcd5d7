"""RHVoice's voices speaking here: which may be trained on, what they say, and how the library is called."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from training.speech import corpora, rhvoice_debian, rhvoice_engine, strangers
from training.speech.held_out import fixture_texts
from training.speech.rhvoice_debian import VOICES, RHVoiceAmounts, RHVoiceVoices, trained_voice, with_numbers_first
from training.speech.rhvoice_engine import Engine
from training.speech.sound import SAMPLE_RATE, Sound, read_sound, seconds
from training.speech.texts import Texts
from voice_judge.errors import UserError
from voice_judge.evaluation import manifest, read_manifest

TEXTS = Texts(
    ("прошу слова", "я выставляю игрока номер один", "мой номер десять"),
    ("пять", "шесть", "девятый", "сорок"),
    ("это просто сказка", "утро вечера мудренее"),
    ("человек", "море", "дом"),
)
FEW = RHVoiceAmounts(*[3] * len(VOICES))
NEVER = ("irina", *strangers.VOICES)
Said = list[tuple[str, str, str, str, float, float]]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    """What an engine that needs no package was told: name, language, package, text, rate, pitch."""
    found: Said = []

    class Fake:
        def __init__(self, name: str, language: str, package_name: str, work: Path) -> None:  # noqa: ARG002
            self.voice = (name, language, package_name)

        def say(self, text: str, rate: float = 1.0, pitch: float = 1.0) -> Sound:
            found.append((*self.voice, text, rate, pitch))
            return np.sin(np.arange(SAMPLE_RATE // 2) / 20).astype(np.float32)

    for module in (rhvoice_debian, strangers):
        monkeypatch.setattr(module, "Engine", Fake)
    return found


def package_of_voices(work: Path, *voices: str) -> Path:
    """The unpacked package of Russian voices with the folders of `voices`."""
    data = work / "debian/rhvoice-russian/usr/share/RHVoice"
    for folder in ("languages/Russian", *(f"voices/{voice}" for voice in voices)):
        (data / folder).mkdir(parents=True)
    return data


def test_every_amount_is_of_a_voice_that_may_be_trained_on() -> None:
    assert {field.name for field in fields(RHVoiceAmounts)} == set(VOICES)
    assert not {voice.name.lower() for voice in VOICES.values()} & {name.lower() for name in NEVER}
    assert not [voice for voice in VOICES.values() if "NC" in voice.licence or "ND" in voice.licence]


@pytest.mark.parametrize("name", NEVER)
def test_no_other_voice_can_be_asked_for(name: str) -> None:
    with pytest.raises(UserError, match=r"не для обучения.*aleksandr_hq"):
        trained_voice(name.lower().replace("-", "_"))


def test_each_voice_speaks_from_its_package_in_its_own_letters(tmp_path: Path, said: Said) -> None:
    found = RHVoiceVoices(TEXTS, FEW).utterances(tmp_path)
    assert {one.voice for one in found} == {voice.speaker for voice in VOICES.values()}
    assert {(name, package) for name, _, package, *_ in said} == {
        (voice.name, voice.package) for voice in VOICES.values()
    }
    licences = {one.voice: one.licence for one in found}
    assert licences["rhvoice-aleksandr-hq"] == "CC-BY-SA-4.0"
    assert licences["rhvoice-elena"] == "GPL-3.0-only"
    russian = {text for name, language, _, text, *_ in said if language == "Russian"}
    assert russian == {one.text for one in found if one.voice.split("-")[1] in ("aleksandr", "anna", "elena")}
    assert not any("ы" in text for _, language, _, text, *_ in said if language == "Ukrainian")
    assert all(seconds(read_sound(one.audio)) > 0.2 for one in found)


def test_rates_and_pitches_are_many(tmp_path: Path, said: Said) -> None:
    RHVoiceVoices(TEXTS, FEW).utterances(tmp_path)
    assert len({(rate, pitch) for *_, rate, pitch in said}) == len(said)
    assert all(0.7 < rate < 1.5 and 0.8 < pitch < 1.3 for *_, rate, pitch in said)


def test_what_was_said_is_not_said_again(tmp_path: Path, said: Said) -> None:
    first = RHVoiceVoices(TEXTS, FEW).utterances(tmp_path)
    said.clear()
    assert RHVoiceVoices(TEXTS, FEW).utterances(tmp_path) == first
    assert said == []


@pytest.mark.usefixtures("said")
def test_familiar_voices_say_what_neither_the_corpus_nor_the_tests_have(tmp_path: Path) -> None:
    assert "я выставляю игрока номер один" in fixture_texts()
    many = RHVoiceAmounts(*[40] * len(VOICES))
    found = RHVoiceVoices(TEXTS, many, frozenset({"мой номер десять", "пять"})).utterances(tmp_path)
    known = {"я выставляю игрока номер один", "мой номер десять", "пять"}
    familiar = {voice.speaker for voice in VOICES.values() if voice.familiar}
    assert not known & {one.text for one in found if one.voice in familiar}
    assert known & {one.text for one in found if one.voice not in familiar}
    words = {word for one in found if one.voice in familiar for word in one.text.split()}
    assert words <= {*TEXTS.numbers, "прошу", "слова"}


def test_phrases_with_numbers_come_twice() -> None:
    texts = Texts(("прошу слова", "мой номер пять"), ("пять",), (), ())
    assert sorted(with_numbers_first(texts).game) == ["мой номер пять", "мой номер пять", "прошу слова"]


def test_a_voice_that_is_not_in_the_package_is_told(tmp_path: Path) -> None:
    package_of_voices(tmp_path, "anna")
    with pytest.raises(UserError, match=r"rhvoice-russian нет voices.aleksandr-hq.*Debian 12"):
        Engine("Aleksandr-hq", "Russian", "rhvoice-russian", tmp_path)


def library(samples: list[int], seen: list[Any]) -> Callable[[Path], Any]:
    """RHVoice's library in small: it answers with `samples` in two pieces at 8 kHz, and keeps what it was given."""
    params: list[Any] = []

    def speak(_: int) -> int:
        params[0].set_sample_rate(8000, None)
        for start in range(0, len(samples), 800):
            piece = np.array(samples[start : start + 800], np.int16)
            params[0].play_speech(piece.ctypes.data, len(piece), None)
        return 1

    def new_engine(given: Any) -> int:
        params.append(given._obj)
        return 1

    def new_message(_: int, text: bytes, size: Any, kind: int, manner: Any, __: None) -> int:
        assert (size.value, kind) == (len(text), 0)
        seen.append((text.decode(), manner._obj.voice_profile.decode(), manner._obj.relative_rate))
        seen.extend(params[0].resource_paths[at] for at in range(3))
        return 1

    return lambda _: SimpleNamespace(
        RHVoice_new_tts_engine=new_engine,
        RHVoice_new_message=new_message,
        RHVoice_speak=speak,
        RHVoice_delete_message=lambda _: None,
    )


def test_the_library_is_given_one_voice_and_its_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = package_of_voices(tmp_path, "anna", "irina")
    seen: list[Any] = []
    monkeypatch.setattr(rhvoice_engine, "_library", library([1000, -1000] * 800, seen))
    sound = Engine("Anna", "Russian", "rhvoice-russian", tmp_path).say("пять", 1.5)
    assert seconds(sound) == pytest.approx(0.2)
    folders = [str(data / part).encode() for part in ("languages/Russian", "voices/anna")]
    assert seen == [("пять", "Anna", 1.5), *folders, None]


def test_silence_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package_of_voices(tmp_path, "anna")
    monkeypatch.setattr(rhvoice_engine, "_library", library([0] * 1600, []))
    with pytest.raises(UserError, match="не сказал «пять» голосом Anna"):
        Engine("Anna", "Russian", "rhvoice-russian", tmp_path).say("пять")


def test_the_manifest_has_the_columns_that_are_read() -> None:
    assert (strangers.COLUMNS, strangers.NOTHING) == (manifest.COLUMNS, manifest.NOTHING)


def test_strangers_say_what_the_fixtures_expect(tmp_path: Path, said: Said) -> None:
    package_of_voices(tmp_path, "anna", "irina", "pavel", "yuriy")
    clips = read_manifest(strangers.strangers(tmp_path))
    assert {clip.voice for clip in clips} == {"rhvoice-pavel", "rhvoice-yuriy"}
    assert {name for name, *_ in said} == {"Pavel", "Yuriy"}
    assert {(clip.kind, clip.licence, clip.condition) for clip in clips} == {("synthetic", "CC-BY-NC-ND-4.0", "clean")}
    assert all(clip.expected for clip in clips)
    assert {clip.phase for clip in clips} >= {"day", "vote", "night"}
    pavel, yuriy = (
        [clip.transcript for clip in clips if clip.voice == f"rhvoice-{name}"] for name in ("pavel", "yuriy")
    )
    assert 40 <= len(pavel) <= 50
    assert set(pavel) != set(yuriy)
    spoken = {(phrase.text, phrase.phase) for phrase in strangers.phrases()}
    assert {(clip.transcript, clip.phase) for clip in clips} <= spoken


@pytest.mark.usefixtures("said")
def test_strangers_recordings_have_names_of_their_own(tmp_path: Path) -> None:
    package_of_voices(tmp_path, "pavel", "yuriy")
    found = strangers.recordings(tmp_path)
    assert len({one.id for one in found}) == len({one.audio for one in found}) == len(found) > 80
    assert {one.licence for one in found} == {"CC-BY-NC-ND-4.0"}


def test_without_strangers_the_error_says_what_to_do(tmp_path: Path) -> None:
    package_of_voices(tmp_path, "anna")
    with pytest.raises(UserError, match=r"нет голосов для проверки.*Удалите папку"):
        strangers.strangers(tmp_path)


def test_the_sources_hold_these_voices_and_no_stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpora, "make_texts", lambda *_: TEXTS)
    found = {source.name: source for source in corpora.sources(tmp_path, None)}
    assert isinstance(found["rhvoice-debian"], RHVoiceVoices)
    assert strangers.NAME not in found
