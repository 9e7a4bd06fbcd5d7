"""Where the recordings come from, and which of them must not be trained on."""

import gzip
import importlib.util
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from training.lexicon.phones import UNKNOWN_WORD
from training.speech import corpora
from training.speech.corpora import Amounts, background, evaluation_sets, sources, utterances
from training.speech.debian import package, require
from training.speech.foreign import ForeignTalk
from training.speech.held_out import FIXTURES, is_held_out, trainable
from training.speech.human import Asterisk, Festvox, KLettres, TuxPaint
from training.speech.joined import Joined
from training.speech.ktuberling import WORDS, KTuberling
from training.speech.retro import RetroVoices, stressed
from training.speech.rhvoice import RHVoiceCorpus
from training.speech.sound import SAMPLE_RATE, read_sound, seconds, write_sound
from training.speech.synthesis import EVALUATION_VARIANTS, VARIANTS, EspeakVoices
from training.speech.texts import Texts
from training.speech.utterance import Utterance
from voice_judge.errors import UserError

TEXTS = Texts(("я выставляю", "спасибо"), ("пять", "шесть"), ("это просто сказка",), ("человек",))


def record(path: Path, length: float = 0.5) -> None:
    """A tone as a recording; libsndfile knows the format by the name, G.722 apart."""
    tone = 0.3 * np.sin(np.arange(round(length * SAMPLE_RATE)) / 20)
    write_sound(path, tone.astype(np.float32))


def unpacked(work: Path, name: str) -> Path:
    """The folder usr/share of a package that lies in the cache."""
    folder = work / "debian" / name / "usr/share"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """A work folder with small packages of every source."""
    texts = unpacked(tmp_path, "asterisk-core-sounds-ru") / "doc/asterisk-core-sounds-ru/core-sounds-ru.txt.gz"
    texts.parent.mkdir(parents=True)
    lines = ["; Звуки", "beep: [это сигнал]", "vm-x: Нажмите 1, еще раз.", "letters/a: ей", "digits/1: один"]
    lines += ["digits/h-1: первый", "digits/h-2: второй", "digits/h-3: третий"]
    texts.write_bytes(gzip.compress("\n".join(lines).encode()))
    voice = unpacked(tmp_path, "asterisk-core-sounds-ru-g722") / "asterisk/sounds/ru_RU"
    for prompt in ("beep", "digits/1", "digits/h-1", "digits/h-2", "digits/h-3", "vm-x", "letters/a"):
        record(voice / f"{prompt}.g722")
    man = unpacked(tmp_path, "festvox-ru") / "festival/voices/russian/msu_ru_nsh_clunits"
    record(man / "wav/ru_0001.wav")
    (man / "etc").mkdir()
    (man / "etc/txt.done.data").write_text(
        '( ru_0001 "Он наш+ел, - корзинку." )\n( ru_0002 "Нет." )\n', encoding="utf-8"
    )
    stamps = unpacked(tmp_path, "tuxpaint-stamps-default") / "tuxpaint/stamps/animals"
    for name, title in (("cat", "Кошка (киса)."), ("dog", "Собака $5.00")):
        for language in ("ru", "fr", "be"):
            record(stamps / f"{name}_desc_{language}.ogg")
        (stamps / f"{name}.txt").write_text(f"A {name}.\nfr.utf8=Un.\nru.utf8={title}\n", encoding="utf-8")
    sounds = unpacked(tmp_path, "klettres-data") / "klettres/ru"
    record(sounds / "syllab/ko.ogg")
    xml = '<klettres><language code="ru"><alphabet><sound name="А" file="ru/alpha/a.ogg"/></alphabet>'
    xml += '<syllables><sound name="КO" file="ru/syllab/ko.ogg"/><sound name="ТА" file="ru/syllab/ta.ogg"/></syllables>'
    (sounds / "sounds.xml").write_text(f"{xml}</language></klettres>", encoding="utf-8")
    record(unpacked(tmp_path, "ktuberling-data") / "ktuberling/sounds/ru/ball.ogg")
    return tmp_path


