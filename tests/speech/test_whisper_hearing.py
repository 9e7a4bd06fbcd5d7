"""A phrase is heard where the sound allows it; talk, other numbers and noise are not made into phrases."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from tests.speech.whisper_fake import FakeWhisper
from voice_judge.speech.whisper_hearing import WhisperHearing
from voice_judge.speech.whisper_snap import PhraseList, keeps_every_word

NUMBERS = ["один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять"]
PHRASES = [
    *(f"я выставляю игрока номер {number}" for number in NUMBERS),
    *(f"я отзываю игрока номер {number}" for number in NUMBERS),
    *(f"номер {number} голосов {votes}" for number in NUMBERS for votes in NUMBERS),
    "выставляю четвёртого", "не выставляю", "спасибо всё", "наступает ночь",
    "спасибо", "пас", "я", "не", "номер", "игрока", "есть", *NUMBERS, "[unk]",
]  # fmt: skip
SOUND = np.zeros(16_000, np.int16)


def hear(texts: Sequence[str], costs: Mapping[str, float] | None = None, phrases: Sequence[str] = PHRASES) -> str:
    return said_by(FakeWhisper(texts, costs or {}), phrases)


def said_by(whisper: FakeWhisper, phrases: Sequence[str] = PHRASES) -> str:
    hearing = WhisperHearing(whisper, PhraseList(phrases) if phrases else None)
    return " ".join(word.text for word in hearing.words(SOUND))


HEARD = [
    ("a phrase as it is", ["Я выставляю игрока №5."], "я выставляю игрока номер пять"),
    ("its spelling is the list's", ["Выставляю четвертого"], "выставляю четвёртого"),
    ("nearly a phrase", ["Я вставляю игрока №5."], "я выставляю игрока номер пять"),
    ("glued", ["Я выставляю игроканомер 5."], "я выставляю игрока номер пять"),
    ("cut", ["Я выстав ляю игрока №5."], "я выставляю игрока номер пять"),
    ("inside talk", ["Вчера дождь, я вставляю игрока №5, потому что."],
     "вчера дождь я выставляю игрока номер пять потому что"),
    ("two phrases", ["Я отзывал игрока №3. Я вставляю игрока №7."],
     "я отзываю игрока номер три я выставляю игрока номер семь"),
    ("another of Whisper's readings", ["Наступаю ночь", "Наступает ночь"], "наступает ночь"),
    ("another reading with other numbers", ["80 80", "Номер 8 голосов 10"], "80"),
    ("one word", ["Спасиба."], "спасибо"),
    ("talk", ["Сегодня хорошая погода"], "сегодня хорошая погода"),
    ("a negation stays", ["Я не выставляю игрока №5."], "я не выставляю игрока номер пять"),
    ("a condition stays", ["Я бы выставляю игрока №5."], "я бы выставляю игрока номер пять"),
    ("a quotation stays", ["Он сказал: выставляю четвертого"], "он сказал выставляю четвёртого"),
    ("a large number stays", ["Я вставляю игрока №15."], "я вставляю игрока номер 15"),
    ("nothing", ["..."], ""),
    ("no transcript", [], ""),
]  # fmt: skip


@pytest.mark.parametrize(("texts", "expected"), [case[1:] for case in HEARD], ids=[case[0] for case in HEARD])
def test_what_is_heard(texts: Sequence[str], expected: str) -> None:
    assert hear(texts) == expected


def test_the_sound_decides() -> None:
    text = ["Я вставляю игрока №5."]
    assert hear(text, {"выставляю": 9.0}) == "я выставляю игрока номер пять"
    assert hear(text, {"выставляю": 50.0}) == "я вставляю игрока номер пять"


def test_without_a_list_the_transcript_stays_as_it_is() -> None:
    assert hear(["Я вставляю игрока №5."], phrases=()) == "я вставляю игрока номер пять"


def test_a_number_is_never_guessed() -> None:
    text = ["Я выставляю игрока номер есть."]
    assert hear(text) == "я выставляю игрока номер есть", "all numbers sound alike here"
    assert hear(text, {"шесть": 0.1}) == "я выставляю игрока номер есть", "not clearly better"
    clear = dict.fromkeys(NUMBERS, 9.0) | {"шесть": 0.5}
    assert hear(text, clear) == "я выставляю игрока номер шесть"


def test_a_number_that_was_heard_is_not_changed_whatever_it_costs() -> None:
    costs = {"пять": 100.0, "семь": 0.0}
    assert hear(["Я вставляю игрока №5."], costs) != "я выставляю игрока номер семь"


@pytest.mark.parametrize(
    ("log_prob", "no_speech", "heard"),
    [(-0.3, 0.1, True), (-0.3, 0.9, True), (-1.2, 0.1, True), (-1.2, 0.7, False), (-2.5, 0.1, False)],
)
def test_noise_says_nothing(log_prob: float, no_speech: float, heard: bool) -> None:
    assert bool(said_by(FakeWhisper(["Спасибо."], log_prob=log_prob, no_speech=no_speech))) is heard


@pytest.mark.parametrize(
    ("heard", "meant", "kept"),
    [
        ("я вставляю", "я выставляю", True),
        ("треть его игрока", "третьего игрока", True),
        ("игроканомер пять", "игрока номер пять", True),
        ("чёрный", "говорит", False),
        ("не выставляю", "выставляю", False),
        ("выставляю", "я выставляю", False),
        ("номер пять", "номер семь", False),
        ("номер пятый", "номер пять", True),
        ("номер 15", "номер пять", False),
        ("восемьдесят", "восемь десять", False),
        ("номер есть", "номер шесть", True),
    ],
)
def test_which_phrase_may_be_offered_for_what_was_heard(heard: str, meant: str, kept: bool) -> None:
    assert keeps_every_word(heard.split(), meant.split()) is kept


def test_an_empty_list_is_no_hindrance() -> None:
    hearing = WhisperHearing(FakeWhisper(["Добрый день"]), PhraseList(["[unk]"]))
    assert [word.text for word in hearing.words(SOUND)] == ["добрый", "день"]
