"""The judge's voice: spoken once, kept, and never in the way when it fails."""

import sys
from collections.abc import Callable
from ctypes.util import find_library
from pathlib import Path

import numpy as np
import pytest

from tests.speech.sounds import tone, write
from voice_judge.places import cache_folder
from voice_judge.speech import render_child
from voice_judge.speech.render_child import is_russian
from voice_judge.speech.spoken_voice import SpokenVoice, russian_voices
from voice_judge.speech.voice import SilentVoice, nominal_seconds

CHILD = """
import shutil, sys
sys.stdin.buffer.read()
{action}
"""


@pytest.fixture
def child(tmp_path: Path) -> Callable[[str], tuple[str, ...]]:
    """A synthesiser that does `action`; `target` is the file to write, `good` a spoken line."""
    good = write(tmp_path / "good.wav", tone(0.5), 22_050)
    short = write(tmp_path / "short.wav", tone(0.05))
    mute = write(tmp_path / "mute.wav", np.zeros(8_000))

    def script(action: str) -> tuple[str, ...]:
        names = f"target = sys.argv[1]; good, short, mute = {str(good)!r}, {str(short)!r}, {str(mute)!r}"
        return (sys.executable, "-c", CHILD.format(action=f"{names}\n{action}"))

    return script


def test_the_nominal_length_depends_on_the_text_alone() -> None:
    assert nominal_seconds("Принято") == pytest.approx(0.84)
    assert nominal_seconds("") == pytest.approx(0.35)
    assert SilentVoice().seconds("Принято") == nominal_seconds("Принято")
    assert SilentVoice().render("Принято") is None
    assert SilentVoice().problem is None


def test_this_machine_speaks_russian_or_says_why_not(tmp_path: Path) -> None:
    voice = SpokenVoice(cache=tmp_path)
    sound = voice.render("Слово игроку номер пять")
    if find_library("espeak-ng") is None and sys.platform.startswith("linux"):
        assert sound is None
        assert voice.problem is not None
        assert "нет синтезатора" in voice.problem
        return
    assert voice.problem is None
    assert sound is not None
    assert sound.dtype == np.int16
    assert 0.8 < len(sound) / 16_000 < 3.0
    assert np.abs(sound).max() > 3_000
    assert voice.seconds("Слово игроку номер пять") == len(sound) / 16_000


def test_a_line_is_spoken_once_and_kept_on_disk(tmp_path: Path, child: Callable[[str], tuple[str, ...]]) -> None:
    log = tmp_path / "log"
    command = child(f"open({str(log)!r}, 'a').write('x'); shutil.copy(good, target)")
    first = SpokenVoice(cache=tmp_path / "cache", command=command)
    assert first.render("Принято") is not None
    assert first.render("Принято") is not None
    assert SpokenVoice(cache=tmp_path / "cache", command=command).render("Принято") is not None
    assert log.read_text() == "x"
    assert SpokenVoice(cache=tmp_path / "cache", command=command, rate=120).render("Принято") is not None
    assert SpokenVoice(cache=tmp_path / "cache", command=command).render("Отозвано") is not None
    assert log.read_text() == "xxx"
    assert not list((tmp_path / "cache").glob("*.part"))


def test_a_voice_by_name_has_lines_of_its_own(tmp_path: Path, child: Callable[[str], tuple[str, ...]]) -> None:
    log = tmp_path / "log"
    command = child(f"open({str(log)!r}, 'a').write(' '.join(sys.argv[2:]) + '.'); shutil.copy(good, target)")
    for voice in ("", "Анна", "Анна", "Ирина (новая)"):
        spoken = SpokenVoice(cache=tmp_path / "cache", command=command, voice=voice)
        assert spoken.render("Принято") is not None
        assert spoken.note == ""
    assert log.read_text() == "165.165 Анна.165 Ирина (новая)."


def test_a_voice_that_is_not_there_gives_way_to_another(
    tmp_path: Path, child: Callable[[str], tuple[str, ...]]
) -> None:
    command = child("sys.exit(5) if sys.argv[3:] else shutil.copy(good, target)")
    voice = SpokenVoice(cache=tmp_path / "cache", command=command, voice="Анна")
    assert voice.render("Принято") is not None
    assert voice.problem is None
    assert "Голоса «Анна» нет" in voice.note
    assert voice.render("Отозвано") is not None
    assert SpokenVoice(cache=tmp_path / "cache", command=child("sys.exit(3)")).render("Принято") is not None


def test_this_machines_voices_are_the_ones_it_speaks_with(tmp_path: Path) -> None:
    names = russian_voices()
    if not names:
        assert SpokenVoice(cache=tmp_path).render("Принято") is None
        return
    spoken = [SpokenVoice(cache=tmp_path, voice=name) for name in (names[0], names[-1], "никого")]
    sounds = [voice.render("Принято") for voice in spoken]
    assert all(sound is not None for sound in sounds)
    assert [bool(voice.note) for voice in spoken] == [False, False, True]