@pytest.fixture
def rhvoice(tmp_path: Path) -> Path:
    folder = tmp_path / "rhvoice"
    rows = ["path\tvoice\ttext"]
    for voice in ("anna", "irina", "pavel", "elena"):
        for number, text in enumerate(("я выставляю игрока номер один", "я выставляю игрока номер один", "море")):
            record(folder / voice / f"{number}.flac")
            rows.append(f"{voice}/{number}.flac\t{voice}\t{text}")
    (folder / "index.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder


def texts_of(found: tuple[Utterance, ...]) -> dict[str, str]:
    return {utterance.id: utterance.text for utterance in found}


def test_asterisk_s_prompts_have_the_package_s_texts(people: Path) -> None:
    found = Asterisk().utterances(people)
    assert texts_of(found) == {
        "asterisk/digits/1": "один",
        "asterisk/digits/h-1": "первый",
        "asterisk/digits/h-2": "второй",
        "asterisk/digits/h-3": "третий",
        "asterisk/vm-x": "нажмите один ещё раз",
    }
    assert {(each.voice, each.kind, each.licence) for each in found} == {("asterisk", "human", "CC-BY-3.0")}
    assert all(each.audio.exists() for each in found)


def test_festvox_s_sentences_lose_their_stress_marks(people: Path) -> None:
    assert texts_of(Festvox().utterances(people)) == {"festvox/ru_0001": "он нашёл корзинку"}


def test_tuxpaint_s_titles_are_read_out_whole(people: Path) -> None:
    assert texts_of(TuxPaint().utterances(people)) == {"tuxpaint/animals/cat": "кошка киса"}


def test_klettres_syllables_are_words(people: Path) -> None:
    assert texts_of(KLettres().utterances(people)) == {"klettres/syllab/ko": "ко"}


def test_ktuberling_has_two_voices(people: Path) -> None:
    assert texts_of(KTuberling().utterances(people)) == {"ktuberling/ball": "мяч"}
    rows = [line.split("\t") for line in WORDS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert {speaker for _, speaker, _ in rows[1:]} == {"man", "woman"}
    assert len({file for file, *_ in rows}) == len(rows)


def test_other_languages_are_unknown_words(people: Path) -> None:
    found = ForeignTalk(every=1).utterances(people)
    assert {each.voice for each in found} == {"tuxpaint-fr"}
    assert {each.text for each in found} == {UNKNOWN_WORD}


def test_joined_words_are_of_one_person(people: Path) -> None:
    found = Joined(Asterisk(), 5).utterances(people)
    assert len(found) == 5
    for each in found:
        # digits/1 is a recording of the tests, and the prompt has too many words
        assert set(each.text.split()) <= {"первый", "второй", "третий"}
        assert each.voice == "asterisk"
        assert seconds(read_sound(each.audio)) >= 0.5
    assert found == Joined(Asterisk(), 5).utterances(people)


def test_of_a_corpus_of_rhvoice_only_permitted_voices_are_trained_on(tmp_path: Path, rhvoice: Path) -> None:
    assert {each.voice for each in RHVoiceCorpus(rhvoice).utterances(tmp_path)} == {"rhvoice-anna", "rhvoice-elena"}


def test_a_folder_without_an_index_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"index\.tsv"):
        RHVoiceCorpus(tmp_path / "nothing").utterances(tmp_path)


@pytest.mark.parametrize("content", [b"path\tvoice\ttext\n\xff\n", b"path\tvoice\ttext\na.flac\tanna\n"])
def test_an_index_that_is_none_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "index.tsv").write_bytes(content)
    with pytest.raises(UserError, match=r"не читается|index\.tsv, строка 2"):
        RHVoiceCorpus(tmp_path).utterances(tmp_path)


@pytest.mark.parametrize("licence", ["CC-BY-NC-ND-4.0", ""])
def test_what_the_terms_do_not_allow_is_not_trained_on(tmp_path: Path, licence: str) -> None:
    class Found:
        name = "found"

        def utterances(self, work: Path) -> tuple[Utterance, ...]:
            return (Utterance("found/1", work / "1.flac", "да", "somebody", "human", licence, "found"),)

    with pytest.raises(UserError, match="found/1 учить нельзя"):
        utterances((Found(),), tmp_path)


def test_recordings_of_the_tests_are_held_out(people: Path, rhvoice: Path) -> None:
    found = (*Asterisk().utterances(people), *RHVoiceCorpus(rhvoice).utterances(people))
    left = {each.id for each in trainable(found)}
    # The tests took the first of two recordings of the same words.
    assert {each.id for each in found} - left == {"asterisk/digits/1", "rhvoice/anna/0", "rhvoice/elena/0"}


def test_every_prompt_of_the_fixtures_is_held_out() -> None:
    names = [line.split("\t")[0] for line in (FIXTURES / "clips.tsv").read_text(encoding="utf-8").splitlines()]
    prompts = [
        name.removeprefix("audio:asterisk-ru/").removesuffix(".flac") for name in names if "asterisk-ru/" in name
    ]
    held_out = is_held_out(())
    assert len(set(prompts)) > 80
    assert all(held_out(f"asterisk/{prompt}") for prompt in prompts)
    assert held_out("asterisk/digits/5")
    assert not held_out("asterisk/digits/h-5")


def test_espeak_speaks_every_variant_once(tmp_path: Path) -> None:
    found = EspeakVoices(TEXTS, 5, ("m1", "f2")).utterances(tmp_path)
    assert {each.voice for each in found} == {"espeak-m1", "espeak-f2"}
    assert all(0.2 < seconds(read_sound(each.audio)) < 6 for each in found)
    written = {each.audio: each.audio.stat().st_mtime_ns for each in found}
    assert EspeakVoices(TEXTS, 5, ("m1", "f2")).utterances(tmp_path) == found
    assert {audio: audio.stat().st_mtime_ns for audio in written} == written


@pytest.mark.parametrize("variant", sorted(EVALUATION_VARIANTS))
def test_variants_kept_for_measuring_never_speak(tmp_path: Path, variant: str) -> None:
    assert variant not in VARIANTS
    with pytest.raises(UserError, match=variant):
        EspeakVoices(TEXTS, 1, (variant,)).utterances(tmp_path)


def test_an_unknown_variant_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nobody"):
        EspeakVoices(TEXTS, 1, ("nobody",)).utterances(tmp_path)


def test_measured_voices_by_name(people: Path, rhvoice: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stranger = KLettres().utterances(people)
    monkeypatch.setattr(corpora, "strangers", lambda _: stranger)
    sets = evaluation_sets(people, rhvoice)
    assert set(sets) == {"tuxpaint", "asterisk", "irina", "strangers"}
    assert sets["strangers"] == stranger
    assert {each.voice for each in sets["irina"]} == {"rhvoice-irina"}
    for name in ("tuxpaint", "asterisk"):
        assert {each.voice for each in sets[name]} == {name}


def test_nobody_who_is_measured_talks_in_the_background(people: Path) -> None:
    assert {each.voice for each in background(people, ())} == {"tuxpaint-fr", "festvox"} - {"tuxpaint-be"} | {
        "tuxpaint-fr"
    }


def test_two_utterances_of_one_name_are_refused(people: Path) -> None:
    with pytest.raises(UserError, match="одинаково"):
        utterances((Festvox(), Festvox()), people)


def test_a_small_set_needs_only_espeak(people: Path) -> None:
    unpacked(people, "fortunes-ru")
    sayings = people / "debian/fortunes-ru/usr/share/games/fortunes/ru"
    sayings.mkdir(parents=True)
    (sayings / "a.u8").write_text("Ещё не вечер\n%\n", encoding="utf-8")
    assert [source.name for source in sources(people, None, Amounts(people=False))] == ["espeak-ng"]


def test_a_package_is_fetched_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []

    def run(command: list[str], cwd: Path, **_: object) -> subprocess.CompletedProcess[str]:
        calls.append(command)
        if command[0] == "apt-get":
            (cwd / "some-sounds_1_all.deb").write_bytes(b"")
        else:
            (Path(command[-1]) / "usr").mkdir(parents=True)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    folder = package("some-sounds", tmp_path)
    assert (folder / "usr").is_dir()
    assert package("some-sounds", tmp_path) == folder
    assert [command[:2] for command in calls] == [["apt-get", "download"], ["dpkg", "-x"]]
    assert [path.name for path in (tmp_path / "debian").iterdir()] == ["some-sounds"]


def test_a_package_that_cannot_be_had_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 100, "", "E: Unable to locate package some-sounds\n")

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(UserError, match=r"some-sounds.*Unable to locate.*apt-get update"):
        package("some-sounds", tmp_path)
    assert not (tmp_path / "debian/some-sounds").exists()


def test_without_apt_the_error_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        raise FileNotFoundError(command[0])

    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(UserError, match="apt-get"):
        package("some-sounds", tmp_path)


def test_a_missing_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(UserError, match="sudo apt-get install festival"):
        require("festival", "festival")


@pytest.mark.parametrize(
    ("word", "marked"),
    [
        ("выставляю", "выставля+ю"),
        ("номер", "но+мер"),
        ("пять", "пять"),
        ("ещё", "ещё+"),
        ("голосование", "голосова+ние"),
    ],
)
def test_the_old_synthesiser_is_told_the_stress(word: str, marked: str) -> None:
    assert stressed(word) == marked


def test_without_the_old_synthesiser_the_rest_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert RetroVoices(TEXTS, 5).utterances(tmp_path) == ()