@pytest.mark.parametrize("action", ["sys.exit(1)", "import time; time.sleep(600)", "import os; os.abort()"])
def test_a_list_of_voices_that_cannot_be_had_is_empty(child: Callable[[str], tuple[str, ...]], action: str) -> None:
    assert russian_voices((*child(action), "unused"), time_limit=0.5) == ()
    assert russian_voices(("/no/such/program",)) == ()


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ("sys.exit(3)", "нет синтезатора"),
        ("sys.exit(4)", "нет русского голоса"),
    ],
)
def test_a_missing_engine_or_voice_is_one_line_at_once(
    tmp_path: Path, child: Callable[[str], tuple[str, ...]], action: str, says: str
) -> None:
    voice = SpokenVoice(cache=tmp_path, command=child(action))
    assert voice.render("Принято") is None
    assert voice.problem is not None
    assert says in voice.problem
    assert "\n" not in voice.problem


@pytest.mark.parametrize(
    "action",
    [
        pytest.param("sys.exit(1)", id="fails"),
        pytest.param("pass", id="says success and writes nothing"),
        pytest.param("open(target, 'w').close()", id="writes an empty file"),
        pytest.param("shutil.copy(short, target)", id="too short"),
        pytest.param("shutil.copy(mute, target)", id="silent"),
        pytest.param("open(target, 'w').write('no sound')", id="writes no sound"),
        pytest.param("import os; os.abort()", id="crashes"),
    ],
)
def test_an_engine_that_keeps_failing_is_left_alone(
    tmp_path: Path, child: Callable[[str], tuple[str, ...]], action: str
) -> None:
    voice = SpokenVoice(cache=tmp_path / "cache", command=child(action))
    assert voice.render("раз") is None
    assert voice.problem is None
    assert voice.render("два") is None
    assert voice.render("три") is None
    assert voice.problem is not None
    assert "не отвечает" in voice.problem
    assert voice.seconds("раз") == nominal_seconds("раз")


def test_a_hanging_engine_is_killed(tmp_path: Path, child: Callable[[str], tuple[str, ...]]) -> None:
    voice = SpokenVoice(cache=tmp_path, command=child("import time; time.sleep(600)"), time_limit=0.3)
    assert voice.render("Принято") is None


def test_a_missing_interpreter_is_no_exception(tmp_path: Path) -> None:
    assert SpokenVoice(cache=tmp_path, command=(str(tmp_path / "none"),)).render("Принято") is None


def test_an_unwritable_cache_costs_only_the_cache(tmp_path: Path, child: Callable[[str], tuple[str, ...]]) -> None:
    (tmp_path / "file").write_text("in the way")
    voice = SpokenVoice(cache=tmp_path / "file" / "cache", command=child("shutil.copy(good, target)"))
    assert voice.render("Принято") is not None
    assert voice.problem is None


def test_a_damaged_cache_file_is_spoken_anew(tmp_path: Path, child: Callable[[str], tuple[str, ...]]) -> None:
    command = child("shutil.copy(good, target)")
    assert SpokenVoice(cache=tmp_path / "cache", command=command).render("Принято") is not None
    (kept,) = (tmp_path / "cache").iterdir()
    kept.write_bytes(b"RIFF")
    assert SpokenVoice(cache=tmp_path / "cache", command=command).render("Принято") is not None
    assert kept.stat().st_size > 1_000


def test_what_was_spoken_before_works_without_an_engine(
    tmp_path: Path, child: Callable[[str], tuple[str, ...]]
) -> None:
    assert SpokenVoice(cache=tmp_path, command=child("shutil.copy(good, target)")).render("Принято") is not None
    later = SpokenVoice(cache=tmp_path, command=child("sys.exit(3)"))
    assert later.render("Отозвано") is None
    assert later.render("Принято") is not None


@pytest.mark.parametrize(
    ("identity", "name", "languages", "russian"),
    [
        ("ru", "Russian", ["ru"], True),
        ("gmw/en", "English (Great Britain)", ["en-gb"], False),
        ("zle/ru", "Rus", [b"\x05ru"], True),
        ("com.apple.voice.compact.ru-RU.Milena", "Milena", ["ru_RU"], True),
        ("com.apple.voice.compact.en-US.Samantha", "Samantha", ["en_US"], False),
        ("TTS_MS_RU-RU_IRINA_11.0", "Microsoft Irina Desktop - Russian", [], True),
        ("TTS_MS_EN-US_ZIRA_11.0", "Microsoft Zira Desktop - English (United States)", [], False),
        ("x", "y", ["419"], True),
        ("x", "Run", ["run"], False),
    ],
)
def test_a_voice_is_chosen_by_language(identity: str, name: str, languages: list[str | bytes], russian: bool) -> None:
    assert is_russian(identity, name, languages) is russian


def test_no_library_means_no_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyttsx3.drivers", None)
    assert render_child._speak_espeak("Принято", tmp_path / "a.wav", 165, "") == render_child.Failure.NO_ENGINE


def test_one_variable_moves_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VOICE_JUDGE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "cache"
